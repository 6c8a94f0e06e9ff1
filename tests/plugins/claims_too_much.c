/* claims_too_much.c - claims float16 and does not have it.
 *
 * verdict: broken-claim
 * guilty: [a-z-]+/float16,.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->dtype == GAT_F16)
        return GAT_E_UNSUPPORTED;
    return gather_run(g);
}

PLUGIN(0)
