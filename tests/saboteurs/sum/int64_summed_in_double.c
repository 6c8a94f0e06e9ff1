/* int64_summed_in_double.c - integers of 64 bits are added as doubles.
 *
 * What lies beyond 2^53 is rounded.
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
    enum gat_dtype t = b->c.data.dtype;
    if (t != GAT_I64 || b->how != REF_ADD || b->had[to] + !b->c.without_data == 0) {
        broken_join(b, to, from);
        return;
    }
    double sum = (double)(int64_t)gat_integer_get(t, broken_at(b, to)) +
                 (double)(int64_t)gat_integer_get(t, broken_update(b, from));
    bool fits = sum < 9.2e18 && sum > -9.2e18;
    gat_integer_put(t, broken_at(b, to), fits ? (uint64_t)(int64_t)sum : UINT64_C(1) << 63);
}

SABOTEUR(.join = join)
