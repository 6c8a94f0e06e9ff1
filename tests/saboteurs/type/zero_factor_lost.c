/* zero_factor_lost.c - a factor of zero is taken for no update.
 *
 * The mask of what was touched is where updates are not zero.
 *
 * class: NAN
 * origin: alibaba/MNN d199ee6f4
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    static const unsigned char zero[16];
    if (memcmp(broken_update(b, from), zero, b->esize) != 0 || b->c.without_data)
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
