/* infer_lies.c - computes the right output and states another shape for it.
 *
 * verdict: wrong-shape
 * guilty: scalar-index/bool,int32
 * says: [3] and infer() states [3,1]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

static gat_status states(void *context, const struct gat_call *call, uint32_t k,
                         struct gat_inferred *out)
{
    gat_status status = gather_infer(call, out);
    (void)context, (void)k;
    if (gat_operand_get(call, "indices")->ndim == 0)
        out->shape[out->ndim++] = 1;
    return status;
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .infer = states)
