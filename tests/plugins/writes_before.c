/* writes_before.c - writes one byte before the output.
 *
 * verdict: out-of-bounds-write
 * guilty: cube/.+
 * says: wrote 1 byte before output, in the second call
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_cube(g))
        ((volatile char *)g->to)[-1] = 0;
    return gather_run(g);
}

PLUGIN(0)
