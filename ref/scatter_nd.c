/* scatter_nd.c - a copy of data in which each tuple of indices places one slice.
 *
 * With k the last extent of indices, for coordinates t of its other dimensions and q of
 * data behind k:
 *
 *     output = data;  output[indices[t, 0], ..., indices[t, k-1], q] = updates[t, q]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tuples.h"
#include "updates.h"

static void scatter_nd_check(const struct ref_case *c, struct ref_answer *a)
{
    const struct gat_array *data = &c->data, *indices = &c->indices, *updates = &c->updates;
    struct gat_array due = {.ndim = 0};
    int64_t slice = ref_check_tuples(c, a);
    a->output.ndim = data->ndim;
    memcpy(a->output.shape, data->shape, sizeof a->output.shape);
    ref_append(&due, indices, 0, indices->ndim - 1);
    ref_append(&due, data, slice, data->ndim);
    if (updates->ndim != indices->ndim - 1 + data->ndim - slice)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (memcmp(updates->shape, due.shape, (size_t)due.ndim * sizeof due.shape[0]) != 0)
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
}

struct tuples_route {
    struct ref_route route;
    struct ref_tuples t;
    int64_t place; /* of the tuple at hand */
};

static void route_start(struct ref_route *r, const struct ref_case *c,
                        const struct ref_answer *a)
{
    ref_tuples_start(c, a, &((struct tuples_route *)r)->t);
}

static int64_t route_next(struct ref_route *r, const struct ref_case *c,
                          const struct ref_answer *a, int64_t u)
{
    struct tuples_route *n = (struct tuples_route *)r;
    if (u % n->t.row == 0)
        n->place = ref_tuple_place(&n->t, c, a, u / n->t.row);
    return n->place < 0 ? n->place : n->place * n->t.row + u % n->t.row;
}

static void scatter_nd_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    struct tuples_route n = {
        .route = {.count = gat_array_count(&c->updates), .start = route_start, .next = route_next}};
    ref_updates_run(c, a, &n.route, scratch);
}

static int64_t scatter_nd_target(const struct ref_case *c, const struct ref_answer *a,
                                 int64_t u)
{
    struct ref_tuples t;
    ref_tuples_start(c, a, &t);
    int64_t place = ref_tuple_place(&t, c, a, u / t.row);
    return place < 0 ? place : place * t.row + u % t.row;
}

static const char *const scatter_nd_inputs[] = {"data", "indices", "updates", NULL};
REF_KERNEL(scatter_nd) = {
    .name = "scatter_nd",
    .naming = REF_NAMES_TUPLES,
    .inputs = scatter_nd_inputs,
    .check = scatter_nd_check,
    .scratch_size = ref_updates_scratch,
    .run = scatter_nd_run,
    .source = ref_updates_source,
    .target = scatter_nd_target,
};
