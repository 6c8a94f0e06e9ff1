/* arena.c - memory that is released all at once.
 *
 * Blocks form a list. Allocations fill `current`, then the block after it. A reset
 * frees blocks above KEEP_SIZE, so that one giant case does not set the memory of
 * the whole run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "checked.h"
#include "sparse.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif

#ifdef HAS_ASAN
#include <sanitizer/asan_interface.h>
#define GAP 64
#else
#define GAP 0
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#endif

enum { ALIGN = 64, FIRST_SIZE = 16 * 1024, KEEP_SIZE = 1024 * 1024 };

struct gat_arena_block {
    struct gat_arena_block *next;
    size_t size; /* bytes after the header */
};
_Static_assert(sizeof(struct gat_arena_block) <= ALIGN, "the header fits one line");

static unsigned char *block_data(struct gat_arena_block *b)
{
    return (unsigned char *)b + ALIGN;
}

static _Noreturn void no_memory(size_t size)
{
    fprintf(stderr, "gatherum: no memory for %zu bytes\n", size);
    exit(3);
}

/* A block with room for `size`, next after `current`: the one that is there if it is
 * large enough, else a new one. */
static struct gat_arena_block *block_next(struct gat_arena *a, size_t size)
{
    struct gat_arena_block **link = a->current == NULL ? &a->first : &a->current->next;
    if (*link != NULL && (*link)->size >= size)
        return *link;
    size_t want = a->current == NULL ? FIRST_SIZE : a->current->size;
    if (want < KEEP_SIZE && a->current != NULL)
        want *= 2;
    if (want > KEEP_SIZE)
        want = KEEP_SIZE;
    if (want < size)
        want = size;
    struct gat_arena_block *b = aligned_alloc(ALIGN, want + ALIGN);
    if (b == NULL)
        no_memory(size);
    b->next = *link;
    b->size = want;
    ASAN_POISON_MEMORY_REGION(block_data(b), b->size);
    *link = b;
    return b;
}

void *gat_arena_raw(struct gat_arena *a, size_t size)
{
    if (size > SIZE_MAX / 4)
        no_memory(size);
    size_t taken = (size + GAP + ALIGN - 1) / ALIGN * ALIGN;
    if (a->current == NULL || a->current->size - a->used < taken) {
        a->current = block_next(a, taken);
        a->used = 0;
    }
    void *at = block_data(a->current) + a->used;
    a->used += taken;
    ASAN_UNPOISON_MEMORY_REGION(at, size);
    return at;
}

void *gat_arena_alloc(struct gat_arena *a, size_t size)
{
    return memset(gat_arena_raw(a, size), 0, size);
}

void *gat_arena_array(struct gat_arena *a, size_t count, size_t size)
{
    size_t total;
    if (!gat_size_mul(count, size, &total))
        no_memory(SIZE_MAX);
    return gat_arena_alloc(a, total);
}

void *gat_arena_grow(struct gat_arena *a, void *list, size_t count, size_t size)
{
    if ((count & (count - 1)) != 0)
        return list;
    void *more = gat_arena_array(a, count == 0 ? 1 : 2 * count, size);
    return count == 0 ? more : memcpy(more, list, count * size);
}

char *gat_arena_text(struct gat_arena *a, const char *text, size_t size)
{
    char *copy = gat_arena_raw(a, size + 1);
    if (size > 0)
        memcpy(copy, text, size);
    copy[size] = '\0';
    return copy;
}

char *gat_arena_print(struct gat_arena *a, const char *format, ...)
{
    char most[256];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(most, sizeof most, format, args);
    va_end(args);
    assert(n >= 0); /* no format of ours has wide characters */
    size_t size = (size_t)n + 1;
    char *text = gat_arena_raw(a, size);
    if (size <= sizeof most)
        memcpy(text, most, size);
    else
        vsnprintf(text, size, format, again);
    va_end(again);
    return text;
}

/* The list itself lies in the arena. */
struct gat_arena_map {
    struct gat_arena_map *next;
    void *at;
    size_t size;
};

void *gat_arena_sparse(struct gat_arena *a, size_t size)
{
    struct gat_arena_map *m = gat_arena_raw(a, sizeof *m);
    m->size = size > 0 ? size : 1;
    m->at = gat_sparse_map(NULL, m->size);
    if (m->at == NULL)
        no_memory(size);
    m->next = a->maps;
    a->maps = m;
    return m->at;
}

static void maps_return(struct gat_arena *a)
{
    for (struct gat_arena_map *m = a->maps; m != NULL; m = m->next)
        munmap(m->at, m->size);
    a->maps = NULL;
}

/* Poison used blocks. Blocks after `current` are still poisoned from the last reset;
 * poisoning them again would cost more than a small case. */
void gat_arena_reset(struct gat_arena *a)
{
    bool passed = a->current == NULL;
    maps_return(a);
    for (struct gat_arena_block **link = &a->first; !passed;) {
        struct gat_arena_block *b = *link;
        size_t taken = b == a->current ? a->used : b->size;
        passed = b == a->current;
        if (b->size > KEEP_SIZE) {
            *link = b->next;
            ASAN_UNPOISON_MEMORY_REGION(block_data(b), b->size);
            free(b);
        } else {
            ASAN_POISON_MEMORY_REGION(block_data(b), taken);
            link = &b->next;
        }
    }
    a->current = a->first;
    a->used = 0;
}

void gat_arena_free(struct gat_arena *a)
{
    maps_return(a);
    while (a->first != NULL) {
        struct gat_arena_block *next = a->first->next;
        ASAN_UNPOISON_MEMORY_REGION(block_data(a->first), a->first->size);
        free(a->first);
        a->first = next;
    }
    a->current = NULL;
    a->used = 0;
}

size_t gat_arena_size(const struct gat_arena *a)
{
    size_t size = 0;
    for (const struct gat_arena_block *b = a->first; b != NULL; b = b->next)
        size += b->size;
    return size;
}
