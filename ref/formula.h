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
/* Data and indices as the operator sees them: ref_operands_of takes them as they are. */
struct ref_operands {
    int32_t data_rank, indices_rank;
    int64_t data[GAT_MAX_RANK], indices[GAT_MAX_RANK];           /* extents */
    int64_t data_step[GAT_MAX_RANK], indices_step[GAT_MAX_RANK]; /* of their elements; 0 in
                                                                    dimensions beyond the rank */
};
/*@ predicate operands{L}(struct ref_operands *o) = \valid_read(o) &&
      0 <= o->data_rank <= GAT_MAX_RANK && 0 <= o->indices_rank <= GAT_MAX_RANK;
    // Dimension k of the moved tensor has this extent and these steps in data and indices.
    predicate is_dimension{L}(struct ref_map *m, integer k, integer extent, integer in_data,
                              integer in_indices) =
      m->shape[k] == extent && m->in_data[k] == in_data && m->in_indices[k] == in_indices;
    // It follows the dimension of data, of indices, or of both, that is `offset` before k.
    predicate follows_data{L}(struct ref_map *m, struct ref_operands *o, integer k, integer offset)
   = is_dimension(m, k, o->data[k - offset], o->data_step[k - offset], 0); predicate
   follows_indices{L}(struct ref_map *m, struct ref_operands *o, integer k, integer offset) =
      is_dimension(m, k, o->indices[k - offset], 0, o->indices_step[k - offset]);
    predicate follows_both{L}(struct ref_map *m, struct ref_operands *o, integer k, integer offset)
   = is_dimension(m, k, o->indices[k - offset], o->data_step[k - offset], o->indices_step[k -
   offset]);
    // The operands are those of the case as it was.
    predicate indices_of{L, Old}(struct ref_operands *o, struct ref_case *c) =
      \forall integer d; 0 <= d < \at(c->indices.ndim, Old) ==>
        \at(o->indices[d], L) == \at(c->indices.shape[d], Old) && \at(o->indices_step[d], L) ==
          \at(inner(&c->indices.shape[0], d + 1, c->indices.ndim), Old);
    predicate data_of{L, Old}(struct ref_operands *o, struct ref_case *c) =
      \forall integer d; 0 <= d < \at(c->data.ndim, Old) ==>
        \at(o->data[d], L) == \at(c->data.shape[d], Old) && \at(o->data_step[d], L) ==
          \at(inner(&c->data.shape[0], d + 1, c->data.ndim), Old);
    predicate same{L, Old}(struct ref_operands *o) =
      \forall integer d; 0 <= d < GAT_MAX_RANK ==>
        \at(o->data[d], L) == \at(o->data[d], Old) &&
        \at(o->indices[d], L) == \at(o->indices[d], Old) &&
        \at(o->data_step[d], L) == \at(o->data_step[d], Old) &&
        \at(o->indices_step[d], L) == \at(o->indices_step[d], Old);
    // The first n dimensions of the moved tensor are what they were.
    predicate kept{L, Old}(struct ref_map *m, integer n) = \forall integer k; 0 <= k < n ==>
      \at(m->shape[k], L) == \at(m->shape[k], Old) &&
      \at(m->in_data[k], L) == \at(m->in_data[k], Old) &&
      \at(m->in_indices[k], L) == \at(m->in_indices[k], Old);
*/
/*@ requires \valid(o) && \valid_read(c) && \separated(o, c);
    requires 0 <= c->data.ndim <= GAT_MAX_RANK && 0 <= c->indices.ndim <= GAT_MAX_RANK;
    requires inner_fits(&c->data.shape[0], c->data.ndim) &&
             inner_fits(&c->indices.shape[0], c->indices.ndim);
    terminates \true;
    assigns *o;
    ensures ranks: o->data_rank == c->data.ndim && o->indices_rank == c->indices.ndim;
    ensures data: data_of{Here, Old}(o, c);
    ensures indices: indices_of{Here, Old}(o, c);
*/
void ref_operands_of(struct ref_operands *o, const struct ref_case *c);
/* Data count as one dimension. */
void ref_operands_flat(struct ref_operands *o);
/* A tensor of rank 0 takes part as one of shape [1]. */
/*@ requires \valid(o) && operands(o);
    terminates \true;
    assigns o->data[0], o->data_rank, o->indices[0], o->indices_rank, o->data_step[0],
            o->indices_step[0];
    ensures data: \old(o->data_rank) > 0
      ? o->data_rank == \old(o->data_rank) && o->data[0] == \old(o->data[0]) &&
        o->data_step[0] == \old(o->data_step[0])
      : o->data_rank == 1 && o->data[0] == 1 && o->data_step[0] == 1;
    ensures indices: \old(o->indices_rank) > 0
      ? o->indices_rank == \old(o->indices_rank) && o->indices[0] == \old(o->indices[0]) &&
        o->indices_step[0] == \old(o->indices_step[0])
      : o->indices_rank == 1 && o->indices[0] == 1 && o->indices_step[0] == 1;
*/
void ref_operands_lift(struct ref_operands *o);

