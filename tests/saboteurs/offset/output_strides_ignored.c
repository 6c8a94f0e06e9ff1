/* output_strides_ignored.c - the strides of the output are ignored.
 *
 * The result is written side by side, over what lies between the elements.
 *
 * class: STR
 * origin: none known
 * verdict: out-of-bounds-write, wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void view(struct gat_operand *o)
{
    if (o->role == GAT_OUT)
        o->tensor.strides = NULL;
}

SABOTEUR(.view = view)
