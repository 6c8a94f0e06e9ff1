/* strides_ignored.c - the strides of an input are ignored.
 *
 * A caller hands over every second column; the kernel walks whole rows.
 *
 * class: STR
 * origin: none known
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void view(struct gat_operand *o)
{
    if (o->role != GAT_OUT)
        o->tensor.strides = NULL;
}

SABOTEUR(.view = view)
