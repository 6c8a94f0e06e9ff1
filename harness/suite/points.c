/* points.c - which tests fit which variants, in which types.
 *
 * A test fits a variant of its operator when the variant has every attribute that
 * the test states and the test states every attribute that the variant requires.
 * Where a test names its variants, one that does not fit is an error.  Where it names rules,
 * it is for whatever variant has them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sentence.h"
#include "dtype.h"
#include "files/word_lists.h"
#include "parts/attribute.h"
#include "parts/fill.h"
#include "parts/operand_text.h"
#include "parts/presentation.h"
#include "parts/reduced.h"
#include "spec/reduction.h"
#include "suite/member.h"
#include "suite/pattern.h"
#include "suite/point_members.h"
#include "suite/points.h"

enum { MOST_ELEMENTS = 1 << 26 }; /* of an output: 1 GiB in the largest type */

static bool word_in(const char *const *words, unsigned n, const char *word)
{
    for (unsigned k = 0; k < n; k++)
        if (strcmp(words[k], word) == 0)
            return true;
    return false;
}

/* Each rule that the test names has one of the values that it names. */
static bool wants_rules(const struct gat_test *t, const struct gat_profile *p)
{
    uint64_t named = 0, met = 0;
    for (unsigned k = 0; k < t->n_rules; k++) {
        uint64_t rule = UINT64_C(1) << t->rules[k].rule;
        named |= rule;
        met |= p->rules.value[t->rules[k].rule] == t->rules[k].value ? rule : 0;
    }
    return named == met;
}

static bool wants_rules_of(const struct gat_test *t, const struct gat_spec *s)
{
    for (unsigned p = 0; p < s->n_profiles; p++)
        if (wants_rules(t, &s->profiles[p]))
            return true;
    return false;
}

static bool wants_variant(const struct gat_test *t, const struct gat_spec *s)
{
    for (unsigned k = 0; k < t->n_attributes; k++)
        if (gat_attr_find(s, t->attributes[k]) == NULL)
            return false;
    return word_in(t->ops, t->n_ops, s->op) && wants_rules_of(t, s) &&
           (!t->combines || gat_reductions_of(s) != GAT_BIT(REF_NONE)) &&
           (t->n_variants == 0 || word_in(t->variants, t->n_variants, s->variant) ||
            (s->alias != NULL && word_in(t->variants, t->n_variants, s->alias)));
}

static bool attr_fits(const struct gat_spec *s, const char *name, bool stated)
{
    const struct gat_attr_spec *a = gat_attr_find(s, name);
    return stated ? a != NULL : a == NULL || !a->required;
}

const char *gat_attr_misfit(const struct gat_test *t, const struct gat_spec *s, bool *lacking)
{
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++) {
        const char *name = gat_attribute_table[k].name;
        *lacking = !gat_attribute_given(t, k);
        if (k != GAT_A_reduction && !attr_fits(s, name, !*lacking)) /* see gat_reduction_misfit */
            return name;
    }
    *lacking = false;
    return NULL;
}

/* The attribute that keeps the test from fitting, or NULL; *lacking: the test does not state it. */
static const char *misfit(const struct gat_test *t, const struct gat_spec *s, bool *lacking)
{
    const char *attr = gat_attr_misfit(t, s, lacking);
    if (attr != NULL)
        return attr;
    *lacking = !t->reduction.given && t->updates.present && t->data.fill != GAT_FILL_SPARSE;
    const char *reduction = gat_reduction_misfit(t, s);
    if (reduction != NULL)
        return reduction;
    if (t->axis_tensor.present &&
        s->profiles[0].rules.value[REF_axis_tensor] == REF_AXIS_TENSOR_NEVER)
        return "axis";
    bool has_updates = s->kernel->scatters;
    *lacking = has_updates;
    return has_updates == t->updates.present ? NULL : "updates";
}

/* The types that a test is about, before its literals are looked at. */
static uint32_t data_wanted(const struct gat_test *t, const struct gat_profile *p)
{
    if (t->data.dtype != GAT_DTYPE_COUNT)
        return GAT_BIT(t->data.dtype);
    return t->data_types != 0 ? p->data_types & t->data_types : p->data_types;
}

