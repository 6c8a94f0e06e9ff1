/* middle_axis_wrong_at_rank_4.c - an axis in the middle of four dimensions or more
 * is handled wrongly.
 *
 * The list of coordinates was put together for rank 3.
 *
 * class: RNK
 * origin: onnx/onnx#6174
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 * operators: gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    int64_t axis = b->a.axis, last = b->c.data.ndim - 1;
    if (last < 3 || axis == 0 || axis == last)
        return;
    int64_t stride = b->stride[axis];
    b->stride[axis] = b->stride[axis - 1];
    b->stride[axis - 1] = stride;
}

SABOTEUR(.plan = plan)
