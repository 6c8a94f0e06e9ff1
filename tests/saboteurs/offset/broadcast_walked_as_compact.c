/* broadcast_walked_as_compact.c - a stride of 0 is taken for that of a compact tensor.
 *
 * Slices that were stated once are read as if they lay one after the other.
 *
 * class: STR
 * origin: none known
 * verdict: out-of-bounds-read
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void view(struct gat_operand *o)
{
    for (int32_t d = 0; o->tensor.strides != NULL && d < o->tensor.ndim; d++)
        if (o->tensor.strides[d] == 0) {
            o->tensor.strides = NULL;
            return;
        }
}

SABOTEUR(.view = view)
