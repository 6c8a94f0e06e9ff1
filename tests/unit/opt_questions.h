/* opt_questions.h - random questions of the sizes at which opt goes its several ways.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_QUESTIONS_H
#define GAT_OPT_QUESTIONS_H

#include "opt_lab.h"

__attribute__((unused)) static void fill_indices(struct lab *l, int64_t extent)
{
    fill_tuples(l, &extent, 1);
}

/* Cases of some thousand to some ten thousand elements; false: too large. */
__attribute__((unused)) static bool gather_question(struct lab *l)
{
    l->c.kernel = ref_kernel_find("gather");
    l->c.updates.ndim = -1;
    int32_t rank = 1 + (int32_t)below(l, 4);
    types_make(l);
    shape_make(l, &l->c.data, rank);
    l->c.axis = (int64_t)below(l, (uint64_t)rank);
    int64_t other = 1, extent = l->c.data.shape[l->c.axis];
    for (int32_t d = 0; d < rank; d++)
        other *= d == l->c.axis ? 1 : l->c.data.shape[d];
    struct gat_array *t = &l->c.indices;
    t->ndim = 1;
    t->shape[0] = extent_make(l, MOST_ELEMENTS / other + 1);
    l->c.batch_dims = 0;
    if (l->c.axis > 0 && below(l, 4) == 0) {
        l->c.batch_dims = 1;
        t->ndim = 2;
        t->shape[1] = t->shape[0];
        t->shape[0] = l->c.data.shape[0];
        if (gat_array_count(t) > MOST / 8 - 64)
            return false;
    }
    fill(l, &l->c.data, l->data);
    fill_indices(l, extent);
    return true;
}

__attribute__((unused)) static bool elements_question(struct lab *l, const char *kernel,
                                                      bool updates)
{
    l->c.batch_dims = 0;
    l->c.kernel = ref_kernel_find(kernel);
    l->c.updates.ndim = -1;
    int32_t rank = 1 + (int32_t)below(l, 4);
    types_make(l);
    shape_make(l, &l->c.data, rank);
    l->c.axis = (int64_t)below(l, (uint64_t)rank);
    struct gat_array *t = &l->c.indices;
    t->ndim = rank;
    int64_t other = 1;
    for (int32_t d = 0; d < rank; d++) {
        t->shape[d] = l->c.data.shape[d];
        if (d != l->c.axis && below(l, 5) == 0)
            t->shape[d] = extent_make(l, t->shape[d]);
        other *= d == l->c.axis ? 1 : t->shape[d];
    }
    if (below(l, 2) == 0)
        t->shape[l->c.axis] = extent_make(l, MOST_ELEMENTS / other + 1);
    if (gat_array_count(t) > MOST_ELEMENTS)
        return false;
    fill(l, &l->c.data, l->data);
    fill_indices(l, l->c.data.shape[l->c.axis]);
    if (updates) {
        enum gat_dtype type = l->c.updates.dtype;
        l->c.updates = l->c.indices;
        l->c.updates.dtype = type;
        fill(l, &l->c.updates, l->updates);
    }
    return true;
}


/* ---- rows that indices name ---- */

/* Rows of each size that has a loop of its own, and of sizes beside it. */
static void data_make(struct lab *l)
{
    static const int64_t rows[] = {1, 2, 3, 4, 8, 16, 17, 32, 63, 64, 65, 100, 520};
    types_make(l);
    shape_make(l, &l->c.data, 1 + (int32_t)below(l, 4));
    if (below(l, 2) == 0)
        l->c.data.shape[l->c.data.ndim - 1] = rows[below(l, 13)];
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

/* Rows that indices name, alone or as tuples; false: too large. */
__attribute__((unused)) static bool places_question(struct lab *l, const char *kernel)
{
    struct gat_array due;
    l->c.kernel = ref_kernel_find(kernel);
    l->c.batch_dims = 0;
    l->c.reduction = below(l, 2) == 0 ? (int64_t)below(l, REF_REDUCTIONS) + 1 : 0;
    l->rules.value[REF_base] = below(l, 4) == 0 ? REF_BASE_ZEROS : REF_BASE_DATA;
    data_make(l);
    enum gat_dtype type = l->c.data.dtype;
    if (gat_array_size(&l->c.data) > MOST)
        return false;
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
            return false;
        fill(l, &l->c.updates, l->updates);
    }
    return true;
}

#endif