static uint32_t index_wanted(const struct gat_test *t, const struct gat_profile *p)
{
    if (t->indices.dtype != GAT_DTYPE_COUNT)
        return GAT_BIT(t->indices.dtype);
    return t->index_types != 0 ? p->index_types & t->index_types : p->index_types;
}

/* The types of a set in which an operand that follows the type of data can be made. */
static uint32_t operand_types(const struct gat_operand_text *o)
{
    if (o->fill == GAT_FILL_NONE)
        return o->types;
    if (o->fill == GAT_FILL_SPARSE)
        return GAT_ALL_TYPES & ~GAT_BIT(GAT_STR);
    return o->fill == GAT_FILL_STRINGS ? GAT_BIT(GAT_STR) : GAT_ALL_TYPES;
}

/* Of sparse data no terms are kept, by which readings of an overflow could be told apart. */
static uint32_t combined_types(const struct gat_test *t)
{
    bool combines = t->reduction.given && t->reduction.value != REF_NONE;
    return combines && t->data.fill == GAT_FILL_SPARSE ? GAT_REAL_TYPES : GAT_ALL_TYPES;
}

static uint32_t data_types(const struct gat_test *t, const struct gat_profile *p)
{
    uint32_t set = data_wanted(t, p) & operand_types(&t->data) & combined_types(t);
    if (t->updates.present && t->updates.dtype == GAT_DTYPE_COUNT)
        set &= operand_types(&t->updates);
    if (t->expect_output.present && !t->expect_shape)
        set &= operand_types(&t->expect_output);
    return set;
}

static uint32_t index_types(const struct gat_test *t, const struct gat_profile *p)
{
    bool literal = t->indices.fill == GAT_FILL_NONE;
    return index_wanted(t, p) & (literal ? t->indices.types : GAT_ALL_TYPES);
}

void gat_catalog_add(struct gat_catalog *c, const struct gat_test *t, const struct gat_spec *s,
                   const struct gat_profile *profile)
{
    struct gat_point p = {.test = t, .spec = s, .profile = profile};
    bool script = gat_test_generates(t);
    if (!script)
        gat_members_share(c, &p, data_types(t, profile), index_types(t, profile));
    if (script ? data_wanted(t, profile) == 0 || index_wanted(t, profile) == 0
               : p.n_members == 0)
        return; /* none of this variant's types has these literals */
    p.name = gat_arena_print(&c->arena, "%s%s%s/%s%s%s", s->name,
                             profile->name[0] != '\0' ? "@" : "", profile->name, t->topic,
                             script ? "" : "/", t->name);
    GAT_GROW(&c->arena, c->points, c->n_points);
    c->points[c->n_points++] = p;
}

/* The node of a key of the test or of its file, for a message. */
static const struct gat_node *place(const struct gat_test *t, const char *key)
{
    const struct gat_node *n = gat_node_get(t->node, key);
    if (n == NULL && t->head != NULL)
        n = gat_node_get(t->head, key);
    return n != NULL ? n : t->node;
}

/* The node of one word of a list. */
static const struct gat_node *place_word(const struct gat_test *t, const char *key,
                                         const char *word)
{
    const struct gat_node *list = place(t, key);
    for (size_t k = 0; list->kind == GAT_NODE_LIST && k < list->count; k++)
        if (strcmp(list->items[k]->text, word) == 0)
            return list->items[k];
    return list;
}

/* Names of the variants of an operator, or of all profiles of those that the test
 * is about; NULL ends. */
