/* scalar_index_adds_dimension.c - a single index leaves a dimension of 1 too many.
 *
 * A single number was treated as a vector of one.
 *
 * class: SCL
 * origin: microsoft/onnxruntime#24603, onnx/onnx-tensorrt#254
 * verdict: wrong-shape
 * operators: gather
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void state(const struct gat_call *call, struct gat_inferred *out)
{
    if (gat_operand_get(call, "indices")->ndim == 0)
        out->shape[out->ndim++] = 1;
}

SABOTEUR(.state = state)
