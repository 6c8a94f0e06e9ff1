/* updates.c - a copy of data in which updates are placed, or combined with what is
 * there (reduce.c).
 *
 * Several updates of one element: the canonical answer keeps the last in C order
 * unless the variant says first.  Per element the last update, and per update the
 * one before it, are remembered, so that any of them can be admitted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "updates.h"

#include "dtype.h"
#include "reduce.h"
#include "walk.h"

int64_t ref_update_count(const struct ref_case *c, const struct ref_answer *a)
{
    if (a->map.spread)
        return ref_product(a->map.shape, 0, a->map.rank);
    return gat_array_count(c->kernel->repeats ? &c->indices : &c->updates);
}

int64_t ref_update_of_spread(const struct ref_map *m, int64_t u)
{
    return ref_offset(m->rank, m->shape, m->in_updates, u);
}

int64_t ref_update_first(const struct ref_answer *a, int64_t element)
{
    const struct ref_map *m = &a->map;
    int64_t u = 0;
    if (!m->spread)
        return element;
    for (int32_t d = 0; d < m->rank; d++) {
        int64_t step = m->in_updates[d];
        u = u * m->shape[d] + (step > 0 ? element / step : 0);
        element = step > 0 ? element % step : element;
    }
    return u;
}

size_t ref_updates_scratch(const struct ref_case *c, const struct ref_answer *a)
{
    if (ref_reduction_of(c) != REF_NONE)
        return ref_reduce_scratch(c, a);
    int64_t n = gat_array_count(&a->output) + ref_update_count(c, a);
    return (size_t)n * sizeof(int64_t);
}

/* Link the updates of each element, last first; true when some element has two. */
static bool writers_link(const struct ref_case *c, const struct ref_answer *a, int64_t *last,
                         int64_t *earlier)
{
    bool twice = false;
    const struct ref_map *m = &a->map;
    int64_t run = m->run;
    for (struct ref_walk w = ref_walk_at(m, 0); w.row < m->rows; w = ref_walk_next(m, w)) {
        int64_t p = ref_walk_place(c, a, w);
        for (int64_t q = 0; q < run && p >= 0; q++) {
            earlier[w.row * run + q] = last[p + q];
            twice |= last[p + q] != 0;
            last[p + q] = w.row * run + q + 1;
        }
    }
    return twice;
}

static void duplicates_decide(const struct ref_case *c, struct ref_answer *a,
                              int64_t *last, int64_t *earlier)
{
    switch (ref_rule(c, a, REF_duplicates)) {
    case REF_DUP_ANY:
        a->last_writer = last;
        a->earlier_writer = earlier;
        break;
    case REF_DUP_UNDEFINED:
        ref_decide(a, REF_duplicates, REF_UNDEFINED, GAT_E_INVALID);
        break;
    case REF_DUP_ERROR:
        ref_decide(a, REF_duplicates, REF_ERROR, GAT_E_INVALID);
        break;
    default: /* REF_DUP_LAST, REF_DUP_FIRST: exact */
        break;
    }
}

static void row_put(const struct ref_case *c, struct ref_answer *a, struct ref_walk w)
{
    size_t esize = gat_dtype_size(c->data.dtype);
    int64_t p = ref_walk_place(c, a, w), u = ref_update_element(c, a, w.row * a->map.run);
    if (p >= 0)
        ref_move((char *)a->output.data + (size_t)p * esize,
                 (const char *)c->updates.data + (size_t)u * esize, (size_t)a->map.run * esize);
}

static void rows_put(const struct ref_case *c, struct ref_answer *a)
{
    const struct ref_map *m = &a->map;
    if (c->rules->value[REF_duplicates] == REF_DUP_FIRST) {
        for (int64_t row = m->rows - 1; row >= 0; row--)
            row_put(c, a, ref_walk_at(m, row));
        return;
    }
    for (struct ref_walk w = ref_walk_at(m, 0); w.row < m->rows; w = ref_walk_next(m, w))
        row_put(c, a, w);
}

void ref_updates_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    size_t size = gat_array_size(&a->output);
    ref_check_indices(c, a, REF_UNDEFINED);
    if (!ref_answers(a) || size == 0)
        return;
    bool reduces = ref_reduction_of(c) != REF_NONE;
    if (scratch != NULL && !reduces) {
        int64_t *last = scratch, *earlier = last + gat_array_count(&a->output);
        memset(scratch, 0, ref_updates_scratch(c, a));
        if (writers_link(c, a, last, earlier))
            duplicates_decide(c, a, last, earlier);
        if (!ref_answers(a))
            return;
    }
    if (ref_rule(c, a, REF_base) == REF_BASE_ZEROS)
        memset(a->output.data, 0, size);
    else if (a->output.data != c->data.data) /* in place nothing is copied: data may be huge */
        memmove(a->output.data, c->data.data, size);
    if (reduces)
        ref_reduce(c, a, scratch);
    else
        rows_put(c, a);
}

struct ref_source ref_updates_source(const struct ref_case *c, const struct ref_answer *a,
                                     int64_t element)
{
    bool first = c->rules->value[REF_duplicates] == REF_DUP_FIRST;
    bool zeros = c->rules->value[REF_base] == REF_BASE_ZEROS, met = false;
    struct ref_source source = {zeros ? REF_FROM_NOWHERE : REF_FROM_DATA, element};
    const struct ref_map *m = &a->map;
    struct ref_walk w = ref_walk_at(m, 0);
    for (; w.row < m->rows && !(first && met); w = ref_walk_next(m, w)) {
        int64_t p = ref_walk_place(c, a, w);
        if (p < 0 || element < p || element >= p + m->run)
            continue;
        met = true;
        source = (struct ref_source){REF_FROM_UPDATES,
                                     ref_update_element(c, a, w.row * m->run + element - p)};
    }
    return source;
}
