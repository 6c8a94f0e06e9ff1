/* test_export.c - what `export onnx` writes, `import onnx` reads back to the same case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "catalog_case.h"
#include "export/export.h"
#include "onnx/onnx_export.h"
#include "onnx/onnx_import.h"
#include "oracle/expect.h"
#include "parts/presentation.h"
#include "suite/case_yaml.h"
#include "suite/member.h"
#include "suite/points.h"

/* Built only where there is protobuf-c. */
#pragma weak gat_onnx_import_read
#pragma weak gat_onnx_export_write
#pragma weak gat_onnx_export_misfit

static bool same_array(const struct gat_array *a, const struct gat_array *b)
{
    if (a->ndim < 0 || a->ndim != b->ndim || a->dtype != b->dtype)
        return a->ndim < 0 && b->ndim < 0;
    for (int32_t d = 0; d < a->ndim; d++)
        if (a->shape[d] != b->shape[d])
            return false;
    size_t size = gat_dtype_size(a->dtype);
    for (int64_t k = 0; k < gat_array_count(a); k++)
        if (!gat_dtype_same(a->dtype, (const char *)a->data + (size_t)k * size,
                            (const char *)b->data + (size_t)k * size))
            return false;
    return true;
}

static bool same_attributes(const struct gat_member *x, const struct gat_member *y)
{
    bool same = x->n_attrs == y->n_attrs;
    for (unsigned k = 0; k < x->n_attrs && same; k++)
        same = strcmp(x->attrs[k].name, y->attrs[k].name) == 0 && x->attrs[k].i == y->attrs[k].i;
    return same;
}

/* The only case of an imported text, and the oracle's answer to it. */
static bool case_read(const char *op, const char *text, struct gat_arena *a, struct gat_member *m,
                      struct gat_expectation *x, struct gat_error *e)
{
    struct gat_catalog c = {.specs = home.specs, .n_specs = home.n_specs};
    const char *whole =
        gat_arena_print(a, "cases: 1\nhunts: x\noperator: %s\ntests:\n%s", op, text);
    const char *file = gat_arena_print(a, "%s.mine.yaml", op);
    c.arena = *a; /* what is read lives as long as what is made of it */
    bool good = gat_cases_parse(&c.arena, file, whole, strlen(whole), &c.tests, &c.n_tests, e) &&
                gat_points_make(&c, e) && c.n_points == 1 && c.points[0].n_members == 1;
    *a = c.arena;
    if (good) {
        gat_member_make(&c.points[0], 0, 1, a, m);
        gat_expect(m, a, x);
    }
    return good;
}

/* 1: came back; 0: lost; -1: no node test, by its own words. */
static int comes_back(const struct gat_point *p, unsigned k, struct gat_arena *a)
{
    const struct gat_spec_set all_specs = {.specs = home.specs, .n_specs = home.n_specs};
    struct gat_member m, again;
    struct gat_expectation x, answer;
    struct gat_export all;
    struct gat_onnx_import got = {.n_tests = 0};
    struct gat_error e = {.line = 0};
    gat_member_make(p, k, 7, a, &m);
    gat_expect(&m, a, &x);
    if (gat_export_misfit(&x, false, a) != NULL)
        return -1;
    gat_export_make(&x, 7, a, &all);
    if (gat_onnx_export_misfit(&all) != NULL)
        return -1;
    const char *to = gat_arena_print(a, "%s/node", folder);
    bool good = gat_onnx_export_write(&all, to, &e);
    if (good)
        gat_onnx_import_read(a, gat_arena_print(a, "%s/model.onnx", to), &all_specs, &got, &e);
    good = good && got.fate == GAT_ONNX_IMPORTED && got.n_tests == 1 &&
           strcmp(got.tests[0].op, p->spec->op) == 0 &&
           case_read(got.tests[0].op, got.tests[0].yaml, a, &again, &answer, &e) &&
           again.point->spec == p->spec && same_array(&m.question.data, &again.question.data) &&
           same_array(&m.question.indices, &again.question.indices) &&
           same_array(&m.question.updates, &again.question.updates) &&
           same_attributes(&m, &again) && !answer.oracle_wrong &&
           same_array(&x.answer.output, &again.expect);
    if (!good)
        printf("# %s does not come back; %s: %s %s\n", m.name, e.file, e.text,
               got.why != NULL ? got.why : "");
    return good;
}

static void files_remove(void)
{
    static const char *const names[] = {"test_data_set_0/input_0.pb", "test_data_set_0/input_1.pb",
                                        "test_data_set_0/input_2.pb", "test_data_set_0/output_0.pb",
                                        "test_data_set_0", "model.onnx", ""};
    char path[400];
    for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++) {
        snprintf(path, sizeof path, "%s/node/%s", folder, names[k]);
        (void)remove(path);
    }
}

/* A few members of each written point of an ONNX variant, so that all types come. */
static void round_trip(void)
{
    struct gat_arena a = {0};
    unsigned tried = 0, lost = 0;
    uint32_t types = 0, reduced = 0;
    for (unsigned k = 0; k < home.n_points && lost < 5; k++) {
        const struct gat_point *p = &home.points[k];
        for (unsigned i = k % 61;
             i < p->n_members && lost < 5 && strncmp(p->spec->variant, "onnx-", 5) == 0; i += 61) {
            int back = comes_back(p, i, &a);
            tried += back >= 0;
            lost += back == 0;
            reduced += back > 0 && gat_point_test(p, i)->reduction.given;
            types |= back > 0 ? GAT_BIT(p->members[i][0]) : 0;
            gat_arena_reset(&a);
        }
    }
    ok(tried > 250, "%u cases were exported", tried);
    ok(reduced > 0, "%u of them name a reduction", reduced);
    is_int(types, GAT_ALL_TYPES, "of all element types");
    is_int(lost, 0, "each is imported again as the same case");
    files_remove();
    gat_arena_free(&a);
}

int main(void)
{
    if (gat_onnx_import_read == NULL || gat_onnx_export_write == NULL) {
        skip("this build has no protobuf-c or no onnx.proto", "node tests come back");
        return done();
    }
    if (!home_read())
        return done();
    round_trip();
    return home_done();
}
