/* tuple_head_checked_only.c - of each tuple the first index is checked.
 *
 * The loop over tuples was checked and not the one over their indices.
 *
 * class: BND
 * origin: openvinotoolkit/openvino#38297
 * verdict: accepted out-of-bounds-read
 * operators: gather_nd scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return (b->depth > 1 && at % b->depth > 0) || broken_inside(b, at, index);
}

SABOTEUR(.inside = inside)
