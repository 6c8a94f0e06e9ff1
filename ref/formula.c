/* formula.c - the words in which an operator says which element goes where.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"

/* The steps of the dimensions of a tensor, in elements. */
/*@ requires 0 <= rank <= GAT_MAX_RANK && inner_fits(shape, rank);
    requires rank > 0 ==> \valid_read(shape + (0 .. rank - 1)) && \valid(step + (0 .. rank - 1)) &&
                          \separated(shape + (0 .. rank - 1), step + (0 .. rank - 1));
    terminates \true;
    assigns step[0 .. rank - 1];
    ensures steps: \forall integer d; 0 <= d < rank ==> step[d] == inner{Old}(shape, d + 1, rank);
*/
static void steps_set(int32_t rank, const int64_t *shape, int64_t *step)
{
    int64_t n = 1;
    /*@ loop invariant dimension: -1 <= d < rank;
        loop invariant step: n == inner{Pre}(shape, d + 1, rank);
        loop invariant steps: \forall integer e; d < e < rank ==>
          step[e] == inner{Pre}(shape, e + 1, rank);
        loop assigns d, n, step[0 .. rank - 1];
        loop variant d;
    */
    for (int32_t d = rank - 1; d >= 0; d--) {
        step[d] = n;
        //@ assert inner{Pre}(shape, d, rank) == shape[d] * inner{Pre}(shape, d + 1, rank);
        n *= shape[d];
    }
}

void ref_operands_of(struct ref_operands *o, const struct ref_case *c)
{
    o->data_rank = c->data.ndim;
    o->indices_rank = c->indices.ndim;
    steps_set(c->data.ndim, c->data.shape, o->data_step);
    /*@ assert \forall integer d; 0 <= d < c->data.ndim ==> o->data_step[d] ==
          inner{Pre}(&c->data.shape[0], d + 1, c->data.ndim); */
    /*@ ghost const int64_t *shape = c->indices.shape;
      int32_t i = c->indices.ndim, rank = c->indices.ndim;
      /@ loop invariant 0 <= i <= rank && rank == c->indices.ndim;
         loop invariant \forall integer d; i <= d <= rank ==>
           inner(shape, d, rank) == inner{Pre}(shape, d, rank);
         loop assigns i;
         loop variant i;
      @/
      while (i > 0) {
          i--;
          /@ assert \let k = i; \let s = shape; s[k] == \at(s[k], Pre); @/
          /@ assert inner(shape, i, rank) == inner{Pre}(shape, i, rank); @/
      }
    */
    steps_set(c->indices.ndim, c->indices.shape, o->indices_step);
    /*@ loop invariant dimension: 0 <= d <= GAT_MAX_RANK;
        loop invariant shapes: \forall integer e; 0 <= e < d ==>
          o->data[e] == \at(c->data.shape[e], Pre) &&
          o->indices[e] == \at(c->indices.shape[e], Pre);
        loop invariant data: \forall integer e; 0 <= e < c->data.ndim ==>
          o->data_step[e] == inner{Pre}(&c->data.shape[0], e + 1, c->data.ndim);
        loop invariant none: \forall integer e; 0 <= e < d ==>
          (c->data.ndim <= e ==> o->data_step[e] == 0) &&
          (c->indices.ndim <= e ==> o->indices_step[e] == 0);
        loop assigns d, o->data[0 .. GAT_MAX_RANK - 1], o->indices[0 .. GAT_MAX_RANK - 1],
          o->data_step[c->data.ndim .. GAT_MAX_RANK - 1],
          o->indices_step[c->indices.ndim .. GAT_MAX_RANK - 1];
        loop variant GAT_MAX_RANK - d;
    */
    for (int32_t d = 0; d < GAT_MAX_RANK; d++) {
        //@ assert \let k = d; c->data.shape[k] == \at(c->data.shape[k], Pre);
        //@ assert \let k = d; c->indices.shape[k] == \at(c->indices.shape[k], Pre);
        o->data[d] = c->data.shape[d];
        o->indices[d] = c->indices.shape[d];
        if (d >= c->data.ndim)
            o->data_step[d] = 0;
        if (d >= c->indices.ndim)
            o->indices_step[d] = 0;
    }
    /*@ assert \forall integer d; 0 <= d < GAT_MAX_RANK ==>
          o->data[d] == \at(c->data.shape[d], Pre) && o->indices[d] == \at(c->indices.shape[d],
       Pre); */
    //@ assert c->data.ndim == \at(c->data.ndim, Pre);
    /*@ assert \forall integer d; 0 <= d < c->data.ndim ==> o->data_step[d] ==
          inner{Pre}(&c->data.shape[0], d + 1, c->data.ndim); */
    /*@ assert \forall integer d; 0 <= d < \at(c->data.ndim, Pre) ==> o->data_step[d] ==
          inner{Pre}(&c->data.shape[0], d + 1, \at(c->data.ndim, Pre)); */
    /*@ assert \forall integer d; 0 <= d < \at(c->indices.ndim, Pre) ==> o->indices_step[d] ==
          inner{Pre}(&c->indices.shape[0], d + 1, \at(c->indices.ndim, Pre)); */
}

