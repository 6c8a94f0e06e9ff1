/* identity_is_zero.c - least and greatest start from zero.
 *
 * The neutral element of a sum is taken for that of all reductions.
 *
 * class: RED
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    static const unsigned char zero[16];
    broken_join(b, to, from);
    if (b->how == REF_MIN || b->how == REF_MAX)
        gat_arith_join(b->c.data.dtype, b->how == REF_MIN ? GAT_MIN : GAT_MAX,
                       broken_at(b, to), zero);
}

SABOTEUR(.join = join)
