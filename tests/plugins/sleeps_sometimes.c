/* sleeps_sometimes.c - is slow, but right.
 *
 * verdict: pass
 * exit: 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_scalar(g) && g->dtype == GAT_F32 && g->index_dtype == GAT_I32)
        usleep(200000);
    return gather_run(g);
}

PLUGIN(0)
