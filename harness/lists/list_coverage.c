/* list_coverage.c - gatherum list clauses --coverage: each clause with the cases
 * that it needs.
 *
 * Fails when a clause that can be tested is not covered.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "base/wrap.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "lists/list_pick.h"
#include "lists/list_coverage.h"
#include "spec/spec_json.h"
#include "study/coverage.h"

enum { MOST_NAMES = 3 }; /* in a line; --json has all */

struct count {
    unsigned covered, open, untestable;
};

static void names_print(const char *what, const struct gat_list *list)
{
    if (list->count == 0)
        return;
    printf("    %-10s", what);
    for (unsigned k = 0; k < list->count && k < MOST_NAMES; k++)
        printf("%s%s", k > 0 ? ", " : "", list->items[k]);
    if (list->count > MOST_NAMES)
        printf(" and %u more", list->count - MOST_NAMES);
    printf("\n");
}

static const char *state_of(const struct gat_cover *c)
{
    return c->clause->untestable != NULL ? "not testable" : c->covered ? "covered" : "NOT COVERED";
}

static void clause_print(const char *name, const struct gat_cover *c)
{
    printf("%s %s: %s\n", name, gat_level_name(c->clause->level), state_of(c));
    if (c->clause->untestable != NULL)
        gat_wrap(stdout, "    because   ", "              ", c->clause->untestable);
    names_print("passing", &c->passing);
    names_print("must fail", &c->failing);
    names_print("open", &c->other);
    for (unsigned k = 0; k < c->missing.count; k++)
        printf("    missing   %s\n", c->missing.items[k]);
    for (unsigned k = 0; k < c->untold.count; k++)
        printf("    all alike %s by any case\n", c->untold.items[k]);
}

static json_t *clause_json(const struct gat_spec *s, const struct gat_cover *c)
{
    json_t *one = gat_clause_json(c->clause);
    json_object_update_new(
        one, json_pack("{s:s,s:b,s:o,s:o,s:o,s:o,s:o}", "variant", s->name, "covered", c->covered,
                       "passing", gat_texts_json(&c->passing), "must_fail",
                       gat_texts_json(&c->failing), "open", gat_texts_json(&c->other), "missing",
                       gat_texts_json(&c->missing), "all_alike", gat_texts_json(&c->untold)));
    return one;
}

static bool wants_clause(const struct gat_options *o, const struct gat_spec *s,
                         const struct gat_clause *c)
{
    char name[512];
    snprintf(name, sizeof name, "%s#%s", s->name, c->id);
    return gat_list_wants_spec(o, s) || gat_list_wants(o, name);
}

static bool wants_any(const struct gat_options *o, const struct gat_spec *s)
{
    bool any = false;
    for (unsigned k = 0; k < s->n_clauses && !any; k++)
        any = wants_clause(o, s, &s->clauses[k]);
    return any;
}

static int spec_list(const struct gat_options *o, const struct gat_catalog *c,
                     const struct gat_spec *s, uint64_t seed, json_t *list, struct count *n)
{
    struct gat_arena arena = {0};
    struct gat_error e = {0};
    struct gat_cover *covers = GAT_NEW_N(&arena, struct gat_cover, s->n_clauses);
    bool good = gat_coverage_make(c, s, seed, &arena, covers, &e);
    for (unsigned k = 0; good && k < s->n_clauses; k++) {
        char name[512];
        if (!wants_clause(o, s, &s->clauses[k]))
            continue;
        if (s->clauses[k].untestable != NULL)
            n->untestable++;
        else if (covers[k].covered)
            n->covered++;
        else
            n->open++;
        snprintf(name, sizeof name, "%s#%s", s->name, s->clauses[k].id);
        if (o->json)
            json_array_append_new(list, clause_json(s, &covers[k]));
        else
            clause_print(name, &covers[k]);
    }
    gat_arena_free(&arena);
    return good ? 0 : gat_complain_error(GAT_EXIT_USAGE, &e);
}

int gat_list_coverage(const struct gat_options *o, const struct gat_catalog *c)
{
    struct count n = {0};
    uint64_t seed;
    int code = gat_options_seed(o, &seed);
    if (code != 0)
        return code;
    json_t *list = json_array();
    for (unsigned k = 0; k < c->n_specs && code == 0; k++)
        if (wants_any(o, c->specs[k]))
            code = spec_list(o, c, c->specs[k], seed, list, &n);
    code = gat_list_end(o, list, code, n.covered + n.open + n.untestable > 0);
    if (!o->json && code == 0)
        printf("%u of %u testable clauses covered; %u not testable\n", n.covered,
               n.covered + n.open, n.untestable);
    return code != 0 ? code : n.open > 0 ? GAT_EXIT_NOT : 0;
}
