/* reads_past_indices.c - looks one index ahead.
 *
 * verdict: out-of-bounds-read
 * guilty: rows/.+
 * says: read right past the end of indices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    volatile int64_t next = 0;
    if (is_rows(g))
        next = gather_index(g, g->count);
    (void)next;
    return gather_run(g);
}

PLUGIN(0)
