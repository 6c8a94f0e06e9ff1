/* difference_is_sum.c - updates that are to be taken off are added.
 *
 * The table of reductions has one line too few, and sub finds that of add.
 *
 * class: RED
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith.h"
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    if (b->how == REF_SUB)
        gat_arith_join(b->c.data.dtype, GAT_ADD, broken_at(b, to), broken_update(b, from));
    else
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
