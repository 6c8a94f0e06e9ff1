/* walk.h - from one row of the moved tensor to the next, and where each belongs; private to
 * ref.
 *
 * The moved tensor is the output of a gather or the updates of a scatter.  A row is a part of it
 * that moves together, map.run elements; the rows along the last dimension that is counted are a
 * line.  Annotations are for `make proof`: docs/why/proof.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WALK_H
#define GAT_WALK_H

#include "demands.h"
#include "lemmas.h"

/*@ // Row number k in C order of n extents: the sum of its coordinates times their steps.
    logic integer offset{L}(int64_t *shape, int64_t *step, integer n, integer k) =
      n <= 0 || k <= 0 ? 0
      : (k % shape[n - 1]) * step[n - 1] + offset(shape, step, n - 1, k / shape[n - 1]);

    // The greatest of these.
    logic integer reach{L}(int64_t *shape, int64_t *step, integer n) =
      n <= 0 ? 0 : reach(shape, step, n - 1) + (shape[n - 1] - 1) * step[n - 1];

    predicate steps_fit{L}(int64_t *shape, int64_t *step, integer n) =
      (\forall integer d; 0 <= d < n ==> 1 <= shape[d] && 0 <= step[d]) &&
      (\forall integer d; 0 <= d <= n ==> 0 <= reach(shape, step, d)) &&
      reach(shape, step, n) <= INT64_MAX;
*/
/*@ ghost
    // The last dimension of a sum, whose coordinate is `at`.
    /@ requires 0 < n <= GAT_MAX_RANK && 0 <= k && steps_fit(shape, step, n);
       requires at == k % shape[n - 1];
       requires \valid_read(shape + (n - 1)) && \valid_read(step + (n - 1));
       terminates \true;
       assigns \nothing;
       ensures steps_fit(shape, step, n - 1);
       ensures 1 <= shape[n - 1] && 0 <= step[n - 1] && 0 <= at < shape[n - 1];
       ensures 0 <= reach(shape, step, n - 1);
       ensures 0 <= at * step[n - 1] <= (shape[n - 1] - 1) * step[n - 1] <= INT64_MAX;
       ensures (shape[n - 1] - 1 - at) * step[n - 1] + at * step[n - 1] ==
               (shape[n - 1] - 1) * step[n - 1];
       ensures reach(shape, step, n) ==
               reach(shape, step, n - 1) + (shape[n - 1] - 1) * step[n - 1];
       ensures offset(shape, step, n, k) ==
               at * step[n - 1] + offset(shape, step, n - 1, k / shape[n - 1]);
    @/
    void ref_lemma_last(const int64_t *shape, const int64_t *step, int32_t n, int64_t k,
                        int64_t at)
    {
        /@ assert 0 <= shape[n - 1] - 1 && 0 <= step[n - 1]; @/
        /@ assert 0 <= at <= shape[n - 1] - 1; @/
        ref_lemma_grows(at, shape[n - 1] - 1, step[n - 1]);
        ref_lemma_split(shape[n - 1] - 1, at, step[n - 1]);
        /@ assert k == 0 ==> at == 0 && k / shape[n - 1] == 0; @/
        /@ assert k == 0 ==> at * step[n - 1] == 0; @/
        /@ assert k > 0 ==> offset(shape, step, n, k) ==
             at * step[n - 1] + offset(shape, step, n - 1, k / shape[n - 1]); @/
        /@ assert k == 0 ==> offset(shape, step, n, k) == 0; @/
        /@ assert offset(shape, step, n - 1, 0) == 0; @/
        /@ assert 0 <= reach(shape, step, n - 1); @/
        /@ assert reach(shape, step, n - 1) <= reach(shape, step, n); @/
    }
    // One row on in a line.
    /@ requires 0 < n <= GAT_MAX_RANK && 0 <= k < INT64_MAX && steps_fit(shape, step, n);
       requires \valid_read(shape + (n - 1)) && \valid_read(step + (n - 1));
       requires at == k % shape[n - 1] && at + 1 < shape[n - 1];
       terminates \true;
       assigns \nothing;
       ensures offset(shape, step, n, k + 1) == offset(shape, step, n, k) + step[n - 1];
       ensures 0 <= at && (k + 1) % shape[n - 1] == at + 1;
       ensures 0 <= step[n - 1] <= (shape[n - 1] - 1 - at) * step[n - 1];
       ensures 0 <= (shape[n - 1] - 2 - at) * step[n - 1];
       ensures (shape[n - 1] - 2 - at) * step[n - 1] + step[n - 1] ==
               (shape[n - 1] - 1 - at) * step[n - 1];
    @/
    void ref_lemma_on(const int64_t *shape, const int64_t *step, int32_t n, int64_t k, int64_t at)
    {
        ref_lemma_next(k, shape[n - 1]);
        ref_lemma_last(shape, step, n, k, at);
        ref_lemma_last(shape, step, n, k + 1, at + 1);
        ref_lemma_grows(1, shape[n - 1] - 1 - at, step[n - 1]);
        /@ assert (at + 1) * step[n - 1] == at * step[n - 1] + step[n - 1]; @/
        /@ assert offset(shape, step, n - 1, (k + 1) / shape[n - 1]) ==
                  offset(shape, step, n - 1, k / shape[n - 1]); @/
    }
*/

