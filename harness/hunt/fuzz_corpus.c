/* fuzz_corpus.c - genomes that are kept in a folder, for later searches and for those beside.
 *
 * A variant has a folder, a genome is a file there that is named by its hash and never changes:
 * adding one disturbs nobody, and a search reads now and then what others have added.  Any file
 * may be missing or foreign: a genome is any string of bytes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/clock.h"
#include "hunt/fuzz.h"
#include "hunt/fuzz_corpus.h"

enum { SECONDS_BETWEEN = 2 };

static bool corpus_fail(struct gat_fuzz *f, const char *path)
{
    f->broken =
        gat_arena_print(&f->arena, "%s: the corpus cannot be used: %s", path, strerror(errno));
    return false;
}

static bool folder_make(struct gat_fuzz *f, const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST || corpus_fail(f, path);
}

bool gat_corpus_open(struct gat_fuzz *f, const char *folder)
{
    if (!folder_make(f, folder))
        return false;
    for (unsigned k = 0; k < f->n_hunts; k++) {
        struct gat_hunt *h = &f->hunts[k];
        const char *profile = h->profile->name;
        char *path = gat_arena_print(&f->arena, "%s/%s-%s%s%s", folder, h->spec->op,
                                     h->spec->variant, profile[0] != '\0' ? "@" : "", profile);
        h->folder = path;
        h->waiting = GAT_NEW_N(&f->arena, struct gat_genome, GAT_KEPT);
        h->met = GAT_NEW_N(&f->arena, uint64_t, GAT_MET);
        if (!folder_make(f, path))
            return false;
    }
    f->corpus = folder;
    return true;
}

/* Note the hash of a genome; false when it is known, or when no more are taken. */
static bool meet(struct gat_hunt *h, uint64_t hash)
{
    hash |= 1; /* 0 is an empty place */
    if (h->n_met > GAT_MET / 2)
        return false;
    for (uint64_t at = hash >> 20;; at++) {
        uint64_t *place = &h->met[at % GAT_MET];
        if (*place == hash)
            return false;
        if (*place == 0) {
            *place = hash;
            h->n_met++;
            return true;
        }
    }
}

void gat_corpus_put(struct gat_fuzz *f, struct gat_hunt *h, const struct gat_genome *g)
{
    char path[4200];
    uint64_t hash = XXH3_64bits(g->byte, g->size);
    if (f->corpus == NULL || !meet(h, hash))
        return;
    snprintf(path, sizeof path, "%s/%016" PRIx64, h->folder, hash);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        if (errno != EEXIST)
            (void)corpus_fail(f, path);
        return;
    }
    /* So few bytes are written at once, or not at all. */
    if (write(fd, g->byte, g->size) != g->size)
        (void)corpus_fail(f, path);
    close(fd);
}

static void genome_read(struct gat_hunt *h, const char *name)
{
    char path[4200], *end;
    struct gat_genome g;
    uint64_t hash = strtoull(name, &end, 16);
    if (strlen(name) != 16 || *end != '\0' || h->n_waiting == GAT_KEPT)
        return;
    snprintf(path, sizeof path, "%s/%s", h->folder, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd < 0 ? -1 : read(fd, g.byte, sizeof g.byte);
    if (fd >= 0)
        close(fd);
    if (n <= 0 || !meet(h, hash))
        return;
    g.size = g.used = (unsigned char)n;
    h->waiting[h->n_waiting++] = g;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In order of name, which is the same on every machine. */
static void folder_read(struct gat_hunt *h)
{
    struct gat_arena a = {0};
    const struct dirent *entry;
    DIR *d = opendir(h->folder);
    const char **names = GAT_NEW_N(&a, const char *, GAT_MET);
    size_t n = 0;
    while (d != NULL && n < GAT_MET && (entry = readdir(d)) != NULL)
        names[n++] = gat_arena_text(&a, entry->d_name, strlen(entry->d_name));
    if (d != NULL)
        closedir(d);
    qsort(names, n, sizeof *names, by_name);
    for (size_t k = 0; k < n; k++)
        genome_read(h, names[k]);
    gat_arena_free(&a);
}

void gat_corpus_look(struct gat_fuzz *f)
{
    double now = gat_seconds_now();
    if (f->corpus == NULL || now < f->next_look)
        return;
    f->next_look = now + SECONDS_BETWEEN;
    for (unsigned k = 0; k < f->n_hunts; k++) {
        struct gat_hunt *h = &f->hunts[k];
        if (h->n_taken < h->n_waiting)
            continue;
        h->n_waiting = h->n_taken = 0;
        folder_read(h);
    }
}