/* The moved tensor has no dimension yet, and no place is named. */
/*@ requires \valid(a);
    terminates \true;
    assigns a->map.rank, a->map.partly, a->map.spread, a->depth;
    ensures a->map.rank == 0 && a->depth == 0 && a->map.partly == 0 && a->map.spread == 0;
*/
void ref_formula_start(struct ref_answer *a);
/* The next dimension of the moved tensor: it has this extent, and follows dimension `d` of
 * data and dimension `i` of indices; -1: none. */
/*@ requires \valid(m) && operands(o) && \separated(m, o);
    requires 0 <= m->rank < GAT_MAX_RANK && -1 <= d < GAT_MAX_RANK && -1 <= i < GAT_MAX_RANK;
    terminates \true;
    assigns m->rank, m->shape[m->rank], m->in_data[m->rank], m->in_indices[m->rank],
            m->follows[m->rank];
    ensures next: m->rank == \old(m->rank) + 1;
    ensures one: is_dimension(m, \old(m->rank), extent, d < 0 ? 0 : o->data_step[d],
                              i < 0 ? 0 : o->indices_step[i]);
    ensures kept: kept{Here, Old}(m, \old(m->rank));
    ensures same: same{Here, Old}(o);
*/
void ref_dimension(struct ref_map *m, const struct ref_operands *o, int64_t extent, int64_t d,
                   int64_t i);
/* The next dimensions follow those from `first` to before `end`: of data, of indices, or
 * of both at once, and then they have the extents of indices. */
/*@ requires \valid(m) && operands(o) && \separated(m, o);
    requires 0 <= m->rank && 0 <= first && first <= end <= GAT_MAX_RANK;
    requires m->rank + end - first <= GAT_MAX_RANK;
    terminates \true;
    assigns m->rank, m->shape[0 .. GAT_MAX_RANK - 1], m->in_data[0 .. GAT_MAX_RANK - 1],
            m->in_indices[0 .. GAT_MAX_RANK - 1], m->follows[0 .. GAT_MAX_RANK - 1];
    ensures next: m->rank == \old(m->rank) + end - first;
    ensures kept: kept{Here, Old}(m, \old(m->rank));
    ensures follow: \forall integer k; \old(m->rank) <= k < m->rank ==>
      follows_data(m, o, k, \old(m->rank) - first);
    ensures same: same{Here, Old}(o);
*/
void ref_along_data(struct ref_map *m, const struct ref_operands *o, int64_t first, int64_t end);
/*@ requires \valid(m) && operands(o) && \separated(m, o);
    requires 0 <= m->rank && 0 <= first && first <= end <= GAT_MAX_RANK;
    requires m->rank + end - first <= GAT_MAX_RANK;
    terminates \true;
    assigns m->rank, m->shape[0 .. GAT_MAX_RANK - 1], m->in_data[0 .. GAT_MAX_RANK - 1],
            m->in_indices[0 .. GAT_MAX_RANK - 1], m->follows[0 .. GAT_MAX_RANK - 1];
    ensures next: m->rank == \old(m->rank) + end - first;
    ensures kept: kept{Here, Old}(m, \old(m->rank));
    ensures follow: \forall integer k; \old(m->rank) <= k < m->rank ==>
      follows_indices(m, o, k, \old(m->rank) - first);
    ensures same: same{Here, Old}(o);
*/
void ref_along_indices(struct ref_map *m, const struct ref_operands *o, int64_t first, int64_t end);
/*@ requires \valid(m) && operands(o) && \separated(m, o);
    requires 0 <= m->rank && 0 <= first && first <= end <= GAT_MAX_RANK;
    requires m->rank + end - first <= GAT_MAX_RANK;
    terminates \true;
    assigns m->rank, m->shape[0 .. GAT_MAX_RANK - 1], m->in_data[0 .. GAT_MAX_RANK - 1],
            m->in_indices[0 .. GAT_MAX_RANK - 1], m->follows[0 .. GAT_MAX_RANK - 1];
    ensures next: m->rank == \old(m->rank) + end - first;
    ensures kept: kept{Here, Old}(m, \old(m->rank));
    ensures follow: \forall integer k; \old(m->rank) <= k < m->rank ==>
      follows_both(m, o, k, \old(m->rank) - first);
    ensures same: same{Here, Old}(o);
*/
void ref_along_both(struct ref_map *m, const struct ref_operands *o, int64_t first, int64_t end);
/* The indices are for `n` dimensions of data from `first` on: n indices that lie one after
 * the other name a place together. */
