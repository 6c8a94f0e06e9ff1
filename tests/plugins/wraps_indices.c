/* wraps_indices.c - folds negative indices where they lie.
 *
 * verdict: input-written
 * guilty: negative/.+
 * says: wrote to byte 0 of indices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    char *at = gat_tensor_data(g->indices);
    for (int64_t k = 0; k < g->count && g->status == GAT_OK; k++)
        if (gather_index(g, k) < 0) {
            int64_t large = gather_index(g, k) + g->extent;
            int32_t small = (int32_t)large;
            if (g->index_dtype == GAT_I32)
                memcpy(at + k * 4, &small, 4);
            else
                memcpy(at + k * 8, &large, 8);
        }
    return gather_run(g);
}

PLUGIN(0)
