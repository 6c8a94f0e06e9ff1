/* string_cut_at_15.c - a string is cut after 15 bytes.
 *
 * What fits into the object itself is copied, what lies after its pointer is
 * not.
 *
 * class: DTY
 * origin: none known
 * verdict: wrong-value
 * except: gather_windows scatter_windows
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put(b, to, from, n);
    if (b->c.data.dtype != GAT_STR)
        return;
    struct gat_string *s = (struct gat_string *)(void *)b->to + to;
    for (int64_t k = 0; k < n; k++)
        s[k].size = s[k].size > 15 ? 15 : s[k].size;
}

SABOTEUR(.put = put)
