/* leaves_child.c - starts a child that lives on and holds all descriptors.
 *
 * verdict: pass
 * exit: 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_columns(g) && g->dtype == GAT_F32 && fork() == 0) {
        sleep(3);
        _exit(0);
    }
    return gather_run(g);
}

PLUGIN(0)
