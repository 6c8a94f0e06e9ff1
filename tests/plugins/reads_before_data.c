/* reads_before_data.c - reads one byte before data.
 *
 * verdict: out-of-bounds-read
 * guilty: negative/.+
 * says: read 1 byte before data, in the second call
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->status == GAT_OK && gather_has_negative(g))
        (void)((volatile char *)g->from)[-1];
    return gather_run(g);
}

PLUGIN(0)
