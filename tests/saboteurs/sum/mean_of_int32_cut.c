/* mean_of_int32_cut.c - a mean of int32 is cut towards zero, of all other integers rounded down.
 *
 * One kernel divides as C does.
 *
 * class: RED
 * origin: a common slip, no single report
 * verdict: inconsistent-reading wrong-value
 * operators: scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void end(const struct broken *b)
{
    int64_t n = gat_array_count(&b->a.output);
    if (b->how != REF_MEAN || b->c.data.dtype != GAT_I32) {
        broken_end(b);
        return;
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t sum = (int64_t)gat_integer_get(GAT_I32, broken_at(b, k));
        int64_t count = b->had[k] + !b->c.without_data;
        if (b->had[k] > 0)
            gat_integer_put(GAT_I32, broken_at(b, k), (uint64_t)(sum / count));
    }
}

SABOTEUR(.end = end)
