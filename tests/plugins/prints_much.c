/* prints_much.c - writes a mebibyte to stdout.
 *
 * verdict: printed
 * guilty: square/uint16,.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_square(g) && g->dtype == GAT_U16)
        for (int k = 0; k < 65536; k++)
            puts("not ok 1 - what");
    return gather_run(g);
}

PLUGIN(0)
