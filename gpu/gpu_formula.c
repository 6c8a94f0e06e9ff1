/* gpu_formula.c - which dimension of what moves follows which dimension of data and of indices.
 *
 * What moves is the output of a gather or the updates of a scatter.  Each of its dimensions
 * follows one of data, one of indices, or one of both; the indices are for the dimensions of data
 * in `along`.  Shapes, walks and the sizes that are checked come from here alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gpu.h"

void gpu_moves(struct gpu_question *q, int64_t extent, int32_t data, int32_t indices)
{
    if (q->rank < GAT_MAX_RANK)
        q->moved[q->rank] =
            (struct gpu_dimension){.extent = extent, .data = data, .indices = indices};
    q->rank++;
}

/* The next index of a tuple is for dimension `d` of data, of which it may name so many places. */
void gpu_names(struct gpu_question *q, int32_t d, int64_t places)
{
    q->along[q->depth] = d;
    q->places[q->depth++] = places;
}

static void along_data(struct gpu_question *q, int32_t from, int32_t to)
{
    for (int32_t d = from; d < to; d++)
        gpu_moves(q, q->t[GPU_DATA].shape[d], d, -1);
}

void gpu_formula_slices(struct gpu_question *q, int32_t depth)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA], *indices = &q->t[GPU_INDICES];
    for (int32_t d = 0; d < q->batch_dims; d++)
        gpu_moves(q, data->shape[d], d, d);
    along_data(q, q->batch_dims, q->axis);
    for (int32_t d = q->batch_dims; d < indices->ndim - (q->vector >= 0); d++)
        gpu_moves(q, indices->shape[d], -1, d);
    along_data(q, q->axis + depth, data->ndim);
    for (int32_t d = q->axis; d < q->axis + depth; d++)
        gpu_names(q, d, data->shape[d]);
}

bool gpu_repeats(const struct gpu_question *q)
{
    return GPU_DECIDES(q->variant, off_axis, repeat) ||
           GPU_DECIDES(q->variant, off_axis, broadcast);
}

/* What has one place off the axis, where the other operand has more, is not followed. */
void gpu_formula_elements(struct gpu_question *q)
{
    const struct gpu_tensor *indices = &q->t[GPU_INDICES], *data = &q->t[GPU_DATA];
    bool repeats = gpu_repeats(q), both = GPU_DECIDES(q->variant, off_axis, broadcast);
    for (int32_t d = 0; d < indices->ndim; d++) {
        int64_t index = indices->shape[d], from = data->shape[d];
        bool same = d == q->axis || index == from;
        if (repeats && !same && index == 1)
            gpu_moves(q, from, d, -1);
        else
            gpu_moves(q, index, d == q->axis || (both && !same && from == 1) ? -1 : d, d);
    }
    gpu_names(q, q->axis, q->t[GPU_DATA].shape[q->axis]);
}

/* A batch, the dimensions before the axis, a window along it, and those after it. */
void gpu_formula_batches(struct gpu_question *q)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA];
    gpu_moves(q, data->shape[0], 0, 0);
    along_data(q, 1, q->axis);
    gpu_moves(q, q->t[GPU_UPDATES].shape[q->axis], q->axis, -1);
    q->moved[q->axis].leads = 1;
    along_data(q, q->axis + 1, data->ndim);
    gpu_names(q, q->axis, data->shape[q->axis]);
}
