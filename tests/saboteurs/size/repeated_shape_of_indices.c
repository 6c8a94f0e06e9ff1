/* repeated_shape_of_indices.c - where indices are repeated the output has their shape all the same.
 *
 * class: INF
 * origin: jax-ml/jax#902
 * verdict: wrong-shape
 * operators: gather_elements
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void state(const struct gat_call *call, struct gat_inferred *out)
{
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    for (int32_t d = 0; d < out->ndim; d++)
        out->shape[d] = indices->shape[d];
}

SABOTEUR(.state = state)
