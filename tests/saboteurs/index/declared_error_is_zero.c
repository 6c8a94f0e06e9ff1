/* declared_error_is_zero.c - declares that it reports an index out of range, and stores zero.
 *
 * The check that the page speaks of is left out of a release build.
 *
 * class: OOB
 * origin: none known
 * verdict: broken-policy
 * operators: gather_elements
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
    if (!b->scatters && broken_size(b) > 0)
        memset(b->to, 0, broken_size(b));
}

SABOTEUR(.inside = inside, .position = position, .plan = plan,
         .out_of_range = "error")
