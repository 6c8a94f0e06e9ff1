/* axis_wrapped_in_place.c - a negative axis is counted from the end in the caller's
 * own call.
 *
 * The description of the call is shared by all that use it.
 *
 * class: ALI
 * origin: mindspore gather_d_cpu_kernel.cc 0f4901b3
 * verdict: input-written
 * operators: gather gather_elements scatter scatter_elements
 * only: read-only
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void ask(struct broken *b)
{
    struct gat_attr *attrs = (struct gat_attr *)(uintptr_t)b->call->attrs;
    for (uint64_t k = 0; k < b->call->n_attrs; k++)
        if (gat_text_same(attrs[k].name, "axis") && attrs[k].i < 0)
            attrs[k].i += b->c.data.ndim;
}

SABOTEUR(.ask = ask)
