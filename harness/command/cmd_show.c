/* cmd_show.c - gatherum show: one case, what is expected of it, and who says so.
 *
 * The output is a file of cases with comments, so it can be saved, changed and run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "base/wrap.h"
#include "cli/command.h"
#include "draw/one_case.h"
#include "dtype.h"
#include "judge/job.h"
#include "oracle/expect.h"
#include "spec/spec_json.h"
#include "suite/member.h"
#include "suite/print_yaml.h"

enum { MOST_SHOWN = 512 }; /* elements of an output in a comment */

static bool has_values(const struct ref_answer *a)
{
    return a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER;
}

/* Count the elements of the output that may be anything, and those that may be one of several. */
static void latitude_count(const struct ref_answer *a, int64_t *open, int64_t *any)
{
    int64_t n = gat_array_count(&a->output);
    *open = *any = 0;
    if (a->unspecified == NULL && a->last_writer == NULL)
        return; /* the output may be too large to be looked through */
    for (int64_t k = 0; k < n; k++) {
        *open += a->unspecified != NULL && a->unspecified[k] != 0;
        *any += a->last_writer != NULL && a->last_writer[k] > 0 &&
                a->earlier_writer[a->last_writer[k] - 1] > 0;
    }
}

static void values_print(const struct ref_answer *a)
{
    const struct gat_array *t = &a->output;
    size_t esize = gat_dtype_size(t->dtype);
    int64_t n = gat_array_count(t), open, any;
    int64_t row = t->ndim > 0 && n > 0 ? t->shape[t->ndim - 1] : 1;
    char text[128];
    for (int64_t k = 0; k < n && k < MOST_SHOWN; k++) {
        bool blank = a->unspecified != NULL && a->unspecified[k] != 0;
        gat_dtype_print(t->dtype, (const char *)t->data + (size_t)k * esize, text, sizeof text);
        printf("%s%s", k % row == 0 ? "#   " : " ", blank ? "(any)" : text);
        if (k % row == row - 1 || k == n - 1 || k == MOST_SHOWN - 1)
            printf("\n");
    }
    if (n > MOST_SHOWN)
        printf("#   and %" PRId64 " more\n", n - MOST_SHOWN);
    latitude_count(a, &open, &any);
    if (open > 0)
        printf("# %" PRId64 " of %" PRId64 " elements may hold anything.\n", open, n);
    if (any > 0)
        printf("# %" PRId64 " of %" PRId64 " elements may hold any of several updates.\n", any, n);
}

/* Ambiguous clauses whose readings part in this case. */
static bool clause_matters(const struct gat_clause *c, uint64_t rules)
{
    for (unsigned k = 0; k < c->n_readings; k++)
        for (unsigned r = 0; r < c->readings[k].n_rules; r++)
            if ((rules >> c->readings[k].rule[r] & 1) != 0)
                return true;
    return false;
}

static void clauses_print(const struct gat_point *p, const struct ref_answer *a)
{
    const struct gat_spec *s = p->spec;
    char value[40], text[600];
    ref_rule_print(a->rule, p->profile->rules.value[a->rule], value, sizeof value);
    printf("# By the rule %s: %s\n", ref_rule_infos[a->rule].name, value);
    for (unsigned k = 0; k < s->n_rule_clauses[a->rule]; k++) {
        const struct gat_clause *c = &s->clauses[s->rule_clauses[a->rule][k]];
        printf("# %s#%s (%s; %s)\n", s->name, c->id, gat_level_name(c->level), c->where);
        gat_wrap(stdout, "#   ", "#   ", c->text);
    }
    for (unsigned k = 0; k < s->n_clauses; k++) {
        const struct gat_clause *c = &s->clauses[k];
        if (!clause_matters(c, a->consulted & p->profile->ambiguous))
            continue;
        snprintf(text, sizeof text, "Ambiguous: %s#%s, read as '%s' here.", s->name, c->id,
                 c->decision);
        gat_wrap(stdout, "# ", "#   ", text);
    }
}

static void presentation_print(const struct gat_expectation *x)
{
    char how[400], text[600];
    if (!gat_presentation_tell(x, 0, how, sizeof how))
        return;
    snprintf(text, sizeof text, "Presented as '%s': %s. What is computed is the same.",
             gat_member_presented(x->member), how);
    gat_wrap(stdout, "# ", "#   ", text);
}

