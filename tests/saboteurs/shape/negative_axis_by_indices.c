/* negative_axis_by_indices.c - a negative axis counts from the end of the indices.
 *
 * The rank of another operand was added.
 *
 * class: AXN
 * origin: apache/tvm#7600
 * verdict: wrong-value refused out-of-bounds-read out-of-bounds-write
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    if (b->c.axis < 0)
        b->c.axis += b->c.indices.ndim;
}

SABOTEUR(.ask = ask)
