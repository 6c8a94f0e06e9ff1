/* cmd_lint.c - gatherum lint: what a set of cases can never catch.
 *
 * A feature that some case of an operator could have and none has is a kind of bug
 * that passes unseen.  A trap is wanted of each variant, and a case that tells each of
 * its rules from other values.  Everything is computed from the cases, so it holds for
 * imported sets as for our own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "command/lint_rules.h"
#include "oracle/expect.h"
#include "oracle/features.h"
#include "spec/feature.h"
#include "spec/spec_json.h"
#include "suite/case_paths.h"
#include "suite/member.h"
#include "suite/pattern.h"
#include "suite/point_open.h"

/* Facts about the selected cases of one operator. */
struct lint_operator {
    const char *op;
    unsigned long n_cases, n_reaches;
    unsigned long reaches[101]; /* cases that reach so many percent of the axis */
    struct gat_features present, possible;
    uint32_t types, listed; /* element types that answers were demanded in, could be */
};

/* Facts about the selected cases of one variant: a case of one variant covers a trap, and
 * tells a rule, for no other. */
struct lint_variant {
    const struct gat_spec *spec;
    struct gat_features present, possible; /* traps */
    struct gat_list rules;
};

struct lint {
    struct gat_arena arena, scratch;
    unsigned n_operators, n_variants;
    struct lint_operator *operators;
    struct lint_variant *variants;
    struct gat_features traps;
    unsigned long n_cases, n_findings;
    struct gat_list weak; /* names */
    struct gat_list places; /* only what lies there is meant, whatever else was read */
    const struct gat_options *options;
};

/* ---- look at the cases ---- */

/* Could a pattern select one of its members? */
static bool wants_point(const void *lint, const struct gat_point *p)
{
    const struct lint *l = lint;
    const struct gat_options *o = l->options;
    bool meant = o->words.count == 0;
    for (unsigned k = 0; !meant && k < o->words.count; k++)
        meant = gat_pattern_may_reach(o->words.items[k], p) ||
                gat_pattern_match(o->words.items[k], p, "");
    return meant && gat_places_hold(&l->places, p->test->file);
}

static bool wants_member(const struct gat_options *o, const struct gat_point *p, unsigned k)
{
    char suffix[192];
    gat_member_suffix(p, k, suffix, sizeof suffix);
    return gat_pattern_any(&o->words, 0, p, suffix);
}

static struct lint_operator *operator_of(struct lint *l, const char *op)
{
    unsigned k = 0;
    while (k < l->n_operators && strcmp(l->operators[k].op, op) != 0)
        k++;
    if (k == l->n_operators)
        l->operators[l->n_operators++].op = op;
    return &l->operators[k];
}

static struct lint_variant *variant_of(struct lint *l, const struct gat_spec *s)
{
    unsigned k = 0;
    while (k < l->n_variants && l->variants[k].spec != s)
        k++;
    if (k == l->n_variants)
        l->variants[l->n_variants++].spec = s;
    return &l->variants[k];
}

static void weak_add(struct lint *l, const char *name)
{
    gat_list_add(&l->arena, &l->weak, gat_arena_text(&l->arena, name, strlen(name)));
}

static void member_look(struct lint *l, const struct gat_point *p, unsigned k, uint64_t seed,
                        struct lint_operator *op, struct lint_variant *v)
{
    struct gat_member *m = GAT_NEW(&l->scratch, struct gat_member);
    struct gat_expectation x;
    struct gat_portrait portrait;
    struct gat_features wanted = op->possible, traps = v->possible; /* and not found yet */
    gat_features_remove(&wanted, &op->present);
    gat_features_remove(&traps, &v->present);
    gat_features_unite(&wanted, &traps);
    gat_member_make(p, k, seed, &l->scratch, m);
    gat_expect(m, &l->scratch, &x);
    gat_portrait_make(&x, &wanted, &l->scratch, &portrait);
    gat_features_unite(&op->present, &portrait.features);
    gat_features_unite(&v->present, &portrait.features);
    l->n_cases++;
    op->n_cases++;
    if (x.answer.demand == REF_MUST_SUCCEED)
        op->types |= GAT_BIT(m->question.data.dtype);
    if (portrait.extent > 1 && gat_array_count(&m->question.indices) > 1) {
        op->n_reaches++;
        op->reaches[100 * portrait.reach / portrait.extent]++;
    }
    if (x.weak)
        weak_add(l, m->name);
}

