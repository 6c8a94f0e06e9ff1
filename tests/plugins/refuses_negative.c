/* refuses_negative.c - does not know that negative indices count from the end.
 *
 * verdict: refused
 * guilty: negative/.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (gather_has_negative(g))
        return GAT_E_RANGE;
    return gather_run(g);
}

PLUGIN(0)
