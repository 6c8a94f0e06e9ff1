/* cmd_list.c - gatherum list: variants, their calls and clauses, what is open, cases, backends and
 * reports by name.
 *
 * One item per line, its name first, so that other programs can read it; --json
 * gives the rest.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/sentence.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "lists/list_backends.h"
#include "lists/list_cases.h"
#include "lists/list_coverage.h"
#include "lists/list_open.h"
#include "lists/list_pick.h"
#include "lists/list_reports.h"
#include "lists/list_table.h"
#include "run/plan.h"
#include "spec/spec_json.h"

static unsigned cases_count(const struct gat_catalog *c, const struct gat_spec *s)
{
    unsigned n = 0;
    for (unsigned k = 0; k < c->n_points; k++)
        n += c->points[k].spec == s ? c->points[k].n_members : 0;
    return n;
}

/* Variants, or how their documents call them. */
static int variants_list(const struct gat_options *o, const struct gat_catalog *c)
{
    bool calls = strcmp(o->words.items[0], "calls") == 0;
    json_t *list = json_array();
    unsigned n = 0;
    for (unsigned k = 0; k < c->n_specs; k++) {
        const struct gat_spec *s = c->specs[k];
        if (!gat_list_wants_spec(o, s))
            continue;
        n++;
        if (o->json) {
            json_t *one = calls ? gat_call_json(s) : gat_spec_json(s);
            if (!calls)
                json_object_set_new(one, "n_cases", json_integer(cases_count(c, s)));
            json_array_append_new(list, one);
        } else if (calls) {
            printf("%-34s %s\n", s->name,
                   s->signature != NULL ? s->signature : "(the document states no call)");
        } else {
            printf("%-34s %s%s%s\n", s->name, s->title,
                   s->deprecated_by != NULL ? "; deprecated by " : "",
                   s->deprecated_by != NULL ? s->deprecated_by : "");
        }
    }
    return gat_list_end(o, list, 0, n > 0);
}

/* A clause is selected by its variant, or by the name that is printed for it. */
static int clauses_list(const struct gat_options *o, const struct gat_catalog *c)
{
    json_t *list = json_array();
    unsigned n = 0;
    for (unsigned k = 0; k < c->n_specs; k++)
        for (unsigned i = 0; i < c->specs[k]->n_clauses; i++) {
            const struct gat_spec *s = c->specs[k];
            const struct gat_clause *clause = &s->clauses[i];
            char name[512];
            snprintf(name, sizeof name, "%s#%s", s->name, clause->id);
            if (!gat_list_wants_spec(o, s) && !gat_list_wants(o, name))
                continue;
            n++;
            if (o->json) {
                json_t *one = gat_clause_json(clause);
                json_object_set_new(one, "variant", json_string(s->name));
                json_array_append_new(list, one);
            } else {
                printf("%s %s: %s\n", name, gat_level_name(clause->level), clause->text);
            }
        }
    return gat_list_end(o, list, 0, n > 0);
}

typedef int catalog_open(struct gat_catalog *c, const struct gat_options *o);
static int from_catalog(const struct gat_options *o, catalog_open *open,
                        int (*print)(const struct gat_options *, const struct gat_catalog *))
{
    struct gat_catalog catalog = {.wanted = o->words.items + 1, .n_wanted = o->words.count - 1};
    int code = open(&catalog, o);
    if (code == 0)
        code = print(o, &catalog);
    gat_catalog_free(&catalog);
    return code;
}

static const char takes[] = "list takes one of specs (or variants), calls, clauses, open, cases, "
                            "backends and reports";

static int list_command(const struct gat_options *o)
{
    static const char *const kinds[] = {"specs", "variants", "calls",   "clauses", "open",
                                        "cases", "backends", "reports", NULL};
    if (o->words.count == 0)
        return gat_complain(GAT_EXIT_USAGE, "%s", takes);
    const char *what = o->words.items[0];
    if (o->c_table && strcmp(what, "specs") != 0 && strcmp(what, "clauses") != 0)
        return gat_complain(GAT_EXIT_USAGE, "--c is for list specs and list clauses");
    if (o->coverage && strcmp(what, "clauses") != 0)
        return gat_complain(GAT_EXIT_USAGE, "--coverage is for list clauses");
    int code = gat_profile_check(o);
    if (code != 0)
        return code;
    if (strcmp(what, "specs") == 0 || strcmp(what, "variants") == 0)
        return from_catalog(o, gat_catalog_open, o->c_table ? gat_list_table : variants_list);
    if (strcmp(what, "calls") == 0)
        return from_catalog(o, gat_catalog_specs_open, variants_list); /* reads no case */
    if (strcmp(what, "clauses") == 0)
        return from_catalog(o, gat_catalog_open, o->c_table    ? gat_list_readings
                                                 : o->coverage ? gat_list_coverage
                                                               : clauses_list);
    if (strcmp(what, "open") == 0)
        return from_catalog(o, gat_catalog_open, gat_list_open);
    if (strcmp(what, "cases") == 0)
        return from_catalog(o, gat_catalog_open, gat_list_cases);
    if (strcmp(what, "backends") == 0)
        return gat_list_backends(o);
    if (strcmp(what, "reports") == 0)
        return gat_list_reports(o);
    return gat_complain(GAT_EXIT_USAGE, "%s, not '%s'%s", takes, what,
                        gat_meant_words(gat_suggest(what, kinds)));
}

GAT_COMMAND(list) = {
    .name = "list",
    .arguments = "specs|variants|calls|clauses|open|cases|backends|reports [PATTERN]...",
    .sentence = "the variants (specs), their calls and clauses, what they leave open, the cases, "
                "the backends or the formats of reports",
    .order = 2,
    .run = list_command,
};