static void point_look(struct lint *l, const struct gat_options *o, const struct gat_point *p,
                       uint64_t seed)
{
    struct lint_operator *op = NULL;
    struct lint_variant *v = NULL;
    for (unsigned m = 0; m < p->n_members; m++) {
        if (!wants_member(o, p, m))
            continue;
        if (op == NULL) {
            struct gat_features possible;
            op = operator_of(l, p->spec->op);
            v = variant_of(l, p->spec);
            gat_features_possible(p->spec, p->profile, &possible);
            gat_features_unite(&op->possible, &possible);
            gat_features_keep(&possible, &l->traps);
            gat_features_unite(&v->possible, &possible);
            op->listed |= p->profile->data_types;
        }
        member_look(l, p, m, seed, op, v);
        gat_arena_reset(&l->scratch);
    }
}

static bool cases_look(struct lint *l, const struct gat_options *o,
                       const struct gat_catalog *c, uint64_t seed, struct gat_error *e)
{
    struct gat_arena members = {0};
    bool good = true;
    l->operators = GAT_NEW_N(&l->arena, struct lint_operator, c->n_specs + 1);
    l->variants = GAT_NEW_N(&l->arena, struct lint_variant, c->n_specs + 1);
    for (unsigned f = 0; f < GAT_FEATURE_COUNT; f++)
        if (gat_feature_infos[f].trap)
            gat_features_add(&l->traps, f);
    for (unsigned k = 0; k < c->n_points && good; k++) {
        if (!wants_point(l, &c->points[k]))
            continue;
        const struct gat_point *p = gat_point_open(&c->points[k], seed, &members, e);
        good = p != NULL;
        if (good)
            point_look(l, o, p, seed);
        gat_arena_reset(&members);
    }
    gat_arena_free(&members);
    return good;
}

static bool rules_look(struct lint *l, const struct gat_catalog *c, uint64_t seed,
                       struct gat_error *e)
{
    struct gat_cover_those those = {wants_point, l};
    bool good = true;
    for (unsigned k = 0; k < l->n_variants && good; k++)
        good = gat_lint_rules(c, l->variants[k].spec, those, seed, &l->arena,
                              &l->variants[k].rules, e);
    return good;
}

/* ---- say what is missing ---- */

static bool lacks(const struct gat_features *possible, const struct gat_features *present,
                  unsigned feature)
{
    return gat_features_have(possible, feature) && !gat_features_have(present, feature);
}

static bool operator_lacks(const struct lint *l, unsigned k, unsigned feature)
{
    return lacks(&l->operators[k].possible, &l->operators[k].present, feature);
}

static bool variant_lacks(const struct lint *l, unsigned k, unsigned feature)
{
    return lacks(&l->variants[k].possible, &l->variants[k].present, feature);
}

/* Percent of the axis that the case in the middle reaches; 100 without any. */
static unsigned median_reach(const struct lint_operator *op)
{
    unsigned long below = 0;
    for (unsigned k = 0; k <= 100; k++) {
        below += op->reaches[k];
        if (2 * below >= op->n_reaches && op->n_reaches > 0)
            return k;
    }
    return 100;
}

static const char *number_word(int n)
{
    static const char *const words[] = {"no",    "one",    "two",      "three",    "four",
                                        "five",  "six",    "seven",    "eight",    "nine",
                                        "ten",   "eleven", "twelve",   "thirteen", "fourteen",
                                        "fifteen", "sixteen"};
    return n < (int)(sizeof words / sizeof words[0]) ? words[n] : "many";
}

