/* scatter_elements.c - a copy of data in which each index places one update.
 *
 *     output = data;  output[i with i[axis] = indices[i]] = updates[i]
 *
 * or combines it with what is there (reduce.c).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "elements.h"
#include "updates.h"

/* Do updates and indices lie position by position? */
static bool updates_alike(const struct ref_case *c)
{
    return memcmp(c->updates.shape, c->indices.shape,
                  (size_t)c->indices.ndim * sizeof c->indices.shape[0]) == 0;
}

/* Updates of another shape than indices, and of their rank: those beyond have no part. */
static void check_updates(const struct ref_case *c, struct ref_answer *a)
{
    bool enough = true;
    for (int32_t d = 0; d < c->indices.ndim; d++)
        enough &= c->updates.shape[d] >= c->indices.shape[d];
    if ((!enough || ref_rule(c, a, REF_updates_sizes) != REF_UPDATES_AT_LEAST) &&
        ref_indices_checked(c, a))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
}

/* The ordinal in indices of what stands at the coordinates of update u; -1: nothing. */
static int64_t index_of(const struct ref_case *c, int64_t u)
{
    int64_t at[GAT_MAX_RANK], ordinal = 0;
    gat_shape_unravel(c->updates.ndim, c->updates.shape, u, at);
    for (int32_t d = 0; d < c->indices.ndim; d++) {
        if (at[d] >= c->indices.shape[d])
            return -1;
        ordinal = ordinal * c->indices.shape[d] + at[d];
    }
    return ordinal;
}

static int64_t target_at(const struct ref_walk *w, const struct ref_case *c, int64_t u)
{
    int64_t index = updates_alike(c) ? u : index_of(c, u);
    return index < 0 ? REF_AT_NOTHING : ref_walk_target(w, c, index);
}

static void scatter_elements_check(const struct ref_case *c, struct ref_answer *a)
{
    a->output.ndim = c->data.ndim;
    memcpy(a->output.shape, c->data.shape, sizeof a->output.shape);
    ref_check_elements(c, a);
    if (c->updates.ndim != c->indices.ndim)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (!updates_alike(c))
        check_updates(c, a);
}

struct elements_route {
    struct ref_route route;
    struct ref_walk w;
    bool alike;
};

static void route_start(struct ref_route *r, const struct ref_case *c,
                        const struct ref_answer *a)
{
    struct elements_route *e = (struct elements_route *)r;
    e->alike = updates_alike(c);
    ref_walk_start(c, a, &e->w);
}

static int64_t route_next(struct ref_route *r, const struct ref_case *c,
                          const struct ref_answer *a, int64_t u)
{
    struct elements_route *e = (struct elements_route *)r;
    (void)a;
    if (!e->alike)
        return target_at(&e->w, c, u);
    int64_t p = ref_walk_here(&e->w, c, u);
    ref_walk_step(&e->w);
    return p;
}

static void scatter_elements_run(const struct ref_case *c, struct ref_answer *a,
                                 void *scratch)
{
    struct elements_route e = {
        .route = {.count = gat_array_count(&c->updates), .start = route_start, .next = route_next}};
    ref_updates_run(c, a, &e.route, scratch);
}

static int64_t scatter_elements_target(const struct ref_case *c,
                                       const struct ref_answer *a, int64_t u)
{
    struct ref_walk w;
    ref_walk_start(c, a, &w);
    return target_at(&w, c, u);
}

static const char *const scatter_elements_inputs[] = {"data", "indices", "updates", NULL};
REF_KERNEL(scatter_elements) = {
    .name = "scatter_elements",
    .naming = REF_NAMES_ELEMENTS,
    .inputs = scatter_elements_inputs,
    .check = scatter_elements_check,
    .scratch_size = ref_updates_scratch,
    .run = scatter_elements_run,
    .source = ref_updates_source,
    .target = scatter_elements_target,
};
