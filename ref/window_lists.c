/* window_lists.c - where windows begin and end, from the lists of dimensions of a call.
 *
 * The tensor of all windows has the dimensions of indices but index_vector_dim, and at
 * offset_dims those of a window, which are those of data but collapsed_slice_dims and
 * operand_batching_dims.  Number j of a tuple of indices is for dimension start_index_map[j]
 * of data; dimensions of operand_batching_dims go along with start_indices_batching_dims.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "windows.h"

#define LIST(name) (&c->lists[REF_##name])

static bool holds(const struct ref_list *l, int64_t value)
{
    bool found = false;
    for (int32_t k = 0; k < l->count; k++)
        found |= l->value[k] == value;
    return found;
}

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
        met |= holds(y, x->value[k]);
    return !met;
}

static int64_t vector_dim(const struct ref_case *c)
{
    return LIST(index_vector_dim)->value[0];
}

static bool batches_agree(const struct ref_case *c)
{
    const struct ref_list *data = LIST(operand_batching_dims), *indices = LIST(start_indices_batching_dims);
    bool agree = data->count == indices->count && !holds(indices, vector_dim(c));
    for (int32_t k = 0; agree && k < data->count; k++)
        agree = c->data.shape[data->value[k]] == c->indices.shape[indices->value[k]];
    return agree;
}

/* Does every dimension of data, of indices and of a window have its place? */
static bool lists_agree(const struct ref_case *c)
{
    const struct ref_list *offset = LIST(offset_dims), *collapsed = LIST(collapsed_slice_dims);
    const struct ref_list *batching = LIST(operand_batching_dims), *map = LIST(start_index_map);
    int32_t r = c->data.ndim, q = c->indices.ndim;
    int64_t v = vector_dim(c);
    if (v < 0 || v > q || map->count != (v < q ? c->indices.shape[v] : 1))
        return false;
    return dims_good(offset, offset->count + q - (v < q), true) && dims_good(collapsed, r, true) &&
           dims_good(batching, r, true) && dims_good(LIST(start_indices_batching_dims), q, false) &&
           dims_good(map, r, false) && apart(collapsed, batching) && apart(map, batching) &&
           offset->count + collapsed->count + batching->count == r && batches_agree(c);
}

/* The dimension of data that index dimension `i` shares a batch with, or -1. */
static int32_t shared_with(const struct ref_case *c, int32_t i)
{
    const struct ref_list *l = LIST(start_indices_batching_dims);
    for (int32_t k = 0; k < l->count; k++)
        if (l->value[k] == i)
            return (int32_t)LIST(operand_batching_dims)->value[k];
    return -1;
}

bool ref_windows_lists(const struct ref_case *c, struct ref_windows *w)
{
    int32_t d = 0, i = 0;
    if (!lists_agree(c))
        return false;
    int64_t v = vector_dim(c);
    w->rank = LIST(offset_dims)->count + c->indices.ndim - (v < c->indices.ndim);
    for (int32_t k = 0; k < w->rank && k < GAT_MAX_RANK; k++) {
        w->through[k] = 0;
        w->due[k] = -1;
        if (holds(LIST(offset_dims), k)) {
            while (holds(LIST(collapsed_slice_dims), d) || holds(LIST(operand_batching_dims), d))
                d++;
            w->along[k] = d++;
            continue;
        }
        i += i == v;
        w->along[k] = shared_with(c, i);
        w->through[k] = ref_product(c->indices.shape, i + 1, c->indices.ndim);
        w->due[k] = c->indices.shape[i++];
    }
    return true;
}

void ref_windows_begin(const struct ref_case *c, struct ref_answer *a, const int64_t *extent)
{
    const struct ref_list *map = LIST(start_index_map);
    int64_t v = vector_dim(c);
    a->depth = map->count;
    a->stride = v < c->indices.ndim ? ref_product(c->indices.shape, (int32_t)v + 1, c->indices.ndim) : 1;
    a->stride += a->stride == 0; /* no index has a place then */
    for (int32_t j = 0; j < map->count; j++) {
        a->along[j] = (int32_t)map->value[j];
        a->places[j] = c->data.shape[a->along[j]] - extent[a->along[j]] + 1;
    }
}
