/* scatter_elements.c - a copy of data in which each index places one update.
 *
 *     output = data;  output[i with i[axis] = indices[i]] = updates[i]
 *
 * or combines it with what is there (reduce.c).
 *
 * Several updates of one element: the canonical answer keeps the last in C order
 * unless the variant says first.  Per element the last update, and per update the
 * one before it, are remembered, so that any of them can be admitted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "elements.h"
#include "reduce.h"

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
    if (!enough || ref_rule(c, a, REF_updates_sizes) == REF_UPDATES_EQUAL)
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

static size_t scatter_elements_scratch(const struct ref_case *c,
                                       const struct ref_answer *a)
{
    if (ref_reduction_of(c) != REF_NONE)
        return ref_reduce_scratch(c, a);
    int64_t n = gat_array_count(&a->output) + gat_array_count(&c->updates);
    return (size_t)n * sizeof(int64_t);
}

/* Link the updates of each element, last first; true when some element has two. */
static bool writers_link(const struct ref_case *c, const struct ref_answer *a,
                         int64_t *last, int64_t *earlier)
{
    struct ref_walk w;
    bool twice = false;
    int64_t elements = gat_array_count(&a->output);
    int64_t count = gat_array_count(&c->updates);
    bool alike = updates_alike(c);
    ref_walk_start(c, a, &w);
    memset(last, 0, (size_t)elements * sizeof *last);
    for (int64_t u = 0; u < count; u++) {
        int64_t p = alike ? ref_walk_here(&w, c, u) : target_at(&w, c, u);
        if (alike)
            ref_walk_step(&w);
        if (p < 0)
            continue;
        earlier[u] = last[p];
        twice |= last[p] != 0;
        last[p] = u + 1;
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

static void update_put(const struct ref_case *c, struct ref_answer *a, int64_t u,
                       int64_t p)
{
    size_t esize = gat_dtype_size(c->data.dtype);
    if (p >= 0)
        ref_move((char *)a->output.data + (size_t)p * esize,
               (const char *)c->updates.data + (size_t)u * esize, esize);
}

static void scatter_elements_run(const struct ref_case *c, struct ref_answer *a,
                                 void *scratch)
{
    struct ref_walk w;
    int64_t count = gat_array_count(&c->updates);
    size_t size = gat_array_size(&a->output);
    ref_walk_start(c, a, &w);
    ref_check_indices(c, a, w.axis_extent, REF_UNDEFINED);
    if (!ref_answers(a) || size == 0)
        return;
    bool reduces = ref_reduction_of(c) != REF_NONE;
    if (scratch != NULL && !reduces) {
        int64_t *last = scratch, *earlier = last + gat_array_count(&a->output);
        if (writers_link(c, a, last, earlier))
            duplicates_decide(c, a, last, earlier);
        if (!ref_answers(a))
            return;
    }
    if (a->output.data != c->data.data) /* in place nothing is copied: data may be huge */
        memmove(a->output.data, c->data.data, size);
    if (reduces)
        ref_reduce(c, a, scratch);
    else if (c->rules->value[REF_duplicates] == REF_DUP_FIRST)
        for (int64_t u = count - 1; u >= 0; u--)
            update_put(c, a, u, target_at(&w, c, u));
    else if (!updates_alike(c))
        for (int64_t u = 0; u < count; u++)
            update_put(c, a, u, target_at(&w, c, u));
    else
        for (int64_t u = 0; u < count; u++, ref_walk_step(&w))
            update_put(c, a, u, ref_walk_here(&w, c, u));
}

static struct ref_source scatter_elements_source(const struct ref_case *c,
                                                 const struct ref_answer *a,
                                                 int64_t element)
{
    struct ref_walk w;
    bool first = c->rules->value[REF_duplicates] == REF_DUP_FIRST;
    int64_t count = gat_array_count(&c->updates);
    struct ref_source source = {REF_FROM_DATA, element};
    ref_walk_start(c, a, &w);
    for (int64_t k = 0; k < count; k++) {
        int64_t u = first ? k : count - 1 - k;
        if (target_at(&w, c, u) != element)
            continue;
        source = (struct ref_source){REF_FROM_UPDATES, u};
        break;
    }
    return source;
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
    .inputs = scatter_elements_inputs,
    .check = scatter_elements_check,
    .scratch_size = scatter_elements_scratch,
    .run = scatter_elements_run,
    .source = scatter_elements_source,
    .target = scatter_elements_target,
};
