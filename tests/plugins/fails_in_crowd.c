/* fails_in_crowd.c - remembers an earlier axis: wrong in a crowd, right alone.
 *
 * verdict: unrepeatable
 * guilty: rows/float32,.+
 * says: alone it passes
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static bool seen;

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    seen |= g->axis == 1;
    if (seen && is_rows(g) && g->dtype == GAT_F32)
        gather_put(g, 0, 0, gather_index(g, 0) + 1);
    return status;
}

PLUGIN(0)
