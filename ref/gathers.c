/* gathers.c - what every gather does: each row of the output is copied from where the
 * operator's formula says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gathers.h"

#include "dtype.h"
#include "walk.h"

/* The `line` rows from number k on, where `w` is: they lie along one dimension, and one index
 * names the place of each. */
static void line_run(const struct ref_walk *w, struct ref_answer *a, int64_t k, int64_t line,
                     void *scratch)
{
    const struct ref_map *m = w->m;
    const struct ref_rules *rules = w->c->rules;
    const struct gat_array *indices = &w->c->indices;
    const int32_t last = m->outer - 1;
    const int64_t in_data = m->in_data[last], in_indices = m->in_indices[last];
    const int64_t extent = a->places[0], step = m->step[0], run = m->run;
    const size_t esize = gat_dtype_size(a->output.dtype), row = (size_t)run * esize;
    const char *from = (const char *)w->c->data.data + (size_t)w->data * esize;
    char *to = (char *)a->output.data + (size_t)k * row;
    int64_t at = w->indices, place = 0;
    for (int64_t i = 0; i < line; i++, at += in_indices, place += in_data, to += row) {
        int64_t p = ref_position(rules, gat_array_index(indices, at), extent);
        if (p < 0)
            ref_put_nothing(a, p, (k + i) * run, run, scratch);
        else
            ref_move(to, from + (size_t)(place + p * step) * esize, row);
    }
}

/* Any formula, one row after the other. */
static void rows_run(struct ref_walk *w, struct ref_answer *a, void *scratch)
{
    const struct ref_map *m = w->m;
    size_t esize = gat_dtype_size(a->output.dtype), row = (size_t)m->run * esize;
    const char *from = w->c->data.data;
    char *to = a->output.data;
    for (int64_t k = 0; k < m->rows; k++, ref_walk_step(w)) {
        int64_t p = ref_walk_place(w);
        if (p < 0)
            ref_put_nothing(a, p, k * m->run, m->run, scratch);
        else
            ref_move(to + (size_t)k * row, from + (size_t)p * esize, row);
    }
}

void ref_gather_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    const struct ref_map *m = &a->map;
    struct ref_walk w;
    ref_check_indices(c, a, REF_EITHER);
    if (!ref_answers(a) || m->run == 0 || m->rows == 0)
        return;
    ref_walk_to(&w, c, a, 0);
    if (a->depth != 1 || m->partly || m->inside[0] >= 0 || m->outer == 0) {
        rows_run(&w, a, scratch);
        return;
    }
    int64_t line = m->shape[m->outer - 1];
    for (int64_t k = 0; k < m->rows; k += line) {
        ref_walk_to(&w, c, a, k);
        line_run(&w, a, k, line, scratch);
    }
}

struct ref_source ref_gather_source(const struct ref_case *c, const struct ref_answer *a,
                                    int64_t element)
{
    int64_t p = ref_place_of(c, a, element);
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, p};
}