/*@ requires 0 <= n <= GAT_MAX_RANK && 0 <= k;
    requires n > 0 ==> \valid_read(shape + (0 .. n - 1)) && \valid_read(step + (0 .. n - 1));
    requires steps_fit(shape, step, n);
    terminates \true;
    assigns \nothing;
    ensures value: \result == offset(shape, step, n, k);
    ensures inside: 0 <= \result <= reach(shape, step, n);
*/
int64_t ref_offset(int32_t n, const int64_t *shape, const int64_t *step, int64_t k);

/* A row: its number, its place in its line, and the elements of data and of indices that its
 * coordinates say. */
struct ref_walk {
    int64_t row, at, data, indices;
};

/*@ logic integer data_at{L}(struct ref_map *m, integer row) =
      offset(&m->shape[0], &m->in_data[0], m->outer, row);
    logic integer indices_at{L}(struct ref_map *m, integer row) =
      offset(&m->shape[0], &m->in_indices[0], m->outer, row);
    logic integer data_reach{L}(struct ref_map *m) =
      reach(&m->shape[0], &m->in_data[0], m->outer);
    logic integer indices_reach{L}(struct ref_map *m) =
      reach(&m->shape[0], &m->in_indices[0], m->outer);

    predicate walkable{L}(struct ref_map *m) =
      0 <= m->outer <= GAT_MAX_RANK &&
      steps_fit(&m->shape[0], &m->in_data[0], m->outer) &&
      steps_fit(&m->shape[0], &m->in_indices[0], m->outer);

    // The rest of a line is inside.
    predicate data_ends{L}(struct ref_map *m, integer at, integer data) =
      data + (m->outer <= 0 ? 0 : (m->shape[m->outer - 1] - 1 - at) *
                                  m->in_data[m->outer - 1]) <= data_reach(m);
    predicate indices_ends{L}(struct ref_map *m, integer at, integer indices) =
      indices + (m->outer <= 0 ? 0 : (m->shape[m->outer - 1] - 1 - at) *
                                     m->in_indices[m->outer - 1]) <= indices_reach(m);
    predicate inside{L}(struct ref_map *m, struct ref_walk w) =
      0 <= w.data <= data_reach(m) && 0 <= w.indices <= indices_reach(m);
    predicate walks{L}(struct ref_map *m, struct ref_walk w) =
      0 <= w.row && w.at == (m->outer <= 0 ? 0 : w.row % m->shape[m->outer - 1]) &&
      0 <= w.data && w.data == data_at(m, w.row) && data_ends(m, w.at, w.data) &&
      0 <= w.indices && w.indices == indices_at(m, w.row) && indices_ends(m, w.at, w.indices) &&
      inside(m, w);
*/

