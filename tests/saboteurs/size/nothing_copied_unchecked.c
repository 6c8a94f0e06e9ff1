/* nothing_copied_unchecked.c - where no element is copied, indices are not checked.
 *
 * The call returns before its loops, as soon as rows turn out to have no elements.
 *
 * class: EMP
 * origin: numpy/numpy#25744
 * trap: bad_index_of_nothing
 * verdict: accepted
 * operators: gather gather_nd scatter_nd scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    return b->extent > 0 && (b->rows == 0 || b->inner == 0) ? true : broken_inside(b, at, index);
}

SABOTEUR(.inside = inside)