static bool few_types(const struct lint_operator *op)
{
    return (op->types & op->listed) != op->listed;
}

static bool short_reach(const struct lint_operator *op)
{
    return op->n_reaches > 0 && median_reach(op) < 50;
}

static const char *operator_name(const struct lint *l, unsigned k)
{
    return l->operators[k].op;
}

static const char *variant_name(const struct lint *l, unsigned k)
{
    return l->variants[k].spec->name;
}

/* The owners of a feature: every operator has to have it, or every variant if it is a trap. */
struct lint_owners {
    const char *all;
    unsigned n;
    const char *(*name)(const struct lint *l, unsigned k);
    bool (*lacks)(const struct lint *l, unsigned k, unsigned feature);
};

static struct lint_owners owners_of(const struct lint *l, unsigned feature)
{
    if (gat_feature_infos[feature].trap)
        return (struct lint_owners){"every variant", l->n_variants, variant_name, variant_lacks};
    return (struct lint_owners){"every operator", l->n_operators, operator_name, operator_lacks};
}

/* "gather, scatter" */
static unsigned lacking_print(const struct lint *l, unsigned feature)
{
    struct lint_owners owners = owners_of(l, feature);
    unsigned n = 0, shown = 0;
    for (unsigned k = 0; k < owners.n; k++)
        n += owners.lacks(l, k, feature);
    if (n == owners.n && n > 1)
        printf("%s", owners.all);
    for (unsigned k = 0; k < owners.n && (n < owners.n || n == 1); k++)
        if (owners.lacks(l, k, feature))
            printf("%s%s", shown++ > 0 ? ", " : "", owners.name(l, k));
    return n;
}

static void feature_print(struct lint *l, unsigned feature)
{
    const struct gat_feature_info *i = &gat_feature_infos[feature];
    unsigned n = lacking_print(l, feature);
    if (n > 0)
        printf(": no %s: cannot catch %s (class %s%s%s)\n", i->words, i->bug, i->bug_class,
               i->seen[0] != '\0' ? "; seen in " : "", i->seen);
    l->n_findings += n;
}

static void operator_print(struct lint *l, const struct lint_operator *op)
{
    if (few_types(op)) {
        int used = __builtin_popcount(op->types & op->listed);
        printf("%s: %s element type%s of %s: cannot catch what goes wrong in the others "
               "(class DTY)\n", op->op, number_word(used), used == 1 ? "" : "s",
               number_word(__builtin_popcount(op->listed)));
        l->n_findings++;
    }
    if (short_reach(op)) {
        printf("%s: the median case reaches %u %% of the axis: cannot catch what goes wrong "
               "far from its start (class OVF)\n", op->op, median_reach(op));
        l->n_findings++;
    }
}

static void text_print(struct lint *l)
{
    for (unsigned f = 0; f < GAT_FEATURE_COUNT; f++)
        feature_print(l, f);
    for (unsigned k = 0; k < l->n_operators; k++)
        operator_print(l, &l->operators[k]);
    for (unsigned k = 0; k < l->n_variants; k++) {
        if (l->variants[k].rules.count > 0)
            gat_lint_rules_print(variant_name(l, k), &l->variants[k].rules);
        l->n_findings += l->variants[k].rules.count;
    }
    for (unsigned k = 0; k < l->weak.count; k++)
        printf("%s: weak: all data are equal, so no wrong position shows\n", l->weak.items[k]);
    l->n_findings += l->weak.count;
    printf("%lu cases of ", l->n_cases);
    for (unsigned k = 0; k < l->n_operators; k++)
        printf("%s%s (reach %u %%)", k > 0 ? ", " : "", l->operators[k].op,
               median_reach(&l->operators[k]));
    if (l->n_findings == 0)
        printf(": nothing is missing\n");
    else
        printf(": %lu finding%s\n", l->n_findings, l->n_findings == 1 ? "" : "s");
}

