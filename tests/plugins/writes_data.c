/* writes_data.c - uses data as its scratch and restores it.
 *
 * verdict: input-written
 * guilty: scalar-index/.+
 * says: wrote to byte 0 of data
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_scalar(g)) {
        volatile char *first = g->from;
        char kept = *first;
        *first = 0;
        *first = kept;
    }
    return gather_run(g);
}

PLUGIN(0)
