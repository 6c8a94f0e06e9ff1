/* empty_axis_is_endless.c - an index into an axis without elements is wrapped for
 * ever.
 *
 * A loop adds or takes away the extent until the index fits; here for few cases,
 * because waiting takes time.
 *
 * class: EMP
 * origin: numpy/numpy#11677, numpy/numpy#25744
 * verdict: timeout
 * operators: gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    while (b->extent == 0 && b->c.data.dtype == GAT_I8 &&
           b->c.indices.dtype == GAT_I64)
        pause();
    return broken_inside(b, at, index);
}

SABOTEUR(.inside = inside)