/* Row number `row`, in C order; there are map.rows, and the one after the last may not be read. */
/*@ requires \valid_read(m) && 0 <= row;
    requires walkable(m);
    terminates \true;
    assigns \nothing;
    ensures row: \result.row == row;
    ensures place: \result.at == (m->outer <= 0 ? 0 : \result.row % m->shape[m->outer - 1]);
    ensures data: 0 <= \result.data && \result.data == data_at(m, \result.row);
    ensures indices: 0 <= \result.indices && \result.indices == indices_at(m, \result.row);
    ensures data_ends: data_ends(m, \result.at, \result.data);
    ensures indices_ends: indices_ends(m, \result.at, \result.indices);
    ensures inside: inside(m, \result);
*/
struct ref_walk ref_walk_at(const struct ref_map *m, int64_t row);

/* The row after it. */
/*@ requires \valid_read(m) && w.row < INT64_MAX;
    requires walkable(m) && walks(m, w);
    terminates \true;
    assigns \nothing;
    ensures row: \result.row == w.row + 1;
    ensures place: \result.at == (m->outer <= 0 ? 0 : \result.row % m->shape[m->outer - 1]);
    ensures data: 0 <= \result.data && \result.data == data_at(m, \result.row);
    ensures indices: 0 <= \result.indices && \result.indices == indices_at(m, \result.row);
    ensures data_ends: data_ends(m, \result.at, \result.data);
    ensures indices_ends: indices_ends(m, \result.at, \result.indices);
    ensures inside: inside(m, \result);
*/
static inline struct ref_walk ref_walk_next(const struct ref_map *m, struct ref_walk w)
{
    int32_t last = m->outer - 1;
    if (last < 0 || w.at + 1 >= m->shape[last])
        return ref_walk_at(m, w.row + 1);
    //@ assert data_ends(m, w.at, w.data) && indices_ends(m, w.at, w.indices);
    //@ assert w.data == data_at(m, w.row) && w.indices == indices_at(m, w.row);
    //@ ghost ref_lemma_on(m->shape, m->in_data, m->outer, w.row, w.at);
    //@ ghost ref_lemma_on(m->shape, m->in_indices, m->outer, w.row, w.at);
    //@ assert data_at(m, w.row + 1) == w.data + m->in_data[last];
    //@ assert indices_at(m, w.row + 1) == w.indices + m->in_indices[last];
    //@ assert data_ends(m, w.at + 1, w.data + m->in_data[last]);
    //@ assert indices_ends(m, w.at + 1, w.indices + m->in_indices[last]);
    w.row++;
    w.at++;
    w.data += m->in_data[last];
    w.indices += m->in_indices[last];
    return w;
}

