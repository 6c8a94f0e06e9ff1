/* bound_off_by_one.c - an index equal to the extent is accepted.
 *
 * The guard says greater where it means greater or equal.
 *
 * class: BND
 * origin: alibaba/MNN 2d9612741
 * verdict: accepted out-of-bounds-read out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return broken_inside(b, at, index) || index == b->extent;
}

SABOTEUR(.inside = inside)
