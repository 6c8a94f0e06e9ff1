/* take.c - one element of data, counted through as if they had one dimension, for each index.
 *
 *     output[i] = data.flat[indices[i]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "demands.h"
#include "dtype.h"

static void take_check(const struct ref_case *c, struct ref_answer *a)
{
    a->output.ndim = 0;
    ref_append(&a->output, &c->indices, 0, c->indices.ndim);
}

static int64_t place_of(const struct ref_case *c, int64_t k)
{
    int64_t index = gat_array_index(&c->indices, k);
    return ref_position(c->rules, index, gat_array_count(&c->data));
}

static void take_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    size_t esize = gat_dtype_size(c->data.dtype);
    int64_t count = gat_array_count(&c->indices);
    const char *from = c->data.data;
    char *to = a->output.data;
    ref_check_indices(c, a, REF_EITHER);
    for (int64_t k = 0; k < count && ref_answers(a); k++) {
        int64_t p = place_of(c, k);
        if (p < 0)
            ref_put_nothing(a, p, k, 1, scratch);
        else
            ref_move(to + (size_t)k * esize, from + (size_t)p * esize, esize);
    }
}

static struct ref_source take_source(const struct ref_case *c, const struct ref_answer *a,
                                     int64_t element)
{
    int64_t p = place_of(c, element);
    (void)a;
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, p};
}

static const char *const take_inputs[] = {"data", "indices", NULL};
REF_KERNEL(take) = {
    .name = "take",
    .naming = REF_NAMES_PLACES,
    .inputs = take_inputs,
    .check = take_check,
    .scratch_size = ref_unspecified_size,
    .run = take_run,
    .source = take_source,
};
