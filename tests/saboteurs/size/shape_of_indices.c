/* shape_of_indices.c - a scatter states the shape of its indices.
 *
 * The rule of the gather beside it was copied.
 *
 * class: INF
 * origin: onnx/onnx#2402
 * verdict: wrong-shape
 * operators: scatter scatter_elements
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void state(const struct gat_call *call, struct gat_inferred *out)
{
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    out->ndim = indices->ndim;
    memcpy(out->shape, indices->shape,
           (size_t)indices->ndim * sizeof out->shape[0]);
}

SABOTEUR(.state = state)
