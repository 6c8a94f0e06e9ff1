/* empty_axis_counts_as_one.c - an axis without elements is taken for one of a single element.
 *
 * An extent of 0 stands for a number elsewhere in the library; indices 0 and -1 then pass.
 *
 * class: EMP
 * origin: numpy/numpy#25744
 * trap: axis_empty_read
 * verdict: accepted crash out-of-bounds-read out-of-bounds-write
 * except: gather_windows scatter_windows tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    struct broken one = *b;
    one.extent = b->extent == 0 ? 1 : b->extent;
    return broken_inside(&one, at, index);
}

SABOTEUR(.inside = inside)
