/* diff_matrix.c - all variants side by side, as Markdown.
 *
 * Each cell is written from the rules of a variant, once per reading; then the oracle is asked in
 * a tiny case, and where it does something else nothing is printed but the contradiction.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "parts/fitting.h"
#include "study/diff_matrix.h"
#include "study/probe.h"

struct cell {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    const struct ref_rules *rules;
    struct gat_arena *a;
    bool agrees; /* the oracle does what the text says */
};

static int64_t rule(const struct cell *c, enum ref_rule r)
{
    return c->rules->value[r];
}

static struct gat_probe probe_of(const struct cell *c)
{
    return (struct gat_probe){.spec = c->spec,
                              .profile = c->profile,
                              .rules = c->rules,
                              .data_rank = -1,
                              .index_rank = -1};
}

static bool is_elementwise(const struct cell *c)
{
    return c->spec->kernel->naming == REF_NAMES_ELEMENTS;
}

static bool has_tuples(const struct cell *c)
{
    return c->spec->kernel->naming == REF_NAMES_TUPLES;
}

/* Windows along an axis, one for each batch, never meet. */
static bool lie_apart(const struct cell *c)
{
    return c->spec->kernel->naming == REF_NAMES_WINDOWS;
}

static bool has_updates(const struct cell *c)
{
    return c->spec->kernel->scatters;
}

/* The demand when a rule about consequences decides; without an answer by the
 * formula `either` leaves all open. */
static enum ref_demand demand_of(int64_t consequence, bool possible)
{
    if (consequence == REF_ERROR)
        return REF_MUST_REPORT;
    return consequence == REF_EITHER && possible ? REF_MAY_EITHER : REF_FREE;
}

static const char *demand_text(enum ref_demand d, const char *answer)
{
    static const char *const words[] = {[REF_MUST_REPORT] = "error",
                                        [REF_MAY_EITHER] = "may be refused",
                                        [REF_FREE] = "undefined"};
    return d == REF_MUST_SUCCEED ? answer : words[d];
}

/* The text for a demand, when the probe shows the same one. */
static const char *told(struct cell *c, const struct gat_probe *p, enum ref_demand d,
                        const char *answer)
{
    c->agrees &= gat_probe_run(p).demand == d;
    return demand_text(d, answer);
}

/* ---- indices ---- */

/* The meaning of an index outside of [0, s) by the rules. */
static struct gat_outcome index_outcome(const struct cell *c, bool from_end)
{
    struct gat_outcome out = {.demand = REF_MUST_SUCCEED};
    if (from_end && rule(c, REF_index_domain) == REF_WRAPS) {
        out.position = 2;
        return out;
    }
    bool open = from_end && rule(c, REF_index_domain) == REF_BELOW_UNDEFINED, whole;
    switch (open ? REF_OOR_UNDEFINED : rule(c, REF_out_of_range)) {
    case REF_OOR_ERROR: out.demand = REF_MUST_REPORT; break;
    case REF_OOR_EITHER:
        out.demand = REF_MAY_EITHER;
        out.position = from_end ? 2 : has_updates(c) ? GAT_PROBE_NONE : GAT_PROBE_OPEN;
        break;
    case REF_OOR_UNDEFINED:
        whole = has_updates(c) || rule(c, REF_undefined_index) == REF_UNDEFINED_WHOLE;
        out.demand = whole ? REF_FREE : REF_MAY_EITHER;
        out.position = whole ? 0 : GAT_PROBE_OPEN;
        break;
    case REF_OOR_CLAMP: out.position = from_end ? 0 : 2; break;
    case REF_OOR_WRAP: out.position = from_end ? 2 : 0; break;
    case REF_OOR_ZERO: out.position = has_updates(c) ? GAT_PROBE_NONE : GAT_PROBE_ZERO; break;
    case REF_OOR_FILL: out.position = has_updates(c) ? GAT_PROBE_NONE : GAT_PROBE_FILL; break;
    default: out.position = has_updates(c) ? GAT_PROBE_NONE : GAT_PROBE_OPEN; break;
    }
    return out;
}

static const char *index_text(struct cell *c, bool from_end)
{
    struct gat_probe p = probe_of(c);
    struct gat_outcome want = index_outcome(c, from_end);
    p.index[0] = from_end ? -1 : 3;
    struct gat_outcome got = gat_probe_run(&p);
    c->agrees &= got.demand == want.demand && got.position == want.position;
    if (want.demand == REF_MUST_REPORT || want.demand == REF_FREE)
        return demand_text(want.demand, "");
    if (want.position == GAT_PROBE_OPEN)
        return "undefined, that element only";
    const char *words = want.position == GAT_PROBE_ZERO   ? "zero"
                        : want.position == GAT_PROBE_FILL ? "the fill value"
                        : want.position == GAT_PROBE_NONE ? "left out"
                        : want.position == 1              ? "the middle"
                        : from_end == (want.position == 2) ? (from_end ? "counts from the end"
                                                                       : "counts on from 0")
                                                           : "the nearest element";
    return want.demand == REF_MAY_EITHER ? gat_arena_print(c->a, "error or %s", words) : words;
}

