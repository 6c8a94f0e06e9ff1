/* exits_zero.c - ends the process as if all were well.
 *
 * verdict: exit
 * guilty: cube/.+
 * says: status 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_cube(g))
        exit(0);
    return gather_run(g);
}

PLUGIN(0)
