/* mean_count_stops_at_256.c - a mean counts in the type of its elements, and bfloat16 ends at 256.
 *
 * 256 and 1 is 256 there.
 *
 * class: ACC
 * origin: pytorch/pytorch#139242
 * verdict: wrong-value
 * operators: scatter_elements scatter_slices
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void end(const struct broken *b)
{
    int64_t n = gat_array_count(&b->a.output);
    for (int64_t k = 0; k < n && b->c.data.dtype == GAT_BF16; k++)
        if (b->had[k] > 256)
            b->had[k] = 256;
    broken_end(b);
}

SABOTEUR(.end = end)
