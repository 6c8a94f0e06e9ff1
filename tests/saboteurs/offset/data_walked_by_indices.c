/* data_walked_by_indices.c - data is read at the offsets of the indices.
 *
 * The position in the output was used for data as well.
 *
 * class: STR
 * origin: tracel-ai/burn#489, pytorch/pytorch#91514
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    int64_t stride = 1;
    for (int32_t d = b->c.indices.ndim - 1; d >= 0; d--) {
        b->stride[d] = stride;
        stride *= b->c.indices.shape[d];
    }
}

SABOTEUR(.plan = plan)
