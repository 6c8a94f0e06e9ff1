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
#include "walk.h"

/*@ // Elements from one place of dimension d - 1 to the next, in C order.
    logic integer inner{L}(int64_t *shape, integer d, integer rank) =
      d >= rank ? 1 : shape[d] * inner(shape, d + 1, rank);
    lemma inner_same{L, M}: \forall int64_t *shape, integer d, rank;
      d < rank && \at(shape[d], L) == \at(shape[d], M) &&
      inner{L}(shape, d + 1, rank) == inner{M}(shape, d + 1, rank) ==>
      inner{L}(shape, d, rank) == inner{M}(shape, d, rank);
    predicate inner_fits{L}(int64_t *shape, integer rank) =
      \forall integer d; 0 <= d <= rank ==> 0 <= inner(shape, d, rank) <= INT64_MAX;
*/
/* Data and indices as the operator sees them: ref_formula_start takes them as they are. */
struct ref_formula {
    struct ref_map *map; /* of the answer, which is made here */
    struct ref_answer *a;
    int32_t data_rank, indices_rank;
    int64_t data[GAT_MAX_RANK], indices[GAT_MAX_RANK];
    int64_t data_step[GAT_MAX_RANK], indices_step[GAT_MAX_RANK]; /* of their elements */
    int64_t follows[GAT_MAX_RANK]; /* per dimension of the moved tensor: the one of data, or -1 */
};
/*@ predicate stands{L}(struct ref_formula *f) =
      \valid(f) && \valid(f->a) && f->map == &f->a->map && \separated(f, f->a) &&
      0 <= f->data_rank <= GAT_MAX_RANK && 0 <= f->indices_rank <= GAT_MAX_RANK;
    // Dimension k of the moved tensor has this extent and follows dimension d of data and i of
    // indices.
    predicate follows{L}(struct ref_formula *f, integer k, integer extent, integer d, integer i) =
      f->map->shape[k] == extent &&
      f->map->in_data[k] == (0 <= d < f->data_rank ? f->data_step[d] : 0) &&
      f->map->in_indices[k] == (0 <= i < f->indices_rank ? f->indices_step[i] : 0);
    // ... those `offset` before k.
    predicate follows_data{L}(struct ref_formula *f, integer k, integer offset) =
      follows(f, k, f->data[k - offset], k - offset, -1);
    predicate follows_indices{L}(struct ref_formula *f, integer k, integer offset) =
      follows(f, k, f->indices[k - offset], -1, k - offset);
    predicate follows_both{L}(struct ref_formula *f, integer k, integer offset) =
      follows(f, k, f->indices[k - offset], k - offset, k - offset);
    // The first n dimensions of the moved tensor are what they were.
    predicate kept{L, Old}(struct ref_formula *f, integer n) =
      \forall integer k, extent, d, i;
        0 <= k < n && follows{Old}(f, k, extent, d, i) ==> follows{L}(f, k, extent, d, i);
    predicate operands_same{L, Old}(struct ref_formula *f) =
      \at(f->data_rank, L) == \at(f->data_rank, Old) &&
      \at(f->indices_rank, L) == \at(f->indices_rank, Old) &&
      \forall integer d; 0 <= d < GAT_MAX_RANK ==>
        \at(f->data[d], L) == \at(f->data[d], Old) &&
        \at(f->indices[d], L) == \at(f->indices[d], Old) &&
        \at(f->data_step[d], L) == \at(f->data_step[d], Old) &&
        \at(f->indices_step[d], L) == \at(f->indices_step[d], Old);
    lemma follows_data_kept{L, M}: \forall struct ref_formula *f, integer k, offset, n;
      kept{L, M}(f, n) && operands_same{L, M}(f) && 0 <= k < n &&
      0 <= k - offset < GAT_MAX_RANK && follows_data{M}(f, k, offset) ==>
      follows_data{L}(f, k, offset);
    lemma follows_indices_kept{L, M}: \forall struct ref_formula *f, integer k, offset, n;
      kept{L, M}(f, n) && operands_same{L, M}(f) && 0 <= k < n &&
      0 <= k - offset < GAT_MAX_RANK && follows_indices{M}(f, k, offset) ==>
      follows_indices{L}(f, k, offset);
    lemma follows_both_kept{L, M}: \forall struct ref_formula *f, integer k, offset, n;
      kept{L, M}(f, n) && operands_same{L, M}(f) && 0 <= k < n &&
      0 <= k - offset < GAT_MAX_RANK && follows_both{M}(f, k, offset) ==>
      follows_both{L}(f, k, offset);
*/
/*@ requires \valid(f) && \valid_read(c) && \valid(a) && \separated(f, a) && \separated(f, c) &&
             \separated(a, c);
    requires 0 <= c->data.ndim <= GAT_MAX_RANK && 0 <= c->indices.ndim <= GAT_MAX_RANK;
    requires inner_fits(&c->data.shape[0], c->data.ndim) &&
             inner_fits(&c->indices.shape[0], c->indices.ndim);
    terminates \true;
    assigns *f, a->map.rank, a->map.partly, a->depth;
    ensures ready: stands(f) && f->a == a && f->map == &a->map;
    ensures none: a->map.rank == 0 && a->depth == 0 && a->map.partly == 0;
    ensures ranks: f->data_rank == c->data.ndim && f->indices_rank == c->indices.ndim;
    ensures shapes: \forall integer d; 0 <= d < GAT_MAX_RANK ==>
      f->data[d] == c->data.shape[d] && f->indices[d] == c->indices.shape[d];
    ensures data: \forall integer d; 0 <= d < c->data.ndim ==>
      f->data_step[d] == inner{Old}(&c->data.shape[0], d + 1, c->data.ndim);
    ensures indices: \forall integer d; 0 <= d < c->indices.ndim ==>
      f->indices_step[d] == inner{Old}(&c->indices.shape[0], d + 1, c->indices.ndim);
*/
void ref_formula_start(struct ref_formula *f, const struct ref_case *c, struct ref_answer *a);
/* Data count as one dimension. */
void ref_formula_flat(struct ref_formula *f);
/* A tensor of rank 0 takes part as one of shape [1]. */
/*@ requires stands(f);
    terminates \true;
    assigns f->data[0], f->data_rank, f->indices[0], f->indices_rank, f->data_step[0],
            f->indices_step[0];
    ensures data: \old(f->data_rank) > 0
      ? f->data_rank == \old(f->data_rank) && f->data[0] == \old(f->data[0]) &&
        f->data_step[0] == \old(f->data_step[0])
      : f->data_rank == 1 && f->data[0] == 1 && f->data_step[0] == 1;
    ensures indices: \old(f->indices_rank) > 0
      ? f->indices_rank == \old(f->indices_rank) && f->indices[0] == \old(f->indices[0]) &&
        f->indices_step[0] == \old(f->indices_step[0])
      : f->indices_rank == 1 && f->indices[0] == 1 && f->indices_step[0] == 1;
*/
void ref_formula_lift(struct ref_formula *f);

