/* windows.c - indices that say where windows of data begin.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "windows.h"

/* `inside` steps behind where a window begins.  Far numbers stay far. */
static int64_t moved(const struct ref_case *c, int64_t index, int64_t inside, int64_t extent)
{
    if (c->rules->value[REF_out_of_range] == REF_OOR_WRAP && extent > 0)
        index %= extent;
    return index > INT64_MAX - inside ? INT64_MAX : index + inside;
}

static int64_t position(const struct ref_case *c, const struct ref_answer *a, int64_t index,
                        int64_t inside, int64_t j)
{
    int64_t extent = c->data.shape[a->along[j]];
    if (c->updates.ndim >= 0)
        return ref_position(c->rules, moved(c, index, inside, extent), extent);
    int64_t p = ref_position(c->rules, index, a->places[j]);
    return p < 0 ? p : p + inside;
}

int64_t ref_window_first(const struct ref_windows *w, int64_t at)
{
    int64_t i[GAT_MAX_RANK], first = 0;
    gat_shape_unravel(w->all->ndim, w->all->shape, at, i);
    for (int32_t d = 0; d < w->all->ndim; d++)
        first += i[d] * w->through[d];
    return first;
}

int64_t ref_window_place(const struct ref_windows *w, const struct ref_case *c,
                         const struct ref_answer *a, int64_t at)
{
    int64_t i[GAT_MAX_RANK], where[GAT_MAX_RANK] = {0}, first = ref_window_first(w, at), place = 0;
    gat_shape_unravel(w->all->ndim, w->all->shape, at, i);
    for (int32_t d = 0; d < w->all->ndim; d++)
        if (w->along[d] >= 0)
            where[w->along[d]] = i[d];
    for (int64_t j = 0; j < a->depth; j++) {
        int64_t *inside = &where[a->along[j]];
        *inside = position(c, a, gat_array_index(&c->indices, first + j * a->stride), *inside, j);
        if (*inside < 0)
            return *inside;
    }
    for (int32_t d = 0; d < c->data.ndim; d++)
        place = place * c->data.shape[d] + where[d];
    return place;
}
