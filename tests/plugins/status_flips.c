/* status_flips.c - names another kind of error the second time.
 *
 * verdict: unstable-status
 * guilty: past-the-end/.+
 * says: a range error in the first call and an invalid call in the second
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    static unsigned calls;
    if (g->status == GAT_E_RANGE && ++calls % 2 == 0)
        return GAT_E_INVALID;
    return gather_run(g);
}

PLUGIN(0)