/* The next dimension of the moved tensor: it has this extent, and follows dimension `d` of
 * data and dimension `i` of indices; -1: none. */
/*@ requires stands(f) && 0 <= f->map->rank < GAT_MAX_RANK;
    terminates \true;
    assigns f->map->rank, f->map->shape[f->map->rank], f->map->in_data[f->map->rank],
            f->map->in_indices[f->map->rank], f->follows[f->map->rank];
    ensures next: f->map->rank == \old(f->map->rank) + 1;
    ensures follows: follows(f, \old(f->map->rank), extent, d, i);
    ensures same: stands(f) && operands_same{Here, Old}(f);
    ensures kept: kept{Here, Old}(f, \old(f->map->rank));
*/
void ref_dimension(struct ref_formula *f, int64_t extent, int64_t d, int64_t i);
/* The next dimensions follow those from `first` to before `end`: of data, of indices, or
 * of both at once, and then they have the extents of indices. */
/*@ requires stands(f) && 0 <= f->map->rank && 0 <= first && first <= end <= GAT_MAX_RANK;
    requires f->map->rank + end - first <= GAT_MAX_RANK;
    terminates \true;
    assigns f->map->rank, f->map->shape[0 .. GAT_MAX_RANK - 1],
            f->map->in_data[0 .. GAT_MAX_RANK - 1], f->map->in_indices[0 .. GAT_MAX_RANK - 1],
            f->follows[0 .. GAT_MAX_RANK - 1];
    ensures next: f->map->rank == \old(f->map->rank) + end - first;
    ensures same: stands(f) && operands_same{Here, Old}(f);
    ensures kept: kept{Here, Old}(f, \old(f->map->rank));
    ensures follow: \forall integer k; \old(f->map->rank) <= k < f->map->rank ==>
      follows_data(f, k, \old(f->map->rank) - first);
*/
void ref_along_data(struct ref_formula *f, int64_t first, int64_t end);
/*@ requires stands(f) && 0 <= f->map->rank && 0 <= first && first <= end <= GAT_MAX_RANK;
    requires f->map->rank + end - first <= GAT_MAX_RANK;
    terminates \true;
    assigns f->map->rank, f->map->shape[0 .. GAT_MAX_RANK - 1],
            f->map->in_data[0 .. GAT_MAX_RANK - 1], f->map->in_indices[0 .. GAT_MAX_RANK - 1],
            f->follows[0 .. GAT_MAX_RANK - 1];
    ensures next: f->map->rank == \old(f->map->rank) + end - first;
    ensures same: stands(f) && operands_same{Here, Old}(f);
    ensures kept: kept{Here, Old}(f, \old(f->map->rank));
    ensures follow: \forall integer k; \old(f->map->rank) <= k < f->map->rank ==>
      follows_indices(f, k, \old(f->map->rank) - first);
*/
void ref_along_indices(struct ref_formula *f, int64_t first, int64_t end);
/*@ requires stands(f) && 0 <= f->map->rank && 0 <= first && first <= end <= GAT_MAX_RANK;
    requires f->map->rank + end - first <= GAT_MAX_RANK;
    terminates \true;
    assigns f->map->rank, f->map->shape[0 .. GAT_MAX_RANK - 1],
            f->map->in_data[0 .. GAT_MAX_RANK - 1], f->map->in_indices[0 .. GAT_MAX_RANK - 1],
            f->follows[0 .. GAT_MAX_RANK - 1];
    ensures next: f->map->rank == \old(f->map->rank) + end - first;
    ensures same: stands(f) && operands_same{Here, Old}(f);
    ensures kept: kept{Here, Old}(f, \old(f->map->rank));
    ensures follow: \forall integer k; \old(f->map->rank) <= k < f->map->rank ==>
      follows_both(f, k, \old(f->map->rank) - first);
*/
void ref_along_both(struct ref_formula *f, int64_t first, int64_t end);
/* The indices are for `n` dimensions of data from `first` on: n indices that lie one after
 * the other name a place together. */
/*@ requires stands(f) && n == 1 && f->a->depth == 0 && 0 <= first < f->data_rank;
    terminates \true;
    assigns f->a->depth, f->a->along[0], f->a->places[0], f->map->step[0], f->map->inside[0];
    ensures one: f->a->depth == 1 && f->a->along[0] == first && f->a->places[0] == f->data[first] &&
                 f->map->step[0] == f->data_step[first] && f->map->inside[0] == -1;
*/
void ref_named(struct ref_formula *f, int64_t first, int64_t n);
/* The next index of those is for dimension `d` of data, and good from 0 to places - 1. */
/*@ requires stands(f) && 0 <= f->a->depth < GAT_MAX_RANK && 0 <= d < f->data_rank;
    terminates \true;
    assigns f->a->depth, f->a->along[f->a->depth], f->a->places[f->a->depth],
            f->map->step[f->a->depth], f->map->inside[f->a->depth];
    ensures next: f->a->depth == \old(f->a->depth) + 1;
    ensures one: f->a->along[\old(f->a->depth)] == d && f->a->places[\old(f->a->depth)] == places &&
                 f->map->step[\old(f->a->depth)] == f->data_step[d] &&
                 f->map->inside[\old(f->a->depth)] == -1;
*/
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
