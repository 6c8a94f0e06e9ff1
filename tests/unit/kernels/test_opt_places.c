/* test_opt_places.c - opt answers as ref where indices name rows, alone or as tuples.
 *
 * gather_nd, scatter_nd, scatter_slices, take and put, with and without reductions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_lab.h"

/* Rows of each size that has a loop of its own, and of sizes beside it. */
static void data_make(struct lab *l)
{
    static const int64_t rows[] = {1, 2, 3, 4, 8, 16, 17, 32, 100, 520};
    types_make(l);
    shape_make(l, &l->c.data, 1 + (int32_t)below(l, 4));
    if (below(l, 2) == 0)
        l->c.data.shape[l->c.data.ndim - 1] = rows[below(l, 10)];
    if (gat_array_count(&l->c.data) > 8 * MOST_ELEMENTS)
        l->c.data.shape[0] = 1;
}

/* A number of picks of so many bytes each, few or some blocks of them. */
static int64_t picks_make(struct lab *l, int64_t row)
{
    int64_t most = (MOST / 16) / row;
    return extent_make(l, most > 5000 ? 5000 : most > 0 ? most : 1);
}

static int64_t product(const int64_t *shape, int32_t from, int32_t to)
{
    int64_t n = 1;
    for (; from < to; from++)
        n *= shape[from];
    return n;
}

static void tuples_make(struct lab *l, struct gat_array *due)
{
    struct gat_array *data = &l->c.data, *t = &l->c.indices;
    int32_t b = below(l, 4) == 0 ? 1 : 0, depth = (int32_t)below(l, (uint64_t)(data->ndim - b) + 1);
    l->c.batch_dims = b;
    t->ndim = b + 2;
    t->shape[0] = data->shape[0];
    t->shape[b] = picks_make(l, 16 * product(data->shape, b + depth, data->ndim) *
                                    (b > 0 ? data->shape[0] : 1));
    t->shape[b + 1] = depth;
    int64_t extents[GAT_MAX_RANK + 1] = {1};
    memcpy(extents, data->shape + b, (size_t)depth * sizeof extents[0]);
    fill_tuples(l, extents, depth > 0 ? depth : 1);
    *due = *t;
    due->ndim--;
    for (int32_t d = b + depth; d < data->ndim; d++)
        due->shape[due->ndim++] = data->shape[d];
}

static void slices_make(struct lab *l, struct gat_array *due)
{
    struct gat_array *data = &l->c.data, *t = &l->c.indices;
    int32_t axis = (int32_t)below(l, (uint64_t)data->ndim);
    l->c.axis = axis;
    t->ndim = 1;
    t->shape[0] = picks_make(l, 16 * gat_array_count(data) / data->shape[axis]);
    fill_tuples(l, &data->shape[axis], 1);
    *due = *data;
    due->shape[axis] = t->shape[0];
}

static void elements_make(struct lab *l, struct gat_array *due)
{
    struct gat_array *t = &l->c.indices;
    int64_t count = gat_array_count(&l->c.data);
    t->ndim = 2;
    t->shape[0] = 1 + (int64_t)below(l, 3);
    t->shape[1] = picks_make(l, 16);
    fill_tuples(l, &count, 1);
    *due = *t;
}

static bool places_one(struct lab *l, const char *kernel)
{
    struct gat_array due;
    l->c.kernel = ref_kernel_find(kernel);
    l->c.batch_dims = 0;
    l->c.reduction = below(l, 2) == 0 ? (int64_t)below(l, REF_REDUCTIONS) + 1 : 0;
    l->rules.value[REF_base] = below(l, 4) == 0 ? REF_BASE_ZEROS : REF_BASE_DATA;
    data_make(l);
    enum gat_dtype type = l->c.data.dtype;
    if (gat_array_size(&l->c.data) > MOST)
        return true;
    if (l->c.kernel->naming == REF_NAMES_TUPLES)
        tuples_make(l, &due);
    else if (l->c.kernel->naming == REF_NAMES_SLICES)
        slices_make(l, &due);
    else
        elements_make(l, &due);
    fill(l, &l->c.data, l->data);
    l->c.updates.ndim = -1;
    if (l->c.kernel->scatters) {
        l->c.updates = due;
        l->c.updates.dtype = type;
        if (gat_array_size(&l->c.updates) > MOST - 64)
            return true;
        fill(l, &l->c.updates, l->updates);
    }
    return all_same(l);
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
    overlapping(l);
    lab_close(l);
    return done();
}
