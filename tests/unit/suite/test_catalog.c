/* test_catalog.c - variants, tests, points, names: what files become.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "catalog_case.h"
#include "spec/spec.h"
#include "suite/catalog.h"
#include "suite/member.h"
#include "suite/pattern.h"

/* ---- the tree's own catalogue */

static void order(void)
{
    bool points = true, tests = true;
    for (unsigned k = 1; k < home.n_points; k++)
        points &= strcmp(home.points[k - 1].name, home.points[k].name) < 0;
    for (unsigned k = 1; k < home.n_tests; k++)
        tests &= strcmp(home.tests[k - 1]->ops[0], home.tests[k]->ops[0]) <= 0;
    ok(home.n_specs >= 10 && home.n_tests >= 500 && home.n_points >= 1000, "all is there");
    ok(points, "points are in order of name, each once");
    ok(tests, "tests are in order of operator");
}

static void hashes(void)
{
    struct gat_catalog a, b;
    const char *one = "  - {name: a, data: [1, 2], indices: [0]}\n";
    const char *two = "  - {name: a, data: [1, 3], indices: [0]}\n";
    bool read = catalog_with(&a, one);
    uint64_t first = a.hash;
    gat_catalog_free(&a);
    read &= catalog_with(&a, one) && catalog_with(&b, two);
    ok(read && a.hash == first, "the same files have the same hash");
    ok(a.hash != b.hash && a.hash != home.hash, "another digit in a file is another hash");
    gat_catalog_free(&a);
    gat_catalog_free(&b);
}

static void readings(void)
{
    const struct gat_spec *s = gat_catalog_spec(&home, "gather/onnx-1");
    const struct gat_spec *m = gat_catalog_spec(&home, "gather/mindspore");
    if (!ok(s != NULL && m != NULL, "variants are found, by alias too"))
        return;
    const struct gat_profile *p = &s->profiles[0];
    is_int(p->n_combinations, 2, "two readings of one clause");
    ok(memcmp(&p->combinations[0], &p->rules, sizeof p->rules) == 0,
       "the first combination is the decision");
    is_text(p->combination_names[0], "gather-1/index-domain=wraps", "its name");
    is_text(p->combination_names[1], "gather-1/index-domain=nonnegative", "the other's name");
    is_int(p->combinations[1].value[REF_index_domain], REF_NONNEGATIVE, "its rule");
    ok(p->ambiguous == UINT64_C(1) << REF_index_domain, "one rule is ambiguous");
    is_int(m->n_profiles, 3, "profiles of a variant");
    is_text(m->profiles[0].name, "cpu", "the first is the default");
    is_int(m->profiles[2].rules.value[REF_out_of_range], REF_OOR_UNDEFINED,
           "a profile overrides a rule");
    is_int(m->profiles[0].rules.value[REF_out_of_range], REF_OOR_ERROR, "and the others do not");
    bool distinct = true;
    for (unsigned a = 0; a < m->profiles[0].n_combinations; a++)
        for (unsigned b = 0; b < a; b++)
            distinct &= memcmp(&m->profiles[0].combinations[a],
                               &m->profiles[0].combinations[b], sizeof p->rules) != 0;
    ok(m->profiles[0].n_combinations > 4 && distinct, "combinations multiply, each once");
    ok(gat_spec_clause(s, REF_index_domain) != NULL &&
           strcmp(gat_spec_clause(s, REF_index_domain)->id, "gather-1/index-domain") == 0,
       "the clause of a rule");
    ok(gat_spec_clause(s, REF_tiling) == NULL, "a rule of no clause");
    ok(gat_catalog_spec(&home, "gather") == NULL && gat_catalog_spec(&home, "gather/") == NULL &&
           gat_catalog_spec(&home, "gathe/mindspore") == NULL,
       "what is no variant is not found");
}

/* Which operators have variants in a catalog where the patterns want some of the tree. */
static bool wants_read(struct gat_catalog *c, const char *const *patterns, unsigned n)
{
    static const char *const paths[] = {".", NULL};
    struct gat_error e = {0};
    *c = (struct gat_catalog){.wanted = patterns, .n_wanted = n};
    return gat_catalog_read(c, paths, &e);
}

