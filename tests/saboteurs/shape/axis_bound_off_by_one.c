/* axis_bound_off_by_one.c - an axis equal to the rank is accepted.
 *
 * The upper end of the range was included.
 *
 * class: AXN
 * origin: onnx/onnx#2260
 * verdict: accepted out-of-bounds-read out-of-bounds-write crash
 * operators: gather gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.axis == b->c.data.ndim)
        b->c.axis = 0;
}

SABOTEUR(.ask = ask)
