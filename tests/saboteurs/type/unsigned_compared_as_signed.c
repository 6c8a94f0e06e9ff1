/* unsigned_compared_as_signed.c - the greater of unsigned numbers is chosen by their sign.
 *
 * The comparison is that of the signed type of the same width.
 *
 * class: DTY
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static enum gat_dtype signed_of(enum gat_dtype t)
{
    return t == GAT_U8    ? GAT_I8
           : t == GAT_U16 ? GAT_I16
           : t == GAT_U32 ? GAT_I32
           : t == GAT_U64 ? GAT_I64
                          : t;
}

static void join(const struct broken *b, int64_t to, int64_t from)
{
    bool best = b->how == REF_MIN || b->how == REF_MAX;
    if (best && b->had[to] + !b->c.without_data > 0)
        gat_arith_join(signed_of(b->c.data.dtype), b->how == REF_MIN ? GAT_MIN : GAT_MAX,
                       broken_at(b, to), broken_update(b, from));
    else
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
