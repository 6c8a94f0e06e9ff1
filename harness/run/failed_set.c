/* failed_set.c - the cases that --failed selects, by the hashes of their names.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/failed_set.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static int by_hash(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void case_add(struct gat_arena *a, struct gat_failed *f, const char *name)
{
    GAT_GROW(a, f->cases, f->n);
    f->cases[f->n++] = XXH3_64bits(name, strlen(name));
}

static void point_add(struct gat_arena *a, struct gat_failed *f, const char *name)
{
    if (f->n_points > 0 && strcmp(f->points[f->n_points - 1], name) == 0)
        return;
    GAT_GROW(a, f->points, f->n_points);
    f->points[f->n_points++] = gat_arena_text(a, name, strlen(name));
}

void gat_failed_add(struct gat_arena *a, struct gat_failed *f, const char *name, const char *point)
{
    case_add(a, f, name);
    point_add(a, f, point);
}

void gat_failed_sort(struct gat_failed *f)
{
    qsort(f->cases, f->n, sizeof *f->cases, by_hash);
    qsort(f->points, f->n_points, sizeof *f->points, by_text);
}

bool gat_failed_point(const struct gat_failed *f, const char *name)
{
    return bsearch(&name, f->points, f->n_points, sizeof *f->points, by_text) != NULL;
}

bool gat_failed_case(const struct gat_failed *f, uint64_t name_hash)
{
    return bsearch(&name_hash, f->cases, f->n, sizeof *f->cases, by_hash) != NULL;
}

uint64_t gat_failed_hash(const struct gat_failed *f)
{
    return XXH3_64bits(f->cases, f->n * sizeof *f->cases);
}
