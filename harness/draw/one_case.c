/* one_case.c - from the name of a case to the case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "cli/options.h"
#include "cli/seed.h"
#include "draw/draws.h"
#include "dtype.h"
#include "draw/one_case.h"
#include "suite/pattern.h"
#include "suite/member.h"
#include "suite/point_open.h"

/* The point with its members, as far as the ID can select one; NULL and an exit code
 * when its script fails. */
static const struct gat_point *point_open(const struct gat_point *p, const char *id,
                                          uint64_t seed, struct gat_arena *a, int *code)
{
    struct gat_error e;
    if (!gat_point_closed(p) || !gat_pattern_may_reach(id, p))
        return p;
    const struct gat_point *opened = gat_point_open(p, seed, a, &e);
    if (opened == NULL)
        *code = gat_complain_error(GAT_EXIT_USAGE, &e);
    return opened;
}

int gat_one_case_find(const struct gat_catalog *c, const char *id, uint64_t seed,
                      struct gat_arena *a, const struct gat_point **point, unsigned *member,
                      unsigned *count)
{
    int code = 0;
    *point = NULL;
    *count = 0;
    for (unsigned k = 0; k < c->n_points; k++) {
        const struct gat_point *p = point_open(&c->points[k], id, seed, a, &code);
        if (p == NULL)
            return code;
        if (!gat_pattern_match(id, p, NULL))
            continue;
        if (*point != NULL)
            return gat_complain(GAT_EXIT_USAGE,
                                "'%s' is more than one case, %s and %s for example; name "
                                "one", id, (*point)->name, p->name);
        *point = p;
        for (unsigned m = p->n_members; m-- > 0;) {
            char types[192];
            gat_member_suffix(p, m, types, sizeof types);
            if (gat_pattern_match(id, p, types)) {
                *member = m;
                ++*count;
            }
        }
    }
    if (*point == NULL)
        return gat_complain(GAT_EXIT_USAGE,
                            "no case is called '%s'; gatherum list cases shows the names", id);
    if ((*point)->n_members == 0)
        return gat_complain(GAT_EXIT_USAGE,
                            "'%s' is many cases, which are made when they run; name one as the "
                            "records of a run do", id);
    return 0;
}

int gat_one_case_run(const struct gat_options *o, unsigned at, gat_one_case_body *body)
{
    struct gat_catalog catalog = {0};
    struct gat_arena arena = {0};
    uint64_t seed;
    if (o->words.count != at + 1)
        return gat_complain(GAT_EXIT_USAGE,
                            "the name of one case is due; gatherum list cases shows them");
    int code = gat_options_seed(o, &seed);
    if (code != 0)
        return code;
    catalog.wanted = &o->words.items[at];
    catalog.n_wanted = 1;
    code = gat_catalog_open(&catalog, o);
    if (code == 0)
        code = body(o, &catalog, &arena, seed);
    gat_catalog_free(&catalog);
    gat_arena_free(&arena);
    return code;
}

const char *gat_error_word(gat_status s)
{
    return s == GAT_E_RANGE ? "range" : s == GAT_E_TYPE ? "type" : "invalid";
}

void gat_expected_sentence(const struct ref_answer *a, char *out, size_t size)
{
    char shape[200];
    gat_shape_print(a->output.ndim, a->output.shape, shape, sizeof shape);
    const char *type = gat_dtype_name(a->output.dtype), *kind = gat_error_word(a->error);
    switch (a->demand) {
    case REF_MUST_SUCCEED:
        snprintf(out, size, "Expected: success, and an output of %s %s", type, shape);
        break;
    case REF_MUST_REPORT:
        snprintf(out, size, "Expected: an error, of kind '%s'.", kind);
        break;
    case REF_MAY_EITHER:
        snprintf(out, size,
                 "Expected: an error, of kind '%s'; or success, and an output of %s %s", kind,
                 type, shape);
        break;
    case REF_FREE:
        snprintf(out, size, "Expected: any status and any value, but inside its own buffers "
                            "and in time.");
        break;
    }
}
