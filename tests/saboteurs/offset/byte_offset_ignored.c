/* byte_offset_ignored.c - the byte_offset of an input is ignored.
 *
 * A tensor that begins inside a bigger buffer is read from the start of it.
 *
 * class: STR
 * origin: none known
 * verdict: wrong-value refused
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void view(struct gat_operand *o)
{
    if (o->role != GAT_OUT)
        o->tensor.byte_offset = 0;
}

SABOTEUR(.view = view)
