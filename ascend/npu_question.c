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

int64_t npu_extent(const struct npu_question *q, int64_t k)
{
    return q->tuples ? q->data->shape[q->axis + k % q->depth] : q->extent;
}

bool npu_indices_good(const struct npu_question *q)
{
    int64_t n = gat_tensor_count(q->indices);
    for (int64_t k = 0; k < n; k++) {
        int64_t index = npu_index(q->indices, k), extent = npu_extent(q, k);
        if (index < (q->wraps ? -extent : 0) || index >= extent)
            return false;
    }
    return true;
}

static bool is_of(const struct gat_call *call, const char *whose)
{
    return strncmp(call->variant, whose, strlen(whose)) == 0;
}

/* Rule for an index out of range. Scatter 9, ScatterND, CANN, torch and pypto state
 * none; MindSpore for Ascend states one for its scatter alone. */
static bool range_checked(const struct gat_call *call)
{
    bool scatter_nd = gat_text_same(call->op, "scatter_nd");
    if (is_of(call, "onnx"))
        return !scatter_nd && !gat_text_same(call->variant, "onnx-9");
    if (!is_of(call, "mindspore") || gat_text_same(call->op, "gather_nd"))
        return false;
    return scatter_nd || gat_text_same(call->profile, "cpu") || gat_text_same(call->profile, "gpu");
}

/* And of a negative one: ONNX and two operators of CANN count it from the end. */
static bool negative_wraps(const struct gat_call *call)
{
    bool cann = is_of(call, "aclnn") && strncmp(call->op, "gather_", 7) == 0;
    return is_of(call, "onnx") || cann;
}