/*@ requires \valid(a) && operands(o) && \separated(a, o);
    requires n == 1 && a->depth == 0 && 0 <= first < o->data_rank;
    terminates \true;
    assigns a->depth, a->along[0], a->places[0], a->map.step[0], a->map.inside[0];
    ensures one: a->depth == 1 && a->along[0] == first && a->places[0] == o->data[first] &&
                 a->map.step[0] == o->data_step[first] && a->map.inside[0] == -1;
*/
void ref_named(struct ref_answer *a, const struct ref_operands *o, int64_t first, int64_t n);
/* The next index of those is for dimension `d` of data, and good from 0 to places - 1. */
/*@ requires \valid(a) && operands(o) && \separated(a, o);
    requires 0 <= a->depth < GAT_MAX_RANK && 0 <= d < o->data_rank;
    terminates \true;
    assigns a->depth, a->along[a->depth], a->places[a->depth], a->map.step[a->depth],
            a->map.inside[a->depth];
    ensures next: a->depth == \old(a->depth) + 1;
    ensures one: a->along[\old(a->depth)] == d && a->places[\old(a->depth)] == places &&
                 a->map.step[\old(a->depth)] == o->data_step[d] &&
                 a->map.inside[\old(a->depth)] == -1;
*/
void ref_named_one(struct ref_answer *a, const struct ref_operands *o, int64_t d, int64_t places);
/* Each element of a window stands for itself: what its coordinate is along a dimension that
 * an index is for is added to the index before the rules see it. */
void ref_named_inside(struct ref_answer *a);

