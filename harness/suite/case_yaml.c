/* case_yaml.c - written cases: cases/<operator>/<topic>.yaml and the examples of
 * specs, which are the same with topic `document`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/plain_text.h"
#include "files/suite_files.h"
#include "files/word_lists.h"
#include "parts/attribute.h"
#include "parts/operand_text.h"
#include "parts/presentation.h"
#include "parts/suite.h"
#include "spec/spec.h"
#include "spec/spec_clause.h"
#include "suite/case_yaml.h"

/* One value of a rule, or a list of them. */
static const struct gat_node *rule_value(const struct gat_node *of, size_t k)
{
    return of->kind == GAT_NODE_LIST ? of->items[k] : of;
}

static size_t rule_values(const struct gat_node *of)
{
    return of->kind == GAT_NODE_LIST ? of->count : 1;
}

static bool rules_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                       struct gat_error *e)
{
    size_t count = 0;
    if (n->kind != GAT_NODE_MAP || n->count == 0)
        return gat_node_fail(e, n, "a map of rules is due here: {rule: value}");
    for (size_t k = 0; k < n->count; k++) {
        if (rule_values(n->items[k]) == 0)
            return gat_node_fail(e, n->items[k], "a value or more is due here");
        count += rule_values(n->items[k]);
    }
    t->rules = GAT_NEW_N(a, struct gat_condition, count);
    t->n_rules = 0;
    for (size_t k = 0; k < n->count; k++)
        for (size_t v = 0; v < rule_values(n->items[k]); v++) {
            struct gat_condition *to = &t->rules[t->n_rules++];
            if (!gat_rule_read(n->keys[k], rule_value(n->items[k], v), &to->rule, &to->value, e))
                return false;
        }
    return true;
}

static bool filters_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                         struct gat_error *e)
{
    const struct gat_node *variants = gat_node_get(n, "variants");
    const struct gat_node *profiles = gat_node_get(n, "profiles");
    const struct gat_node *rules = gat_node_get(n, "rules");
    const struct gat_node *types = gat_node_get(n, "types");
    const struct gat_node *index = gat_node_get(n, "index_types");
    return (variants == NULL || gat_words_read(a, variants, &t->variants, &t->n_variants, e)) &&
           (profiles == NULL || gat_words_read(a, profiles, &t->profiles, &t->n_profiles, e)) &&
           (rules == NULL || rules_read(a, rules, t, e)) &&
           (types == NULL || gat_types_read(types, 0, &t->data_types, e)) &&
           (index == NULL || gat_types_read(index, 0, &t->index_types, e));
}

/* The types of literal indices in a test that names none: those that nearly all variants have. */
static const uint32_t index_types = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64);

static bool axis_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                      struct gat_error *e)
{
    const struct gat_node *axis = gat_node_get(n, "axis");
    if (axis != NULL && axis->kind == GAT_NODE_MAP)
        return gat_operand_read(a, axis, GAT_USE_INDEX, index_types, &t->axis_tensor, e);
    return gat_attribute_read(n, GAT_A_axis, t, e);
}

static bool expect_error(const struct gat_node *n, struct gat_test *t, struct gat_error *e)
{
    static const char *const kinds[] = {"range", "invalid", "type", NULL};
    static const gat_status status[] = {GAT_E_RANGE, GAT_E_INVALID, GAT_E_TYPE};
    const char *text;
    if (!gat_node_text(n, &text, e))
        return false;
    for (int k = 0; kinds[k] != NULL; k++)
        if (strcmp(kinds[k], text) == 0) {
            t->expect_error = status[k];
            return true;
        }
    return gat_unknown_fail(e, n, "kind of error", kinds);
}

/* An expected output states its values; one without elements states its shape alone. */
static bool is_literal(const struct gat_node *n, struct gat_test *t, struct gat_error *e)
{
    if (t->expect_output.fill == GAT_FILL_NONE)
        return true;
    t->expect_shape = t->expect_output.count == 0;
    return t->expect_shape ||
           gat_node_fail(e, n,
                         "an expected output states its values; for a shape alone write "
                         "'expect: {shape: [...]}'");
}