/* A tensor of one dimension. */
/*@ requires \valid(rank) && \valid(shape) && \valid(step) && \separated(rank, shape, step);
    terminates \true;
    assigns *rank, shape[0], step[0];
    ensures *rank == 1 && shape[0] == extent && step[0] == 1;
*/
static void line_set(int64_t extent, int32_t *rank, int64_t *shape, int64_t *step)
{
    *rank = 1;
    shape[0] = extent;
    step[0] = 1;
}

void ref_operands_flat(struct ref_operands *o)
{
    line_set(ref_product(o->data, 0, o->data_rank), &o->data_rank, o->data, o->data_step);
}

void ref_operands_lift(struct ref_operands *o)
{
    if (o->data_rank == 0)
        line_set(1, &o->data_rank, o->data, o->data_step);
    if (o->indices_rank == 0)
        line_set(1, &o->indices_rank, o->indices, o->indices_step);
}

void ref_formula_start(struct ref_answer *a)
{
    a->map.rank = 0;
    a->map.partly = false;
    a->map.spread = false;
    a->depth = 0;
}

void ref_dimension(struct ref_map *m, const struct ref_operands *o, int64_t extent, int64_t d,
                   int64_t i)
{
    int32_t k = m->rank++;
    if (k >= GAT_MAX_RANK) { /* too deep for a tensor: the last extent is the product of the rest */
        int64_t *last = &m->shape[GAT_MAX_RANK - 1];
        *last = __builtin_mul_overflow(*last, extent, last) ? INT64_MAX : *last;
        return;
    }
    m->shape[k] = extent;
    m->follows[k] = d;
    m->in_data[k] = d >= 0 ? o->data_step[d] : 0;
    m->in_indices[k] = i >= 0 ? o->indices_step[i] : 0;
}

void ref_along_data(struct ref_map *m, const struct ref_operands *o, int64_t first, int64_t end)
{
    /*@ loop invariant at: first <= d <= end;
        loop invariant next: m->rank == \at(m->rank, Pre) + d - first;
        loop invariant kept: kept{Here, Pre}(m, \at(m->rank, Pre));
        loop invariant same: same{Here, Pre}(o);
        loop invariant follow: \forall integer k; \at(m->rank, Pre) <= k < m->rank ==>
          follows_data(m, o, k, \at(m->rank, Pre) - first);
        loop assigns d, m->rank, m->shape[0 .. GAT_MAX_RANK - 1],
          m->in_data[0 .. GAT_MAX_RANK - 1], m->in_indices[0 .. GAT_MAX_RANK - 1],
          m->follows[0 .. GAT_MAX_RANK - 1];
        loop variant end - d;
    */
    for (int64_t d = first; d < end; d++) {
        ref_dimension(m, o, o->data[d], d, -1);
        //@ assert kept{Here, LoopCurrent}(m, \at(m->rank, LoopCurrent));
        //@ assert follows_data(m, o, m->rank - 1, \at(m->rank, Pre) - first);
    }
}

void ref_along_indices(struct ref_map *m, const struct ref_operands *o, int64_t first, int64_t end)
{
    /*@ loop invariant at: first <= d <= end;
        loop invariant next: m->rank == \at(m->rank, Pre) + d - first;
        loop invariant kept: kept{Here, Pre}(m, \at(m->rank, Pre));
        loop invariant same: same{Here, Pre}(o);
        loop invariant follow: \forall integer k; \at(m->rank, Pre) <= k < m->rank ==>
          follows_indices(m, o, k, \at(m->rank, Pre) - first);
        loop assigns d, m->rank, m->shape[0 .. GAT_MAX_RANK - 1],
          m->in_data[0 .. GAT_MAX_RANK - 1], m->in_indices[0 .. GAT_MAX_RANK - 1],
          m->follows[0 .. GAT_MAX_RANK - 1];
        loop variant end - d;
    */
    for (int64_t d = first; d < end; d++) {
        ref_dimension(m, o, o->indices[d], -1, d);
        //@ assert kept{Here, LoopCurrent}(m, \at(m->rank, LoopCurrent));
        //@ assert follows_indices(m, o, m->rank - 1, \at(m->rank, Pre) - first);
    }
}

