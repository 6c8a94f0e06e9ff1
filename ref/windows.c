/* windows.c - indices that say where windows of data begin.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "windows.h"

#include "updates.h"

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

struct windows_route {
    struct ref_route route;
    struct ref_windows w;
    void (*find)(const struct ref_case *, struct ref_windows *);
};

static void route_start(struct ref_route *r, const struct ref_case *c,
                        const struct ref_answer *a)
{
    struct windows_route *n = (struct windows_route *)r;
    (void)a;
    n->find(c, &n->w);
}

static int64_t route_next(struct ref_route *r, const struct ref_case *c,
                          const struct ref_answer *a, int64_t u)
{
    return ref_window_place(&((struct windows_route *)r)->w, c, a, u);
}

void ref_windows_scatter(const struct ref_case *c, struct ref_answer *a,
                         void (*find)(const struct ref_case *, struct ref_windows *), void *scratch)
{
    struct windows_route n = {
        .route = {.count = gat_array_count(&c->updates), .start = route_start, .next = route_next},
        .find = find};
    ref_updates_run(c, a, &n.route, scratch);
}