enum known { KNOWN_VARIANTS, KNOWN_PROFILES };
static const char **known_names(struct gat_arena *a, const struct gat_catalog *c,
                                const struct gat_test *t, enum known what, unsigned *count)
{
    size_t room = 1;
    for (unsigned k = 0; k < c->n_specs; k++)
        room += 2 + c->specs[k]->n_profiles;
    const char **names = GAT_NEW_N(a, const char *, room);
    unsigned n = 0;
    for (unsigned k = 0; k < c->n_specs; k++) {
        const struct gat_spec *s = c->specs[k];
        if (what == KNOWN_VARIANTS && word_in(t->ops, t->n_ops, s->op)) {
            names[n++] = s->variant;
            if (s->alias != NULL)
                names[n++] = s->alias;
        } else if (what == KNOWN_PROFILES && wants_variant(t, s)) {
            for (unsigned p = 0; p < s->n_profiles; p++)
                names[n++] = s->profiles[p].name;
        }
    }
    *count = n;
    return names;
}

static bool is_read(const struct gat_catalog *c, const char *op)
{
    bool any = false;
    for (unsigned k = 0; k < c->n_specs && !any; k++)
        any = strcmp(c->specs[k]->op, op) == 0;
    return any;
}

/* Are the variants of all its operators read?  Only then can it be said to fit none. */
static bool all_read(const struct gat_catalog *c, const struct gat_test *t)
{
    unsigned k = 0;
    while (k < t->n_ops && is_read(c, t->ops[k]))
        k++;
    return k == t->n_ops;
}

static bool operator_exists(const struct gat_catalog *c, const struct gat_test *t, const char *op,
                            struct gat_error *e)
{
    if (is_read(c, op) || word_in(c->operators, c->n_operators, op))
        return true;
    const char *meant = c->n_operators > 0 ? gat_suggest(op, c->operators) : NULL;
    return gat_node_fail(e, place_word(t, "operator", op),
                         "there is no variant of operator '%.40s'%s", op, gat_meant_words(meant));
}

/* Every operator, variant and profile that a test names must exist. */
static bool names_exist(struct gat_arena *a, const struct gat_catalog *c,
                        const struct gat_test *t, struct gat_error *e)
{
    unsigned n;
    const char **known;
    for (unsigned k = 0; k < t->n_ops; k++)
        if (!operator_exists(c, t, t->ops[k], e))
            return false;
    if (!all_read(c, t))
        return true;
    known = t->n_variants > 0 ? known_names(a, c, t, KNOWN_VARIANTS, &n) : NULL;
    for (unsigned v = 0; v < t->n_variants; v++)
        if (!word_in(known, n, t->variants[v]))
            return gat_unknown_fail(e, place_word(t, "variants", t->variants[v]), "variant",
                                    known);
    known = t->n_profiles > 0 ? known_names(a, c, t, KNOWN_PROFILES, &n) : NULL;
    for (unsigned p = 0; p < t->n_profiles; p++)
        if (!word_in(known, n, t->profiles[p]))
            return gat_unknown_fail(e, place_word(t, "profiles", t->profiles[p]), "profile",
                                    known);
    return true;
}

/* What the test states is not for this variant. */
static bool unfit_fail(const struct gat_test *t, const struct gat_spec *s, const char *what,
                       struct gat_error *e)
{
    const char *sparse = strcmp(what, "reduction") == 0 ? gat_sparse_misfit(t, s) : NULL;
    if (sparse != NULL)
        return gat_node_fail(e, place(t, "data"), "%s takes no sparse 'data' in test '%s', %s",
                             s->name, t->name, sparse);
    return gat_node_fail(e, place(t, what), "%s takes no such '%s'", s->name, what);
}

static bool misfit_fail(const struct gat_test *t, const struct gat_spec *s,
                        const char *what, bool lacking, struct gat_error *e)
{
    if (lacking)
        return gat_node_fail(e, place_word(t, "variants", s->variant),
                             "%s needs '%s', which test '%s' does not "
                             "state",
                             s->name, what, t->name);
    return unfit_fail(t, s, what, e);
}

