/* dirty_error.c - claims clean errors and writes before it looks at all indices.
 *
 * verdict: dirty-error
 * guilty: past-the-end/.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    for (int64_t k = 0; k < g->count && g->status == GAT_E_RANGE; k++)
        if (gather_index(g, k) < g->extent)
            gather_put(g, 0, k, gather_index(g, k));
    return gather_run(g);
}

PLUGIN(GAT_CLEAN_ERRORS)
