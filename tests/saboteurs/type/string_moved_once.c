/* string_moved_once.c - a string that is picked twice is there only once.
 *
 * The first copy took the bytes with it.
 *
 * class: DTY
 * origin: tensorflow/tensorflow#51402
 * verdict: wrong-value
 * operators: gather gather_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put(b, to, from, n);
    if (b->c.data.dtype != GAT_STR)
        return;
    struct gat_string *s = (struct gat_string *)(void *)b->to;
    for (int64_t k = to; k < to + n; k++)
        for (int64_t j = 0; j < k; j++)
            if (s[j].data == s[k].data)
                s[k].size = 0;
}

SABOTEUR(.put = put)
