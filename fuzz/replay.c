/* replay.c - known inputs through a target, with any compiler and no libFuzzer.
 *
 *     replay FILE|FOLDER...
 *
 * Folders are walked in order of name.  It prints how many inputs were run, and the
 * name of each before it runs when REPLAY_VERBOSE is set, so that a crash has a name.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena.h"
#include "target.h"

enum { MOST_BYTES = 1 << 22 };

struct replay {
    struct gat_arena arena;
    unsigned long count;
    const char *now; /* the input that is being run */
    int broken;
};

/* The input ends where memory ends that a sanitizer guards, so that a reader that goes past
 * it is caught. */
static void file_run(struct replay *r, const char *path)
{
    FILE *f = fopen(path, "rb");
    struct stat info;
    if (f == NULL || fstat(fileno(f), &info) != 0 || info.st_size > MOST_BYTES) {
        fprintf(stderr, "%s: %s\n", path, f == NULL ? strerror(errno) : "more than 4 MiB");
        r->broken = 1;
    } else {
        unsigned char *bytes = gat_arena_raw(&r->arena, (size_t)info.st_size);
        size_t size = fread(bytes, 1, (size_t)info.st_size, f);
        if (getenv("REPLAY_VERBOSE") != NULL)
            fprintf(stderr, "%s\n", path);
        (void)LLVMFuzzerTestOneInput(bytes, size);
        gat_arena_reset(&r->arena);
        r->count++;
    }
    if (f != NULL)
        fclose(f);
}

static int is_seen(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void path_run(struct replay *r, const char *path)
{
    struct dirent **entries;
    int n = scandir(path, &entries, is_seen, by_name);
    if (n < 0) {
        file_run(r, path);
        return;
    }
    for (int k = 0; k < n; k++) {
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%s/%s", path, entries[k]->d_name);
        path_run(r, name);
        free(entries[k]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    struct replay r = {0};
    for (int k = 1; k < argc; k++)
        path_run(&r, argv[k]);
    gat_arena_free(&r.arena);
    printf("%lu inputs\n", r.count);
    return r.broken || r.count == 0 ? 2 : 0;
}
