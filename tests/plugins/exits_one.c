/* exits_one.c - gives up on a bad index by ending the process.
 *
 * verdict: exit
 * guilty: past-the-end/.+
 * says: status 1
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->status == GAT_E_RANGE)
        exit(1);
    return gather_run(g);
}

PLUGIN(0)