void ref_along_both(struct ref_map *m, const struct ref_operands *o, int64_t first, int64_t end)
{
    /*@ loop invariant at: first <= d <= end;
        loop invariant next: m->rank == \at(m->rank, Pre) + d - first;
        loop invariant kept: kept{Here, Pre}(m, \at(m->rank, Pre));
        loop invariant same: same{Here, Pre}(o);
        loop invariant follow: \forall integer k; \at(m->rank, Pre) <= k < m->rank ==>
          follows_both(m, o, k, \at(m->rank, Pre) - first);
        loop assigns d, m->rank, m->shape[0 .. GAT_MAX_RANK - 1],
          m->in_data[0 .. GAT_MAX_RANK - 1], m->in_indices[0 .. GAT_MAX_RANK - 1],
          m->follows[0 .. GAT_MAX_RANK - 1];
        loop variant end - d;
    */
    for (int64_t d = first; d < end; d++) {
        ref_dimension(m, o, o->indices[d], d, d);
        //@ assert kept{Here, LoopCurrent}(m, \at(m->rank, LoopCurrent));
        //@ assert follows_both(m, o, m->rank - 1, \at(m->rank, Pre) - first);
    }
}

void ref_named_one(struct ref_answer *a, const struct ref_operands *o, int64_t d, int64_t places)
{
    int64_t j = a->depth++;
    a->along[j] = (int32_t)d;
    a->places[j] = places;
    a->map.step[j] = o->data_step[d];
    a->map.inside[j] = -1;
}

void ref_named(struct ref_answer *a, const struct ref_operands *o, int64_t first, int64_t n)
{
    /*@ loop invariant at: first <= d <= first + n && a->depth == d - first;
        loop invariant one: first < d ==>
          a->along[0] == first && a->places[0] == o->data[first] &&
          a->map.step[0] == o->data_step[first] && a->map.inside[0] == -1;
        loop assigns d, a->depth, a->along[0], a->places[0], a->map.step[0], a->map.inside[0];
        loop variant first + n - d;
    */
    for (int64_t d = first; d < first + n && d < o->data_rank; d++)
        ref_named_one(a, o, d, o->data[d]);
}

void ref_named_inside(struct ref_answer *a)
{
    struct ref_map *m = &a->map;
    for (int64_t j = 0; j < a->depth; j++)
        for (int32_t k = 0; k < m->rank && k < GAT_MAX_RANK; k++) /* more is an error */
            if (m->follows[k] == a->along[j]) {
                m->inside[j] = k;
                m->in_data[k] = 0;
            }
}

void ref_check_gathered(const struct ref_case *c, struct ref_answer *a)
{
    const struct ref_map *m = &a->map;
    if (m->rank > GAT_MAX_RANK)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (m->rank >= c->rules->value[REF_output_rank_max] &&
             m->rank > ref_rule(c, a, REF_output_rank_max))
        ref_broken(c, a, REF_bad_rank, GAT_E_INVALID);
    a->output.ndim = m->rank < GAT_MAX_RANK ? m->rank : GAT_MAX_RANK;
    memcpy(a->output.shape, m->shape, sizeof a->output.shape);
}

void ref_output_like_data(const struct ref_case *c, struct ref_answer *a)
{
    a->output.ndim = c->data.ndim;
    memcpy(a->output.shape, c->data.shape, sizeof a->output.shape);
}

/* Can updates be broadcast to the moved tensor, whose last dimensions are theirs?  Each of their
 * extents is the same, or 1 and repeated; the map has their steps then. */
