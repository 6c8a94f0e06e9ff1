/* test_catalog.c - variants, tests, points, members: what files become.
 *
 * Runs at the top of the tree: specs/ and cases/ there are part of the test.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog.h"
#include "dtype.h"
#include "fill.h"
#include "points.h"
#include "tap.h"

static struct gat_catalog home;
static char folder[] = "/tmp/gat_catalog_XXXXXX";

static bool file_write(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    return f != NULL && fputs(text, f) >= 0 && fclose(f) == 0;
}

/* The catalogue of this tree and of one file of cases for gather. */
static bool catalog_with(struct gat_catalog *c, const char *tests)
{
    const char *const paths[] = {".", folder, NULL};
    char path[128], text[4096];
    struct gat_error e = {.line = 0};
    snprintf(path, sizeof path, "%s/cases/gather.mine.yaml", folder);
    snprintf(text, sizeof text, "cases: 1\nhunts: x\ntests:\n%s", tests);
    memset(c, 0, sizeof *c);
    if (file_write(path, text) && gat_catalog_read(c, paths, &e))
        return true;
    printf("# %s:%u:%u: %s\n", e.file, e.line, e.column, e.text);
    return false;
}

static const struct gat_point *point_of(const struct gat_catalog *c, const char *name)
{
    for (unsigned k = 0; k < c->n_points; k++)
        if (strcmp(c->points[k].name, name) == 0)
            return &c->points[k];
    return NULL;
}

/* The member of a point with these types, or n_members. */
static unsigned member_of(const struct gat_point *p, enum gat_dtype d, enum gat_dtype i)
{
    for (unsigned k = 0; p != NULL && k < p->n_members; k++)
        if (p->members[k][0] == d && p->members[k][1] == i)
            return k;
    return p != NULL ? p->n_members : 0;
}

static uint32_t types_of(const struct gat_point *p, int which)
{
    uint32_t set = 0;
    for (unsigned k = 0; p != NULL && k < p->n_members; k++)
        set |= GAT_BIT(p->members[k][which]);
    return set;
}

/* ---- the tree's own catalogue */

static void order(void)
{
    bool points = true, tests = true;
    for (unsigned k = 1; k < home.n_points; k++)
        points &= strcmp(home.points[k - 1].name, home.points[k].name) < 0;
    for (unsigned k = 1; k < home.n_tests; k++)
        tests &= strcmp(home.tests[k - 1]->op, home.tests[k]->op) <= 0;
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
       "the clause behind a rule");
    ok(gat_spec_clause(s, REF_tiling) == NULL, "a rule that no clause is behind");
    ok(gat_catalog_spec(&home, "gather") == NULL && gat_catalog_spec(&home, "gather/") == NULL &&
           gat_catalog_spec(&home, "gathe/mindspore") == NULL,
       "what is no variant is not found");
}

/* ---- names and patterns */

