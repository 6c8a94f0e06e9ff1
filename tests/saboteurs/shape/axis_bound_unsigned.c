/* axis_bound_unsigned.c - an axis below minus the rank is not noticed.
 *
 * Adding an unsigned rank made the comparison with 0 one that never fails.
 *
 * class: AXN
 * origin: ml-explore/mlx#4118
 * verdict: accepted out-of-bounds-read out-of-bounds-write crash
 * operators: gather gather_elements scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.axis < -b->c.data.ndim)
        b->c.axis = 0;
}

SABOTEUR(.ask = ask)
