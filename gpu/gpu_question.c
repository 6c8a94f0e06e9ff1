/* gpu_question.c - what a call asks: shapes, axis and types, checked before a kernel runs.
 *
 * A kernel is only ever given rows and strides that lie inside its operands, so that
 * the indices are all that it has to check.  Where a document leaves open what follows
 * from something, the call is refused.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gpu.h"

gat_status gpu_fail(struct gpu_context *c, gat_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->error, sizeof c->error, format, args);
    va_end(args);
    return status;
}

static bool count_of(const int64_t *shape, int32_t ndim, int64_t *count)
{
    bool empty = false, fits = true;
    *count = 1;
    for (int32_t d = 0; d < ndim; d++)
        empty |= shape[d] == 0;
    for (int32_t d = 0; d < ndim && !empty; d++)
        fits &= shape[d] > 0 && !__builtin_mul_overflow(*count, shape[d], count);
    if (empty)
        *count = 0;
    return fits && *count <= INT64_MAX / GAT_MAX_RANK / 16;
}

static void strides_make(struct gpu_tensor *t, const int64_t *strides)
{
    int64_t dense = t->esize;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        t->stride[d] = strides != NULL ? strides[d] * t->esize : dense;
        if (t->count > 0)
            dense *= t->shape[d];
    }
}

static gat_status tensor_read(struct gpu_context *c, const struct gat_call *call,
                              const char *name, struct gpu_tensor *t)
{
    const struct gat_tensor *from = gat_operand_get(call, name);
    if (from == NULL)
        return gpu_fail(c, GAT_E_INVALID, "there is no operand %s", name);
    t->given = true;
    t->dtype = gat_tensor_dtype(from);
    if (t->dtype == GAT_DTYPE_COUNT)
        return gpu_fail(c, GAT_E_TYPE, "the element type of %s is unknown", name);
    t->esize = from->type.bits / 8;
    t->ndim = from->ndim;
    if (t->ndim < 0 || t->ndim > GAT_MAX_RANK)
        return gpu_fail(c, GAT_E_INVALID, "%s has rank %d", name, t->ndim);
    for (int32_t d = 0; d < t->ndim; d++)
        t->shape[d] = from->shape[d];
    if (!count_of(t->shape, t->ndim, &t->count))
        return gpu_fail(c, GAT_E_INVALID, "%s has too many elements", name);
    strides_make(t, from->strides);
    t->at = (struct gpu_at){from->data, from->byte_offset};
    return GAT_OK;
}

/* A tensor of rank 0 takes part as one of shape [1]. */
static void rank_least(struct gpu_tensor *t)
{
    if (t->ndim == 0) {
        t->ndim = 1;
        t->shape[0] = 1;
        t->stride[0] = t->esize;
    }
}

static bool is_integer(const struct gat_tensor *t)
{
    enum gat_dtype dtype = gat_tensor_dtype(t);
    return dtype == GAT_I32 || dtype == GAT_I64;
}

/* From the attribute, or from the operand, which lies in memory of the host. */
static gat_status axis_read(struct gpu_context *c, const struct gat_call *call,
                            struct gpu_question *q)
{
    const struct gat_tensor *t = gat_operand_get(call, "axis");
    int64_t rank = q->t[GPU_DATA].ndim, axis = gat_attr_int(call, "axis", 0);
    if (t != NULL) {
        int32_t narrow = 0;
        if (gat_tensor_count(t) != 1 || !is_integer(t))
            return gpu_fail(c, GAT_E_INVALID, "axis has to be one integer");
        if (t->type.bits == 64)
            memcpy(&axis, gat_tensor_data(t), sizeof axis);
        else
            memcpy(&narrow, gat_tensor_data(t), sizeof narrow);
        axis = t->type.bits == 64 ? axis : narrow;
    }
    if (axis < -rank || axis >= rank)
        return gpu_fail(c, GAT_E_INVALID, "axis %lld names no dimension of data",
                        (long long)axis);
    q->axis = (int32_t)(axis < 0 ? axis + rank : axis);
    int64_t batch = gat_attr_int(call, "batch_dims", 0);
    if (batch < 0 || batch > q->axis || batch > q->t[GPU_INDICES].ndim)
        return gpu_fail(c, GAT_E_INVALID, "batch_dims is %lld", (long long)batch);
    q->batch_dims = (int32_t)batch;
    for (int32_t d = 0; d < q->batch_dims; d++)
        if (q->t[GPU_DATA].shape[d] != q->t[GPU_INDICES].shape[d])
            return gpu_fail(c, GAT_E_INVALID, "data and indices differ in batch %d", d);
    return GAT_OK;
}

static gat_status types_check(struct gpu_context *c, const struct gat_call *call,
                              const struct gpu_question *q)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA], *updates = &q->t[GPU_UPDATES];
    enum gat_dtype index = q->t[GPU_INDICES].dtype;
    bool listed = strncmp(call->variant, "mindspore", 9) == 0;
    bool excluded = listed && (data->dtype == GAT_STR ||
                               (data->dtype == GAT_BOOL && gat_text_same(call->profile, "npu")));
    if ((index != GAT_I32 && index != GAT_I64) || excluded ||
        (updates->given && updates->dtype != data->dtype))
        return gpu_fail(c, GAT_E_TYPE, "element types that do not go together here");
    return GAT_OK;
}

