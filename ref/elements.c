/* elements.c - indices that pick or hit single elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

static const int64_t one[GAT_MAX_RANK] = {1};

static const int64_t *shape_of(const struct gat_array *t)
{
    return t->ndim == 0 ? one : t->shape;
}

/* An extent of indices beyond data's, off the axis, names elements that do not
 * exist: no reading can serve it, unless indices have no elements at all. */
static void check_off_axis(const struct ref_case *c, struct ref_answer *a, int64_t index,
                           int64_t data, int64_t count)
{
    if (index == data)
        return;
    int64_t rule = ref_rule(c, a, REF_off_axis);
    if (index > data && count > 0)
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    else if ((rule == REF_SIZES_EQUAL || (rule == REF_SIZES_AT_MOST && index > data)) &&
             ref_indices_checked(c, a))
        ref_broken(c, a, REF_bad_sizes, GAT_E_INVALID);
}

bool ref_indices_checked(const struct ref_case *c, struct ref_answer *a)
{
    return gat_array_count(&c->indices) > 0 ||
           ref_rule(c, a, REF_empty_indices) == REF_EMPTY_INDICES_CHECKED;
}

void ref_check_elements(const struct ref_case *c, struct ref_answer *a)
{
    const int64_t *data = shape_of(&c->data), *indices = shape_of(&c->indices);
    int32_t r = c->data.ndim == 0 ? 1 : c->data.ndim;
    int32_t q = c->indices.ndim == 0 ? 1 : c->indices.ndim;
    if (r != q)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (c->data.ndim != c->indices.ndim)
        ref_broken(c, a, REF_bad_rank, GAT_E_INVALID);
    if (!ref_check_axis(c, a, r) || r != q)
        return;
    int64_t count = gat_array_count(&c->indices);
    for (int32_t d = 0; d < r; d++) {
        if (d != a->axis)
            check_off_axis(c, a, indices[d], data[d], count);
        else if (indices[d] > data[d] && ref_rule(c, a, REF_on_axis) != REF_SIZES_ANY &&
                 ref_indices_checked(c, a))
            ref_broken(c, a, REF_bad_sizes, GAT_E_INVALID);
    }
    ref_check_tiling(c, a);
}

void ref_walk_start(const struct ref_case *c, const struct ref_answer *a,
                    struct ref_walk *w)
{
    const int64_t *data = shape_of(&c->data);
    w->ndim = c->indices.ndim;
    w->shape = c->indices.shape;
    w->axis_extent = data[a->axis];
    w->base = 0;
    int64_t stride = 1;
    for (int32_t d = c->data.ndim - 1; d >= 0; d--) {
        w->at[d] = 0;
        w->stride[d] = stride;
        stride *= data[d];
    }
    w->axis_stride = c->data.ndim == 0 ? 1 : w->stride[a->axis];
    w->stride[a->axis] = 0;
    w->at[0] = 0;
}

int64_t ref_walk_target(const struct ref_walk *w, const struct ref_case *c,
                        int64_t ordinal)
{
    int64_t at[GAT_MAX_RANK], base = 0;
    gat_shape_unravel(w->ndim, w->shape, ordinal, at);
    for (int32_t d = 0; d < w->ndim; d++)
        base += at[d] * w->stride[d];
    int64_t index = gat_array_index(&c->indices, ordinal);
    int64_t p = ref_position(c->rules, index, w->axis_extent);
    return p < 0 ? p : base + p * w->axis_stride;
}
