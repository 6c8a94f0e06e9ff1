/* test_member.c - the data of cases: fills, seeds, and a case as YAML and back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "catalog_case.h"
#include "draw/draft.h"
#include "draw/draft_case.h"
#include "parts/fill.h"
#include "parts/presentation.h"
#include "suite/candidate_member.h"
#include "suite/case_yaml.h"
#include "suite/catalog.h"
#include "suite/member.h"
#include "suite/points.h"
#include "suite/print_yaml.h"

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
            /* The terms of a sum are small, so that no sum is rounded. */
            if (m.dtype == GAT_BOOL || ref_reduction_of(&m.question) != REF_NONE)
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
            gat_dtype_print(t.dtype, (char *)bytes + i * gat_dtype_size(t.dtype), text,
                            sizeof text);
            nans += strstr(text, "nan") != NULL || strstr(text, "0x") != NULL;
        }
        ok(nans == 20 && all_distinct(&t, NULL), "%s: 20 NaNs with 20 payloads",
           gat_dtype_name(t.dtype));
        t.shape[0] = 11;
        gat_fill_data(&t, GAT_FILL_SPECIALS, 0, &prng, &a);
        for (size_t i = nans = 0; i < 11; i++) {
            gat_dtype_print(t.dtype, (char *)bytes + i * gat_dtype_size(t.dtype), text,
                            sizeof text);
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
        gat_fill_indices(&array, t[k].fill, &(struct gat_axes){1, {t[k].extent}}, &prng);
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
    gat_fill_indices(&array, GAT_FILL_CYCLE, &(struct gat_axes){1, {300}}, &prng);
    ok(bytes[127] == 127 && bytes[128] == 0, "no index that the type cannot hold");
    static const int64_t counted[] = {0, 0, 0, 1, 0, 2, 1, 0}, down[] = {1, 2, 1, 1, 1, 0, 0, 2};
    int64_t pairs[8];
    struct gat_axes axes = {2, {2, 3}};
    array = (struct gat_array){.dtype = GAT_I64, .ndim = 2, .shape = {4, 2}, .data = pairs};
    gat_fill_indices(&array, GAT_FILL_CYCLE, &axes, &prng);
    ok(memcmp(pairs, counted, sizeof pairs) == 0,
       "tuples count through all places, the last dimension fastest");
    gat_fill_indices(&array, GAT_FILL_REVERSE, &axes, &prng);
    ok(memcmp(pairs, down, sizeof pairs) == 0, "and down again");
}

/* The same seed and name make the same data, alone or in the crowd; others do not. */
static void seeds(void)
{
    struct gat_catalog c;
    struct gat_arena a = {0};
    struct gat_member m[4];
    const char *tests =
        "  - {name: a, data: {shape: [50]}, indices: {shape: [50], fill: random}}\n"
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
    for (int64_t k = gat_array_filled(x, 0); k < n; k = gat_array_filled(x, k + 1))
        if (gat_array_filled(y, k) != k ||
            !gat_dtype_same(x->dtype, (char *)x->data + (size_t)k * size,
                            (char *)y->data + (size_t)k * size))
            return false;
    return x->sparse == NULL || x->sparse->filled == y->sparse->filled;
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
    return strcmp(x->name, y->name) == 0 && x->name_hash == y->name_hash && x->dtype == y->dtype &&
           x->index_dtype == y->index_dtype && p->kernel == q->kernel && p->rules == q->rules &&
           p->axis == q->axis && p->batch_dims == q->batch_dims &&
           p->type_allowed == q->type_allowed && same_array(&p->data, &q->data) &&
           same_array(&p->indices, &q->indices) && same_array(&p->updates, &q->updates) &&
           same_array(&p->axis_tensor, &q->axis_tensor) && same_attrs(x, y) &&
           x->presentation == y->presentation && x->expect_error == y->expect_error &&
           same_array(&x->expect, &y->expect) &&
           x->point->test->expect_shape == y->point->test->expect_shape;
}

enum { MOST_YAML = 4 << 20 };
/* Print a member, read what was printed, and compare.  More than a file may hold is
 * printed for people only. */
static bool comes_back(const struct gat_point *p, unsigned k, struct gat_arena *a)
{
    struct gat_member m, again;
    struct gat_error e = {.line = 0};
    struct gat_catalog c = {.specs = home.specs, .n_specs = home.n_specs};
    const char *yaml;
    char path[256];
    gat_member_make(p, k, 3, a, &m);
    gat_member_print_yaml(&m, a, &yaml);
    if (strlen(yaml) > MOST_YAML) {
        gat_arena_reset(a);
        return true;
    }
    snprintf(path, sizeof path, "%s.%s.yaml", p->spec->op, p->test->topic);
    bool good = gat_cases_parse(&c.arena, path, yaml, strlen(yaml), &c.tests, &c.n_tests, &e) &&
                gat_points_make(&c, &e) && c.n_points == 1 &&
                c.points[0].n_members ==
                    (unsigned)__builtin_popcount(gat_presentations_of(c.points[0].test));
    if (good) {
        gat_member_make(&c.points[0], c.points[0].n_members - 1, 3, &c.arena, &again);
        good = same_member(&m, &again);
    }
    if (!good)
        printf("# %s does not come back; %s:%u:%u: %s\n%.2000s\n", m.name, e.file, e.line,
               e.column, e.text, yaml);
    gat_arena_free(&c.arena);
    gat_arena_reset(a);
    return good;
}

/* Drawn indices are printed as values, and a file has at most 4 MiB. */
enum { MOST_INDICES = 1 << 18 };
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { EACH = 8 }; /* they take ten times as long */
#else
enum { EACH = 3 };
#endif

