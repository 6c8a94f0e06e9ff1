/* string_ends_at_nul.c - a string ends at its first NUL byte.
 *
 * The bytes went through a function for C strings.
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
        s[k].size = strnlen(s[k].data, s[k].size);
}

SABOTEUR(.put = put)
