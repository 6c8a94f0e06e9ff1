/* walk.c - from one row of the moved tensor to the next, and where each belongs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include "walk.h"

/* The last coordinate of row k. */
/*@ requires 0 <= k && 1 <= extent;
    terminates \true;
    assigns \nothing;
    ensures \result == k % extent && 0 <= \result < extent;
*/
static int64_t last_coordinate(int64_t k, int64_t extent)
{
    return k % extent;
}

/* The number that an index adds to the element. */
/*@ requires 0 <= at && 0 <= step && at * step <= INT64_MAX;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result && \result == at * step;
*/
static int64_t last_part(int64_t at, int64_t step)
{
    //@ ghost ref_lemma_grows(0, at, step);
    return at * step;
}

int64_t ref_offset(int32_t n, const int64_t *shape, const int64_t *step, int64_t k)
{
    int64_t sum = 0;
    /*@ loop invariant dimensions: 0 <= n <= \at(n, Pre);
        loop invariant rest: 0 <= k;
        loop invariant sum: sum + offset(shape, step, n, k) ==
                            offset(shape, step, \at(n, Pre), \at(k, Pre));
        loop invariant bound: 0 <= sum <= reach(shape, step, \at(n, Pre)) - reach(shape, step, n);
        loop assigns n, k, sum;
        loop variant n;
    */
    for (; n > 0 && k > 0; n--) {
        int64_t at = last_coordinate(k, shape[n - 1]);
        //@ ghost ref_lemma_last(shape, step, n, k, at);
        //@ assert 0 <= sum && 0 <= at * step[n - 1];
        //@ assert sum + at * step[n - 1] <= reach(shape, step, \at(n, Pre));
        sum += last_part(at, step[n - 1]);
        k /= shape[n - 1];
    }
    return sum;
}

struct ref_walk ref_walk_at(const struct ref_map *m, int64_t row)
{
    struct ref_walk w = {row, 0, 0, 0};
    int32_t last = m->outer - 1;
    if (last < 0)
        return w;
    if (row == 0) { /* there may be no row: an extent may be 0 */
        //@ ghost ref_lemma_last(m->shape, m->in_data, m->outer, 0, 0);
        //@ ghost ref_lemma_last(m->shape, m->in_indices, m->outer, 0, 0);
        //@ assert data_ends(m, 0, 0) && indices_ends(m, 0, 0);
        return w;
    }
    int64_t extent = m->shape[last], line = row / extent;
    w.at = last_coordinate(row, extent);
    //@ ghost ref_lemma_last(m->shape, m->in_data, m->outer, row, w.at);
    //@ ghost ref_lemma_last(m->shape, m->in_indices, m->outer, row, w.at);
    w.data = ref_offset(last, m->shape, m->in_data, line) + last_part(w.at, m->in_data[last]);
    w.indices = ref_offset(last, m->shape, m->in_indices, line) +
                last_part(w.at, m->in_indices[last]);
    //@ assert data_ends(m, w.at, w.data) && indices_ends(m, w.at, w.indices);
    return w;
}

/*@ predicate extents_hold{L}(struct ref_map *m) = \valid_read(m) &&
      0 <= m->outer <= GAT_MAX_RANK && \forall integer d; 0 <= d < m->outer ==> 1 <= m->shape[d];
*/
/* The coordinate of a row in dimension d. */
/*@ requires extents_hold(m) && 0 <= row && 0 <= d < m->outer;
    terminates \true;
    assigns \nothing;
    ensures 0 <= \result < m->shape[d];
*/
static int64_t coordinate(const struct ref_map *m, int64_t row, int32_t d)
{
    /*@ loop invariant d <= i < m->outer && 0 <= row;
        loop assigns i, row;
        loop variant i;
    */
    for (int32_t i = m->outer - 1; i > d; i--)
        row /= m->shape[i];
    return row % m->shape[d];
}

/* Updates may reach farther than indices: what is there has no part. */
/*@ requires extents_hold(m) && \valid_read(c) && 0 <= row;
    terminates \true;
    assigns \nothing;
*/
static bool is_beyond(const struct ref_case *c, const struct ref_map *m, int64_t row)
{
    bool beyond = false;
    /*@ loop invariant -1 <= d < m->outer && 0 <= row;
        loop assigns d, row, beyond;
        loop variant d;
    */
    for (int32_t d = m->outer - 1; d >= 0 && !beyond; d--) {
        beyond = row % m->shape[d] >= c->indices.shape[d];
        row /= m->shape[d];
    }
    return beyond;
}

