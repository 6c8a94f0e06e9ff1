/* test_arena.c - memory that is released all at once, and what a sanitizer sees of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <malloc.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "tap.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

/* Exit status of a child that runs `f`; stderr is closed. */
static int status_of(void (*f)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(2);
        f();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void ask_too_much(void)
{
    struct gat_arena a = {0};
    gat_arena_array(&a, SIZE_MAX / 2, 3);
}

static void ask_much(void)
{
    struct gat_arena a = {0};
    gat_arena_alloc(&a, SIZE_MAX - 63);
}

#ifdef HAS_ASAN
static void run_over(void)
{
    struct gat_arena a = {0};
    volatile char *p = gat_arena_alloc(&a, 13);
    gat_arena_alloc(&a, 13);
    p[13] = 1;
}

static void use_after_reset(void)
{
    struct gat_arena a = {0};
    volatile char *p = gat_arena_alloc(&a, 13);
    gat_arena_reset(&a);
    p[0] = 1;
}

/* One block is full, and another after it in use. */
static volatile char *blocks_reset(bool next)
{
    struct gat_arena a = {0};
    volatile char *p = gat_arena_alloc(&a, 16000), *q = gat_arena_alloc(&a, 16000);
    gat_arena_reset(&a);
    return next ? q + 15999 : p;
}

static void use_full_after_reset(void)
{
    *blocks_reset(false) = 1;
}

static void use_next_after_reset(void)
{
    *blocks_reset(true) = 1;
}
#endif

#if defined(__GLIBC__) && !defined(HAS_ASAN)
static size_t bytes_in_use(void)
{
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}
#endif

/* A giant does not set the size of the blocks after it, and a reset gives it back. */
static void blocks_after_giant(void)
{
#if defined(__GLIBC__) && !defined(HAS_ASAN)
    struct gat_arena a = {0};
    size_t first = bytes_in_use();
    gat_arena_raw(&a, 9000000);
    size_t before = bytes_in_use();
    gat_arena_raw(&a, 1);
    size_t more = bytes_in_use() - before;
    ok(more > 0 && more < 2000000, "the block after one of 9 MB has %zu bytes", more);
    gat_arena_reset(&a);
    size_t kept = bytes_in_use() - first;
    ok(kept < 2000000, "a reset leaves %zu bytes after one of 9 MB", kept);
    gat_arena_free(&a);
#endif
}

static void arenas(void)
{
    struct gat_arena a = {0};
    bool aligned = true, zero = true;
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *p = gat_arena_alloc(&a, size);
        aligned &= (uintptr_t)p % 64 == 0;
        for (size_t k = 0; k < size; k++)
            zero &= p[k] == 0;
        memset(p, 0xFF, size);
    }
    ok(aligned, "memory is aligned to 64 bytes");
    ok(zero, "memory is zeroed");
    gat_arena_reset(&a);
    void *first = gat_arena_raw(&a, 100);
    gat_arena_reset(&a);
    ok(gat_arena_raw(&a, 100) == first, "a reset keeps the blocks");
    zero = true;
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *p = gat_arena_alloc(&a, size);
        for (size_t k = 0; k < size; k++)
            zero &= p[k] == 0;
    }
    ok(zero, "memory is zeroed again");
    unsigned char *large = gat_arena_alloc(&a, 5000000);
    large[4999999] = 1;
    int *numbers = GAT_NEW_N(&a, int, 10);
    numbers[9] = 1;
    is_text(gat_arena_text(&a, "abcdef", 3), "abc", "text is copied and ended");
    is_text(gat_arena_text(&a, NULL, 0), "", "no text at all");
    is_text(gat_arena_print(&a, "%d-%s", 12, "x"), "12-x", "printing into an arena");
    is_text(gat_arena_print(&a, "%s", ""), "", "printing nothing");
    int64_t *list = NULL;
    bool kept = true;
    for (size_t k = 0; k < 100; k++) {
        GAT_GROW(&a, list, k);
        list[k] = (int64_t)k;
    }
    for (size_t k = 0; k < 100; k++)
        kept &= list[k] == (int64_t)k;
    ok(kept, "a list grows and keeps what it holds");
    gat_arena_reset(&a);
    gat_arena_alloc(&a, 3000000);
    gat_arena_free(&a);
    ok(a.first == NULL, "an arena can be freed and used again");
    gat_arena_alloc(&a, 1);
    gat_arena_free(&a);
    is_int(status_of(ask_too_much), 3, "an overflowing product counts as no memory");
    is_int(status_of(ask_much), 3, "no memory ends the process with 3");
#ifdef HAS_ASAN
    ok(status_of(run_over) != 0, "ASan sees one byte too many");
    ok(status_of(use_after_reset) != 0, "ASan sees the use after a reset");
    ok(status_of(use_full_after_reset) != 0, "ASan sees it in a block that was full");
    ok(status_of(use_next_after_reset) != 0, "ASan sees it in the next block");
#endif
}

int main(void)
{
    arenas();
    blocks_after_giant();
    return done();
}