/*@ // Dimension d is before those of updates, or theirs, and they have it so or once.
    predicate spread_along{L, Old}(struct ref_case *c, struct ref_map *m, integer d, integer before)
      = d < before || \at(c->updates.shape[d - before], Old) == \at(m->shape[d], L) ||
        \at(c->updates.shape[d - before], Old) == 1;
    predicate in_updates{L, Old}(struct ref_case *c, struct ref_map *m, integer d, integer before)
      = \at(m->in_updates[d], L) ==
        (d < before || \at(c->updates.shape[d - before], Old) == 1 ? 0 :
         \at(inner(&c->updates.shape[0], d - before + 1, c->updates.ndim), Old));
*/
/*@ requires \valid(m) && \valid_read(c) && \separated(m, c);
    requires 0 <= m->rank <= GAT_MAX_RANK && 0 <= c->updates.ndim <= GAT_MAX_RANK;
    requires inner_fits(&c->updates.shape[0], c->updates.ndim);
    terminates \true;
    assigns m->in_updates[0 .. GAT_MAX_RANK - 1];
    ensures fit: \result <==> \old(c->updates.ndim) <= m->rank && \forall integer d;
      0 <= d < m->rank ==> spread_along{Here, Old}(c, m, d, m->rank - \old(c->updates.ndim));
    ensures steps: \result ==> \forall integer d; 0 <= d < m->rank ==>
      in_updates{Here, Old}(c, m, d, m->rank - \old(c->updates.ndim));
*/
static bool spreads(const struct ref_case *c, struct ref_map *m)
{
    int32_t before = m->rank - c->updates.ndim;
    int64_t step[GAT_MAX_RANK];
    if (before < 0)
        return false;
    steps_set(c->updates.ndim, c->updates.shape, step);
    /*@ loop invariant dimension: 0 <= d <= m->rank;
        loop invariant own: \forall integer k; 0 <= k < \at(c->updates.ndim, Pre) ==>
          step[k] == \at(inner(&c->updates.shape[0], k + 1, c->updates.ndim), Pre);
        loop invariant fit: \forall integer k; 0 <= k < d ==>
          spread_along{Here, Pre}(c, m, k, before);
        loop invariant steps: \forall integer k; 0 <= k < d ==>
          in_updates{Here, Pre}(c, m, k, before);
        loop assigns d, m->in_updates[0 .. GAT_MAX_RANK - 1];
        loop variant m->rank - d;
    */
    for (int32_t d = 0; d < m->rank; d++) {
        int64_t extent = d < before ? 1 : c->updates.shape[d - before];
        //@ assert \let k = d - before; k < 0 || extent == \at(c->updates.shape[k], Pre);
        /*@ assert spread_along{Here, Pre}(c, m, d, before) <==>
              extent == m->shape[d] || extent == 1; */
        if (extent != m->shape[d] && extent != 1)
            return false;
        m->in_updates[d] = extent == 1 ? 0 : step[d - before];
        //@ assert one: in_updates{Here, Pre}(c, m, d, before);
        /*@ assert kept: \forall integer k; 0 <= k < d ==>
              m->in_updates[k] == \at(m->in_updates[k], LoopCurrent); */
        /*@ assert before: \forall integer k; 0 <= k < d ==>
              in_updates{LoopCurrent, Pre}(c, m, k, before); */
        //@ assert steps: \forall integer k; 0 <= k < d ==> in_updates{Here, Pre}(c, m, k, before);
        //@ assert all: \forall integer k; 0 <= k <= d ==> in_updates{Here, Pre}(c, m, k, before);
    }
    return true;
}

bool ref_updates_spread(const struct ref_case *c, struct ref_answer *a)
{
    struct ref_map *m = &a->map;
    if (m->rank <= GAT_MAX_RANK && spreads(c, m) &&
        ref_rule(c, a, REF_updates_sizes) == REF_UPDATES_BROADCAST)
        m->spread = true;
    return m->spread;
}

void ref_check_updates(const struct ref_case *c, struct ref_answer *a)
{
    const struct ref_map *m = &a->map;
    bool same = c->updates.ndim == m->rank &&
                memcmp(c->updates.shape, m->shape, (size_t)m->rank * sizeof m->shape[0]) == 0;
    bool single = m->rank == 0 && gat_array_count(&c->updates) == 1;
    single = single && !same && ref_rule(c, a, REF_updates_sizes) == REF_UPDATES_SINGLE;
    if (!same && !single && !ref_updates_spread(c, a))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
}

/* Do elements along dimension d move together, where those after it do, `run` of them? */
/*@ requires \valid_read(m) && 0 <= d < GAT_MAX_RANK;
    terminates \true;
    assigns \nothing;
    ensures \result ==> joined(m, d, run);
*/
static bool joins(const struct ref_map *m, int32_t d, int64_t run)
{
    return m->shape[d] == 1 || (m->in_indices[d] == 0 && m->in_data[d] == run &&
                                (!m->spread || m->in_updates[d] == run));
}

/* Elements of the last dimensions that follow data alone, and without a gap, move together. */
void ref_map_end(struct ref_map *m)
{
    int64_t run = 1;
    int32_t outer = m->rank;
    /*@ loop invariant outer: 0 <= outer <= m->rank;
        loop invariant run: run == inner(&m->shape[0], outer, m->rank);
        loop invariant joined: joined_from(m, outer);
        loop assigns outer, run;
        loop variant outer;
    */
    while (outer > 0 && !m->partly && joins(m, outer - 1, run)) {
        outer--;
        //@ ghost ref_lemma_inner(&m->shape[0], outer, m->rank, run);
        run *= m->shape[outer];
    }
    /*@ assert joined: \forall integer d; outer < d <= m->rank ==>
          joined(m, d - 1, inner{Pre}(&m->shape[0], d, m->rank)); */
    m->rows = ref_product(m->shape, 0, outer);
    m->run = run;
    m->outer = outer;
}