/* The test fits, but no type is left for it: find the key to blame. */
static bool types_fail(const struct gat_catalog *c, const struct gat_test *t,
                       struct gat_error *e)
{
    uint32_t data = 0, index = 0;
    for (unsigned k = 0; k < c->n_specs; k++)
        for (unsigned p = 0; p < c->specs[k]->n_profiles && wants_variant(t, c->specs[k]); p++) {
            data |= data_wanted(t, &c->specs[k]->profiles[p]);
            index |= index_wanted(t, &c->specs[k]->profiles[p]);
        }
    if (data == 0 && t->n_rules > 0)
        return gat_node_fail(e, place(t, "rules"), "no variant of this test has these rules");
    if (data == 0)
        return gat_node_fail(e, place(t, "types"), "no variant of this test has any of these "
                                                   "element types");
    if (index == 0)
        return gat_node_fail(e, place(t, "index_types"), "no variant of this test has any of "
                                                         "these index types");
    if (t->script != NULL)
        return gat_node_fail(e, t->node, "no variant has both one of these element types and "
                                         "one of these index types");
    const struct gat_node *updates = gat_node_get(t->node, "updates");
    const struct gat_node *expect = gat_node_get(t->node, "expect");
    const struct gat_node *output = expect != NULL ? gat_node_get(expect, "output") : NULL;
    if (gat_operand_blame(gat_node_get(t->node, "data"), data, e) ||
        gat_operand_blame(gat_node_get(t->node, "indices"), index, e) ||
        (updates != NULL && gat_operand_blame(updates, data, e)) ||
        (output != NULL && gat_operand_blame(output, data, e)))
        return false;
    return gat_node_fail(e, t->node, "test '%s' makes no case: no single type of its variants "
                         "has all of its literals", t->name);
}

/* An upper bound of what a kernel can make of these extents; most tests end here. */
static bool surely_small(const struct gat_test *t)
{
    const struct gat_operand_text *operands[] = {&t->data, &t->indices, &t->updates};
    int64_t product = 1;
    for (unsigned k = 0; k < 3; k++)
        for (int32_t d = 0; operands[k]->present && d < operands[k]->ndim; d++)
            if (operands[k]->shape[d] > 1 &&
                __builtin_mul_overflow(product, operands[k]->shape[d], &product))
                return false;
    return product <= MOST_ELEMENTS;
}

/* Operands of 1 GiB can ask for an output of many more.  The question is asked with
 * indices of zero: which they are does not change the shape. */
static bool output_bounded(struct gat_arena *scratch, const struct gat_point *p,
                           struct gat_error *e)
{
    struct ref_answer a = {.demand = REF_MUST_SUCCEED};
    bool sparse = p->test->data.fill == GAT_FILL_SPARSE;
    if (surely_small(p->test) && !sparse)
        return true;
    struct gat_member *m = GAT_NEW(scratch, struct gat_member);
    gat_member_ask(p, 0, m);
    m->question.indices.data = gat_arena_sparse(scratch, gat_array_size(&m->question.indices));
    ref_check(&m->question, &a);
    /* An extent that overflows comes back as an output without elements. */
    int64_t count = gat_array_count(&a.output);
    if (sparse && p->test->updates.present)
        return ref_update_count(&m->question, &a) <= GAT_MOST_UPDATES ||
               gat_node_fail(e, p->test->node, "test '%s' has more than %d updates, too many "
                             "for sparse data", p->test->name, GAT_MOST_UPDATES);
    bool overflow = a.demand != REF_MUST_SUCCEED && a.rule == REF_too_large && count == 0;
    if (sparse && (overflow || count > GAT_MOST_OPENED))
        return gat_node_fail(e, p->test->node, "the output of test '%s' has more than %d "
                             "elements, too many to take from sparse data", p->test->name,
                             GAT_MOST_OPENED);
    return (!overflow && count <= MOST_ELEMENTS) ||
           gat_node_fail(e, p->test->node, "the output of test '%s' has more than 1 GiB in the "
                         "largest element type", p->test->name);
}

