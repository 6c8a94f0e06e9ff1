/* formula.h - the words in which an operator says which element goes where; private to ref.
 *
 * An operator names the dimensions of the tensor that moves, the output of a gather or the
 * updates of a scatter, in their order: each follows a dimension of data, a dimension of
 * indices, or one of both.  Then it names the dimensions of data that the indices are for.
 * Everything else is general: shapes (this file), which element is where (walk.h), gathers
 * (gathers.h) and scatters (updates.h).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FORMULA_H
#define GAT_FORMULA_H

#include "demands.h"

/* Data and indices as the operator sees them: ref_formula_start takes them as they are. */
struct ref_formula {
    struct ref_map *map; /* of the answer, which is made here */
    struct ref_answer *a;
    int32_t data_rank, indices_rank;
    int64_t data[GAT_MAX_RANK], indices[GAT_MAX_RANK];
    int64_t data_step[GAT_MAX_RANK], indices_step[GAT_MAX_RANK]; /* of their elements */
    int64_t follows[GAT_MAX_RANK]; /* per dimension of the moved tensor: the one of data, or -1 */
};
void ref_formula_start(struct ref_formula *f, const struct ref_case *c, struct ref_answer *a);
/* Data count as one dimension. */
void ref_formula_flat(struct ref_formula *f);
/* A tensor of rank 0 takes part as one of shape [1]. */
void ref_formula_lift(struct ref_formula *f);

/* The next dimension of the moved tensor: it has this extent, and follows dimension `d` of
 * data and dimension `i` of indices; -1: none. */
void ref_dimension(struct ref_formula *f, int64_t extent, int64_t d, int64_t i);
/* The next dimensions follow those from `first` to before `end`: of data, of indices, or
 * of both at once, and then they have the extents of indices. */
void ref_along_data(struct ref_formula *f, int64_t first, int64_t end);
void ref_along_indices(struct ref_formula *f, int64_t first, int64_t end);
void ref_along_both(struct ref_formula *f, int64_t first, int64_t end);
/* The indices are for `n` dimensions of data from `first` on: n indices that lie one after
 * the other name a place together. */
void ref_named(struct ref_formula *f, int64_t first, int64_t n);
/* The next index of those is for dimension `d` of data, and good from 0 to places - 1. */
void ref_named_one(struct ref_formula *f, int64_t d, int64_t places);
/* Each element of a window stands for itself: what its coordinate is along a dimension that
 * an index is for is added to the index before the rules see it. */
void ref_named_inside(struct ref_formula *f);

/* The output of a gather: the moved tensor. */
void ref_check_gathered(const struct ref_case *c, struct ref_answer *a);
/* The output of a scatter: data's shape. */
void ref_output_like_data(const struct ref_case *c, struct ref_answer *a);
/* Updates have to be the moved tensor. */
void ref_check_updates(const struct ref_case *c, struct ref_answer *a);
/* After every check: how many elements move together. */
void ref_map_end(struct ref_map *m);

#endif
