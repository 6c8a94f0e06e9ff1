/* empty_indices_skip_copy.c - a scatter without indices returns before it copies
 * data.
 *
 * The output was memory as it came from the allocator.
 *
 * class: UNI
 * origin: pytorch/pytorch#70662
 * verdict: unwritten
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void base(const struct broken *b)
{
    if (b->count > 0)
        broken_base(b);
}

SABOTEUR(.base = base)