static const char *from_end_cell(struct cell *c)
{
    return index_text(c, true);
}

static const char *outside_cell(struct cell *c)
{
    return index_text(c, false);
}

static const char *duplicates_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    int64_t how = rule(c, REF_duplicates);
    if (!has_updates(c) || lie_apart(c))
        return "-";
    if (rule(c, REF_reduction) != REF_NONE) {
        char word[40];
        ref_rule_print(REF_reduction, rule(c, REF_reduction), word, sizeof word);
        return gat_arena_print(c->a, "combined: %s", word);
    }
    p.index_on = 2;
    struct gat_outcome got = gat_probe_run(&p);
    switch (how) {
    case REF_DUP_ANY:
        c->agrees &= got.demand == REF_MUST_SUCCEED && got.any;
        return "any of them stays";
    case REF_DUP_LAST:
    case REF_DUP_FIRST:
        c->agrees &= got.demand == REF_MUST_SUCCEED && !got.any &&
                     got.first == (how == REF_DUP_FIRST);
        return how == REF_DUP_FIRST ? "the first stays" : "the last stays";
    default:
        c->agrees &= got.demand == (how == REF_DUP_ERROR ? REF_MUST_REPORT : REF_FREE);
        return how == REF_DUP_ERROR ? "error" : "undefined";
    }
}

static const char *negative_axis_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (gat_attr_find(c->spec, "axis") == NULL)
        return "-";
    p.axis = -1;
    bool fine = rule(c, REF_axis_domain) == REF_AXIS_SIGNED;
    return told(c, &p, fine ? REF_MUST_SUCCEED : demand_of(rule(c, REF_bad_axis), true),
                "counts from the end");
}

static const char *bad_axis_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (gat_attr_find(c->spec, "axis") == NULL)
        return "-";
    p.axis = 9;
    return told(c, &p, demand_of(rule(c, REF_bad_axis), false), "");
}

static const char *axis_cell(struct cell *c)
{
    const struct gat_attr_spec *axis = gat_attr_find(c->spec, "axis");
    if (axis == NULL)
        return "-";
    const char *text = axis->required ? "required"
                                      : gat_arena_print(c->a, "%lld", (long long)axis->otherwise);
    bool tensor = rule(c, REF_axis_tensor) != REF_AXIS_TENSOR_NEVER;
    return tensor ? gat_arena_print(c->a, "%s; may be a tensor", text) : text;
}

static const char *batch_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (gat_attr_find(c->spec, "batch_dims") == NULL)
        return "-";
    p.data_before = p.index_before = 2;
    p.batch_dims = 1;
    bool fine = rule(c, REF_batch_dims) == REF_BATCH_ALLOWED;
    return told(c, &p, fine ? REF_MUST_SUCCEED : demand_of(rule(c, REF_bad_batch), true), "yes");
}

/* ---- operands ---- */

static const char *range_text(struct cell *c, int64_t least, int64_t most)
{
    if (most >= GAT_MAX_RANK)
        return least == 0 ? "any" : gat_arena_print(c->a, "%lld or more", (long long)least);
    return gat_arena_print(c->a, "%lld to %lld", (long long)least, (long long)most);
}

static const char *data_rank_cell(struct cell *c)
{
    int64_t least = rule(c, REF_data_rank_min), most = rule(c, REF_data_rank_max);
    for (int32_t r = 0; r <= GAT_MAX_RANK; r++) {
        struct gat_probe p = probe_of(c);
        p.data_rank = r;
        bool vectors = has_tuples(c) || c->spec->kernel->naming == REF_NAMES_BOXES;
        bool fits = r >= least && r <= most && (r > 0 || !vectors);
        if (is_elementwise(c))
            fits &= r >= rule(c, REF_index_rank_min) && r <= rule(c, REF_index_rank_max);
        c->agrees &= (gat_probe_run(&p).demand == REF_MUST_SUCCEED) == fits;
    }
    return range_text(c, least, most);
}

/* Greatest rank of indices whose output, with data of as few dimensions as allowed, keeps to
 * its limit: indices take the place of one dimension of data, tuples without their last one. */
static int64_t index_rank_by_output(struct cell *c)
{
    int64_t data = rule(c, REF_data_rank_min), most = rule(c, REF_output_rank_max);
    if (most < GAT_MAX_RANK)
        most += 1 - (data > 1 ? data : 1) + has_tuples(c);
    return most;
}

