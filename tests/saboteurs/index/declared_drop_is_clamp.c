/* declared_drop_is_clamp.c - declares that it drops an update out of range, and clamps its index.
 *
 * The update that should be lost overwrites the element at the end.
 *
 * class: OOB
 * origin: none known
 * verdict: broken-policy
 * operators: scatter
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
    if (broken_inside(b, 0, index))
        return broken_position(b, index);
    return b->extent == 0 ? BROKEN_NOWHERE : index < 0 ? 0 : b->extent - 1;
}

SABOTEUR(.inside = inside, .position = position, .out_of_range = "drop")
