/* put.c - a copy of data, counted through as if they had one dimension, in which each index
 * places one update.
 *
 *     output = data;  output.flat[indices.flat[k]] = updates.flat[k]
 *
 * or combines it with what is there (reduce.c).  The shapes of indices and updates do not
 * matter, only how many elements they have; where a document says so, fewer updates than
 * indices are repeated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "updates.h"

static void put_check(const struct ref_case *c, struct ref_answer *a)
{
    a->output.ndim = 0;
    ref_append(&a->output, &c->data, 0, c->data.ndim);
    int64_t updates = gat_array_count(&c->updates), due = gat_array_count(&c->indices);
    bool fewer = updates > 0 && updates < due;
    if (updates != due && !(fewer && ref_rule(c, a, REF_updates_sizes) == REF_UPDATES_REPEAT))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
}

static int64_t put_target(const struct ref_case *c, const struct ref_answer *a, int64_t u)
{
    int64_t index = gat_array_index(&c->indices, u);
    (void)a;
    return ref_position(c->rules, index, gat_array_count(&c->data));
}

static void route_start(struct ref_route *r, const struct ref_case *c,
                        const struct ref_answer *a)
{
    (void)r, (void)c, (void)a; /* each update stands for itself */
}

static int64_t route_next(struct ref_route *r, const struct ref_case *c,
                          const struct ref_answer *a, int64_t u)
{
    (void)r;
    return put_target(c, a, u);
}

static void put_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    struct ref_route r = {
        .count = ref_update_count(c), .start = route_start, .next = route_next};
    ref_updates_run(c, a, &r, scratch);
}

static const char *const put_inputs[] = {"data", "indices", "updates", NULL};
REF_KERNEL(put) = {
    .name = "put",
    .naming = REF_NAMES_PLACES,
    .inputs = put_inputs,
    .check = put_check,
    .scratch_size = ref_updates_scratch,
    .run = put_run,
    .source = ref_updates_source,
    .target = put_target,
    .repeats = true,
};
