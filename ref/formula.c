/* formula.c - the words in which an operator says which element goes where.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "formula.h"

static void steps_set(int32_t rank, const int64_t *shape, int64_t *step)
{
    int64_t n = 1;
    for (int32_t d = rank - 1; d >= 0; d--) {
        step[d] = n;
        n *= shape[d];
    }
}

static void steps_find(struct ref_formula *f)
{
    steps_set(f->data_rank, f->data, f->data_step);
    steps_set(f->indices_rank, f->indices, f->indices_step);
}

void ref_formula_start(struct ref_formula *f, const struct ref_case *c, struct ref_answer *a)
{
    f->map = &a->map;
    f->a = a;
    f->data_rank = c->data.ndim;
    f->indices_rank = c->indices.ndim;
    memcpy(f->data, c->data.shape, sizeof f->data);
    memcpy(f->indices, c->indices.shape, sizeof f->indices);
    steps_find(f);
    a->map.rank = 0;
    a->map.partly = false;
    a->depth = 0;
}

void ref_formula_flat(struct ref_formula *f)
{
    f->data[0] = ref_product(f->data, 0, f->data_rank);
    f->data_rank = 1;
    steps_find(f);
}

void ref_formula_lift(struct ref_formula *f)
{
    if (f->data_rank == 0)
        f->data[f->data_rank++] = 1;
    if (f->indices_rank == 0)
        f->indices[f->indices_rank++] = 1;
    steps_find(f);
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
    for (int64_t d = first; d < end; d++)
        ref_dimension(f, f->data[d], d, -1);
}

void ref_along_indices(struct ref_formula *f, int64_t first, int64_t end)
{
    for (int64_t i = first; i < end; i++)
        ref_dimension(f, f->indices[i], -1, i);
}

void ref_along_both(struct ref_formula *f, int64_t first, int64_t end)
{
    for (int64_t d = first; d < end; d++)
        ref_dimension(f, f->indices[d], d, d);
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
