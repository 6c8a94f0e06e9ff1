/* gather_elements.c - one element of data for each index.
 *
 *     output[i] = data[i with i[axis] = indices[i]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "elements.h"

static void gather_elements_check(const struct ref_case *c, struct ref_answer *a)
{
    a->output.ndim = c->indices.ndim;
    memcpy(a->output.shape, c->indices.shape, sizeof a->output.shape);
    ref_check_elements(c, a);
}

static void gather_elements_run(const struct ref_case *c, struct ref_answer *a,
                                void *scratch)
{
    struct ref_walk w;
    size_t esize = gat_dtype_size(c->data.dtype);
    const char *from = c->data.data;
    char *to = a->output.data;
    ref_walk_start(c, a, &w);
    ref_check_indices(c, a, REF_EITHER);
    if (!ref_answers(a))
        return;
    int64_t count = gat_array_count(&c->indices);
    for (int64_t i = 0; i < count; i++, ref_walk_step(&w)) {
        int64_t p = ref_walk_here(&w, c, i);
        if (p < 0)
            ref_put_nothing(a, p, i, 1, scratch);
        else
            ref_move(to + (size_t)i * esize, from + (size_t)p * esize, esize);
    }
}

static struct ref_source gather_elements_source(const struct ref_case *c,
                                                const struct ref_answer *a,
                                                int64_t element)
{
    struct ref_walk w;
    ref_walk_start(c, a, &w);
    int64_t p = ref_walk_target(&w, c, element);
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, p};
}

static const char *const gather_elements_inputs[] = {"data", "indices", NULL};
REF_KERNEL(gather_elements) = {
    .name = "gather_elements",
    .naming = REF_NAMES_ELEMENTS,
    .inputs = gather_elements_inputs,
    .check = gather_elements_check,
    .scratch_size = ref_unspecified_size,
    .run = gather_elements_run,
    .source = gather_elements_source,
};
