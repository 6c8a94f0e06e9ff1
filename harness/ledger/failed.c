/* failed.c - run --failed: the cases that failed in an earlier run, and no others.
 *
 * A case is kept by the hash of its name, as for shards; a point is asked for by its
 * own name, so that no generator is opened in vain.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define XXH_INLINE_ALL
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "ledger/history.h"

struct gat_failed {
    unsigned n, room;
    uint64_t *cases; /* hashes of their names, sorted */
    unsigned n_points, points_room;
    const char **points; /* sorted */
};

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
    if (f->n == f->room) {
        f->room = f->room == 0 ? 256 : 2 * f->room;
        uint64_t *more = GAT_NEW_N(a, uint64_t, f->room);
        if (f->n > 0)
            memcpy(more, f->cases, f->n * sizeof *more);
        f->cases = more;
    }
    f->cases[f->n++] = XXH3_64bits(name, strlen(name));
}

static void point_add(struct gat_arena *a, struct gat_failed *f, const char *name)
{
    if (f->n_points > 0 && strcmp(f->points[f->n_points - 1], name) == 0)
        return;
    if (f->n_points == f->points_room) {
        f->points_room = f->points_room == 0 ? 256 : 2 * f->points_room;
        const char **more = GAT_NEW_N(a, const char *, f->points_room);
        if (f->n_points > 0)
            memcpy(more, f->points, f->n_points * sizeof *more);
        f->points = more;
    }
    f->points[f->n_points++] = gat_arena_text(a, name, strlen(name));
}

/* A case's point: the longest leading part of its name that is one. */
static const struct gat_point *point_of(const struct gat_catalog *c, const char *name)
{
    char part[1024];
    size_t n = strlen(name);
    if (n >= sizeof part)
        return NULL;
    memcpy(part, name, n + 1);
    for (char *slash; (slash = strrchr(part, '/')) != NULL;) {
        *slash = '\0';
        const struct gat_point *p = gat_catalog_point(c, part);
        if (p != NULL)
            return p;
    }
    return NULL;
}

static bool record_take(struct gat_run *r, struct gat_failed *f, const json_t *record,
                        struct gat_history *h, struct gat_error *e)
{
    const char *kind = json_string_value(json_object_get(record, "record"));
    const char *name = json_string_value(json_object_get(record, "case"));
    const char *verdict = json_string_value(json_object_get(record, "verdict"));
    if (strcmp(kind, "case") != 0)
        return true;
    if (name == NULL || verdict == NULL)
        return gat_fail(e, h->path, h->line, 0, "a case without name or verdict");
    if (strcmp(verdict, gat_verdict_name(GAT_V_WEAK)) == 0)
        return true;
    const struct gat_point *p = point_of(r->catalog, name);
    if (p == NULL)
        return gat_fail(e, h->path, h->line, 0, "the suite has no case %.200s (--path?)", name);
    case_add(&r->arena, f, name);
    point_add(&r->arena, f, p->name);
    return true;
}

int gat_failed_read(struct gat_run *r, const char *path)
{
    struct gat_history h;
    struct gat_error e = {0};
    char text[1024];
    json_t *record;
    struct gat_failed *f = GAT_NEW(&r->arena, struct gat_failed);
    bool good = gat_history_scan(&h, path, &e);
    while (good && (record = gat_history_next(&h, &e)) != NULL) {
        good = record_take(r, f, record, &h, &e);
        json_decref(record);
    }
    gat_history_close(&h);
    if (!good) {
        gat_error_print(&e, text, sizeof text);
        return gat_complain(GAT_EXIT_USAGE, "%s", text);
    }
    if (f->n == 0)
        return gat_complain(GAT_EXIT_USAGE, "nothing selected: no case failed in %s", path);
    qsort(f->cases, f->n, sizeof *f->cases, by_hash);
    qsort(f->points, f->n_points, sizeof *f->points, by_text);
    r->failed = f;
    return 0;
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
