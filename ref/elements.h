/* elements.h - indices that pick or hit single elements; private to ref.
 *
 * gather_elements and scatter_elements share one formula: the element of indices
 * at coordinates i names the element of data at i with i[axis] replaced by the
 * index itself.  A tensor of rank 0 takes part as one of shape [1].
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ELEMENTS_H
#define GAT_ELEMENTS_H

#include "demands.h"

/* Ranks, axis, extents and tiling of data and indices. */
void ref_check_elements(const struct ref_case *c, struct ref_answer *a);

/* Are sizes compared?  Indices without elements may be exempt (rule empty_indices); asked only
 * where a size breaks a demand. */
bool ref_indices_checked(const struct ref_case *c, struct ref_answer *a);

/* A walk over the coordinates of indices in C order: `base` is the position in data
 * of i with i[axis] = 0; the named element lies axis_stride * index behind it. */
struct ref_walk {
    int32_t ndim;
    const int64_t *shape; /* of indices */
    int64_t axis_extent, axis_stride, base;
    int64_t at[GAT_MAX_RANK], stride[GAT_MAX_RANK];
};
void ref_walk_start(const struct ref_case *c, const struct ref_answer *a,
                    struct ref_walk *w);
static inline void ref_walk_step(struct ref_walk *w)
{
    for (int32_t d = w->ndim - 1; d >= 0; d--) {
        w->base += w->stride[d];
        if (++w->at[d] < w->shape[d])
            return;
        w->base -= w->at[d] * w->stride[d];
        w->at[d] = 0;
    }
}
/* The element of data that element `ordinal` of indices names, or a negative
 * number: see ref_position. */
int64_t ref_walk_target(const struct ref_walk *w, const struct ref_case *c,
                        int64_t ordinal);
static inline int64_t ref_walk_here(const struct ref_walk *w, const struct ref_case *c,
                                    int64_t ordinal)
{
    int64_t index = gat_array_index(&c->indices, ordinal);
    int64_t p = ref_position(c->rules, index, w->axis_extent);
    return p < 0 ? p : w->base + p * w->axis_stride;
}

#endif