static void patterns(void)
{
    static const struct {
        const char *pattern, *member;
        bool selects;
    } t[] = {
        {"gather", NULL, true}, {"gather/", NULL, true}, {"gathe", NULL, false},
        {"gather_elements", NULL, false}, {"gather/mindspore-2.x", NULL, true},
        {"gather/mindspore", NULL, true}, {"gather/mindspore@gpu", NULL, true},
        {"gather/mindspore@npu", NULL, false}, {"gather/mindspore-2.x@gpu/range", NULL, true},
        {"gather/mindspore-2.x/range/column", NULL, true},
        {"gather/mindspore-2.x/range/colum", NULL, false},
        {"gather/mindspore/range/column/int8,int32", NULL, true},
        {"gather/mindspore/range/column/int8,int32", "int8,int32", true},
        {"gather/mindspore/range/column/int8,int32", "int8,int64", false},
        {"gather/mindspore/range/column/int8", "int8,int64", false},
        {"gather/mindspore/range/column/string,int64", NULL, false},
        {"gather/mindspore/range/column", "int8,int64", true},
        {"*", NULL, true}, {"*column", NULL, true}, {"*/column", "int8,int64", true},
        {"*int8*", NULL, true}, {"*/int8,*", "int16,int64", false},
        {"*/int8,*", "int8,int64", true}, {"gather/*/range", NULL, true},
        {"gather/*/edges", NULL, false}, {"gather/onnx*", NULL, false},
        {"g?ther/*", NULL, true}, {"gather/[a-n]*", NULL, true}, {"gather/[!m]*", NULL, false},
        {"", NULL, false}, {"/", NULL, false}, {"gather/mindspore-2.x@gpu/range/column/x", NULL, false},
        {"*column*,int64", "int8,int64", true}, {"[", NULL, false}};
    const struct gat_point *p = point_of(&home, "gather/mindspore-2.x@gpu/range/column");
    if (!ok(p != NULL, "a point to match"))
        return;
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        ok(gat_pattern_match(t[k].pattern, p, t[k].member) == t[k].selects,
           "'%s' %s%s%s", t[k].pattern, t[k].selects ? "selects" : "leaves out",
           t[k].member != NULL ? " member " : " the point",
           t[k].member != NULL ? t[k].member : "");
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
           m.question.view_ndim == -1 && m.question.type_allowed && m.expect.data == NULL,
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

/* ---- fills */

static bool all_distinct(const struct gat_array *t, const struct gat_array *more)
{
    size_t size = gat_dtype_size(t->dtype);
    int64_t n = gat_array_count(t), m = more != NULL ? gat_array_count(more) : 0;
    for (int64_t i = 0; i < n + m; i++)
        for (int64_t j = 0; j < i; j++) {
            const char *x = i < n ? (char *)t->data + (size_t)i * size
                                  : (char *)more->data + (size_t)(i - n) * size;
            const char *y = j < n ? (char *)t->data + (size_t)j * size
                                  : (char *)more->data + (size_t)(j - n) * size;
            if (gat_dtype_same(t->dtype, x, y))
                return false;
        }
    return true;
}

static void fills_of_data(void)
{
    struct gat_arena a = {0};
    struct gat_member m;
    unsigned repeated = 0, tried = 0;
    for (unsigned k = 0; k < home.n_points; k++) {
        const struct gat_point *p = &home.points[k];
        if (p->test->data.fill != GAT_FILL_DISTINCT || p->test->data.count > 100)
            continue;
        for (unsigned i = 0; i < p->n_members; i++) {
            gat_member_make(p, i, k, &a, &m);
            if (m.dtype == GAT_BOOL)
                continue;
            tried++;
            bool more = p->test->updates.present && p->test->updates.fill == GAT_FILL_DISTINCT &&
                        p->test->updates.count < 100 &&
                        m.question.updates.dtype == m.question.data.dtype;
            repeated += !all_distinct(&m.question.data, more ? &m.question.updates : NULL);
            gat_arena_reset(&a);
        }
    }
    ok(tried > 1000, "%u cases of distinct data", tried);
    is_int(repeated, 0, "no element of data or updates comes twice in any of them");
    gat_arena_free(&a);
}

/* How many elements of a fill are NaN, and do any two agree? */
static void fills_of_floats(void)
{
    static const enum gat_dtype types[] = {GAT_F16, GAT_BF16, GAT_F32, GAT_F64, GAT_C64, GAT_C128};
    struct gat_prng prng = {1};
    struct gat_arena a = {0};
    double bytes[64];
    for (unsigned k = 0; k < 6; k++) {
        struct gat_array t = {.dtype = types[k], .ndim = 1, .shape = {20}, .data = bytes};
        unsigned nans = 0, minus = 0, infinite = 0;
        char text[100];
        gat_fill_data(&t, GAT_FILL_NAN_PAYLOADS, 5, &prng, &a);
        for (size_t i = 0; i < 20; i++) {
            gat_dtype_print(t.dtype, (char *)bytes + i * gat_dtype_size(t.dtype), text, sizeof text);
            nans += strstr(text, "nan") != NULL || strstr(text, "0x") != NULL;
        }
        ok(nans == 20 && all_distinct(&t, NULL), "%s: 20 NaNs with 20 payloads",
           gat_dtype_name(t.dtype));
        t.shape[0] = 11;
        gat_fill_data(&t, GAT_FILL_SPECIALS, 0, &prng, &a);
        for (size_t i = nans = 0; i < 11; i++) {
            gat_dtype_print(t.dtype, (char *)bytes + i * gat_dtype_size(t.dtype), text, sizeof text);
            nans += strncmp(text, "nan", 3) == 0 || strncmp(text, "0x", 2) == 0;
            minus += strncmp(text, "-0.0", 4) == 0;
            infinite += strncmp(text, "inf", 3) == 0 || strncmp(text, "-inf", 4) == 0;
        }
        ok(nans == 3 && minus == 1 && infinite == 2 && all_distinct(&t, NULL),
           "%s: specials hold three NaNs, a -0, two infinities, and differ",
           gat_dtype_name(t.dtype));
    }
    gat_arena_free(&a);
}

static void fills_of_strings(void)
{
    struct gat_prng prng = {1};
    struct gat_arena a = {0};
    struct gat_string s[21];
    struct gat_array t = {.dtype = GAT_STR, .ndim = 1, .shape = {21}, .data = s};
    bool empty = false, nul = false, large = false;
    gat_fill_data(&t, GAT_FILL_STRINGS, 0, &prng, &a);
    for (int k = 0; k < 7; k++) {
        empty |= s[k].size == 0;
        large |= s[k].size > 100;
        nul |= s[k].size > 0 && memchr(s[k].data, 0, s[k].size) != NULL;
    }
    ok(empty && nul && large, "seven strings: one empty, one with a NUL, one long");
    gat_fill_data(&t, GAT_FILL_DISTINCT, UINT64_MAX - 5, &prng, &a);
    ok(all_distinct(&t, NULL), "distinct strings");
    gat_fill_data(&t, GAT_FILL_ZEROS, 0, &prng, &a);
    ok(s[0].size == 0 && s[20].size == 0, "strings of zeros are empty");
    gat_arena_free(&a);
}

static void fills_of_indices(void)
{
    static const struct {
        enum gat_fill fill;
        enum gat_dtype type;
        int64_t extent, first, second, low, high;
    } t[] = {
        {GAT_FILL_CYCLE, GAT_I64, 5, 0, 1, 0, 4},
        {GAT_FILL_REVERSE, GAT_I32, 5, 4, 3, 0, 4},
        {GAT_FILL_ZEROS, GAT_I32, 5, 0, 0, 0, 0},
        {GAT_FILL_RANDOM, GAT_I64, 5, -1, -1, 0, 4},
        {GAT_FILL_RANDOM_SIGNED, GAT_I32, 5, -1, -1, -5, 4},
        {GAT_FILL_CYCLE, GAT_I32, 0, 0, 0, 0, 0},
        {GAT_FILL_REVERSE, GAT_I64, 0, 0, 0, 0, 0},
        {GAT_FILL_RANDOM, GAT_I64, 0, 0, 0, 0, 0},
        {GAT_FILL_CYCLE, GAT_I32, INT64_C(1) << 40, 0, 1, 0, 99},
        {GAT_FILL_REVERSE, GAT_I32, INT64_C(1) << 40, INT32_MAX, INT32_MAX - 1,
         INT32_MAX - 99, INT32_MAX},
        {GAT_FILL_REVERSE, GAT_I64, INT64_C(1) << 40, (INT64_C(1) << 40) - 1, -1,
         (INT64_C(1) << 40) - 100, (INT64_C(1) << 40) - 1}};
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        struct gat_prng prng = {k};
        int64_t bytes[100], low = INT64_MAX, high = INT64_MIN;
        struct gat_array array = {.dtype = t[k].type, .ndim = 1, .shape = {100}, .data = bytes};
        gat_fill_indices(&array, t[k].fill, t[k].extent, &prng);
        for (int64_t i = 0; i < 100; i++) {
            int64_t v = gat_array_index(&array, i);
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        ok(low == t[k].low && high == t[k].high &&
               (t[k].first < 0 || gat_array_index(&array, 0) == t[k].first) &&
               (t[k].second < 0 || gat_array_index(&array, 1) == t[k].second),
           "fill %d of extent %lld lies in [%lld, %lld]", (int)t[k].fill, (long long)t[k].extent,
           (long long)low, (long long)high);
    }
    struct gat_prng prng = {1};
    int8_t bytes[300];
    struct gat_array array = {.dtype = GAT_I8, .ndim = 1, .shape = {300}, .data = bytes};
    gat_fill_indices(&array, GAT_FILL_CYCLE, 300, &prng);
    ok(bytes[127] == 127 && bytes[128] == 0, "no index that the type cannot hold");
}

/* The same seed and name make the same data, alone or in the crowd; others do not. */
static void seeds(void)
{
    struct gat_catalog c;
    struct gat_arena a = {0};
    struct gat_member m[4];
    const char *tests = "  - {name: a, data: {shape: [50]}, indices: {shape: [50], fill: random}}\n"
                        "  - {name: b, data: {shape: [50]}, indices: {shape: [50], fill: random}}\n";
    if (!ok(catalog_with(&c, tests), "a file of tests is read"))
        return;
    const struct gat_point *p = point_of(&c, "gather/onnx-13/mine/a");
    const struct gat_point *q = point_of(&c, "gather/onnx-13/mine/b");
    unsigned k = member_of(p, GAT_I32, GAT_I64);
    gat_member_make(p, k, 7, &a, &m[0]);
    gat_member_make(p, k, 7, &a, &m[1]);
    gat_member_make(p, k, 8, &a, &m[2]);
    gat_member_make(q, k, 7, &a, &m[3]);
#define SAME(x, y, what, bytes) \
    (memcmp(m[x].question.what.data, m[y].question.what.data, (bytes)) == 0)
    ok(SAME(0, 1, data, 200) && SAME(0, 1, indices, 400), "the same seed, the same data");
    ok(!SAME(0, 2, data, 200) && !SAME(0, 2, indices, 400), "another seed, other data");
    ok(!SAME(0, 3, indices, 400), "another name, other indices");
    gat_arena_free(&a);
    gat_catalog_free(&c);
}

/* ---- one case as YAML */

static bool same_array(const struct gat_array *x, const struct gat_array *y)
{
    if (x->ndim != y->ndim)
        return false;
    if (x->ndim < 0)
        return true;
    if (x->dtype != y->dtype ||
        (x->ndim > 0 && memcmp(x->shape, y->shape, (size_t)x->ndim * sizeof x->shape[0]) != 0) ||
        (x->data == NULL) != (y->data == NULL))
        return false;
    size_t size = gat_dtype_size(x->dtype);
    int64_t n = x->data != NULL ? gat_array_count(x) : 0;
    for (int64_t k = 0; k < n; k++)
        if (!gat_dtype_same(x->dtype, (char *)x->data + (size_t)k * size,
                            (char *)y->data + (size_t)k * size))
            return false;
    return true;
}

static bool same_attrs(const struct gat_member *x, const struct gat_member *y)
{
    bool same = x->n_attrs == y->n_attrs;
    for (unsigned k = 0; same && k < x->n_attrs; k++) {
        const struct gat_attr *a = &x->attrs[k], *b = &y->attrs[k];
        same = strcmp(a->name, b->name) == 0 && a->kind == b->kind && a->i == b->i &&
               a->n_ints == b->n_ints &&
               (a->n_ints == 0 || memcmp(a->ints, b->ints, a->n_ints * sizeof *a->ints) == 0);
    }
    return same;
}

static bool same_member(const struct gat_member *x, const struct gat_member *y)
{
    const struct ref_case *p = &x->question, *q = &y->question;
    return strcmp(x->name, y->name) == 0 && x->name_hash == y->name_hash &&
           x->dtype == y->dtype && x->index_dtype == y->index_dtype &&
           p->kernel == q->kernel && p->rules == q->rules && p->axis == q->axis &&
           p->batch_dims == q->batch_dims && p->type_allowed == q->type_allowed &&
           same_array(&p->data, &q->data) && same_array(&p->indices, &q->indices) &&
           same_array(&p->updates, &q->updates) &&
           same_array(&p->axis_tensor, &q->axis_tensor) && same_attrs(x, y) &&
           x->expect_error == y->expect_error && same_array(&x->expect, &y->expect) &&
           x->point->test->expect_shape == y->point->test->expect_shape;
}

/* Print a member, read what was printed, and compare. */
static bool comes_back(const struct gat_point *p, unsigned k, struct gat_arena *a)
{
    struct gat_member m, again;
    struct gat_error e = {.line = 0};
    struct gat_catalog c = {.specs = home.specs, .n_specs = home.n_specs};
    const char *yaml;
    char path[256];
    gat_member_make(p, k, 3, a, &m);
    gat_member_print_yaml(&m, a, &yaml);
    snprintf(path, sizeof path, "%s/%s.%s.yaml", folder, p->test->op, p->test->topic);
    bool good = file_write(path, yaml) && gat_cases_read(&c.arena, path, &c.tests, &c.n_tests, &e) &&
                gat_points_make(&c, &e) && c.n_points == 1 && c.points[0].n_members == 1;
    unlink(path);
    if (good) {
        gat_member_make(&c.points[0], 0, 3, &c.arena, &again);
        good = same_member(&m, &again);
    }
    if (!good)
        printf("# %s does not come back; %s:%u:%u: %s\n%.2000s\n", m.name, e.file, e.line,
               e.column, e.text, yaml);
    gat_arena_free(&c.arena);
    gat_arena_reset(a);
    return good;
}

/* Of each point every data type, with index types in turn. */
static void round_trip(void)
{
    struct gat_arena a = {0};
    unsigned tried = 0, lost = 0;
    for (unsigned k = 0; k < home.n_points && lost < 5; k++)
        for (unsigned i = k % 3; i < home.points[k].n_members; i += 3) {
            tried++;
            lost += !comes_back(&home.points[k], i, &a);
        }
    ok(tried > 10000, "%u cases were printed", tried);
    is_int(lost, 0, "each is read back to the same case");
    gat_arena_free(&a);
}

int main(void)
{
    const char *const paths[] = {".", NULL};
    struct gat_error e = {.line = 0};
    char path[128];
    snprintf(path, sizeof path, "%s/cases", mkdtemp(folder) != NULL ? folder : "none");
    if (!ok(mkdir(path, 0700) == 0 && gat_catalog_read(&home, paths, &e),
            "the catalogue of this tree is read: %s:%u: %s", e.file, e.line, e.text))
        return done();
    order();
    hashes();
    readings();
    patterns();
    names();
    members();
    questions();
    fills_of_data();
    fills_of_floats();
    fills_of_strings();
    fills_of_indices();
    seeds();
    round_trip();
    snprintf(path, sizeof path, "%s/cases/gather.mine.yaml", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/cases", folder);
    rmdir(path);
    rmdir(folder);
    gat_catalog_free(&home);
    return done();
}
