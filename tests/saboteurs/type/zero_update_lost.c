/* zero_update_lost.c - an update of zero is taken for none.
 *
 * The mask of what was touched is the sign of the updates.
 *
 * class: NAN
 * origin: alibaba/MNN d199ee6f4
 * verdict: wrong-value
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    const char *update = b->source + from * (int64_t)b->esize;
    bool zero = b->c.data.dtype != GAT_STR;
    for (size_t k = 0; k < b->esize; k++)
        zero &= update[k] == 0;
    if (!zero)
        broken_put(b, to, from, n);
}

SABOTEUR(.put = put)