static void wanted(void)
{
    static const char *const take[] = {"take/numpy-wrap*"}, *const old[] = {"scatter/onnx-9"},
                      *const none[] = {"tale/numpy-wrap"};
    struct gat_catalog c;
    bool read = wants_read(&c, take, 1);
    ok(read && gat_catalog_spec(&c, "take/torch-2.x") != NULL &&
           gat_catalog_spec(&c, "gather/onnx-13") == NULL,
       "what is wanted has all variants of its operator, and no others");
    ok(read && c.hash == home.hash, "the hash is that of all files");
    gat_catalog_free(&c);
    read = wants_read(&c, old, 1);
    ok(read && gat_catalog_spec(&c, "scatter_elements/onnx-11") != NULL &&
           gat_catalog_spec(&c, "take/torch-2.x") == NULL,
       "what replaces a variant is read with it");
    gat_catalog_free(&c);
    read = wants_read(&c, none, 1);
    ok(read && c.n_specs == home.n_specs, "where no operator is wanted all variants are known");
    gat_catalog_free(&c);
}

/* ---- names and patterns */

static void patterns(void)
{
    static const struct {
        const char *pattern, *member;
        bool selects;
    } t[] = {{"gather", NULL, true},
             {"gather/", NULL, true},
             {"gathe", NULL, false},
             {"gather_elements", NULL, false},
             {"gather/mindspore-2.x", NULL, true},
             {"gather/mindspore", NULL, true},
             {"gather/mindspore@gpu", NULL, true},
             {"gather/mindspore@npu", NULL, false},
             {"gather/mindspore-2.x@gpu/range", NULL, true},
             {"gather/mindspore-2.x/range/column", NULL, true},
             {"gather/mindspore-2.x/range/colum", NULL, false},
             {"gather/mindspore/range/column/int8,int32", NULL, true},
             {"gather/mindspore/range/column/int8,int32", "int8,int32", true},
             {"gather/mindspore/range/column/int8,int32", "int8,int64", false},
             {"gather/mindspore/range/column/int8", "int8,int64", false},
             {"gather/mindspore/range/column/string,int64", NULL, false},
             {"gather/mindspore/range/column", "int8,int64", true},
             {"*", NULL, true},
             {"*column", NULL, true},
             {"*/column", "int8,int64", true},
             {"*int8*", NULL, true},
             {"*/int8,*", "int16,int64", false},
             {"*/int8,*", "int8,int64", true},
             {"gather/*/range", NULL, true},
             {"gather/*/edges", NULL, false},
             {"gather/onnx*", NULL, false},
             {"g?ther/*", NULL, true},
             {"gather/[a-n]*", NULL, true},
             {"gather/[!m]*", NULL, false},
             {"", NULL, false},
             {"/", NULL, false},
             {"gather/mindspore-2.x@gpu/range/column/x", NULL, false},
             {"*column*,int64", "int8,int64", true},
             {"[", NULL, false}};
    const struct gat_point *p = point_of(&home, "gather/mindspore-2.x@gpu/range/column");
    if (!ok(p != NULL, "a point to match"))
        return;
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        ok(gat_pattern_match(t[k].pattern, p, t[k].member) == t[k].selects,
           "'%s' %s%s%s", t[k].pattern, t[k].selects ? "selects" : "leaves out",
           t[k].member != NULL ? " member " : " the point",
           t[k].member != NULL ? t[k].member : "");
}

/* What a pattern may select of a generator, as far as the name of one of its tests tells. */
static void names_of_generator(void)
{
    static const struct {
        const char *pattern;
        bool may;
    } t[] = {{"*", true},
             {"*/own-*", false},
             {"*/mid*", true},
             {"*/mid-*", false},
             {"*/middle", true},
             {"*/middle/", true},
             {"*/iddle", false},
             {"*iddle", true},
             {"*/middle/int8,*", true},
             {"*/middle/*,int8", true},
             {"*/middle/int", true},
             {"*/middle/text,*", false},
             {"*/middle/*/int8,int64", false},
             {"gather/*/index-edges", true},
             {"gather/*/edges", false},
             {"gather/onnx-1[13]/[!a]*", true},
             {"gather/onnx-13/index-edges/middle", true},
             {"gather/onnx-13/index-edges/middle/int8,int64", true},
             {"gather/onnx-13/index-edges/last", false},
             {"????er/*/middle", true}};
    const struct gat_point *p = point_of(&home, "gather/onnx-13/index-edges");
    if (!ok(p != NULL, "a generator's point"))
        return;
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        ok(gat_pattern_may_name(t[k].pattern, p, "middle") == t[k].may, "'%s' %s a test 'middle'",
           t[k].pattern, t[k].may ? "may select" : "leaves out");
}

