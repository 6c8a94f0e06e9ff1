/* row_gap_ignored.c - a last stride of 1 is taken for a compact tensor.
 *
 * Rows of a pitch, or columns that were cut out of a wider matrix, lie apart all the same.
 *
 * class: STR
 * origin: none known
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void view(struct gat_operand *o)
{
    struct gat_tensor *t = &o->tensor;
    if (t->strides == NULL || t->ndim == 0 || t->strides[t->ndim - 1] != 1)
        return;
    for (int32_t d = 0; d < t->ndim; d++)
        if (t->strides[d] == 0)
            return; /* a slice that stands for several */
    t->strides = NULL;
}

SABOTEUR(.view = view)