static bool expect_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                        struct gat_error *e)
{
    static const char *const keys[] = {"output", "error", "shape", NULL};
    const struct gat_node *x = gat_node_get(n, "expect");
    if (x == NULL)
        return true;
    if (!gat_node_keys(x, keys, e))
        return false;
    if (x->count != 1)
        return gat_node_fail(e, x, "exactly one of 'output', 'error' and 'shape' is due here");
    const struct gat_node *output = gat_node_get(x, "output");
    const struct gat_node *shape = gat_node_get(x, "shape");
    if (output != NULL)
        return gat_operand_read(a, output, GAT_USE_DATA, GAT_ALL_TYPES, &t->expect_output, e) &&
               is_literal(output, t, e);
    if (shape == NULL)
        return expect_error(x->items[0], t, e);
    t->expect_shape = true;
    t->expect_output.present = true;
    t->expect_output.dtype = GAT_DTYPE_COUNT;
    return gat_extents_read(shape, &t->expect_output, e);
}

static bool operands_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                          struct gat_error *e)
{
    const struct gat_node *data, *indices, *updates = gat_node_get(n, "updates");
    return gat_node_need(n, "data", &data, e) && gat_node_need(n, "indices", &indices, e) &&
           gat_operand_read(a, data, GAT_USE_SOURCE, GAT_ALL_TYPES, &t->data, e) &&
           gat_operand_read(a, indices, GAT_USE_INDEX, index_types | t->index_types, &t->indices,
                            e) &&
           (updates == NULL ||
            gat_operand_read(a, updates, GAT_USE_DATA, GAT_ALL_TYPES, &t->updates, e));
}

static bool attributes_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                            struct gat_error *e)
{
    if (!axis_read(a, n, t, e))
        return false;
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++)
        if (k != GAT_A_axis && !gat_attribute_read(n, k, t, e))
            return false;
    return true;
}

/* `hunts` is printed in a line of TAP, which an end of a line in it would forge. */
static bool hunts_read(struct gat_arena *a, const struct gat_node *n, const char **out,
                       struct gat_error *e)
{
    if (!gat_node_text(n, out, e))
        return false;
    return strcmp(gat_plain_text(a, *out), *out) == 0 ||
           gat_node_fail(e, n, "one line of text without control characters is due here");
}

bool gat_case_test_read(struct gat_arena *a, const struct gat_node *n, struct gat_test *t,
                        struct gat_error *e)
{
    static const char *const keys[] = {
        "name",  "hunts",       "origin", "where",   "variants", "profiles",  "rules",
        "types", "index_types", "data",   "indices", "updates",  "presented", "expect",
        GAT_ATTRIBUTE_NAMES NULL};
    const struct gat_node *name;
    if (!gat_node_keys(n, keys, e) || !gat_node_need(n, "name", &name, e) ||
        !gat_node_text(name, &t->name, e))
        return false;
    if (!gat_name_valid(t->name))
        return gat_node_fail(e, name,
                             "a name has at most 100 of a-z, 0-9, '.', '_' and '-', "
                             "and starts with a letter or digit");
    t->line = n->line;
    t->node = n;
    const struct gat_node *hunts = gat_node_get(n, "hunts");
    const struct gat_node *origin = gat_node_get(n, "origin");
    const struct gat_node *presented = gat_node_get(n, "presented");
    return (hunts == NULL || hunts_read(a, hunts, &t->hunts, e)) &&
           (origin == NULL || gat_node_text(origin, &t->origin, e)) &&
           (presented == NULL || gat_presentations_read(presented, t, e)) &&
           filters_read(a, n, t, e) && operands_read(a, n, t, e) && attributes_read(a, n, t, e) &&
           expect_read(a, n, t, e);
}

