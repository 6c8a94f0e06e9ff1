/* leaves_last.c - stops one slice too early.
 *
 * verdict: unwritten
 * guilty: rows/.+
 * says: 3 of 12
 * says: output[1,1,0]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_rows(g))
        g->count--;
    return gather_run(g);
}

PLUGIN(0)
