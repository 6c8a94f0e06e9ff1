/* index_16_bits.c - keeps only the low 16 bits of an index.
 *
 * verdict: wrong-value
 * guilty: far/.+
 * says: which is data[1]: only the low bits of the index were used
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->status != GAT_OK || gather_has_negative(g))
        return gather_run(g);
    for (int64_t o = 0; o < g->outer; o++)
        for (int64_t k = 0; k < g->count; k++)
            gather_put(g, o, k, gather_index(g, k) & 0xffff);
    return GAT_OK;
}

PLUGIN(0)