/* `inside` steps after where a window begins, which lies in data and so has `extent` above 0.  Far
 * numbers stay far. */
/*@ requires \valid_read(c) && \valid_read(c->rules) && 0 <= inside && 1 <= extent;
    terminates \true;
    assigns \nothing;
    ensures c->rules->value[REF_out_of_range] != REF_OOR_WRAP && index + inside <= INT64_MAX
                ==> \result == index + inside;
*/
static int64_t moved(const struct ref_case *c, int64_t index, int64_t inside, int64_t extent)
{
    assert(extent > 0);
    if (c->rules->value[REF_out_of_range] == REF_OOR_WRAP)
        index %= extent;
    return index > INT64_MAX - inside ? INT64_MAX : index + inside;
}

/* Where index number `j` of a row, an element of a window, lies along its dimension of data.  In
 * a gather the rules move a whole window; in a scatter each element of it stands for itself. */
/*@ requires readable(c, a) && extents_hold(&a->map) && 0 <= w.row && 0 <= j < GAT_MAX_RANK;
    requires 0 <= a->map.inside[j] < a->map.outer && 0 <= a->along[j] < GAT_MAX_RANK;
    requires 1 <= c->data.shape[a->along[j]];
    requires 0 <= w.indices && 0 <= j * a->stride <= INT64_MAX - w.indices;
    terminates \true;
    assigns \nothing;
*/
static int64_t position_inside(const struct ref_case *c, const struct ref_answer *a,
                               struct ref_walk w, int64_t j)
{
    int64_t index = gat_array_index(&c->indices, w.indices + j * a->stride);
    int64_t extent = c->data.shape[a->along[j]];
    int64_t inside = coordinate(&a->map, w.row, a->map.inside[j]);
    return ref_position(c->rules, moved(c, index, inside, extent), extent);
}

int64_t ref_walk_place_any(const struct ref_case *c, const struct ref_answer *a,
                           struct ref_walk w)
{
    int64_t to = w.data;
    if (a->map.partly && is_beyond(c, &a->map, w.row))
        return REF_AT_NOTHING;
    /*@ loop invariant number: 0 <= j <= a->depth;
        loop invariant pointed: all_point(c->rules, &c->indices, a, w.indices, j);
        loop invariant sum: to == w.data + moves(c->rules, &c->indices, a, w.indices, j);
        loop invariant bound: 0 <= to <= w.data + moves_reach(a, j);
        loop assigns j, to;
        loop variant a->depth - j;
    */
    for (int64_t j = 0; j < a->depth; j++) {
        int64_t p;
        //@ assert index_fits(a, j);
        if (a->map.inside[j] >= 0) {
            p = position_inside(c, a, w, j);
        } else {
            int64_t index = gat_array_index(&c->indices, w.indices + j * a->stride);
            p = ref_position(c->rules, index, a->places[j]);
        }
        //@ assert p == pointed(c->rules, &c->indices, a, w.indices, j);
        if (p < 0)
            return p;
        //@ ghost ref_lemma_grows(p, a->places[j] - 1, a->map.step[j]);
        //@ assert moves_reach(a, j + 1) == moves_reach(a, j) + (a->places[j] - 1) * a->map.step[j];
        //@ assert 0 <= p * a->map.step[j];
        //@ assert to + p * a->map.step[j] <= w.data + moves_reach(a, j + 1);
        //@ assert all_point(c->rules, &c->indices, a, w.indices, j + 1);
        to += p * a->map.step[j];
    }
    return to;
}

int64_t ref_place_of(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    int64_t p = ref_walk_place(c, a, ref_walk_at(&a->map, element / a->map.run));
    return p < 0 ? p : p + element % a->map.run;
}

int64_t ref_index_of(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    struct ref_walk w = ref_walk_at(&a->map, element / a->map.run);
    return a->map.partly && is_beyond(c, &a->map, w.row) ? -1 : w.indices;
}