/* Every data type of each point, with index types in turn. */
static void round_trip(void)
{
    struct gat_arena a = {0};
    unsigned tried = 0, lost = 0;
    for (unsigned k = 0; k < home.n_points && lost < 5; k++)
        for (unsigned i = k % EACH; i < home.points[k].n_members &&
                                    home.points[k].test->indices.count < MOST_INDICES; i += EACH) {
            tried++;
            lost += !comes_back(&home.points[k], i, &a);
        }
    ok(tried > 10000, "%u cases were printed", tried);
    is_int(lost, 0, "each is read back to the same case");
    gat_arena_free(&a);
}

static bool is_bounded(const struct gat_candidate *c, const struct gat_spec *s, struct gat_arena *a)
{
    return gat_candidate_is_bounded(c, s, &s->profiles[0], GAT_MOST_BYTES, a);
}

/* A search asks nobody for an output that no window holds, though its operands are small. */
static void bounds_of_candidates(void)
{
    struct gat_arena a = {0};
    struct gat_candidate c;
    struct gat_draft d = {.data = {.dtype = GAT_U8, .ndim = 3, .shape = {32769, 2, 1}},
                          .indices = {.dtype = GAT_I32, .ndim = 1, .shape = {32769}},
                          .updates = {.ndim = -1}, .axis_tensor = {.ndim = -1},
                          .axis = {.given = true},
                          .axes = {.depth = 1, .extent = {1}}};
    const struct gat_spec *s = gat_catalog_spec(&home, "gather/onnx-13");
    for (d.axis.value = 0; d.axis.value < 3; d.axis.value += 2) {
        gat_draft_candidate(&d, s, &s->profiles[0], &a, &c);
        bool first = d.axis.value == 0;
        is_int(is_bounded(&c, s, &a), first,
               first ? "64 KiB are picked from 64 KiB" : "2 GiB are picked from 64 KiB");
    }
    gat_arena_free(&a);
}

/* Updates that no window holds are too large as well, where data and the output are small. */
static void bounds_of_updates(void)
{
    struct gat_arena a = {0};
    struct gat_candidate c;
    struct gat_draft d = {.data = {.dtype = GAT_F32, .ndim = 2, .shape = {1, 1 << 16}},
                          .indices = {.dtype = GAT_I32, .ndim = 1, .shape = {200}},
                          .updates = {.dtype = GAT_F32, .ndim = 2, .shape = {200, 1 << 16}},
                          .axis_tensor = {.ndim = -1},
                          .axis = {.given = true},
                          .axes = {.depth = 1, .extent = {1}}};
    const struct gat_spec *s = gat_catalog_spec(&home, "scatter_slices/torch-index-add-2.x");
    gat_draft_candidate(&d, s, &s->profiles[0], &a, &c);
    ok(is_bounded(&c, s, &a), "50 MiB of updates are asked");
    d.indices.shape[0] = d.updates.shape[0] = 300;
    gat_draft_candidate(&d, s, &s->profiles[0], &a, &c);
    ok(!is_bounded(&c, s, &a), "75 MiB of updates are not");
    d.data.dtype = d.updates.dtype = GAT_STR;
    d.indices.shape[0] = d.updates.shape[0] = 20;
    gat_draft_candidate(&d, s, &s->profiles[0], &a, &c);
    ok(!is_bounded(&c, s, &a), "nor are the texts of a million");
    gat_arena_free(&a);
}

/* Of what is combined in sparse data one answer is right, which a NaN has not. */
static void bounds_of_giants(void)
{
    struct gat_arena a = {0};
    struct gat_candidate c;
    struct gat_draft d = {.data = {.dtype = GAT_F32, .ndim = 1, .shape = {INT64_C(1) << 33}},
                          .is_giant = true, .data_fill = GAT_FILL_SPARSE,
                          .indices = {.dtype = GAT_I64, .ndim = 1, .shape = {1}},
                          .updates = {.dtype = GAT_F32, .ndim = 1, .shape = {1}},
                          .axis_tensor = {.ndim = -1},
                          .n_indices = 1, .axes = {.depth = 1, .extent = {INT64_C(1) << 33}}};
    const struct gat_spec *s = gat_catalog_spec(&home, "scatter_elements/onnx-18");
    const struct {
        enum gat_dtype dtype;
        enum ref_reduction reduction;
        enum gat_fill fill;
        bool bounded;
        const char *name;
    } rows[] = {{GAT_F32, REF_ADD, GAT_FILL_DISTINCT, true, "numbers are added"},
                {GAT_F32, REF_ADD, GAT_FILL_NAN_PAYLOADS, false, "NaN are not"},
                {GAT_F32, REF_ADD, GAT_FILL_MIXED, false, "nor what may be one"},
                {GAT_F32, REF_NONE, GAT_FILL_NAN_PAYLOADS, true, "they are placed"},
                {GAT_I32, REF_ADD, GAT_FILL_DISTINCT, false, "integers may overflow"}};
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        d.data.dtype = d.updates.dtype = rows[k].dtype;
        d.reduction = (struct gat_attribute_value){true, rows[k].reduction};
        d.updates_fill = rows[k].fill;
        gat_draft_candidate(&d, s, &s->profiles[0], &a, &c);
        is_int(is_bounded(&c, s, &a), rows[k].bounded, rows[k].name);
    }
    gat_arena_free(&a);
}

int main(void)
{
    if (!home_read())
        return done();
    fills_of_data();
    fills_of_floats();
    fills_of_strings();
    fills_of_indices();
    seeds();
    round_trip();
    bounds_of_candidates();
    bounds_of_updates();
    bounds_of_giants();
    return home_done();
}
