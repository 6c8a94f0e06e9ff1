/* failed.c - run --failed: read which cases failed in an earlier run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/options.h"
#include "diagnose/verdict.h"
#include "draw/draws.h"
#include "ledger/failed.h"
#include "ledger/history.h"
#include "run/failed_set.h"

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

bool gat_failed_take(struct gat_run *r, struct gat_failed *f, const char *name)
{
    const struct gat_point *p = point_of(r->catalog, name);
    if (p == NULL)
        return false;
    gat_draws_reach(&r->arena, p, gat_arena_print(&r->arena, "%s", name));
    gat_failed_add(&r->arena, f, name, p->name);
    return true;
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
        return gat_fail(e, h->path, h->lines.line, 0, "a case without name or verdict");
    if (strcmp(verdict, gat_verdict_name(GAT_V_WEAK)) == 0 ||
        strcmp(verdict, gat_verdict_name(GAT_V_NOTED)) == 0)
        return true;
    return gat_failed_take(r, f, name) ||
           gat_fail(e, h->path, h->lines.line, 0, "the suite has no case %.200s (--path?)", name);
}

int gat_failed_read(struct gat_run *r, const char *path)
{
    struct gat_history h;
    struct gat_error e = {0};
    json_t *record;
    struct gat_failed *f = GAT_NEW(&r->arena, struct gat_failed);
    bool good = gat_history_scan(&h, path, &e);
    while (good && (record = gat_history_next(&h, &e)) != NULL) {
        good = record_take(r, f, record, &h, &e);
        json_decref(record);
    }
    gat_history_close(&h);
    if (!good)
        return gat_complain_error(GAT_EXIT_USAGE, &e);
    if (f->n == 0)
        return gat_complain(GAT_EXIT_USAGE, "nothing selected: no case failed in %s", path);
    gat_failed_sort(f);
    r->failed = f;
    return 0;
}