static const char *index_rank_cell(struct cell *c)
{
    int64_t least = rule(c, REF_index_rank_min), most = rule(c, REF_index_rank_max);
    int64_t by_output = index_rank_by_output(c);
    most = most < by_output ? most : by_output;
    if (is_elementwise(c))
        return "as data";
    for (int32_t r = 0; r <= GAT_MAX_RANK; r++) {
        struct gat_probe p = probe_of(c);
        p.index_rank = r;
        c->agrees &= (gat_probe_run(&p).demand == REF_MUST_SUCCEED) == (r >= least && r <= most);
    }
    return range_text(c, least, most);
}

static const char *shorter_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (!is_elementwise(c))
        return "-";
    p.data_before = 2;
    p.index_before = 1;
    if (rule(c, REF_off_axis) == REF_SIZES_EQUAL)
        return told(c, &p, demand_of(rule(c, REF_bad_sizes), true), "");
    return told(c, &p, REF_MUST_SUCCEED, gat_repeats(c->rules) ? "one is repeated" : "allowed");
}

static const char *longer_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (!is_elementwise(c))
        return "-";
    p.data_before = 2;
    p.index_before = 3;
    const char *text = told(c, &p, demand_of(rule(c, REF_bad_sizes), false), "");
    p.data_before = 1;
    bool one = rule(c, REF_off_axis) == REF_SIZES_BROADCAST;
    return one ? told(c, &p, REF_MUST_SUCCEED, "one of data is repeated") : text;
}

static const char *longer_on_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (!is_elementwise(c))
        return "-";
    p.index_on = 4;
    for (int64_t k = 0; k < 4; k++)
        p.index[k] = k % 3;
    enum ref_demand d = rule(c, REF_on_axis) == REF_SIZES_ANY
                            ? REF_MUST_SUCCEED
                            : demand_of(rule(c, REF_bad_sizes), true);
    /* More updates than elements: some element has two. */
    bool due = d == REF_MUST_SUCCEED || d == REF_MAY_EITHER;
    due &= has_updates(c) && rule(c, REF_reduction) == REF_NONE;
    if (due && rule(c, REF_duplicates) == REF_DUP_ERROR)
        d = REF_MUST_REPORT;
    if (due && rule(c, REF_duplicates) == REF_DUP_UNDEFINED)
        d = REF_FREE;
    return told(c, &p, d, "allowed");
}

static const char *no_index_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (!has_tuples(c))
        return "-";
    p.depth = 1;
    /* Such indices have no elements, either. */
    int64_t how = rule(c, REF_empty_tuple), empty = rule(c, REF_empty);
    if (how == REF_EMPTY_ALLOWED ||
        (empty == REF_EMPTY_ERROR && how == REF_EMPTY_ERROR + REF_EITHER))
        how = empty;
    return told(c, &p,
                how == REF_EMPTY_ALLOWED ? REF_MUST_SUCCEED
                                         : demand_of(how - REF_EMPTY_ERROR, true),
                "name all of data");
}

static const char *long_tuple_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if (!has_tuples(c))
        return "-";
    p.depth = 3;
    return told(c, &p, demand_of(rule(c, REF_bad_depth), false), "");
}

static const char *empty_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    int64_t how = rule(c, REF_empty);
    p.no_elements = true;
    return told(c, &p,
                how == REF_EMPTY_ALLOWED ? REF_MUST_SUCCEED
                                         : demand_of(how - REF_EMPTY_ERROR, true),
                "allowed");
}

/* ---- types ---- */

static const char *types_text(struct cell *c, uint32_t set, const char *first)
{
    const char *text = first;
    for (int t = 0; t < GAT_DTYPE_COUNT; t++)
        if ((set & GAT_BIT(t)) != 0)
            text = gat_arena_print(c->a, "%s%s%s", text, text == first ? "" : ", ",
                                   gat_dtype_name((enum gat_dtype)t));
    return text;
}

static const char *types_cell(struct cell *c)
{
    uint32_t listed = c->profile->data_types;
    for (int t = 0; t < GAT_DTYPE_COUNT; t++) {
        struct gat_probe p = probe_of(c);
        p.typed = true;
        p.dtype = (enum gat_dtype)t;
        bool taken = gat_probe_run(&p).demand == REF_MUST_SUCCEED;
        bool due = (listed & GAT_BIT(t)) != 0;
        /* A reduction may lack the arithmetic of a listed type. */
        c->agrees &= taken == due || (due && rule(c, REF_reduction) != REF_NONE);
    }
    if (listed == GAT_ALL_TYPES)
        return "all";
    return __builtin_popcount(listed) > 8
               ? types_text(c, GAT_ALL_TYPES & ~listed, "all but ")
               : types_text(c, listed, "");
}

