/* good.c - right in every case: what the others differ from.
 *
 * verdict: pass
 * exit: 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

PLUGIN(GAT_NAMES_ERRORS | GAT_CLEAN_ERRORS)
