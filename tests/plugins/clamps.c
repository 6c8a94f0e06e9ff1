/* clamps.c - takes an index past the end for the last one.
 *
 * verdict: accepted
 * guilty: past-the-end/.+
 * says: indices[1] = 4 is outside [-4, 3]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->status == GAT_E_RANGE) {
        for (int64_t k = 0; k < g->count; k++)
            gather_put(g, 0, k, g->extent - 1);
        return GAT_OK;
    }
    return gather_run(g);
}

PLUGIN(0)