/* Can the operands of the test lie as it says? */
static bool presented_fit(struct gat_arena *scratch, const struct gat_point *p,
                          struct gat_error *e)
{
    if (p->test->presented == 0 || p->test->presents_all)
        return true;
    struct gat_member *m = GAT_NEW(scratch, struct gat_member);
    gat_member_ask(p, 0, m);
    for (unsigned k = 1; k < GAT_P_COUNT; k++) {
        const char *why = NULL;
        m->presentation = k;
        if ((p->test->presented & GAT_BIT(k)) != 0)
            why = gat_presentation_misfit(m);
        if (why != NULL)
            return gat_node_fail(e, place_word(p->test, "presented", gat_presentations[k].word),
                                 "test '%s' cannot be presented as '%s': %s", p->test->name,
                                 gat_presentations[k].word, why);
    }
    return true;
}

static bool test_apply(struct gat_arena *scratch, struct gat_catalog *c,
                       const struct gat_test *t, struct gat_error *e)
{
    unsigned before = c->n_points;
    const char *why = NULL;
    const struct gat_spec *unfit = NULL;
    bool lacking = false, fits = false;
    if (!names_exist(scratch, c, t, e))
        return false;
    for (unsigned k = 0; k < c->n_specs; k++) {
        const struct gat_spec *s = c->specs[k];
        if (!wants_variant(t, s))
            continue;
        const char *bad = t->script != NULL ? NULL : misfit(t, s, &lacking);
        if (bad != NULL) {
            why = bad;
            unfit = s;
            if (t->n_variants != 0)
                break;
            continue;
        }
        fits = true;
        for (unsigned p = 0; p < s->n_profiles; p++)
            if (wants_rules(t, &s->profiles[p]) &&
                (t->n_profiles == 0 ||
                 word_in(t->profiles, t->n_profiles, s->profiles[p].name)))
                gat_catalog_add(c, t, s, &s->profiles[p]);
    }
    if (unfit != NULL && (t->n_variants != 0 || (!fits && all_read(c, t))))
        return misfit_fail(t, unfit, why, lacking, e);
    return c->n_points > before || !all_read(c, t) || types_fail(c, t, e);
}

bool gat_point_takes(struct gat_arena *scratch, const struct gat_point *p,
                     const struct gat_test *t, uint32_t *data, uint32_t *index,
                     struct gat_error *e)
{
    unsigned char first[1][3] = {{0, 0, 0}};
    struct gat_point one = {.test = t,
                            .spec = p->spec,
                            .profile = p->profile,
                            .name = p->name,
                            .n_members = 1,
                            .members = first};
    bool lacking;
    const char *bad = misfit(t, p->spec, &lacking);
    if (bad != NULL && lacking)
        return gat_node_fail(e, place(t, bad), "%s needs '%s', which this test does not state",
                             p->spec->name, bad);
    if (bad != NULL)
        return unfit_fail(t, p->spec, bad, e);
    *data = data_types(t, p->profile);
    *index = index_types(t, p->profile);
    if (*data == 0 || *index == 0)
        return gat_node_fail(e, t->node, "test '%s' makes no case of %s: it has no %s type for "
                             "these literals and filters", t->name, p->spec->name,
                             *data == 0 ? "element" : "index");
    first[0][0] = (unsigned char)__builtin_ctz(*data);
    first[0][1] = (unsigned char)__builtin_ctz(*index);
    return output_bounded(scratch, &one, e) && presented_fit(scratch, &one, e);
}

static bool test_wanted(const struct gat_catalog *c, const struct gat_test *t)
{
    bool any = false;
    for (unsigned k = 0; k < t->n_ops && !any; k++)
        any = gat_pattern_wants(c, t->ops[k]);
    return any;
}

bool gat_points_make(struct gat_catalog *c, struct gat_error *e)
{
    struct gat_arena scratch = {0};
    bool good = true;
    for (unsigned k = 0; good && k < c->n_tests; k++) {
        unsigned before = c->n_points;
        if (!test_wanted(c, c->tests[k]))
            continue;
        good = test_apply(&scratch, c, c->tests[k], e);
        for (unsigned p = before; good && p < c->n_points; p++)
            good = output_bounded(&scratch, &c->points[p], e) &&
                   (c->points[p].n_members == 0 || presented_fit(&scratch, &c->points[p], e));
        gat_arena_reset(&scratch);
    }
    gat_arena_free(&scratch);
    return good;
}
