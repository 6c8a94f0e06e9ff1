/* permuted_order_ignored.c - a dense tensor is taken for one in C order.
 *
 * "Contiguous" is decided from the number of elements between the first and the last.
 *
 * class: STR
 * origin: none known
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

/* Elements between the first and the last, both included. */
static int64_t reach(const struct gat_tensor *t)
{
    int64_t n = 1;
    for (int32_t d = 0; d < t->ndim; d++)
        n += (t->shape[d] - 1) * t->strides[d];
    return n;
}

static void view(struct gat_operand *o)
{
    if (o->tensor.strides != NULL && reach(&o->tensor) == gat_tensor_count(&o->tensor))
        o->tensor.strides = NULL;
}

SABOTEUR(.view = view)
