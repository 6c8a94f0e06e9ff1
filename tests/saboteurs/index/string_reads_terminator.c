/* string_reads_terminator.c - the byte after a string is looked at.
 *
 * A terminator is expected that nobody promised.
 *
 * class: OOB
 * origin: none known
 * verdict: out-of-bounds-read
 * except: gather_windows scatter_windows
 * only: fence-after
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
        if (s[k].size > 0)
            (void)*(const volatile char *)(s[k].data + s[k].size);
}

SABOTEUR(.put = put)
