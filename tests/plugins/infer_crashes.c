/* infer_crashes.c - dies when it is asked for the shape of the output.
 *
 * verdict: wrong-shape
 * guilty: scalar-index/bool,int32
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

static gat_status states(void *context, const struct gat_call *call, uint32_t k,
                         struct gat_inferred *out)
{
    (void)context, (void)k;
    if (gat_operand_get(call, "indices")->ndim == 0)
        abort();
    return gather_infer(call, out);
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .infer = states)