static const char *index_types_cell(struct cell *c)
{
    static const enum gat_dtype both[] = {GAT_I32, GAT_I64};
    for (int k = 0; k < 2; k++) {
        struct gat_probe p = probe_of(c);
        p.index_dtype = both[k];
        c->agrees &= (gat_probe_run(&p).demand == REF_MUST_SUCCEED) ==
                     ((c->profile->index_types & GAT_BIT(both[k])) != 0);
    }
    return types_text(c, c->profile->index_types, "");
}

static const char *other_types_cell(struct cell *c)
{
    struct gat_probe p = probe_of(c);
    if ((c->profile->index_types & GAT_BIT(GAT_I16)) != 0) /* and all others */
        return "-";
    p.index_dtype = GAT_I16;
    bool own = rule(c, REF_bad_index_type) == REF_INDEX_ERROR;
    return told(c, &p, demand_of(own ? REF_ERROR : rule(c, REF_bad_type), true), "");
}

/* ---- the tables ---- */

struct column {
    const char *title;
    const char *(*text)(struct cell *c);
};
static const struct column index_columns[] = {
    {"index in [-s, -1]", from_end_cell},
    {"index outside", outside_cell},
    {"several updates of one element", duplicates_cell},
    {"axis when not given", axis_cell},
    {"negative axis", negative_axis_cell},
    {"axis outside", bad_axis_cell},
    {"batch_dims", batch_cell},
    {NULL, NULL}};
static const struct column size_columns[] = {
    {"rank of data", data_rank_cell},
    {"rank of indices", index_rank_cell},
    {"indices shorter off the axis", shorter_cell},
    {"indices longer off the axis", longer_cell},
    {"indices longer on the axis", longer_on_cell},
    {"tuples of no index", no_index_cell},
    {"tuples longer than the shape of data", long_tuple_cell},
    {"no elements", empty_cell},
    {NULL, NULL}};
static const struct column type_columns[] = {{"element types", types_cell},
                                             {"index types", index_types_cell},
                                             {"another index type", other_types_cell},
                                             {NULL, NULL}};

/* The text under the decided readings, then what other readings make of it. */
static const char *cell_text(const struct column *column, struct cell *c)
{
    const char *seen[GAT_MAX_READINGS], *all = NULL;
    unsigned n = 0;
    for (unsigned k = 0; k < c->profile->n_combinations; k++) {
        bool known = false;
        c->rules = &c->profile->combinations[k];
        const char *text = column->text(c);
        for (unsigned i = 0; i < n; i++)
            known |= strcmp(seen[i], text) == 0;
        if (known)
            continue;
        seen[n++] = text;
        all = all == NULL ? text : gat_arena_print(c->a, "%s, *or* %s", all, text);
    }
    return all;
}

static bool row_print(const struct column *columns, struct cell *c, struct gat_error *e)
{
    const char *at = c->profile->name[0] != '\0' ? "@" : "";
    printf("| `%s%s%s` |", c->spec->name, at, c->profile->name);
    for (; columns->title != NULL; columns++) {
        c->agrees = true;
        printf(" %s |", cell_text(columns, c));
        if (!c->agrees)
            return gat_fail(e, c->spec->file, 0, 0,
                            "the oracle and the rules%s%s disagree about '%s'", at,
                            c->profile->name, columns->title);
    }
    printf("\n");
    return true;
}

static bool table_print(const struct gat_catalog *catalog, const char *title,
                        const struct column *columns, struct gat_error *e)
{
    struct gat_arena a = {0};
    bool good = true;
    printf("\n## %s\n\n| variant |", title);
    for (const struct column *k = columns; k->title != NULL; k++)
        printf(" %s |", k->title);
    printf("\n|---|");
    for (const struct column *k = columns; k->title != NULL; k++)
        printf("---|");
    printf("\n");
    for (unsigned k = 0; k < catalog->n_specs && good; k++)
        for (unsigned p = 0; p < catalog->specs[k]->n_profiles && good; p++) {
            struct cell c = {.spec = catalog->specs[k],
                             .profile = &catalog->specs[k]->profiles[p],
                             .a = &a};
            good = row_print(columns, &c, e);
        }
    gat_arena_free(&a);
    return good;
}

bool gat_matrix_print(const struct gat_catalog *c, struct gat_error *e)
{
    printf("# The dialects of one family\n\n"
           "What each variant does where they differ, made by `gatherum diff --matrix` from the "
           "specs. Every cell was\ncompared with what the oracle does in a small case. Where a "
           "document leaves a choice open, the reading that\nis taken comes first and the others "
           "follow after *or*; `gatherum explain VARIANT` gives the clauses,\n"
           "`gatherum diff VARIANT VARIANT` a case for each difference. s is the extent of the "
           "axis.\n");
    return table_print(c, "Indices and axes", index_columns, e) &&
           table_print(c, "Extents", size_columns, e) &&
           table_print(c, "Types", type_columns, e);
}
