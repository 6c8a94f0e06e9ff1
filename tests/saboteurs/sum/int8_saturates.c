/* int8_saturates.c - sums of 8-bit integers stop at the end of the type, all others go round.
 *
 * The vector unit has an instruction for one and not for the others.
 *
 * class: ACC
 * origin: a common slip, no single report
 * verdict: inconsistent-reading wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    enum gat_dtype t = b->c.data.dtype;
    int64_t sum =
        (int64_t)gat_integer_get(t == GAT_I8 || t == GAT_U8 ? t : GAT_U8, broken_at(b, to)) +
        (int64_t)gat_integer_get(t == GAT_I8 || t == GAT_U8 ? t : GAT_U8, broken_update(b, from));
    bool sums = b->how == REF_ADD && b->had[to] + !b->c.without_data > 0;
    broken_join(b, to, from);
    if (!sums || (t != GAT_I8 && t != GAT_U8))
        return;
    int64_t most = (int64_t)gat_integer_most(t), least = -(int64_t)gat_integer_least(t);
    gat_integer_put(t, broken_at(b, to), (uint64_t)(sum > most ? most : sum < least ? least : sum));
}

SABOTEUR(.join = join)
