/* writes_far_before.c - writes 1 MiB before the output.
 *
 * verdict: out-of-bounds-write
 * guilty: rows/.+
 * says: wrote 1048576 bytes before output
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_rows(g))
        ((volatile char *)g->to)[-1048576] = 0;
    return gather_run(g);
}

PLUGIN(0)