static int by_name_and_line(const void *a, const void *b)
{
    const struct gat_test *x = *(const struct gat_test *const *)a;
    const struct gat_test *y = *(const struct gat_test *const *)b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

const struct gat_test *gat_tests_twin(const struct gat_test **tests, unsigned n,
                                      const struct gat_test **first)
{
    qsort(tests, n, sizeof *tests, by_name_and_line);
    for (unsigned k = 1; k < n; k++)
        if (strcmp(tests[k - 1]->name, tests[k]->name) == 0) {
            *first = tests[k - 1];
            return tests[k];
        }
    return NULL;
}

static bool list_read(struct gat_arena *a, const struct gat_node *list, const struct gat_test *base,
                      struct gat_test ***tests, unsigned *n_tests, struct gat_error *e)
{
    if (list->kind != GAT_NODE_LIST || list->count == 0)
        return gat_node_fail(e, list, "a list of tests is due here");
    e->text[0] = '\0';
    *tests = GAT_NEW_N(a, struct gat_test *, list->count);
    *n_tests = (unsigned)list->count;
    for (size_t k = 0; k < list->count; k++) {
        struct gat_test *t = (*tests)[k] = GAT_NEW(a, struct gat_test);
        *t = *base;
        struct gat_error wrong;
        if (!gat_case_test_read(a, list->items[k], t, &wrong))
            gat_error_add(e, &wrong);
    }
    if (e->text[0] != '\0')
        return false;
    const struct gat_test **sorted = GAT_NEW_N(a, const struct gat_test *, list->count);
    memcpy(sorted, *tests, list->count * sizeof *sorted);
    const struct gat_test *first, *second = gat_tests_twin(sorted, *n_tests, &first);
    for (size_t k = 0; second != NULL && k < list->count; k++)
        if ((*tests)[k] == second)
            return gat_node_fail(e, list->items[k],
                                 "a second test called '%s'; the first is in line %u", second->name,
                                 first->line);
    return true;
}

bool gat_case_name_read(struct gat_arena *a, const char *path, const char *end,
                        struct gat_test *base, struct gat_error *e)
{
    const char **op = GAT_NEW(a, const char *);
    base->file = gat_arena_text(a, path, strlen(path));
    base->ops = op;
    base->n_ops = 1;
    return gat_file_name_read(a, path, end, op, &base->topic, e);
}

bool gat_case_head_read(struct gat_arena *a, const struct gat_node *root, const char *const *keys,
                        struct gat_test *base, struct gat_error *e)
{
    const struct gat_node *version, *hunts, *op = gat_node_get(root, "operator");
    const struct gat_node *combines = gat_node_get(root, "combines");
    const struct gat_node *attributes = gat_node_get(root, "attributes");
    int64_t number;
    if (!gat_node_keys(root, keys, e) || !gat_node_need(root, "cases", &version, e) ||
        !gat_node_int(version, &number, e))
        return false;
    if (number != 1)
        return gat_node_fail(e, version, "this gatherum reads format 1 of cases");
    base->head = root;
    if (op != NULL) {
        const char **ops;
        if (!gat_words_read(a, op, &ops, &base->n_ops, e))
            return false;
        base->ops = ops;
    }
    return gat_node_need(root, "hunts", &hunts, e) && hunts_read(a, hunts, &base->hunts, e) &&
           (combines == NULL || gat_node_bool(combines, &base->combines, e)) &&
           (attributes == NULL ||
            gat_words_read(a, attributes, &base->attributes, &base->n_attributes, e)) &&
           filters_read(a, root, base, e);
}

static bool tree_read(struct gat_arena *a, const struct gat_node *root, struct gat_test *base,
                      struct gat_test ***tests, unsigned *n_tests, struct gat_error *e)
{
    static const char *const keys[] = {"cases", "hunts", "operator",    "variants", "profiles",
                                       "rules", "types", "index_types", "tests",    NULL};
    const struct gat_node *list;
    return gat_case_head_read(a, root, keys, base, e) && gat_node_need(root, "tests", &list, e) &&
           list_read(a, list, base, tests, n_tests, e);
}

bool gat_cases_read(struct gat_arena *a, const char *path, struct gat_test ***tests,
                    unsigned *n_tests, struct gat_error *e)
{
    struct gat_test base = {0};
    const struct gat_node *root;
    return gat_case_name_read(a, path, ".yaml", &base, e) &&
           (root = gat_yaml_read(a, path, e)) != NULL &&
           tree_read(a, root, &base, tests, n_tests, e);
}

bool gat_cases_parse(struct gat_arena *a, const char *path, const void *bytes, size_t size,
                     struct gat_test ***tests, unsigned *n_tests, struct gat_error *e)
{
    struct gat_test base = {0};
    const struct gat_node *root;
    return gat_case_name_read(a, path, ".yaml", &base, e) &&
           (root = gat_yaml_parse(a, path, bytes, size, e)) != NULL &&
           tree_read(a, root, &base, tests, n_tests, e);
}

bool gat_examples_read(struct gat_arena *a, const struct gat_spec *s, struct gat_test ***tests,
                       unsigned *n_tests, struct gat_error *e)
{
    struct gat_test base = {.file = s->file,
                            .n_ops = 1,
                            .ops = &s->op,
                            .topic = "document",
                            .hunts = "differs from an example of the document, or from one worked "
                                     "out by it",
                            .n_variants = 1};
    base.variants = GAT_NEW(a, const char *);
    base.variants[0] = s->variant;
    return list_read(a, s->examples, &base, tests, n_tests, e);
}
