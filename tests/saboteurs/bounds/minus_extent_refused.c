/* minus_extent_refused.c - an index of exactly minus the extent is out of range.
 *
 * The lower bound is off by one.
 *
 * class: BND
 * origin: none known; the lower end of alibaba/MNN 2d9612741
 * verdict: refused
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return broken_inside(b, at, index) && index != -b->extent;
}

SABOTEUR(.inside = inside)
