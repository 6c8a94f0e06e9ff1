/* writes_past.c - writes one byte behind the output.
 *
 * verdict: out-of-bounds-write
 * guilty: columns/.+
 * says: wrote right past the end of output
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_columns(g))
        ((volatile char *)g->to)[g->to_size] = 0;
    return gather_run(g);
}

PLUGIN(0)
