/* scatter_slices.c - a copy of data in which each index places one slice across the axis.
 *
 * For coordinates o of data before the axis, k of indices and q of data behind the axis:
 *
 *     output = data;  output[o, indices[k], q] = updates[o, k, q]
 *
 * or combines it with what is there (reduce.c).  It is gather the other way round.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "updates.h"

static void scatter_slices_check(const struct ref_case *c, struct ref_answer *a)
{
    const struct gat_array *data = &c->data, *updates = &c->updates;
    struct gat_array due = {.ndim = 0};
    a->output.ndim = data->ndim;
    memcpy(a->output.shape, data->shape, sizeof a->output.shape);
    if (data->ndim == 0) { /* no axis to place slices along */
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
        return;
    }
    if (!ref_check_axis(c, a, data->ndim))
        return;
    ref_append(&due, data, 0, a->axis);
    ref_append(&due, &c->indices, 0, c->indices.ndim);
    ref_append(&due, data, a->axis + 1, data->ndim);
    if (updates->ndim != data->ndim - 1 + c->indices.ndim)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (memcmp(updates->shape, due.shape, (size_t)due.ndim * sizeof due.shape[0]) != 0)
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
}

/* What the formula's coordinates run through. */
struct slices_route {
    struct ref_route route;
    int64_t axis, picks, inner;
};

static void route_start(struct ref_route *r, const struct ref_case *c,
                        const struct ref_answer *a)
{
    struct slices_route *s = (struct slices_route *)r;
    s->axis = c->data.shape[a->axis];
    s->picks = gat_array_count(&c->indices);
    s->inner = ref_product(c->data.shape, a->axis + 1, c->data.ndim);
}

static int64_t route_next(struct ref_route *r, const struct ref_case *c,
                          const struct ref_answer *a, int64_t u)
{
    const struct slices_route *s = (const struct slices_route *)r;
    (void)a;
    int64_t q = u % s->inner, k = u / s->inner % s->picks, o = u / s->inner / s->picks;
    int64_t p = ref_position(c->rules, gat_array_index(&c->indices, k), s->axis);
    return p < 0 ? p : (o * s->axis + p) * s->inner + q;
}

static void scatter_slices_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    struct slices_route s = {
        .route = {.count = gat_array_count(&c->updates), .start = route_start, .next = route_next}};
    ref_updates_run(c, a, &s.route, scratch);
}

static int64_t scatter_slices_target(const struct ref_case *c, const struct ref_answer *a,
                                     int64_t u)
{
    struct slices_route s;
    route_start(&s.route, c, a);
    return route_next(&s.route, c, a, u);
}

static const char *const scatter_slices_inputs[] = {"data", "indices", "updates", NULL};
REF_KERNEL(scatter_slices) = {
    .name = "scatter_slices",
    .naming = REF_NAMES_SLICES,
    .inputs = scatter_slices_inputs,
    .check = scatter_slices_check,
    .scratch_size = ref_updates_scratch,
    .run = scatter_slices_run,
    .source = ref_updates_source,
    .target = scatter_slices_target,
};
