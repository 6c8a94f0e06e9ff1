/* tuple_shape_of_indices.c - the last dimensions of the output are stated as those of indices.
 *
 * Shape inference took them from the wrong operand.
 *
 * class: INF
 * origin: sonos/tract bc9a79a52
 * verdict: wrong-shape
 * operators: gather_nd
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void state(const struct gat_call *call, struct gat_inferred *out)
{
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    if (indices != NULL && indices->ndim > 0 && out->ndim >= indices->ndim)
        out->shape[out->ndim - 1] = indices->shape[indices->ndim - 1];
}

SABOTEUR(.state = state)
