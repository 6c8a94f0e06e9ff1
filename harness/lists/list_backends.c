/* list_backends.c - gatherum list backends: what there is, and what it claims.
 *
 * A backend is asked in a worker of its own; one that cannot be loaded here is
 * listed with the reason.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "lists/list_pick.h"
#include "lists/list_backends.h"
#include "engine/backend_find.h"
#include "engine/engine.h"

static json_t *variants_json(const struct gat_manifest *m)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < m->n_claims; k++)
        for (const char *const *v = m->claims[k].variants; v != NULL && *v != NULL; v++)
            json_array_append_new(list, json_sprintf("%s/%s", m->claims[k].op, *v));
    return list;
}

static void text_print(const struct gat_backend_ref *b, const struct gat_manifest *m,
                       const struct gat_error *e)
{
    if (m == NULL) {
        printf("%-16s absent: %s\n", b->name, e->text);
        return;
    }
    json_t *variants = variants_json(m);
    printf("%-16s version %s%s%s, claims %zu variants, %s\n", b->name, m->version,
           m->profile[0] != '\0' ? ", profile " : "", m->profile, json_array_size(variants),
           b->path);
    json_decref(variants);
}

static json_t *backend_json(const struct gat_backend_ref *b, const struct gat_manifest *m,
                            const struct gat_error *e)
{
    if (m == NULL)
        return json_pack("{s:s,s:s,s:s}", "name", b->name, "path", b->path, "absent", e->text);
    return json_pack("{s:s,s:s,s:s,s:s,s:o}", "name", b->name, "path", b->path, "version",
                     m->version, "profile", m->profile, "claims", variants_json(m));
}

static bool wanted(const struct gat_options *o, const struct gat_backend_ref *b)
{
    return b->explicitly || gat_list_wants(o, b->name);
}

int gat_list_backends(const struct gat_options *o)
{
    struct gat_arena arena = {0};
    struct gat_backend_ref *all = NULL;
    unsigned n = 0, shown = 0;
    json_t *list = json_array();
    int code = o->backends.count > 0 ? gat_backends_find(o, &arena, &all, &n) : 0;
    if (o->backends.count == 0)
        n = gat_backends_all(o, &arena, &all);
    for (unsigned k = 0; k < n && code == 0; k++) {
        struct gat_engine_limits limits = {.seconds = 12, .memory = UINT64_C(2) << 30};
        struct gat_error e = {0};
        bool missing;
        if (!wanted(o, &all[k]))
            continue;
        struct gat_engine *g =
            gat_engine_open(all[k].path, all[k].options, &limits, &e, &missing);
        const struct gat_manifest *m = g != NULL ? gat_engine_manifest(g) : NULL;
        if (o->json)
            json_array_append_new(list, backend_json(&all[k], m, &e));
        else
            text_print(&all[k], m, &e);
        if (g != NULL)
            gat_engine_close(g);
        shown++;
    }
    code = gat_list_end(o, list, code, shown > 0);
    gat_arena_free(&arena);
    return code;
}
