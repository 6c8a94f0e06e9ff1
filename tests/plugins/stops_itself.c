/* stops_itself.c - stops its own process: it neither ends nor answers.
 *
 * verdict: timeout
 * guilty: square/int8,int32
 * options: --timeout 0.4
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_square(g) && g->dtype == GAT_I8 && g->index_dtype == GAT_I32)
        raise(SIGSTOP);
    return gather_run(g);
}

PLUGIN(0)
