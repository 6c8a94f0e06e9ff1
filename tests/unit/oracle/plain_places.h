/* plain_places.h - the place of data that the formula of each operator names for what it moves,
 * dimension by dimension: a coordinate, or an index with what is added to it.
 *
 * Only calls whose shapes, axis and batches are in order may be asked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PLAIN_PLACES_H
#define GAT_PLAIN_PLACES_H

#include <string.h>

#include "ref.h"

struct plain_place {
    int32_t rank;
    int64_t extent[GAT_MAX_RANK];
    bool named[GAT_MAX_RANK];   /* by an index: */
    int64_t index[GAT_MAX_RANK];
    int64_t room[GAT_MAX_RANK]; /* so many values are inside */
    int64_t at[GAT_MAX_RANK];   /* the coordinate, or what is added to the index */
};

struct plain_call {
    const struct ref_case *c;
    int64_t axis, batches; /* counted from the front */
    int32_t rank;          /* of what is moved */
    int64_t shape[GAT_MAX_RANK];
};

static int64_t plain_flat(const int64_t *shape, const int64_t *at, int32_t rank)
{
    int64_t flat = 0;
    for (int32_t d = 0; d < rank; d++)
        flat = flat * shape[d] + at[d];
    return flat;
}

static int64_t plain_index(const struct ref_case *c, const int64_t *at, int32_t rank)
{
    int64_t flat = plain_flat(c->indices.shape, at, rank);
    return c->indices.dtype == GAT_I64 ? ((const int64_t *)c->indices.data)[flat]
                                       : ((const int32_t *)c->indices.data)[flat];
}

static void plain_name(struct plain_place *p, int64_t d, int64_t index)
{
    p->named[d] = true;
    p->index[d] = index;
    p->room[d] = p->extent[d];
    p->at[d] = 0;
}

static void plain_shape(struct plain_call *f, const int64_t *from, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        f->shape[f->rank++] = from[k];
}

/* ---- gather: output[p, i, q] = data[p, indices[b, i], q], where p begins with b; a scatter of
 * slices writes there ---- */

static void gather_shape(struct plain_call *f)
{
    const struct ref_case *c = f->c;
    plain_shape(f, c->data.shape, f->axis);
    plain_shape(f, c->indices.shape + f->batches, c->indices.ndim - f->batches);
    plain_shape(f, c->data.shape + f->axis + 1, c->data.ndim - f->axis - 1);
}

static void gather_place(const struct plain_call *f, const int64_t *m, struct plain_place *p)
{
    const struct ref_case *c = f->c;
    int64_t i[GAT_MAX_RANK], own = c->indices.ndim - f->batches;
    memcpy(i, m, sizeof i);
    for (int64_t k = 0; k < own; k++)
        i[f->batches + k] = m[f->axis + k];
    for (int32_t d = 0; d < p->rank; d++)
        p->at[d] = d < f->axis ? m[d] : d > f->axis ? m[d + own - 1] : 0;
    plain_name(p, f->axis, plain_index(c, i, c->indices.ndim));
}

/* ---- elements: the place of an index, but along the axis what it says; off the axis an operand
 * may have one place for all ---- */

static bool plain_repeats(const struct plain_call *f, int32_t d)
{
    return d != f->axis && f->c->rules->value[REF_off_axis] >= REF_SIZES_REPEAT;
}

static void elements_shape(struct plain_call *f)
{
    plain_shape(f, f->c->indices.shape, f->c->indices.ndim);
    for (int32_t d = 0; d < f->rank; d++)
        if (plain_repeats(f, d) && f->shape[d] == 1)
            f->shape[d] = f->c->data.shape[d];
}

static void elements_place(const struct plain_call *f, const int64_t *m, struct plain_place *p)
{
    int64_t i[GAT_MAX_RANK];
    memcpy(p->at, m, sizeof p->at);
    memcpy(i, m, sizeof i);
    for (int32_t d = 0; d < f->rank; d++) {
        if (plain_repeats(f, d) && p->extent[d] == 1)
            p->at[d] = 0;
        if (plain_repeats(f, d) && f->c->indices.shape[d] == 1)
            i[d] = 0;
    }
    plain_name(p, f->axis, plain_index(f->c, i, f->rank));
}

/* ---- tuples: coordinates after the batches, one for each number of a tuple ---- */

static void tuples_shape(struct plain_call *f)
{
    const struct ref_case *c = f->c;
    int64_t depth = c->indices.shape[c->indices.ndim - 1];
    plain_shape(f, c->indices.shape, c->indices.ndim - 1);
    plain_shape(f, c->data.shape + f->batches + depth, c->data.ndim - f->batches - depth);
}

static void tuples_place(const struct plain_call *f, const int64_t *m, struct plain_place *p)
{
    const struct ref_case *c = f->c;
    int32_t lists = c->indices.ndim - 1;
    int64_t i[GAT_MAX_RANK + 1], depth = c->indices.shape[lists];
    memcpy(i, m, sizeof p->at);
    for (int32_t d = 0; d < p->rank; d++)
        p->at[d] = d < f->batches ? m[d] : m[(lists + d - f->batches - depth) & 7];
    for (int64_t j = 0; j < depth; j++) {
        i[lists] = j;
        plain_name(p, f->batches + j, plain_index(c, i, c->indices.ndim));
    }
}

