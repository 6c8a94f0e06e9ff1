/* bfloat16_cut_not_rounded.c - sums of bfloat16 are cut off instead of rounded.
 *
 * The upper half of the float is stored.
 *
 * class: ACC
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(GAT_BF16, &parts);
    bool sums =
        b->c.data.dtype == GAT_BF16 && b->how == REF_ADD && b->had[to] + !b->c.without_data > 0;
    float sum = 0;
    if (sums)
        sum = (float)(gat_real_get(f, broken_at(b, to), 0) +
                      gat_real_get(f, broken_update(b, from), 0));
    broken_join(b, to, from);
    if (sums && sum - sum == 0)
        memcpy(broken_at(b, to), (const char *)&sum + 2, 2);
}

SABOTEUR(.join = join)
