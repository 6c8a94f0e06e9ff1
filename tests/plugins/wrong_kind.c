/* wrong_kind.c - claims to name its errors and calls a bad index invalid.
 *
 * verdict: wrong-error-kind
 * guilty: past-the-end/.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->status == GAT_E_RANGE)
        return GAT_E_INVALID;
    return gather_run(g);
}

PLUGIN(GAT_NAMES_ERRORS)
