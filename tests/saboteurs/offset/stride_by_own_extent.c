/* stride_by_own_extent.c - a stride is made of the extent of its own dimension.
 *
 * shape[i] was multiplied where shape[i + 1] was meant; square data hides it.
 *
 * class: STR
 * origin: microsoft/onnxruntime scatter.cc 01c57a8b
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    for (int32_t d = b->c.data.ndim - 2; d >= 0; d--)
        b->stride[d] = b->c.data.shape[d] * b->stride[d + 1];
}

SABOTEUR(.plan = plan)
