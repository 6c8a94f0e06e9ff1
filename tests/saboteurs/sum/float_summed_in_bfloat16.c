/* float_summed_in_bfloat16.c - sums of float32 are rounded to bfloat16 at each step.
 *
 * The accumulator has the type that the tensor cores like.
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
    broken_join(b, to, from);
    if (b->c.data.dtype != GAT_F32 || b->how != REF_ADD)
        return;
    unsigned parts;
    unsigned char narrow[2];
    const struct gat_real *f = gat_real_of(GAT_F32, &parts), *g = gat_real_of(GAT_BF16, &parts);
    gat_real_put(g, narrow, 0, gat_real_get(f, broken_at(b, to), 0));
    gat_real_put(f, broken_at(b, to), 0, gat_real_get(g, narrow, 0));
}

SABOTEUR(.join = join)
