/* needs.c - what the file of a backend asks for, and what a sandbox has, in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "sandbox/needs.h"
#include "sandbox/sandbox.h"

static const char marker[] = "gatherum " "needs: "; /* two texts, so that ours is no such file */
enum { LONGEST = 100 };

static const char *const words[] = {
#define X(id, word, what) word,
    GAT_NEEDS_MAP(X)
#undef X
};
static const struct {
    const char *word, *missed;
} protections[] = {
#define X(id, word, what) {word, what},
    GAT_SANDBOX_MAP(X)
#undef X
};

/* Words of a-z and '-' with blanks between; what else follows ends them. */
static bool words_take(const char *at, const char *end, uint32_t *needs, struct gat_error *e)
{
    const char *stop = end - at > LONGEST ? at + LONGEST : end;
    while (at < stop) {
        size_t n = 0;
        while (at + n < stop && ((at[n] >= 'a' && at[n] <= 'z') || at[n] == '-'))
            n++;
        unsigned k = 0;
        while (k < GAT_NEED_COUNT && (strlen(words[k]) != n || memcmp(words[k], at, n) != 0))
            k++;
        if (n > 0 && k == GAT_NEED_COUNT)
            return gat_fail(e, "", 0, 0,
                            "it needs '%.*s', which is none of devices, programs, network, "
                            "shared-memory and cache",
                            (int)n, at);
        if (n > 0)
            *needs |= 1u << k;
        at += n;
        if (at >= stop || *at != ' ')
            break;
        at++;
    }
    return true;
}

bool gat_needs_read(const char *path, bool is_program, uint32_t *needs, struct gat_error *e)
{
    struct gat_arena scratch = {0};
    struct stat s = {0};
    bool good = true;
    *needs = is_program ? 1u << GAT_NEED_PROGRAMS : 0;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool there = file >= 0 && fstat(file, &s) == 0 && S_ISREG(s.st_mode);
    size_t most = there ? (size_t)s.st_size : 0, size = 0;
    char *text = gat_arena_raw(&scratch, most + 1);
    ssize_t n = 0;
    while (size < most && (n = read(file, text + size, most - size)) > 0)
        size += (size_t)n; /* the loader says what is wrong with an unreadable file */
    if (file >= 0)
        close(file);
    for (const char *at = text; good && size > 0;) {
        at = memmem(at, (size_t)(text + size - at), marker, sizeof marker - 1);
        if (at == NULL)
            break;
        at += sizeof marker - 1;
        good = words_take(at, text + size, needs, e);
    }
    gat_arena_free(&scratch);
    return good;
}

static void add(char *out, size_t n, const char *text)
{
    size_t used = strlen(out);
    snprintf(out + used, n - used, "%s%s", used > 0 ? " " : "", text);
}

const char *gat_needs_text(uint32_t needs, char *out, size_t n)
{
    out[0] = '\0';
    for (unsigned k = 0; k < GAT_NEED_COUNT; k++)
        if ((needs & 1u << k) != 0)
            add(out, n, words[k]);
    return out;
}

const char *gat_sandbox_text(uint32_t has, char *out, size_t n)
{
    snprintf(out, n, "no new privileges, no capabilities");
    for (unsigned k = 0; k < GAT_SANDBOX_COUNT; k++) {
        size_t used = strlen(out);
        bool there = (has & 1u << k) != 0;
        snprintf(out + used, n - used, there ? ", %s" : "; no %s: %s", protections[k].word,
                 protections[k].missed);
    }
    return out;
}
