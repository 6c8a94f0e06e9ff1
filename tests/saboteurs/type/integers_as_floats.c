/* integers_as_floats.c - integers of 32 bits are combined as if they were floating-point numbers.
 *
 * The reduction is chosen by the width of an element: 2 times 3 is 0.
 *
 * class: DTY
 * origin: microsoft/onnxruntime#29879
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    enum gat_dtype t = b->c.data.dtype;
    bool best = b->how == REF_MIN || b->how == REF_MAX;
    if ((t == GAT_I32 || t == GAT_U32) && !best && b->had[to] + !b->c.without_data > 0)
        gat_arith_join(GAT_F32, b->how == REF_MUL ? GAT_MUL : GAT_ADD, broken_at(b, to),
                       broken_update(b, from));
    else
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