/*@ // Where number j of the indices of a row points; those of a row begin at element `first`.
    logic integer pointed{L}(struct ref_rules *r, struct gat_array *indices, struct ref_answer *a,
                             integer first, integer j) =
      position(r->value[REF_index_domain], r->value[REF_out_of_range],
               index_named(indices, first + j * a->stride), a->places[j]);
    // The sum of the first n of these times their steps.
    logic integer moves{L}(struct ref_rules *r, struct gat_array *indices, struct ref_answer *a,
                           integer first, integer n) =
      n <= 0 ? 0 : moves(r, indices, a, first, n - 1) +
                   pointed(r, indices, a, first, n - 1) * a->map.step[n - 1];
    predicate all_point{L}(struct ref_rules *r, struct gat_array *indices, struct ref_answer *a,
                           integer first, integer n) =
      \forall integer j; 0 <= j < n ==> 0 <= pointed(r, indices, a, first, j);
    // The greatest sum.
    logic integer moves_reach{L}(struct ref_answer *a, integer n) =
      n <= 0 ? 0 : moves_reach(a, n - 1) +
                   (a->places[n - 1] <= 0 ? 0 : (a->places[n - 1] - 1) * a->map.step[n - 1]);
    predicate index_fits{L}(struct ref_answer *a, integer j) =
      0 <= j * a->stride <= INT64_MAX - indices_reach(&a->map);
    // Indices of a gather: none is for one element of a window alone.
    predicate places_fit{L}(struct ref_answer *a) =
      !a->map.partly && 0 <= a->depth <= GAT_MAX_RANK &&
      0 <= data_reach(&a->map) &&
      (\forall integer j; 0 <= j < a->depth ==>
         0 <= a->places[j] && 0 <= a->map.step[j] && a->map.inside[j] < 0) &&
      (\forall integer n; 0 <= n <= a->depth ==>
         0 <= moves_reach(a, n) && data_reach(&a->map) + moves_reach(a, n) <= INT64_MAX) &&
      (\forall integer j; 0 <= j < a->depth ==> index_fits(a, j));
    predicate readable{L}(struct ref_case *c, struct ref_answer *a) =
      \valid_read(c) && \valid_read(a) && \valid_read(c->rules);
*/
/* ref_walk_place of any number of indices. */
/*@ requires readable(c, a) && places_fit(a);
    requires inside(&a->map, w);
    terminates \true;
    assigns \nothing;
    ensures somewhere: 0 <= \result ==>
      all_point(c->rules, &c->indices, a, w.indices, a->depth) &&
      \result == w.data + moves(c->rules, &c->indices, a, w.indices, a->depth);
    ensures nowhere: \result < 0 ==>
      !all_point(c->rules, &c->indices, a, w.indices, a->depth);
    ensures inside: REF_AT_FILL <= \result <= w.data + moves_reach(a, a->depth);
*/
int64_t ref_walk_place_any(const struct ref_case *c, const struct ref_answer *a,
                           struct ref_walk w);
/* The element of data that the first one of the row comes from or goes to, or a negative
 * number: see ref_position. */
/*@ requires readable(c, a) && places_fit(a);
    requires inside(&a->map, w);
    terminates \true;
    assigns \nothing;
    ensures somewhere: 0 <= \result ==>
      all_point(c->rules, &c->indices, a, w.indices, a->depth) &&
      \result == w.data + moves(c->rules, &c->indices, a, w.indices, a->depth);
    ensures nowhere: \result < 0 ==>
      !all_point(c->rules, &c->indices, a, w.indices, a->depth);
    ensures inside: REF_AT_FILL <= \result <= w.data + moves_reach(a, a->depth);
*/
static inline int64_t ref_walk_place(const struct ref_case *c, const struct ref_answer *a,
                                     struct ref_walk w)
{
    if (a->depth != 1 || a->map.partly || a->map.inside[0] >= 0)
        return ref_walk_place_any(c, a, w);
    int64_t index = gat_array_index(&c->indices, w.indices);
    int64_t p = ref_position(c->rules, index, a->places[0]);
    //@ assert p == pointed(c->rules, &c->indices, a, w.indices, 0);
    if (p < 0)
        return p;
    //@ ghost ref_lemma_grows(p, a->places[0] - 1, a->map.step[0]);
    //@ assert all_point(c->rules, &c->indices, a, w.indices, 1);
    //@ assert moves(c->rules, &c->indices, a, w.indices, 1) == p * a->map.step[0];
    //@ assert moves_reach(a, 1) == (a->places[0] - 1) * a->map.step[0];
    //@ assert data_reach(&a->map) + moves_reach(a, 1) <= INT64_MAX;
    return w.data + p * a->map.step[0];
}
/* The same for one element of the moved tensor. */
int64_t ref_place_of(const struct ref_case *c, const struct ref_answer *a, int64_t element);
/* The first of its indices; -1 where it has none. */
int64_t ref_index_of(const struct ref_case *c, const struct ref_answer *a, int64_t element);

#endif
