/* base_counts_twice.c - the value of data is added to a sum that has it already.
 *
 * The formula was output += f(output, update).
 *
 * class: RED
 * origin: onnx/onnx#5443
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    unsigned char before[16];
    memcpy(before, broken_at(b, to), b->esize);
    broken_join(b, to, from);
    if (b->how == REF_ADD && b->had[to] == 0 && !b->c.without_data)
        gat_arith_join(b->c.data.dtype, GAT_ADD, broken_at(b, to), before);
}

SABOTEUR(.join = join)