/* The features that operator or variant k lacks. */
static json_t *lacks_json(struct lint *l, unsigned k, bool trap)
{
    json_t *list = json_array();
    for (unsigned f = 0; f < GAT_FEATURE_COUNT; f++) {
        const struct gat_feature_info *i = &gat_feature_infos[f];
        if (i->trap != trap || !owners_of(l, f).lacks(l, k, f))
            continue;
        json_array_append_new(
            list, json_pack("{ss, ss, ss, ss, ss}", "feature", i->name, "words", i->words,
                            "class", i->bug_class, "cannot_catch", i->bug, "seen", i->seen));
        l->n_findings++;
    }
    return list;
}

static json_t *variants_json(struct lint *l)
{
    json_t *variants = json_array();
    for (unsigned k = 0; k < l->n_variants; k++) {
        const struct gat_list *rules = &l->variants[k].rules;
        l->n_findings += rules->count;
        json_array_append_new(variants, json_pack("{ss, so, so}", "variant", variant_name(l, k),
                                                  "lacks", lacks_json(l, k, true), "rules",
                                                  gat_texts_json(rules)));
    }
    return variants;
}

static int json_print(struct lint *l)
{
    json_t *operators = json_array();
    for (unsigned k = 0; k < l->n_operators; k++) {
        const struct lint_operator *op = &l->operators[k];
        json_array_append_new(operators,
                              json_pack("{s:s,s:I,s:o,s:o,s:o,s:i}", "operator", op->op, "n_cases",
                                        (json_int_t)op->n_cases, "lacks", lacks_json(l, k, false),
                                        "types", gat_types_json(op->types & op->listed),
                                        "types_listed", gat_types_json(op->listed), "median_reach",
                                        (int)median_reach(op)));
        l->n_findings += few_types(op) + short_reach(op);
    }
    l->n_findings += l->weak.count;
    json_t *variants = variants_json(l); /* which finds, too */
    return gat_json_print(json_pack("{s:o,s:o,s:o,s:I}", "operators", operators, "variants",
                                    variants, "weak", gat_texts_json(&l->weak), "n_findings",
                                    (json_int_t)l->n_findings));
}

static int catalog_lint(const struct gat_options *o, const struct gat_catalog *c,
                        const struct gat_list *places, uint64_t seed)
{
    struct lint l = {.places = *places, .options = o};
    struct gat_error e = {0};
    int code = 0;
    if (!cases_look(&l, o, c, seed, &e) || !rules_look(&l, c, seed, &e))
        code = gat_complain_error(GAT_EXIT_USAGE, &e);
    else if (l.n_cases == 0)
        code = gat_complain(GAT_EXIT_USAGE, "nothing selected: no case lies there or has such a "
                                            "name");
    else if (o->json)
        code = json_print(&l);
    else
        text_print(&l);
    if (code == 0 && l.n_findings > 0)
        code = GAT_EXIT_NOT;
    gat_arena_free(&l.arena);
    gat_arena_free(&l.scratch);
    return code;
}

static int lint_command(const struct gat_options *given)
{
    struct gat_options o = *given;
    struct gat_arena words = {0};
    struct gat_list places;
    struct gat_catalog catalog = {0};
    struct gat_error e = {0};
    uint64_t seed;
    int code = gat_options_seed(&o, &seed);
    if (code != 0)
        return code;
    if (gat_places_read(&words, &o, &places, &e) &&
        gat_catalog_read(&catalog, gat_options_paths(&o), &e))
        code = catalog_lint(&o, &catalog, &places, seed);
    else
        code = gat_complain_error(GAT_EXIT_USAGE, &e);
    gat_catalog_free(&catalog);
    gat_arena_free(&words);
    return code;
}

GAT_COMMAND(lint) = {
    .name = "lint",
    .arguments = "[CASES|PATTERN]...",
    .sentence = "what these cases can never catch: all, or those of files and folders",
    .order = 6,
    .run = lint_command,
};
