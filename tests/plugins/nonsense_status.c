/* nonsense_status.c - answers with a number that is no status.
 *
 * verdict: internal-error
 * guilty: rows/bool,.+
 * says: status -77
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_rows(g) && g->dtype == GAT_BOOL)
        return -77;
    return gather_run(g);
}

PLUGIN(0)
