/* writes_far.c - writes 64 KiB behind the output.
 *
 * verdict: out-of-bounds-write
 * guilty: square/.+
 * says: wrote 65536 bytes past the end of output
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_square(g))
        ((volatile char *)g->to)[g->to_size + 65536] = 0;
    return gather_run(g);
}

PLUGIN(0)