/* The output of a gather: the moved tensor. */
void ref_check_gathered(const struct ref_case *c, struct ref_answer *a);
/* The output of a scatter: data's shape. */
void ref_output_like_data(const struct ref_case *c, struct ref_answer *a);
/* Are updates of another shape broadcast to the moved tensor, by rule updates_sizes? */
bool ref_updates_spread(const struct ref_case *c, struct ref_answer *a);
/* Updates have to be the moved tensor, or broadcast to it. */
void ref_check_updates(const struct ref_case *c, struct ref_answer *a);
/*@ // Dimension d moves together with the `run` elements after it.
    predicate joined{L}(struct ref_map *m, integer d, integer run) =
      m->shape[d] == 1 || (m->in_indices[d] == 0 && m->in_data[d] == run);
    predicate joined_from{L}(struct ref_map *m, integer n) =
      \forall integer d; n < d <= m->rank ==>
        joined(m, d - 1, inner(&m->shape[0], d, m->rank));
    // Element e of the moved tensor lies in data where its row does, and as far on as in its row.
    predicate lies_in_row{L}(struct ref_map *m, integer e, integer n, integer run) =
      offset(&m->shape[0], &m->in_data[0], m->rank, e) ==
        offset(&m->shape[0], &m->in_data[0], n, e / run) + e % run &&
      offset(&m->shape[0], &m->in_indices[0], m->rank, e) ==
        offset(&m->shape[0], &m->in_indices[0], n, e / run);
*/
/*@ ghost
    // One dimension more.
    /@ requires 0 <= d < rank <= GAT_MAX_RANK && \valid_read(shape + d);
       requires run == inner(shape, d + 1, rank);
       terminates \true;
       assigns \nothing;
       ensures inner(shape, d, rank) == shape[d] * run;
    @/
    void ref_lemma_inner(const int64_t *shape, int32_t d, int32_t rank, int64_t run)
    {
    }
    // The last dimension of a sum.
    /@ requires 0 <= d < GAT_MAX_RANK && 0 <= k && \valid_read(shape + d) && 1 <= shape[d];
       terminates \true;
       assigns \nothing;
       ensures offset(shape, step, d + 1, k) ==
               (k % shape[d]) * step[d] + offset(shape, step, d, k / shape[d]);
       ensures shape[d] == 1 ==> offset(shape, step, d + 1, k) == offset(shape, step, d, k);
    @/
    void ref_lemma_unfold(const int64_t *shape, const int64_t *step, int32_t d, int64_t k)
    {
        int64_t s = shape[d];
        /@ assert k == 0 ==> k % s == 0 && k / s == 0; @/
        /@ assert s == 1 ==> k % s == 0 && k / s == k; @/
        /@ assert offset(shape, step, d, 0) == 0; @/
    }
    /@ requires \valid_read(m) && 0 <= m->outer <= m->rank <= GAT_MAX_RANK && 0 <= e;
       requires \forall integer d; 0 <= d < m->rank ==> 1 <= m->shape[d];
       requires inner_fits(&m->shape[0], m->rank);
       requires joined_from(m, m->outer) && m->run == inner(&m->shape[0], m->outer, m->rank);
       terminates \true;
       assigns \nothing;
       ensures lies_in_row(m, e, m->outer, m->run);
    @/
    void ref_lemma_run(const struct ref_map *m, int64_t e)
    {
        int64_t run = 1;
        int32_t n = m->rank;
        /@ loop invariant m->outer <= n <= m->rank;
           loop invariant run == inner(&m->shape[0], n, m->rank) && 1 <= run;
           loop invariant lies_in_row(m, e, n, run);
           loop assigns n, run;
           loop variant n;
        @/
        while (n > m->outer) {
            n--;
            int64_t s = m->shape[n];
            int64_t k = e / run;
            int64_t rest = e % run;
            /@ assert 0 <= k && 0 <= rest; @/
            /@ assert run == inner(&m->shape[0], n + 1, m->rank); @/
            /@ assert joined(m, n, run); @/
            ref_lemma_inner(&m->shape[0], n, m->rank, run);
            /@ assert inner(&m->shape[0], n, m->rank) == s * run; @/
            ref_lemma_nested(e, run, s, s * run);
            ref_lemma_unfold(&m->shape[0], &m->in_data[0], n, k);
            ref_lemma_unfold(&m->shape[0], &m->in_indices[0], n, k);
            /@ assert s == 1 ==> k % s == 0 && (k % s) * run == 0 && k / s == k; @/
            /@ assert s != 1 ==> m->in_data[n] == run && m->in_indices[n] == 0; @/
            /@ assert s != 1 ==> (k % s) * m->in_data[n] == (k % s) * run &&
                 (k % s) * m->in_indices[n] == 0; @/
            /@ assert offset(&m->shape[0], &m->in_data[0], n + 1, k) + rest ==
                 offset(&m->shape[0], &m->in_data[0], n, e / (s * run)) + e % (s * run); @/
            /@ assert offset(&m->shape[0], &m->in_indices[0], n + 1, k) ==
                 offset(&m->shape[0], &m->in_indices[0], n, e / (s * run)); @/
            run = s * run;
        }
    }
*/
/* After every check: how many elements move together. */
/*@ requires \valid(m) && 0 <= m->rank <= GAT_MAX_RANK && inner_fits(&m->shape[0], m->rank);
    requires \forall integer d; 0 <= d <= m->rank ==>
      0 <= product(&m->shape[0], 0, d) <= INT64_MAX;
    terminates \true;
    assigns m->run, m->outer, m->rows;
    ensures outer: 0 <= m->outer <= m->rank;
    ensures run: m->run == inner{Old}(&m->shape[0], m->outer, m->rank);
    ensures rows: m->rows == product{Old}(&m->shape[0], 0, m->outer);
    ensures joined: \forall integer d; m->outer < d <= m->rank ==>
      joined(m, d - 1, inner{Old}(&m->shape[0], d, m->rank));
*/
void ref_map_end(struct ref_map *m);

#endif
