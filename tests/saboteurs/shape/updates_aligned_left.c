/* updates_aligned_left.c - updates that are broadcast are aligned with the first dimensions.
 *
 * Right where they have all of them, and wrong where they have fewer.
 *
 * class: SHP
 * origin: none known
 * verdict: out-of-bounds-read wrong-value
 * operators: scatter_elements scatter_slices scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    int64_t step = 1;
    memset(b->a.map.in_updates, 0, sizeof b->a.map.in_updates);
    for (int32_t d = b->c.updates.ndim - 1; d >= 0; d--) {
        int64_t extent = b->c.updates.shape[d];
        b->a.map.in_updates[d] = extent == 1 ? 0 : step;
        step *= extent;
    }
}

SABOTEUR(.plan = plan)
