/* exits_at_once.c - ends the process without running its exit handlers.
 *
 * verdict: exit
 * guilty: scalar-index/.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_scalar(g))
        _exit(0);
    return gather_run(g);
}

PLUGIN(0)
