/* partial_differences.c - the second update of an element is subtracted from the first.
 *
 * Threads combine their part by the operation of the call, as for a sum, and a difference of
 * differences adds every other update.
 *
 * class: RED
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    if (b->how == REF_SUB && b->had[to] % 2 == 1)
        gat_arith_join(b->c.data.dtype, GAT_ADD, broken_at(b, to), broken_update(b, from));
    else
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