static gat_status elements_check(struct gpu_context *c, struct gpu_question *q)
{
    struct gpu_tensor *data = &q->t[GPU_DATA], *indices = &q->t[GPU_INDICES];
    struct gpu_tensor *updates = &q->t[GPU_UPDATES];
    if (data->ndim != indices->ndim || (updates->given && updates->ndim != data->ndim))
        return gpu_fail(c, GAT_E_INVALID, "operands of different rank");
    for (int32_t d = 0; d < data->ndim; d++)
        if (updates->given && updates->shape[d] != indices->shape[d])
            return gpu_fail(c, GAT_E_INVALID, "updates have another shape than indices");
    rank_least(data), rank_least(indices), rank_least(updates);
    return GAT_OK;
}

static gat_status sizes_check(struct gpu_context *c, const struct gpu_question *q)
{
    for (int32_t d = 0; q->elements && d < q->t[GPU_DATA].ndim; d++)
        if (d != q->axis && q->t[GPU_INDICES].shape[d] > q->t[GPU_DATA].shape[d])
            return gpu_fail(c, GAT_E_INVALID, "indices are longer than data off the axis");
    return GAT_OK;
}

static void append(struct gpu_tensor *out, const struct gpu_tensor *t, int32_t from, int32_t to)
{
    for (int32_t d = from; d < to; d++, out->ndim++)
        if (out->ndim < GAT_MAX_RANK)
            out->shape[out->ndim] = t->shape[d];
}

/* Shape and type that the output has by the formula; `rank` is that of data or indices
 * as they were given. */
static bool output_make(const struct gpu_question *q, int32_t rank, struct gpu_tensor *out)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA], *indices = &q->t[GPU_INDICES];
    *out = (struct gpu_tensor){.dtype = data->dtype, .esize = data->esize};
    if (q->scatters) {
        append(out, data, 0, rank);
    } else if (q->elements) {
        append(out, indices, 0, rank);
    } else {
        append(out, data, 0, q->axis);
        append(out, indices, q->batch_dims, indices->ndim);
        append(out, data, q->axis + 1, data->ndim);
    }
    if (out->ndim > GAT_MAX_RANK || !count_of(out->shape, out->ndim, &out->count))
        return false;
    strides_make(out, NULL);
    return true;
}

static gat_status output_check(struct gpu_context *c, const struct gat_call *call,
                               const struct gpu_tensor *due, struct gpu_question *q)
{
    struct gpu_tensor *out = &q->t[GPU_OUTPUT];
    gat_status status = tensor_read(c, call, "output", out);
    if (status != GAT_OK)
        return status;
    bool same = out->dtype == due->dtype && out->ndim == due->ndim;
    for (int32_t d = 0; same && d < out->ndim; d++)
        same = out->shape[d] == due->shape[d];
    if (!same)
        return gpu_fail(c, GAT_E_INVALID, "output has another shape or type than it is due");
    if (q->elements)
        rank_least(out);
    return GAT_OK;
}

gat_status gpu_question_read(struct gpu_context *c, const struct gat_call *call,
                             bool output, struct gpu_question *q)
{
    struct gpu_tensor due;
    memset(q, 0, sizeof *q);
    q->elements = !gat_text_same(call->op, "gather");
    q->scatters = strncmp(call->op, "scatter", 7) == 0;
    q->from_end = strncmp(call->variant, "onnx", 4) == 0;
    q->policy = c->policy;
    gat_status status = tensor_read(c, call, "data", &q->t[GPU_DATA]);
    if (status == GAT_OK)
        status = tensor_read(c, call, "indices", &q->t[GPU_INDICES]);
    if (status == GAT_OK && q->scatters)
        status = tensor_read(c, call, "updates", &q->t[GPU_UPDATES]);
    if (status == GAT_OK)
        status = types_check(c, call, q);
    int32_t rank = q->t[q->scatters ? GPU_DATA : GPU_INDICES].ndim;
    if (status == GAT_OK && q->elements)
        status = elements_check(c, q);
    else if (status == GAT_OK && q->t[GPU_DATA].ndim == 0)
        status = gpu_fail(c, GAT_E_INVALID, "data of rank 0 have no axis");
    if (status == GAT_OK)
        status = axis_read(c, call, q);
    if (status == GAT_OK)
        status = sizes_check(c, q);
    if (status == GAT_OK && !output_make(q, rank, &due))
        status = gpu_fail(c, GAT_E_INVALID, "no tensor is as large as the output would be");
    if (status == GAT_OK && output)
        return output_check(c, call, &due, q);
    q->t[GPU_OUTPUT] = due;
    return status;
}

gat_status gpu_infer(void *context, const struct gat_call *call, uint32_t k,
                     struct gat_inferred *out)
{
    struct gpu_question q;
    gat_status status = k != 0 ? GAT_E_INVALID : gpu_question_read(context, call, false, &q);
    if (status != GAT_OK)
        return status;
    const struct gpu_tensor *t = &q.t[GPU_OUTPUT];
    out->ndim = t->ndim;
    out->type = gat_operand_get(call, "data")->type;
    for (int32_t d = 0; d < t->ndim; d++)
        out->shape[d] = t->shape[d];
    return GAT_OK;
}