static void updates_shape(struct plain_call *f)
{
    plain_shape(f, f->c->updates.shape, f->c->updates.ndim);
}

/* ---- places: data are one dimension ---- */

static void places_place(const struct plain_call *f, const int64_t *m, struct plain_place *p)
{
    p->extent[0] = gat_array_count(&f->c->data);
    p->rank = 1;
    plain_name(p, 0, plain_index(f->c, m, f->c->indices.ndim));
}

/* ---- tensor_scatter: a window of each batch begins where its index says ---- */

static void cache_place(const struct plain_call *f, const int64_t *m, struct plain_place *p)
{
    memcpy(p->at, m, sizeof p->at);
    plain_name(p, f->axis, plain_index(f->c, m, 1));
    p->room[f->axis] = p->extent[f->axis] - f->c->updates.shape[f->axis] + 1;
    p->at[f->axis] = m[f->axis];
    if (f->c->rules->value[REF_out_of_range] == REF_OOR_WRAP) { /* each element for itself */
        p->index[f->axis] += m[f->axis];
        p->room[f->axis] = p->extent[f->axis];
        p->at[f->axis] = 0;
    }
}

/* ---- windows: StableHLO's formula ---- */

static const struct ref_list *plain_list(const struct plain_call *f, enum ref_list_id id)
{
    return &f->c->lists[id];
}

static int32_t plain_find(const struct ref_list *l, int64_t value)
{
    for (int32_t k = 0; k < l->count; k++)
        if (l->value[k] == value)
            return k;
    return -1;
}

static bool is_within(const struct plain_call *f, int64_t d)
{
    return plain_find(plain_list(f, REF_collapsed_slice_dims), d) < 0 &&
           plain_find(plain_list(f, REF_operand_batching_dims), d) < 0;
}

static void windows_shape(struct plain_call *f)
{
    const struct ref_case *c = f->c;
    int64_t vector = plain_list(f, REF_index_vector_dim)->value[0];
    int32_t within = 0, beside = 0;
    if (c->kernel->scatters) {
        updates_shape(f);
        return;
    }
    int32_t rank = plain_list(f, REF_offset_dims)->count + c->indices.ndim -
                   (vector < c->indices.ndim);
    while (f->rank < rank)
        if (plain_find(plain_list(f, REF_offset_dims), f->rank) >= 0) {
            while (!is_within(f, within))
                within++;
            f->shape[f->rank++] = plain_list(f, REF_slice_sizes)->value[within++];
        } else {
            beside += beside == vector;
            f->shape[f->rank++] = c->indices.shape[beside++];
        }
}

static void windows_place(const struct plain_call *f, const int64_t *m, struct plain_place *p)
{
    const struct ref_case *c = f->c;
    int64_t vector = plain_list(f, REF_index_vector_dim)->value[0];
    int64_t i[GAT_MAX_RANK + 1] = {0};
    int32_t within = 0, beside = 0;
    memset(p->at, 0, sizeof p->at);
    for (int32_t k = 0; k < f->rank; k++)
        if (plain_find(plain_list(f, REF_offset_dims), k) >= 0) {
            while (!is_within(f, within))
                within++;
            p->at[within++] = m[k];
        } else {
            beside += beside == vector;
            i[beside++] = m[k];
        }
    for (int32_t k = 0; k < plain_list(f, REF_operand_batching_dims)->count; k++)
        p->at[plain_list(f, REF_operand_batching_dims)->value[k]] =
            i[plain_list(f, REF_start_indices_batching_dims)->value[k]];
    for (int32_t j = 0; j < plain_list(f, REF_start_index_map)->count; j++) {
        int64_t d = plain_list(f, REF_start_index_map)->value[j], added = p->at[d];
        i[vector] = j;
        plain_name(p, d, plain_index(c, i, c->indices.ndim));
        if (c->kernel->scatters) { /* each element for itself */
            p->index[d] += added;
        } else {
            p->room[d] = p->extent[d] - plain_list(f, REF_slice_sizes)->value[d] + 1;
            p->at[d] = added;
        }
    }
}

static const struct plain_formula {
    const char *kernel;
    void (*shape)(struct plain_call *);
    void (*place)(const struct plain_call *, const int64_t *, struct plain_place *);
} plain_formulas[] = {
    {"gather", gather_shape, gather_place},
    {"gather_elements", elements_shape, elements_place},
    {"gather_nd", tuples_shape, tuples_place},
    {"gather_windows", windows_shape, windows_place},
    {"take", elements_shape, places_place},
    {"scatter", elements_shape, elements_place},
    {"scatter_elements", elements_shape, elements_place},
    {"scatter_nd", tuples_shape, tuples_place},
    {"scatter_slices", gather_shape, gather_place},
    {"scatter_windows", windows_shape, windows_place},
    {"put", elements_shape, places_place},
    {"tensor_scatter", updates_shape, cache_place},
};

/* The element of updates that goes with a place of the shape which they are broadcast to. */
static int64_t plain_broadcast(const struct gat_array *updates, const int64_t *m, int32_t rank)
{
    int64_t own[GAT_MAX_RANK] = {0};
    for (int32_t d = 0; d < updates->ndim; d++)
        own[d] = updates->shape[d] == 1 ? 0 : m[rank - updates->ndim + d];
    return plain_flat(updates->shape, own, updates->ndim);
}

#endif
