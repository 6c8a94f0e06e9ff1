/* test_opt_places.c - opt answers as ref where indices name rows, alone or as tuples.
 *
 * gather_nd, scatter_nd, scatter_slices, take and put, with and without reductions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_questions.h"

static bool places_one(struct lab *l, const char *kernel)
{
    return !places_question(l, kernel) || all_same(l);
}

/* An output that begins within data, or in which data begin, is left to who copies first. */
static void overlapping(struct lab *l)
{
    static int64_t where[2] = {0, 3};
    struct ref_answer a;
    l->c.kernel = ref_kernel_find("put");
    l->c.reduction = 0;
    l->rules.value[REF_base] = REF_BASE_DATA;
    l->rules.value[REF_out_of_range] = REF_OOR_ERROR;
    l->c.data =
        (struct gat_array){.dtype = GAT_F32, .ndim = 1, .shape = {100}, .data = l->data + 1024};
    l->c.indices = (struct gat_array){.dtype = GAT_I64, .ndim = 1, .shape = {2}, .data = where};
    l->c.updates =
        (struct gat_array){.dtype = GAT_F32, .ndim = 1, .shape = {2}, .data = l->updates};
    ref_check(&l->c, &a);
    for (int64_t shift = -400; shift <= 400; shift += 100) {
        bool apart = shift == 0 || shift == -400 || shift == 400;
        a.output.data = l->data + 1024 + shift;
        is_int(opt_run(l->opt[0], &l->c, &a), apart, "an output beside data, in place or within");
    }
}

/* Many updates of few rows: threads share the rows, however few each of them has. */
static bool few_rows(struct lab *l)
{
    bool good = true;
    l->c.kernel = ref_kernel_find("put");
    l->c.reduction = REF_ADD + 1;
    l->rules.value[REF_base] = REF_BASE_DATA;
    for (int64_t rows = 1; good && rows <= 40; rows++) {
        struct gat_array due;
        l->c.data = (struct gat_array){.dtype = GAT_I64, .ndim = 1, .shape = {rows}};
        l->c.indices.dtype = GAT_I64;
        fill(l, &l->c.data, l->data);
        elements_make(l, &due);
        l->c.indices.shape[0] = due.shape[0] = 1;
        l->c.indices.shape[1] = due.shape[1] = 20000;
        fill_tuples(l, &rows, 1);
        l->c.updates = due;
        l->c.updates.dtype = GAT_I64;
        fill(l, &l->c.updates, l->updates);
        good = all_same(l);
    }
    return good;
}

/* Indices that never fall: one of `steps` goes on to a later place. */
static void rising_indices(struct lab *l, uint64_t steps, int64_t extent)
{
    struct gat_array *t = &l->c.indices;
    int64_t count = gat_array_count(t), at = (int64_t)below(l, 3);
    for (int64_t k = 0; k < count; k++) {
        at += below(l, steps) == 0 ? 1 + (int64_t)(below(l, 50) == 0) : 0;
        at = at < extent ? at : extent - 1;
        int32_t narrow = (int32_t)at;
        if (t->dtype == GAT_I32)
            memcpy((char *)t->data + k * 4, &narrow, 4);
        else
            memcpy((char *)t->data + k * 8, &at, 8);
    }
}

/* One index far in lies before the one before it, or counts from the end. */
static void index_falls(struct lab *l, int64_t extent)
{
    struct gat_array *t = &l->c.indices;
    int64_t at = (int64_t)below(l, (uint64_t)gat_array_count(t));
    int32_t narrow = (int32_t)below(l, 2 * (uint64_t)extent) - (int32_t)extent;
    int64_t wide = narrow;
    memcpy((char *)t->data + at * (t->dtype == GAT_I32 ? 4 : 8),
           t->dtype == GAT_I32 ? (void *)&narrow : &wide, t->dtype == GAT_I32 ? 4 : 8);
}

/* Updates in the order of their places, in runs of any length, of which many meet in one. */
static bool rising(struct lab *l)
{
    static const enum gat_dtype types[] = {GAT_F32, GAT_BF16, GAT_F64, GAT_I64, GAT_I32};
    static const enum ref_reduction hows[] = {REF_ADD, REF_MAX, REF_MIN};
    static const uint64_t steps[] = {1, 2, 4, 60, 1500, UINT64_C(1) << 40};
    bool good = true;
    l->rules.value[REF_base] = REF_BASE_DATA;
    l->rules.value[REF_out_of_range] = REF_OOR_ERROR;
    for (unsigned k = 0; good && k < 5 * 3 * 6 * 2; k++) {
        struct gat_array due;
        int64_t rows = 3000 + (int64_t)below(l, 3000);
        l->c.kernel = ref_kernel_find("put");
        l->c.reduction = hows[k / 5 % 3] + 1;
        l->c.data = (struct gat_array){.dtype = types[k % 5], .ndim = 1, .shape = {rows}};
        l->c.indices.dtype = k / 90 == 0 ? GAT_I64 : GAT_I32;
        fill(l, &l->c.data, l->data);
        elements_make(l, &due);
        l->c.indices.shape[0] = due.shape[0] = 1;
        l->c.indices.shape[1] = due.shape[1] = 100 + (int64_t)below(l, 12000);
        fill_tuples(l, &rows, 1);
        rising_indices(l, steps[k / 15 % 6], rows);
        l->c.updates = due;
        l->c.updates.dtype = types[k % 5];
        fill(l, &l->c.updates, l->updates);
        good = all_same(l);
        index_falls(l, rows);
        good = good && all_same(l);
    }
    return good;
}

int main(int count, char **arguments)
{
    static const char *const kernels[] = {"gather_nd", "scatter_nd", "scatter_slices", "take",
                                          "put"};
    unsigned rounds = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 100;
    struct lab *l = lab_open();
    for (unsigned n = 0; n < sizeof kernels / sizeof kernels[0]; n++) {
        bool good = true;
        for (unsigned k = 0; good && k < rounds; k++)
            good = places_one(l, kernels[n]);
        ok(good, "%s: opt answers as ref", kernels[n]);
    }
    ok(few_rows(l), "many updates of few rows: opt answers as ref");
    ok(rising(l), "updates in the order of their places: opt answers as ref");
    overlapping(l);
    lab_close(l);
    return done();
}
