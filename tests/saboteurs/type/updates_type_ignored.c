/* updates_type_ignored.c - updates of another element type are taken bit by bit.
 *
 * int64 updates went into float data as they were: 2.8e-45.
 *
 * class: DTY
 * origin: pytorch/pytorch#39565
 * verdict: accepted out-of-bounds-read
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    b->c.updates.dtype = b->c.data.dtype;
}

SABOTEUR(.ask = ask)
