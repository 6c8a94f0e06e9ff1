/* window_lists.c - do the lists of dimensions of a call agree with each other and the operands?
 *
 * The tensor of all windows has the dimensions of indices but index_vector_dim, and at
 * offset_dims those of a window, which are those of data but collapsed_slice_dims and
 * operand_batching_dims.  Number j of a tuple of indices is for dimension start_index_map[j]
 * of data; dimensions of operand_batching_dims go along with start_indices_batching_dims.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "window_lists.h"

#define LIST(name) (&c->lists[REF_##name])

/* Dimensions of so many, each once; in ascending order where they have to be. */
static bool dims_good(const struct ref_list *l, int32_t rank, bool ascend)
{
    for (int32_t k = 0; k < l->count; k++) {
        if (l->value[k] < 0 || l->value[k] >= rank)
            return false;
        for (int32_t i = 0; i < k; i++)
            if (ascend ? l->value[i] >= l->value[k] : l->value[i] == l->value[k])
                return false;
    }
    return true;
}

static bool apart(const struct ref_list *x, const struct ref_list *y)
{
    bool met = false;
    for (int32_t k = 0; k < x->count; k++)
        met |= ref_list_holds(y, x->value[k]);
    return !met;
}

static bool batches_agree(const struct ref_case *c)
{
    const struct ref_list *data = LIST(operand_batching_dims);
    const struct ref_list *indices = LIST(start_indices_batching_dims);
    int64_t vector = LIST(index_vector_dim)->value[0];
    bool agree = data->count == indices->count && !ref_list_holds(indices, vector);
    for (int32_t k = 0; agree && k < data->count; k++)
        agree = c->data.shape[data->value[k]] == c->indices.shape[indices->value[k]];
    return agree;
}

bool ref_lists_agree(const struct ref_case *c)
{
    const struct ref_list *offset = LIST(offset_dims), *collapsed = LIST(collapsed_slice_dims);
    const struct ref_list *batching = LIST(operand_batching_dims), *map = LIST(start_index_map);
    int32_t r = c->data.ndim, q = c->indices.ndim;
    int64_t v = LIST(index_vector_dim)->value[0];
    if (v < 0 || v > q || map->count != (v < q ? c->indices.shape[v] : 1))
        return false;
    return dims_good(offset, offset->count + q - (v < q), true) && dims_good(collapsed, r, true) &&
           dims_good(batching, r, true) && dims_good(LIST(start_indices_batching_dims), q, false) &&
           dims_good(map, r, false) && apart(collapsed, batching) && apart(map, batching) &&
           offset->count + collapsed->count + batching->count == r && batches_agree(c);
}
