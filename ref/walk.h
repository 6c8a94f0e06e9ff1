/* walk.h - from one element of the moved tensor to the next, and where each belongs; private
 * to ref.
 *
 * The moved tensor is the output of a gather or the updates of a scatter.  A row is what of
 * it moves together, map.run elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WALK_H
#define GAT_WALK_H

#include "demands.h"

/* The coordinates of a row, and where they are in data and in indices. */
struct ref_walk {
    const struct ref_case *c;
    const struct ref_answer *a;
    const struct ref_map *m;
    int64_t data, indices;
    int64_t at[GAT_MAX_RANK];
};
/* To row number `row`, in C order; there are map.rows. */
void ref_walk_to(struct ref_walk *w, const struct ref_case *c, const struct ref_answer *a,
                 int64_t row);
/* To the next row; behind the last one comes the first. */
static inline void ref_walk_step(struct ref_walk *w)
{
    const struct ref_map *m = w->m;
    for (int32_t d = m->outer - 1; d >= 0; d--) {
        w->data += m->in_data[d];
        w->indices += m->in_indices[d];
        if (++w->at[d] < m->shape[d])
            return;
        w->data -= w->at[d] * m->in_data[d];
        w->indices -= w->at[d] * m->in_indices[d];
        w->at[d] = 0;
    }
}
/* ref_walk_place of any number of indices. */
int64_t ref_walk_place_any(const struct ref_walk *w);
/* The element of data that the first one of the row comes from or goes to, or a negative
 * number: see ref_position. */
static inline int64_t ref_walk_place(const struct ref_walk *w)
{
    const struct ref_answer *a = w->a;
    if (a->depth != 1 || w->m->partly || w->m->inside[0] >= 0)
        return ref_walk_place_any(w);
    int64_t index = gat_array_index(&w->c->indices, w->indices);
    int64_t p = ref_position(w->c->rules, index, a->places[0]);
    return p < 0 ? p : w->data + p * w->m->step[0];
}
/* The same for one element of the moved tensor. */
int64_t ref_place_of(const struct ref_case *c, const struct ref_answer *a, int64_t element);
/* The first of its indices; -1 where it has none. */
int64_t ref_index_of(const struct ref_case *c, const struct ref_answer *a, int64_t element);

#endif