static void text_print(const struct gat_member *m, const struct gat_expectation *x,
                       const char *yaml, uint64_t seed, unsigned count)
{
    char text[600];
    printf("# %s, seed %" PRIu64 "\n", m->name, seed);
    if (count > 1)
        printf("# one of %u cases of %s\n", count, m->point->name);
    fputs(yaml, stdout);
    presentation_print(x);
    gat_expected_sentence(&x->answer, text, sizeof text);
    gat_wrap(stdout, "# ", "#   ", text);
    if (has_values(&x->answer))
        values_print(&x->answer);
    clauses_print(m->point, &x->answer);
    if (x->oracle_wrong)
        gat_wrap(stdout, "# The case contradicts the oracle: ", "#   ", x->oracle_why);
}

static json_t *expected_json(const struct ref_answer *a)
{
    static const char *const demands[] = {[REF_MUST_SUCCEED] = "success",
                                          [REF_MUST_REPORT] = "error",
                                          [REF_MAY_EITHER] = "either",
                                          [REF_FREE] = "anything"};
    json_t *map = json_object(), *shape = json_array(), *values = json_array();
    char text[128];
    int64_t n = gat_array_count(&a->output);
    size_t esize = gat_dtype_size(a->output.dtype);
    json_object_set_new(map, "demand", json_string(demands[a->demand]));
    if (a->demand == REF_MUST_REPORT || a->demand == REF_MAY_EITHER)
        json_object_set_new(map, "error", json_string(gat_error_word(a->error)));
    if (has_values(a)) {
        for (int32_t d = 0; d < a->output.ndim; d++)
            json_array_append_new(shape, json_integer(a->output.shape[d]));
        for (int64_t k = 0; k < n && a->output.sparse == NULL; k++) {
            gat_dtype_print(a->output.dtype, (const char *)a->output.data + (size_t)k * esize, text,
                            sizeof text);
            json_array_append_new(values, json_string(text));
        }
        json_object_set(map, "shape", shape);
        json_object_set(map, "values", values);
    }
    json_decref(shape);
    json_decref(values);
    json_object_set_new(map, "rule", json_string(ref_rule_infos[a->rule].name));
    return map;
}

static int json_out(const struct gat_member *m, const struct gat_expectation *x, const char *yaml,
                    uint64_t seed)
{
    const struct gat_spec *s = m->point->spec;
    enum ref_rule rule = x->answer.rule;
    json_t *clauses = json_array();
    for (unsigned k = 0; k < s->n_rule_clauses[rule]; k++)
        json_array_append_new(clauses, gat_clause_json(&s->clauses[s->rule_clauses[rule][k]]));
    return gat_json_print(json_pack(
        "{s:s,s:o,s:s,s:s,s:s,s:o,s:o}", "case", m->name, "seed", json_sprintf("%" PRIu64, seed),
        "hunts", m->test->hunts, "presented", gat_member_presented(m), "yaml", yaml,
        "expected", expected_json(&x->answer), "clauses", clauses));
}

static int id_show(const struct gat_options *o, const struct gat_catalog *c, struct gat_arena *a,
                   uint64_t seed)
{
    const struct gat_point *point;
    unsigned k = 0, count;
    const char *yaml;
    int code = gat_one_case_find(c, o->words.items[0], seed, a, &point, &k, &count);
    if (code != 0)
        return code;
    struct gat_member *m = GAT_NEW(a, struct gat_member);
    struct gat_expectation *x = GAT_NEW(a, struct gat_expectation);
    gat_member_make(point, k, seed, a, m);
    gat_expect(m, a, x);
    gat_member_print_yaml(m, a, &yaml);
    if (o->json)
        return json_out(m, x, yaml, seed);
    text_print(m, x, yaml, seed, count);
    return 0;
}

static int show_command(const struct gat_options *o)
{
    return gat_one_case_run(o, 0, id_show);
}

GAT_COMMAND(show) = {
    .name = "show",
    .arguments = "ID",
    .sentence = "one case as YAML, what is expected of it, and the clause that says so",
    .order = 3,
    .run = show_command,
};
