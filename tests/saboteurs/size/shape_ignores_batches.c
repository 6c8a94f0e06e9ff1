/* shape_ignores_batches.c - the shape of the output counts the batch dimensions
 * twice.
 *
 * Shape inference was written before batch_dims came.
 *
 * class: INF
 * origin: tensorflow/tensorflow#41804, microsoft/onnxruntime#24206
 * verdict: wrong-shape
 * operators: gather gather_nd
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void state(const struct gat_call *call, struct gat_inferred *out)
{
    int64_t batch = gat_attr_int(call, "batch_dims", 0);
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    for (int64_t k = 0; k < batch && out->ndim < GAT_MAX_RANK; k++)
        out->shape[out->ndim++] = indices->shape[k];
}

SABOTEUR(.state = state)
