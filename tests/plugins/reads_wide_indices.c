/* reads_wide_indices.c - takes int32 indices for int64.
 *
 * verdict: out-of-bounds-read
 * guilty: cube/.+,int32
 * says: read right past the end of indices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_cube(g))
        for (int64_t k = 0; k < g->count; k++)
            (void)((volatile int64_t *)gat_tensor_data(g->indices))[k];
    return gather_run(g);
}

PLUGIN(0)
