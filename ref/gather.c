/* gather.c - whole slices of data, picked along one axis.
 *
 * With b = batch_dims the formula is, for coordinates p[0..b-1] shared by data and
 * indices, p[b..axis-1] of data, k of indices behind b, and q of data behind axis:
 *
 *     output[p[0..axis-1], k, q] = data[p[0..axis-1], indices[p[0..b-1], k], q]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "demands.h"
#include "dtype.h"

static void gather_check(const struct ref_case *c, struct ref_answer *a)
{
    const struct gat_array *data = &c->data, *indices = &c->indices;
    int64_t left_out = 0;
    a->output.ndim = 0;
    if (data->ndim == 0) /* no axis to gather along */
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    else if (ref_check_axis(c, a, data->ndim))
        left_out = ref_check_batch(c, a, indices->ndim, a->axis);
    if (data->ndim - 1 + indices->ndim - left_out > GAT_MAX_RANK)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    ref_append(&a->output, data, 0, a->axis);
    ref_append(&a->output, indices, left_out, indices->ndim);
    ref_append(&a->output, data, a->axis + 1, data->ndim);
}

/* The counts that the formula's coordinates run through. */
struct extents {
    int64_t batch, outer, axis, picks, inner;
};

static struct extents extents_of(const struct ref_case *c, const struct ref_answer *a)
{
    const int64_t *data = c->data.shape, *indices = c->indices.shape;
    return (struct extents){
        .batch = ref_product(data, 0, a->batch_dims),
        .outer = ref_product(data, a->batch_dims, a->axis),
        .axis = data[a->axis],
        .picks = ref_product(indices, a->batch_dims, c->indices.ndim),
        .inner = ref_product(data, a->axis + 1, c->data.ndim),
    };
}

static void gather_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    struct extents n = extents_of(c, a);
    size_t esize = gat_dtype_size(c->data.dtype);
    const char *from = c->data.data;
    char *to = a->output.data;
    ref_check_indices(c, a, REF_EITHER);
    if (!ref_answers(a) || n.inner == 0)
        return;
    size_t row = (size_t)n.inner * esize;
    for (int64_t b = 0; b < n.batch; b++)
        for (int64_t o = b * n.outer; o < (b + 1) * n.outer; o++)
            for (int64_t k = 0; k < n.picks; k++) {
                int64_t index = gat_array_index(&c->indices, b * n.picks + k);
                int64_t p = ref_position(c->rules, index, n.axis);
                int64_t out = o * n.picks + k;
                if (p < 0)
                    ref_put_nothing(a, p, out * n.inner, n.inner, scratch);
                else
                    ref_move(to + (size_t)out * row, from + (size_t)(o * n.axis + p) * row,
                           row);
            }
}

static struct ref_source gather_source(const struct ref_case *c,
                                       const struct ref_answer *a, int64_t element)
{
    struct extents n = extents_of(c, a);
    int64_t q = element % n.inner, k = element / n.inner % n.picks;
    int64_t o = element / n.inner / n.picks, b = o / n.outer;
    int64_t index = gat_array_index(&c->indices, b * n.picks + k);
    int64_t p = ref_position(c->rules, index, n.axis);
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, (o * n.axis + p) * n.inner + q};
}

static const char *const gather_inputs[] = {"data", "indices", NULL};
REF_KERNEL(gather) = {
    .name = "gather",
    .inputs = gather_inputs,
    .check = gather_check,
    .scratch_size = ref_unspecified_size,
    .run = gather_run,
    .source = gather_source,
};
