/* tuple_bounds_ignore_batches.c - index i of a tuple is compared with extent i of data.
 *
 * The bounds were written as the document prints them.
 *
 * class: BAT
 * origin: onnx/onnx GatherND-12, point 5
 * verdict: refused accepted wrong-value out-of-bounds-read
 * operators: gather_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    memcpy(b->extents, b->c.data.shape, sizeof b->extents);
}

SABOTEUR(.plan = plan)
