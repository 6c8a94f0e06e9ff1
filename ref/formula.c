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

void ref_formula_start(struct ref_formula *f, const struct ref_case *c, struct ref_answer *a)
{
    f->map = &a->map;
    f->a = a;
    f->data_rank = c->data.ndim;
    f->indices_rank = c->indices.ndim;
    steps_set(c->data.ndim, c->data.shape, f->data_step);
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
    steps_set(c->indices.ndim, c->indices.shape, f->indices_step);
    /*@ loop invariant dimension: 0 <= d <= GAT_MAX_RANK;
        loop invariant shapes: \forall integer e; 0 <= e < d ==>
          f->data[e] == c->data.shape[e] && f->indices[e] == c->indices.shape[e];
        loop assigns d, f->data[0 .. GAT_MAX_RANK - 1], f->indices[0 .. GAT_MAX_RANK - 1];
        loop variant GAT_MAX_RANK - d;
    */
    for (int32_t d = 0; d < GAT_MAX_RANK; d++) {
        f->data[d] = c->data.shape[d];
        f->indices[d] = c->indices.shape[d];
    }
    a->map.rank = 0;
    a->map.partly = false;
    a->depth = 0;
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

void ref_formula_flat(struct ref_formula *f)
{
    line_set(ref_product(f->data, 0, f->data_rank), &f->data_rank, f->data, f->data_step);
}

void ref_formula_lift(struct ref_formula *f)
{
    if (f->data_rank == 0)
        line_set(1, &f->data_rank, f->data, f->data_step);
    if (f->indices_rank == 0)
        line_set(1, &f->indices_rank, f->indices, f->indices_step);
}

void ref_dimension(struct ref_formula *f, int64_t extent, int64_t d, int64_t i)
{
    struct ref_map *m = f->map;
    int32_t k = m->rank++;
    if (k >= GAT_MAX_RANK) { /* no tensor has it: the last one stands for all from there on */
        int64_t *last = &m->shape[GAT_MAX_RANK - 1];
        *last = __builtin_mul_overflow(*last, extent, last) ? INT64_MAX : *last;
        return;
    }
    m->shape[k] = extent;
    f->follows[k] = d;
    m->in_data[k] = d >= 0 && d < f->data_rank ? f->data_step[d] : 0;
    m->in_indices[k] = i >= 0 && i < f->indices_rank ? f->indices_step[i] : 0;
}

void ref_along_data(struct ref_formula *f, int64_t first, int64_t end)
{
    /*@ loop invariant at: first <= d <= end;
        loop invariant next: f->map->rank == \at(f->map->rank, Pre) + d - first;
        loop invariant same: stands(f) && operands_same{Here, Pre}(f);
        loop invariant kept: kept{Here, Pre}(f, \at(f->map->rank, Pre));
        loop invariant follow: \forall integer k; \at(f->map->rank, Pre) <= k < f->map->rank ==>
          follows_data(f, k, \at(f->map->rank, Pre) - first);
        loop assigns d, f->map->rank, f->map->shape[0 .. GAT_MAX_RANK - 1],
          f->map->in_data[0 .. GAT_MAX_RANK - 1], f->map->in_indices[0 .. GAT_MAX_RANK - 1],
          f->follows[0 .. GAT_MAX_RANK - 1];
        loop variant end - d;
    */
    for (int64_t d = first; d < end; d++) {
        ref_dimension(f, f->data[d], d, -1);
        //@ assert kept{Here, LoopCurrent}(f, \at(f->map->rank, LoopCurrent));
        //@ assert operands_same{Here, LoopCurrent}(f);
        //@ assert follows_data(f, f->map->rank - 1, \at(f->map->rank, Pre) - first);
    }
}

void ref_along_indices(struct ref_formula *f, int64_t first, int64_t end)
{
    /*@ loop invariant at: first <= i <= end;
        loop invariant ended: i >= end ==> i == end;
        loop invariant next: f->map->rank == \at(f->map->rank, Pre) + i - first;
        loop invariant same: stands(f) && operands_same{Here, Pre}(f);
        loop invariant kept: kept{Here, Pre}(f, \at(f->map->rank, Pre));
        loop invariant follow: \forall integer k; \at(f->map->rank, Pre) <= k < f->map->rank ==>
          follows_indices(f, k, \at(f->map->rank, Pre) - first);
        loop assigns i, f->map->rank, f->map->shape[0 .. GAT_MAX_RANK - 1],
          f->map->in_data[0 .. GAT_MAX_RANK - 1], f->map->in_indices[0 .. GAT_MAX_RANK - 1],
          f->follows[0 .. GAT_MAX_RANK - 1];
        loop variant end - i;
    */
    for (int64_t i = first; i < end; i++) {
        ref_dimension(f, f->indices[i], -1, i);
        //@ assert kept{Here, LoopCurrent}(f, \at(f->map->rank, LoopCurrent));
        //@ assert operands_same{Here, LoopCurrent}(f);
        //@ assert follows_indices(f, f->map->rank - 1, \at(f->map->rank, Pre) - first);
    }
}

void ref_along_both(struct ref_formula *f, int64_t first, int64_t end)
{
    /*@ loop invariant at: first <= d <= end;
        loop invariant next: f->map->rank == \at(f->map->rank, Pre) + d - first;
        loop invariant same: stands(f) && operands_same{Here, Pre}(f);
        loop invariant kept: kept{Here, Pre}(f, \at(f->map->rank, Pre));
        loop invariant follow: \forall integer k; \at(f->map->rank, Pre) <= k < f->map->rank ==>
          follows_both(f, k, \at(f->map->rank, Pre) - first);
        loop assigns d, f->map->rank, f->map->shape[0 .. GAT_MAX_RANK - 1],
          f->map->in_data[0 .. GAT_MAX_RANK - 1], f->map->in_indices[0 .. GAT_MAX_RANK - 1],
          f->follows[0 .. GAT_MAX_RANK - 1];
        loop variant end - d;
    */
    for (int64_t d = first; d < end; d++) {
        ref_dimension(f, f->indices[d], d, d);
        //@ assert kept{Here, LoopCurrent}(f, \at(f->map->rank, LoopCurrent));
        //@ assert operands_same{Here, LoopCurrent}(f);
        //@ assert follows_both(f, f->map->rank - 1, \at(f->map->rank, Pre) - first);
    }
}

void ref_named_one(struct ref_formula *f, int64_t d, int64_t places)
{
    int64_t j = f->a->depth++;
    f->a->along[j] = (int32_t)d;
    f->a->places[j] = places;
    f->map->step[j] = f->data_step[d];
    f->map->inside[j] = -1;
}

void ref_named(struct ref_formula *f, int64_t first, int64_t n)
{
    /*@ loop invariant at: first <= d <= first + n && f->a->depth == d - first;
        loop invariant one: first < d ==>
          f->a->along[0] == first && f->a->places[0] == f->data[first] &&
          f->map->step[0] == f->data_step[first] && f->map->inside[0] == -1;
        loop assigns d, f->a->depth, f->a->along[0], f->a->places[0], f->map->step[0],
          f->map->inside[0];
        loop variant first + n - d;
    */
    for (int64_t d = first; d < first + n && d < f->data_rank; d++)
        ref_named_one(f, d, f->data[d]);
}

void ref_named_inside(struct ref_formula *f)
{
    for (int64_t j = 0; j < f->a->depth; j++)
        for (int32_t k = 0; k < f->map->rank && k < GAT_MAX_RANK; k++) /* more is an error */
            if (f->follows[k] == f->a->along[j]) {
                f->map->inside[j] = k;
                f->map->in_data[k] = 0;
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

void ref_check_updates(const struct ref_case *c, struct ref_answer *a)
{
    const struct ref_map *m = &a->map;
    if (c->updates.ndim != m->rank ||
        memcmp(c->updates.shape, m->shape, (size_t)m->rank * sizeof m->shape[0]) != 0)
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
}

/* Elements of the last dimensions that follow data alone, and without a gap, move together. */
void ref_map_end(struct ref_map *m)
{
    m->run = 1;
    m->outer = m->rank;
    while (m->outer > 0) {
        int32_t d = m->outer - 1;
        bool together = m->in_indices[d] == 0 && m->in_data[d] == m->run;
        if (m->partly || (!together && m->shape[d] != 1))
            break;
        m->run *= m->shape[d];
        m->outer = d;
    }
    m->rows = ref_product(m->shape, 0, m->outer);
}
