/* strict_kind.c - calls a bad index invalid, and made no promise about kinds.
 *
 * verdict: wrong-error-kind
 * guilty: past-the-end/.+
 * options: --strict
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->status == GAT_E_RANGE)
        return GAT_E_INVALID;
    return gather_run(g);
}

PLUGIN(0)
