/* gather_nd.c - slices of data, picked by tuples of indices.
 *
 * With b = batch_dims and k the last extent of indices the formula is, for coordinates
 * p[0..b-1] shared by data and indices, t of the other dimensions of indices but the
 * last, and q of data behind b + k:
 *
 *     output[p, t, q] = data[p, indices[p, t, 0], ..., indices[p, t, k-1], q]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"
#include "tuples.h"

static void gather_nd_check(const struct ref_case *c, struct ref_answer *a)
{
    const struct gat_array *data = &c->data, *indices = &c->indices;
    int64_t slice = ref_check_tuples(c, a);
    a->output.ndim = 0;
    if (indices->ndim - 1 + data->ndim - slice > GAT_MAX_RANK)
        ref_impossible(c, a, REF_bad_rank, GAT_E_INVALID);
    ref_append(&a->output, indices, 0, indices->ndim - 1);
    ref_append(&a->output, data, slice, data->ndim);
}

static void gather_nd_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    struct ref_tuples t;
    ref_check_indices(c, a, REF_EITHER);
    ref_tuples_start(c, a, &t);
    if (!ref_answers(a))
        return;
    size_t row = (size_t)t.row * gat_dtype_size(c->data.dtype);
    const char *from = c->data.data;
    char *to = a->output.data;
    for (int64_t n = 0; n < t.count; n++) {
        int64_t place = ref_tuple_place(&t, c, a, n);
        if (place < 0)
            ref_put_nothing(a, place, n * t.row, t.row, scratch);
        else
            ref_move(to + (size_t)n * row, from + (size_t)place * row, row);
    }
}

static struct ref_source gather_nd_source(const struct ref_case *c,
                                          const struct ref_answer *a, int64_t element)
{
    struct ref_tuples t;
    ref_tuples_start(c, a, &t);
    int64_t place = ref_tuple_place(&t, c, a, element / t.row);
    if (place < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, place * t.row + element % t.row};
}

static const char *const gather_nd_inputs[] = {"data", "indices", NULL};
REF_KERNEL(gather_nd) = {
    .name = "gather_nd",
    .naming = REF_NAMES_TUPLES,
    .inputs = gather_nd_inputs,
    .check = gather_nd_check,
    .scratch_size = ref_unspecified_size,
    .run = gather_nd_run,
    .source = gather_nd_source,
};
