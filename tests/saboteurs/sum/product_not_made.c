/* product_not_made.c - a product is taken for no reduction at all.
 *
 * The branch for mul is missing, and falls through to the plain store.
 *
 * class: RED
 * origin: onnx/onnx#7842
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    if (b->how == REF_MUL)
        memcpy(broken_at(b, to), broken_update(b, from), b->esize);
    else
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
