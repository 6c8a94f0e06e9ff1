/* indices_walked_by_data.c - indices are read at the offsets of data.
 *
 * One set of strides served both operands.
 *
 * class: STR
 * origin: tracel-ai/burn#3337
 * verdict: wrong-value out-of-bounds-read
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t index_there(const struct broken *b, int64_t at)
{
    int64_t i[GAT_MAX_RANK], offset = 0;
    gat_shape_unravel(b->c.indices.ndim, b->c.indices.shape, at, i);
    for (int32_t d = 0; d < b->c.indices.ndim; d++)
        offset += i[d] * b->stride[d];
    return broken_index(b, offset);
}

SABOTEUR(.index = index_there)
