/* prints_raw.c - writes a line of TAP to descriptor 1.
 *
 * verdict: printed
 * guilty: cube/uint8,int64
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_cube(g) && g->dtype == GAT_U8 && g->index_dtype == GAT_I64 &&
        write(1, "ok 1 - all is well\n", 19) < 0)
        return GAT_E_INTERNAL;
    return gather_run(g);
}

PLUGIN(0)
