/* leaves_all.c - says that it is done and has done nothing.
 *
 * verdict: unwritten
 * guilty: square/.+
 * says: all 8 elements are unwritten
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_square(g))
        return GAT_OK;
    return gather_run(g);
}

PLUGIN(0)