/* Every name that is printed selects exactly what it names. */
static void names(void)
{
    unsigned wrong = 0, tried = 0;
    for (unsigned k = 0; k < home.n_points; k += 7)
        for (unsigned i = 0; i < home.n_points; i += i == k ? 1 : 3) {
            bool same = i == k;
            if (!same && i % 3 != 0)
                continue;
            tried++;
            wrong += gat_pattern_match(home.points[k].name, &home.points[i], NULL) != same;
        }
    is_int(wrong, 0, "names of points select themselves and nothing else");
    ok(tried > 10000, "%u pairs were tried", tried);
}

/* ---- which cases a test makes */

static void members(void)
{
    static const uint32_t floats =
        GAT_BIT(GAT_F16) | GAT_BIT(GAT_BF16) | GAT_BIT(GAT_F32) | GAT_BIT(GAT_F64) |
        GAT_BIT(GAT_C64) | GAT_BIT(GAT_C128);
    struct gat_catalog c;
    bool read = catalog_with(
        &c, "  - {name: any, data: [1, 0], indices: [0]}\n"
            "  - {name: half, data: [0.5], indices: [0]}\n"
            "  - {name: big, data: [300], indices: [0]}\n"
            "  - {name: minus, data: [-1], indices: [0]}\n"
            "  - {name: word, data: [alpha], indices: [0]}\n"
            "  - {name: expected, data: [1, 0], indices: [0], expect: {output: [1.5]}}\n"
            "  - {name: wide, data: [1], indices: [4294967296]}\n"
            "  - {name: fixed, data: {shape: [2], dtype: bfloat16}, indices: [0]}\n"
            "  - {name: short, data: [1, 2], indices: {shape: [2], values: [0, 1], dtype: int16}}\n"
            "  - {name: narrowed, types: [int8, float32], index_types: [int32], data: [1], "
            "indices: [0]}\n"
            "  - {name: texts, data: {shape: [3], fill: strings}, indices: [0]}\n"
            "  - {name: one, variants: [mindspore], profiles: [npu], data: [1], indices: [0], "
            "axis: 0}\n"
            "  - {name: batch, data: [1], indices: [0], axis: 0, batch_dims: 0}\n"
            "  - {name: empty, data: [], indices: {shape: [0]}}\n");
    if (!ok(read, "a file of tests is read"))
        return;
#define DATA(name) types_of(point_of(&c, "gather/onnx-13/mine/" name), 0)
#define INDEX(name) types_of(point_of(&c, "gather/onnx-13/mine/" name), 1)
    is_int(DATA("any"), GAT_ALL_TYPES, "zero and one are values of every type");
    is_int(types_of(point_of(&c, "gather/onnx-1/mine/any"), 0),
           GAT_ALL_TYPES & ~GAT_BIT(GAT_BF16), "but of no type that the variant lacks");
    is_int(DATA("half"), floats | GAT_BIT(GAT_STR), "a half is a value of floating types");
    is_int(DATA("big"), GAT_ALL_TYPES & ~(GAT_BIT(GAT_BOOL) | GAT_BIT(GAT_I8) | GAT_BIT(GAT_U8)),
           "300 needs 16 bits");
    is_int(DATA("minus"), floats | GAT_BIT(GAT_STR) | GAT_BIT(GAT_I8) | GAT_BIT(GAT_I16) |
                              GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64),
           "-1 needs a sign");
    is_int(DATA("word"), GAT_BIT(GAT_STR), "a word is a string");
    is_int(DATA("expected"), floats | GAT_BIT(GAT_STR), "what is expected counts too");
    is_int(INDEX("wide"), GAT_BIT(GAT_I64), "a wide index");
    is_int(DATA("fixed"), GAT_BIT(GAT_BF16), "a fixed type");
    is_int(types_of(point_of(&c, "gather/onnx-1/mine/fixed"), 0), GAT_BIT(GAT_BF16),
           "a fixed type that the variant lacks");
    is_int(INDEX("short"), GAT_BIT(GAT_I16), "a fixed index type");
    is_int(DATA("narrowed"), GAT_BIT(GAT_I8) | GAT_BIT(GAT_F32), "types that the test names");
    is_int(INDEX("narrowed"), GAT_BIT(GAT_I32), "index types that the test names");
    is_int(DATA("texts"), GAT_BIT(GAT_STR), "a fill of strings");
    is_int(DATA("empty"), GAT_ALL_TYPES, "no elements have every type");
    ok(point_of(&c, "gather/mindspore-2.x@npu/mine/one") != NULL &&
           point_of(&c, "gather/mindspore-2.x@cpu/mine/one") == NULL &&
           point_of(&c, "gather/onnx-13/mine/one") == NULL,
       "a variant by its alias, and one profile");
    ok(point_of(&c, "gather/mindspore-2.x@gpu/mine/batch") != NULL &&
           point_of(&c, "gather/onnx-13/mine/batch") == NULL,
       "a test goes to the variants that have its attributes");
    ok(point_of(&c, "gather/mindspore-2.x@cpu/mine/any") == NULL,
       "and not to those that require another");
    gat_catalog_free(&c);
}

