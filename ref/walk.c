/* walk.c - from one element of the moved tensor to the next, and where each belongs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

void ref_walk_to(struct ref_walk *w, const struct ref_case *c, const struct ref_answer *a,
                 int64_t row)
{
    const struct ref_map *m = &a->map;
    w->c = c;
    w->a = a;
    w->m = m;
    w->data = w->indices = 0;
    memset(w->at, 0, sizeof w->at);
    if (row > 0)
        gat_shape_unravel(m->outer, m->shape, row, w->at);
    for (int32_t d = 0; d < m->outer; d++) {
        w->data += w->at[d] * m->in_data[d];
        w->indices += w->at[d] * m->in_indices[d];
    }
}

/* Updates may reach farther than indices: what is there has no part. */
static bool is_beyond(const struct ref_walk *w)
{
    bool beyond = false;
    for (int32_t d = 0; d < w->m->outer; d++)
        beyond |= w->at[d] >= w->c->indices.shape[d];
    return beyond;
}

/* `inside` steps after where a window begins.  Far numbers stay far. */
static int64_t moved(const struct ref_case *c, int64_t index, int64_t inside, int64_t extent)
{
    if (c->rules->value[REF_out_of_range] == REF_OOR_WRAP && extent > 0)
        index %= extent;
    return index > INT64_MAX - inside ? INT64_MAX : index + inside;
}

/* Where index number `j` of a place lies along its dimension of data.  In a gather the rules
 * move a whole window; in a scatter each element of it stands for itself. */
static int64_t position_of(const struct ref_walk *w, int64_t j)
{
    const struct ref_case *c = w->c;
    const struct ref_answer *a = w->a;
    int64_t index = gat_array_index(&c->indices, w->indices + j * a->stride);
    int32_t inside = w->m->inside[j];
    if (inside < 0)
        return ref_position(c->rules, index, a->places[j]);
    int64_t extent = c->data.shape[a->along[j]];
    return ref_position(c->rules, moved(c, index, w->at[inside], extent), extent);
}

int64_t ref_walk_place_any(const struct ref_walk *w)
{
    int64_t place = w->data;
    if (w->m->partly && is_beyond(w))
        return REF_AT_NOTHING;
    for (int64_t j = 0; j < w->a->depth; j++) {
        int64_t p = position_of(w, j);
        if (p < 0)
            return p;
        place += p * w->m->step[j];
    }
    return place;
}

int64_t ref_place_of(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    struct ref_walk w;
    ref_walk_to(&w, c, a, element / a->map.run);
    int64_t p = ref_walk_place(&w);
    return p < 0 ? p : p + element % a->map.run;
}

int64_t ref_index_of(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    struct ref_walk w;
    ref_walk_to(&w, c, a, element / a->map.run);
    return w.m->partly && is_beyond(&w) ? -1 : w.indices;
}