static gat_status types_check(const struct gat_call *call, const struct npu_question *q)
{
    enum gat_dtype data = gat_tensor_dtype(q->data), index = gat_tensor_dtype(q->indices);
    bool gathers = gat_text_same(call->op, "gather"),
         scatters = gat_text_same(call->op, "scatter_nd");
    if ((index != GAT_I32 && index != GAT_I64) || data == GAT_DTYPE_COUNT || data == GAT_STR)
        return GAT_E_TYPE;
    if (is_of(call, "mindspore") && data == GAT_BOOL &&
        (scatters || (gathers && !range_checked(call))))
        return GAT_E_TYPE; /* its gather not on Ascend, its scatter nowhere */
    if (q->reduction != NPU_NONE && npu_joins(data) == 0)
        return GAT_E_TYPE;
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

/* Tuples index the dimensions after the batches. */
static gat_status tuples_read(const struct gat_call *call, struct npu_question *q)
{
    int64_t rank = q->data->ndim, last = q->indices->ndim - 1;
    q->axis = q->batch = gat_attr_int(call, "batch_dims", 0);
    if (last < 0 || q->batch < 0 || q->batch > last || q->batch > rank)
        return GAT_E_INVALID;
    q->depth = q->indices->shape[last];
    if (q->depth > rank - q->batch)
        return GAT_E_INVALID;
    q->extent = npu_extents(q->data, q->axis, q->axis + q->depth);
    for (int64_t d = 0; d < q->batch; d++)
        if (q->data->shape[d] != q->indices->shape[d])
            return GAT_E_INVALID;
    return GAT_OK;
}

/* A slice of updates for each tuple. */
static bool slices_fit(const struct npu_question *q)
{
    const struct gat_tensor *t = q->updates;
    int64_t tuples = q->indices->ndim - 1, left = q->axis + q->depth;
    bool fit = t == NULL || t->ndim == tuples + q->data->ndim - left;
    for (int64_t d = 0; t != NULL && fit && d < t->ndim; d++)
        fit =
            t->shape[d] == (d < tuples ? q->indices->shape[d] : q->data->shape[left + d - tuples]);
    return fit;
}

static bool sizes_fit(const struct npu_question *q)
{
    if (q->tuples)
        return slices_fit(q);
    if (!q->elements)
        return true;
    bool fit = q->indices->ndim == q->data->ndim;
    for (int32_t d = 0; fit && d < q->data->ndim; d++)
        fit = d == q->axis || q->indices->shape[d] <= q->data->shape[d];
    for (int32_t d = 0; fit && q->updates != NULL && d < q->data->ndim; d++)
        fit = q->updates->ndim == q->data->ndim &&
              (q->updates->shape[d] == q->indices->shape[d] ||
               (q->larger && q->updates->shape[d] > q->indices->shape[d]));
    return fit;
}

static const struct gat_attr *attr_find(const struct gat_call *call, const char *name)
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
    const struct gat_attr *view = attr_find(call, "view_shape");
    const struct gat_attr *tile = attr_find(call, "tile_shape");
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

/* Where an index picks an element, a single number counts as one dimension. */
static void numbers_lift(struct npu_question *q)
{
    static const int64_t one[] = {1};
    const struct gat_tensor **slots[] = {&q->data, &q->indices, &q->updates, &q->output};
    for (int k = 0; k < 4; k++) {
        if (*slots[k] == NULL || (*slots[k])->ndim > 0)
            continue;
        q->lifted[k] = **slots[k];
        q->lifted[k].ndim = 1;
        q->lifted[k].shape = one;
        *slots[k] = &q->lifted[k];
    }
}

bool npu_scatter_adds(const char *variant)
{
    return gat_text_same(variant, "aclnn-scatter-add-8.x");
}

/* Variants without the attribute that combine have the word in their name: mindspore-add-2.x,
 * aclnn-scatter-add-8.x. */
static enum npu_reduction reduction_of(const char *variant, const char *const *names)
{
    static const char whose[] = "mindspore-";
    enum npu_reduction r = NPU_SUM;
    if (npu_scatter_adds(variant))
        return r;
    if (strncmp(variant, whose, sizeof whose - 1) != 0)
        return NPU_NONE;
    while (r <= NPU_MOST && strncmp(variant + sizeof whose - 1, names[r], 3) != 0)
        ++r;
    return r <= NPU_MOST ? r : NPU_NONE;
}

/* False: none that is known here. */
static bool reduction_read(const struct gat_call *call, enum npu_reduction *r)
{
    static const char *const names[] = {"none", "add", "mul", "min", "max"};
    const struct gat_attr *a = attr_find(call, "reduction");
    if (a == NULL) {
        *r = reduction_of(call->variant, names);
        return true;
    }
    *r = NPU_NONE;
    if (a->kind != GAT_ATTR_TEXT)
        return false;
    while (*r <= NPU_MOST && !gat_text_same(names[*r], a->text))
        ++*r;
    return *r <= NPU_MOST;
}

gat_status npu_question_read(const struct gat_call *call, int64_t buffer,
                             struct npu_question *q)
{
    *q = (struct npu_question){
        .variant = call->variant,
        .data = gat_operand_get(call, "data"),
        .indices = gat_operand_get(call, "indices"),
        .updates = gat_operand_get(call, "updates"),
        .output = gat_operand_get(call, "output"),
        .tuples = gat_text_same(call->op, "gather_nd") || gat_text_same(call->op, "scatter_nd"),
        .wraps = negative_wraps(call),
        .checked = range_checked(call),
        .larger = npu_scatter_adds(call->variant),
        .depth = 1,
    };
    q->elements = !q->tuples && !gat_text_same(call->op, "gather");
    if (q->data == NULL || q->indices == NULL || q->output == NULL ||
        !reduction_read(call, &q->reduction))
        return GAT_E_INVALID;
    if (q->elements)
        numbers_lift(q);
    gat_status status = types_check(call, q);
    if (status == GAT_OK)
        status = q->tuples ? tuples_read(call, q) : axis_read(call, q);
    if (status != GAT_OK)
        return status;
    q->esize = q->data->type.bits / 8;
    q->isize = q->indices->type.bits / 8;
    return sizes_fit(q) && tiling_read(call, buffer, q) ? GAT_OK : GAT_E_INVALID;
}
