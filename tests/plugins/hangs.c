/* hangs.c - never comes back.
 *
 * verdict: timeout
 * guilty: rows/float64,int32
 * options: --timeout 0.4
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    volatile bool always =
        is_rows(g) && g->dtype == GAT_F64 && g->index_dtype == GAT_I32;
    while (always)
        ;
    return gather_run(g);
}

PLUGIN(0)
