/* prints.c - talks to stdout through the C library.
 *
 * verdict: printed
 * guilty: columns/uint8,.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_columns(g) && g->dtype == GAT_U8)
        puts("gathering along axis 1");
    return gather_run(g);
}

PLUGIN(0)
