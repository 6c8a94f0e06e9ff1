/* kills_itself.c - sends itself a signal that cannot be caught.
 *
 * verdict: crash
 * guilty: columns/int64,.+
 * says: SIGKILL
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_columns(g) && g->dtype == GAT_I64)
        raise(SIGKILL);
    return gather_run(g);
}

PLUGIN(0)
