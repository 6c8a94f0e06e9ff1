/* npu_question.c - what a call asks, read and checked; for both Ascend backends.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "npu_question.h"

int64_t npu_extents(const struct gat_tensor *t, int64_t from, int64_t to)
{
    int64_t n = 1;
    for (int64_t d = from; d < to; d++)
        n *= t->shape[d];
    return n;
}

int64_t npu_index(const struct gat_tensor *t, int64_t k)
{
    const char *at = gat_tensor_data(t);
    int32_t narrow;
    int64_t wide;
    if (t->type.bits == 64) {
        memcpy(&wide, at + k * 8, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at + k * 4, sizeof narrow);
    return narrow;
}

bool npu_indices_good(const struct npu_question *q)
{
    int64_t n = gat_tensor_count(q->indices), least = q->wraps ? -q->extent : 0;
    for (int64_t k = 0; k < n; k++) {
        int64_t index = npu_index(q->indices, k);
        if (index < least || index >= q->extent)
            return false;
    }
    return true;
}

/* What the documents say of an index outside: Scatter 9, torch and pypto nothing,
 * MindSpore nothing for Ascend. */
static bool range_checked(const struct gat_call *call)
{
    bool mindspore = strncmp(call->variant, "mindspore", 9) == 0;
    return strncmp(call->variant, "onnx", 4) == 0 ? !gat_text_same(call->variant, "onnx-9")
           : mindspore ? gat_text_same(call->profile, "cpu") || gat_text_same(call->profile, "gpu")
                       : false;
}

static gat_status types_check(const struct gat_call *call, const struct npu_question *q)
{
    enum gat_dtype data = gat_tensor_dtype(q->data), index = gat_tensor_dtype(q->indices);
    bool mindspore = strncmp(call->variant, "mindspore", 9) == 0;
    if ((index != GAT_I32 && index != GAT_I64) || data == GAT_DTYPE_COUNT || data == GAT_STR)
        return GAT_E_TYPE;
    if (mindspore && data == GAT_BOOL && !range_checked(call))
        return GAT_E_TYPE; /* not on Ascend */
    return q->updates != NULL && gat_tensor_dtype(q->updates) != data ? GAT_E_TYPE : GAT_OK;
}

static gat_status axis_read(const struct gat_call *call, struct npu_question *q)
{
    const struct gat_tensor *given = gat_operand_get(call, "axis");
    int64_t rank = q->data->ndim;
    if (given != NULL && gat_tensor_count(given) != 1)
        return GAT_E_INVALID;
    if (given != NULL && (given->type.code != 0 || given->type.bits < 32))
        return GAT_E_TYPE;
    q->axis = given != NULL ? npu_index(given, 0) : gat_attr_int(call, "axis", 0);
    q->batch = gat_attr_int(call, "batch_dims", 0);
    if (rank == 0 || q->axis < -rank || q->axis >= rank)
        return GAT_E_INVALID;
    q->axis += q->axis < 0 ? rank : 0;
    q->extent = q->data->shape[q->axis];
    bool good = q->batch >= 0 && q->batch <= q->axis && q->batch <= q->indices->ndim;
    for (int64_t d = 0; good && d < q->batch; d++)
        good = q->data->shape[d] == q->indices->shape[d];
    return good ? GAT_OK : GAT_E_INVALID;
}

static bool sizes_fit(const struct npu_question *q)
{
    if (!q->elements)
        return true;
    bool fit = q->indices->ndim == q->data->ndim;
    for (int32_t d = 0; fit && d < q->data->ndim; d++)
        fit = d == q->axis || q->indices->shape[d] <= q->data->shape[d];
    for (int32_t d = 0; fit && q->updates != NULL && d < q->data->ndim; d++)
        fit = q->updates->ndim == q->data->ndim &&
              q->updates->shape[d] == q->indices->shape[d];
    return fit;
}

static const struct gat_attr *shape_attr(const struct gat_call *call, const char *name)
{
    for (uint64_t k = 0; k < call->n_attrs; k++)
        if (gat_text_same(call->attrs[k].name, name))
            return &call->attrs[k];
    return NULL;
}

static bool shape_stated(const struct npu_question *q, const struct gat_attr *a)
{
    bool good = a->kind == GAT_ATTR_INTS && (int64_t)a->n_ints == q->data->ndim;
    for (uint64_t d = 0; good && d < a->n_ints; d++)
        good = a->ints[d] > 0;
    return good;
}

/* pypto: the view holds the axis whole, the tiles of one step share the buffer, and the
 * tile of the input has the whole axis whatever the tile shape says. */
static bool tiling_read(const struct gat_call *call, int64_t buffer, struct npu_question *q)
{
    const struct gat_attr *view = shape_attr(call, "view_shape");
    const struct gat_attr *tile = shape_attr(call, "tile_shape");
    if (view != NULL &&
        (!shape_stated(q, view) || view->ints[q->axis] < q->extent ||
         view->ints[q->axis] < q->indices->shape[q->axis]))
        return false;
    if (tile == NULL)
        return true;
    if (!shape_stated(q, tile))
        return false;
    int64_t cut = q->esize + q->isize, whole = q->esize * q->extent;
    for (uint64_t d = 0; d < tile->n_ints; d++)
        if (__builtin_mul_overflow(cut, tile->ints[d], &cut) ||
            ((int64_t)d != q->axis && __builtin_mul_overflow(whole, tile->ints[d], &whole)))
            return false;
    q->tile = tile->ints;
    return cut <= buffer && whole <= buffer - cut;
}

gat_status npu_question_read(const struct gat_call *call, int64_t buffer,
                             struct npu_question *q)
{
    *q = (struct npu_question){
        .data = gat_operand_get(call, "data"),
        .indices = gat_operand_get(call, "indices"),
        .updates = gat_operand_get(call, "updates"),
        .output = gat_operand_get(call, "output"),
        .elements = !gat_text_same(call->op, "gather"),
        .wraps = strncmp(call->variant, "onnx", 4) == 0,
        .checked = range_checked(call),
    };
    if (q->data == NULL || q->indices == NULL || q->output == NULL)
        return GAT_E_INVALID;
    gat_status status = types_check(call, q);
    if (status == GAT_OK)
        status = axis_read(call, q);
    if (status != GAT_OK)
        return status;
    q->esize = q->data->type.bits / 8;
    q->isize = q->indices->type.bits / 8;
    return sizes_fit(q) && tiling_read(call, buffer, q) ? GAT_OK : GAT_E_INVALID;
}
