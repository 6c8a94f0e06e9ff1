/* gpu_windows.c - gather_windows and scatter_windows: what the lists of dimensions of StableHLO's
 * gather and scatter say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "gpu.h"

struct list {
    const int64_t *value;
    int32_t n;
};
struct lists {
    struct list offset, collapsed, batching, index_batching, map, sizes;
};

/* False for a list that is longer than any tensor has dimensions. */
static bool list_read(const struct gat_call *call, const char *name, struct list *l)
{
    *l = (struct list){NULL, 0};
    for (uint64_t k = 0; k < call->n_attrs; k++) {
        const struct gat_attr *attr = &call->attrs[k];
        if (!gat_text_same(attr->name, name))
            continue;
        if (attr->kind != GAT_ATTR_INTS || attr->n_ints > 2 * GAT_MAX_RANK)
            return false;
        *l = (struct list){attr->ints, (int32_t)attr->n_ints};
    }
    return true;
}

static bool lists_read(const struct gat_call *call, struct lists *l)
{
    return list_read(call, "offset_dims", &l->offset) &&
           list_read(call, "collapsed_slice_dims", &l->collapsed) &&
           list_read(call, "operand_batching_dims", &l->batching) &&
           list_read(call, "start_indices_batching_dims", &l->index_batching) &&
           list_read(call, "start_index_map", &l->map) && list_read(call, "slice_sizes", &l->sizes);
}

/* Where in a list a dimension stands, or -1. */
static int32_t place_in(const struct list *l, int64_t d)
{
    for (int32_t k = 0; k < l->n; k++)
        if (l->value[k] == d)
            return k;
    return -1;
}

/* Dimensions of a tensor of this rank, each once, and in ascending order if they have to. */
static bool dims_good(const struct list *l, int32_t rank, bool ascend)
{
    for (int32_t k = 0; k < l->n; k++)
        if (l->value[k] < 0 || l->value[k] >= rank || place_in(l, l->value[k]) != k ||
            (ascend && k > 0 && l->value[k] < l->value[k - 1]))
            return false;
    return true;
}

static bool apart(const struct list *a, const struct list *b)
{
    for (int32_t k = 0; k < a->n; k++)
        if (place_in(b, a->value[k]) >= 0)
            return false;
    return true;
}

static bool batches_agree(const struct gpu_question *q, const struct lists *l)
{
    for (int32_t k = 0; k < l->batching.n; k++)
        if (q->t[GPU_DATA].shape[l->batching.value[k]] !=
            q->t[GPU_INDICES].shape[l->index_batching.value[k]])
            return false;
    return true;
}

/* Constraints of the lists that gather and scatter share; `v` is index_vector_dim. */
static bool lists_agree(const struct gpu_question *q, const struct lists *l, int64_t v)
{
    int32_t r = q->t[GPU_DATA].ndim, n = q->t[GPU_INDICES].ndim;
    if (v < 0 || v > n || l->map.n != (v < n ? q->t[GPU_INDICES].shape[v] : 1) ||
        l->batching.n != l->index_batching.n || l->offset.n + l->collapsed.n + l->batching.n != r)
        return false;
    return dims_good(&l->offset, l->offset.n + n - (v < n), true) &&
           dims_good(&l->collapsed, r, true) && dims_good(&l->batching, r, true) &&
           dims_good(&l->index_batching, n, false) && place_in(&l->index_batching, v) < 0 &&
           dims_good(&l->map, r, false) && apart(&l->collapsed, &l->batching) &&
           apart(&l->map, &l->batching) && batches_agree(q, l);
}

/* Does a window lack dimension d of data? */
static bool left_out(const struct lists *l, int32_t d)
{
    return place_in(&l->collapsed, d) >= 0 || place_in(&l->batching, d) >= 0;
}

/* The extents of a window in all dimensions of data: stated by a gather, those of updates in a
 * scatter, and 1 where the window has no part. */
static bool extents_read(const struct gpu_question *q, const struct lists *l, int64_t *extent)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA];
    int32_t next = 0;
    if (!q->scatters && l->sizes.n != data->ndim)
        return false;
    for (int32_t d = 0; d < data->ndim; d++) {
        bool out = left_out(l, d);
        extent[d] = 1;
        if (!q->scatters)
            extent[d] = l->sizes.value[d];
        else if (!out)
            extent[d] = q->t[GPU_UPDATES].shape[l->offset.value[next++]];
        if (extent[d] < 0 || (extent[d] > data->shape[d] && !(q->scatters && out)) ||
            (out && extent[d] != 1))
            return false;
    }
    return true;
}

static void formula(struct gpu_question *q, const struct lists *l, const int64_t *extent)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA], *indices = &q->t[GPU_INDICES];
    int32_t rank = l->offset.n + indices->ndim - (q->vector >= 0), d = 0, i = 0;
    for (int32_t k = 0; k < rank; k++) {
        if (place_in(&l->offset, k) >= 0) {
            while (left_out(l, d))
                d++;
            gpu_moves(q, extent[d], d, -1);
            /* In a scatter each element of a window is inside or outside for itself. */
            if (q->scatters && k < GAT_MAX_RANK)
                q->moved[k].leads = (uint32_t)(place_in(&l->map, d) + 1);
            d++;
        } else {
            i += i == q->vector;
            int32_t shared = place_in(&l->index_batching, i);
            gpu_moves(q, indices->shape[i], shared < 0 ? -1 : (int32_t)l->batching.value[shared],
                      i);
            i++;
        }
    }
    for (int32_t j = 0; j < l->map.n; j++) {
        int32_t along = (int32_t)l->map.value[j];
        gpu_names(q, along, data->shape[along] - (q->scatters ? 0 : extent[along] - 1));
    }
}

gat_status gpu_windows_read(struct gpu_context *c, const struct gat_call *call,
                            struct gpu_question *q)
{
    struct lists l;
    int64_t extent[GAT_MAX_RANK], v = gat_attr_int(call, "index_vector_dim", -1);
    if (!lists_read(call, &l) || !lists_agree(q, &l, v))
        return gpu_fail(c, GAT_E_INVALID, "lists of dimensions that do not agree");
    q->vector = v < q->t[GPU_INDICES].ndim ? (int32_t)v : -1;
    if (q->scatters &&
        q->t[GPU_UPDATES].ndim != l.offset.n + q->t[GPU_INDICES].ndim - (q->vector >= 0))
        return gpu_fail(c, GAT_E_INVALID, "updates have another rank than their windows");
    if (!extents_read(q, &l, extent))
        return gpu_fail(c, GAT_E_INVALID, "a window that data have no room for");
    formula(q, &l, extent);
    return GAT_OK;
}
