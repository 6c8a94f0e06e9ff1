/* last_segment_lost.c - updates of the element that comes last are combined and never stored.
 *
 * Updates are sorted by target, and a sum is stored when the next target begins.
 *
 * class: TAIL
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void end(const struct broken *b)
{
    int64_t last = gat_array_count(&b->a.output) - 1;
    while (last >= 0 && b->had[last] == 0)
        last--;
    broken_end(b);
    if (last >= 0 && !broken_in_place(b))
        memcpy(broken_at(b, last), (const char *)b->c.data.data + last * (int64_t)b->esize,
               b->esize);
}

SABOTEUR(.end = end)
