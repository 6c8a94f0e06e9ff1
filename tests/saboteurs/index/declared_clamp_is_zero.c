/* declared_clamp_is_zero.c - declares that it clamps an index out of range, and
 * stores zero.
 *
 * The page and the kernel of one release said different things.
 *
 * class: OOB
 * origin: tenstorrent/tt-mlir#9211
 * verdict: broken-policy
 * operators: gather_elements
 * only: policy
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    (void)b;
    (void)at;
    (void)index;
    return true;
}

static int64_t position(const struct broken *b, int64_t index)
{
    return broken_inside(b, 0, index) ? broken_position(b, index) : BROKEN_NOWHERE;
}

static void plan(struct broken *b)
{
    if (broken_size(b) > 0 && !broken_is_giant(b))
        memset(b->to, 0, broken_size(b));
}

SABOTEUR(.inside = inside, .position = position, .plan = plan,
         .out_of_range = "clamp")