static void rules_chosen(void)
{
    struct gat_catalog c;
    if (!ok(catalog_with(&c, "  - {name: open, rules: {out_of_range: undefined}, data: [1], "
                             "indices: [0], axis: 0}\n"),
            "a test that names a rule is read"))
        return;
    ok(point_of(&c, "gather/mindspore-2.x@npu/mine/open") != NULL &&
           point_of(&c, "gather/torch-index-select-2.x/mine/open") != NULL &&
           point_of(&c, "gather/mindspore-2.x@cpu/mine/open") == NULL &&
           point_of(&c, "gather/onnx-13/mine/open") == NULL,
       "a test goes to the profiles that have its rules");
    gat_catalog_free(&c);
}

static void questions(void)
{
    struct gat_catalog c;
    struct gat_arena a = {0};
    struct gat_member m;
    bool read = catalog_with(
        &c, "  - {name: plain, data: [[1, 2], [3, 4]], indices: [-1]}\n"
            "  - {name: batch, data: [[1, 2], [3, 4]], indices: [[1], [0]], axis: -1, "
            "batch_dims: 1}\n"
            "  - {name: tensor, data: [[1, 2]], indices: [0], axis: {shape: [1], values: [1], "
            "dtype: int32}}\n"
            "  - {name: fails, data: [1], indices: [1], expect: {error: range}}\n"
            "  - {name: shaped, data: [1], indices: [[0]], expect: {shape: [1, 1]}}\n"
            "  - {name: short, data: [1], indices: {shape: [1], values: [0], dtype: int16}}\n");
    if (!ok(read, "a file of tests is read"))
        return;
    const struct gat_point *p = point_of(&c, "gather/onnx-13/mine/plain");
    unsigned k = member_of(p, GAT_F32, GAT_I64);
    gat_member_make(p, k, 1, &a, &m);
    is_text(m.name, "gather/onnx-13/mine/plain/float32,int64", "the name of a member");
    ok(m.question.data.ndim == 2 && m.question.data.shape[0] == 2 &&
           ((float *)m.question.data.data)[3] == 4.0f,
       "literal data");
    is_int(gat_array_index(&m.question.indices, 0), -1, "a literal index");
    ok(m.n_attrs == 0 && m.question.axis == 0, "an attribute that is not stated is not sent");
    ok(m.question.updates.ndim == -1 && m.question.axis_tensor.ndim == -1 &&
           !m.question.lists[REF_view_shape].given && m.question.type_allowed &&
           m.expect.data == NULL,
       "what is absent");
    p = point_of(&c, "gather/mindspore-2.x@cpu/mine/batch");
    gat_member_make(p, 0, 1, &a, &m);
    ok(m.n_attrs == 2 && strcmp(m.attrs[0].name, "axis") == 0 && m.attrs[0].i == -1 &&
           strcmp(m.attrs[1].name, "batch_dims") == 0 && m.attrs[1].i == 1 &&
           m.question.axis == -1 && m.question.batch_dims == 1,
       "attributes that are stated");
    p = point_of(&c, "gather/mindspore-2.x@cpu/mine/tensor");
    gat_member_make(p, 0, 1, &a, &m);
    ok(m.question.axis_tensor.ndim == 1 && m.question.axis_tensor.dtype == GAT_I32 &&
           gat_array_index(&m.question.axis_tensor, 0) == 1 && m.n_attrs == 0,
       "axis as a tensor");
    p = point_of(&c, "gather/onnx-13/mine/fails");
    gat_member_make(p, 0, 1, &a, &m);
    is_int(m.expect_error, GAT_E_RANGE, "an expected error");
    p = point_of(&c, "gather/onnx-13/mine/shaped");
    gat_member_make(p, 0, 1, &a, &m);
    ok(m.expect.data == NULL && m.expect.ndim == 2, "an expected shape");
    p = point_of(&c, "gather/onnx-13/mine/short");
    gat_member_make(p, 0, 1, &a, &m);
    ok(!m.question.type_allowed, "a type outside the lists is known to be");
    gat_arena_free(&a);
    gat_catalog_free(&c);
}

int main(void)
{
    if (!home_read())
        return done();
    order();
    hashes();
    readings();
    wanted();
    patterns();
    names_of_generator();
    names();
    members();
    rules_chosen();
    questions();
    return home_done();
}
