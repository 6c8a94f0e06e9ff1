/* strings_share_a_buffer.c - all strings of the output lie in one buffer.
 *
 * One temporary serves every element, and the last one stays.
 *
 * class: ALI
 * origin: none known
 * verdict: wrong-value
 * except: gather_windows scatter_windows
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    static char buffer[256];
    broken_put(b, to, from, n);
    if (b->c.data.dtype != GAT_STR)
        return;
    struct gat_string *s = (struct gat_string *)(void *)b->to + to;
    for (int64_t k = 0; k < n; k++)
        if (s[k].size > 0 && s[k].size <= sizeof buffer)
            s[k].data = memcpy(buffer, s[k].data, s[k].size);
}

SABOTEUR(.put = put)
