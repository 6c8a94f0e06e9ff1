/* second_call_wrong.c - is right the first time and wrong the second.
 *
 * verdict: unstable
 * guilty: rows/float32,.+
 * says: in the second call
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static unsigned calls;

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    if (is_rows(g) && g->dtype == GAT_F32 && ++calls % 2 == 0)
        gather_put(g, 0, 0, gather_index(g, 0) + 1);
    return status;
}

PLUGIN(0)
