/* declared_drop_ends.c - drops an update out of range as declared, and all after it.
 *
 * The loop is left where it should go on.
 *
 * class: CTL
 * origin: mindspore tensor_scatter_elements 4662a9a3
 * verdict: broken-policy
 * operators: scatter scatter_elements
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

static void plan(struct broken *b)
{
    for (int64_t at = 0; at < b->stop; at++)
        if (!broken_inside(b, at, broken_index(b, at)))
            b->stop = at;
}

SABOTEUR(.inside = inside, .plan = plan, .out_of_range = "drop")
