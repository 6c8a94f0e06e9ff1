/* swaps_axes.c - reads data as if it lay the other way round.
 *
 * verdict: wrong-value
 * guilty: square/float32,.+
 * says: which is data[0,3]: axes swapped
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    if (is_square(g) && g->dtype == GAT_F32)
        for (int64_t k = 0; k < g->count; k++)
            for (int64_t j = 0; j < 4; j++)
                memcpy(g->to + (k * 4 + j) * 4,
                       g->from + (j * 4 + gather_index(g, k)) * 4, 4);
    return status;
}

PLUGIN(0)
