/* first_index_checked_only.c - only the first index is checked.
 *
 * The check was lifted out of the loop.
 *
 * class: BND
 * origin: pytorch/pytorch#1368, openvinotoolkit/openvino#37762
 * verdict: accepted out-of-bounds-read out-of-bounds-write crash
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return at > 0 || broken_inside(b, at, index);
}

SABOTEUR(.inside = inside)
