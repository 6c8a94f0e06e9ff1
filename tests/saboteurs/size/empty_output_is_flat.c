/* empty_output_is_flat.c - without indices the output has shape (0).
 *
 * The loop that found the shape never ran.
 *
 * class: EMP
 * origin: onnx/onnx#8298, onnx/onnx#8306
 * verdict: wrong-shape
 * operators: gather gather_elements
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void state(const struct gat_call *call, struct gat_inferred *out)
{
    if (gat_tensor_count(gat_operand_get(call, "indices")) == 0) {
        out->ndim = 1;
        out->shape[0] = 0;
    }
}

SABOTEUR(.state = state)
