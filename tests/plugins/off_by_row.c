/* off_by_row.c - copies the row after the right one.
 *
 * verdict: wrong-value
 * guilty: rows/int32,.+
 * says: which is data[2,0]: index off by one
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    if (is_rows(g) && g->dtype == GAT_I32)
        gather_put(g, 0, 3, gather_index(g, 3) + 1);
    return status;
}

PLUGIN(0)
