/* reads_past_data.c - reads one byte behind data.
 *
 * verdict: out-of-bounds-read
 * guilty: columns/.+
 * says: read right past the end of data
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_columns(g))
        (void)((volatile char *)g->from)[g->from_size];
    return gather_run(g);
}

PLUGIN(0)
