/* base_not_combined.c - the value of data has no part in what is combined.
 *
 * Each element starts from its first update.
 *
 * class: RED
 * origin: PaddlePaddle/Paddle#17509
 * verdict: wrong-value
 * operators: scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void join(const struct broken *b, int64_t to, int64_t from)
{
    if (b->had[to] == 0)
        memcpy(broken_at(b, to), broken_update(b, from), b->esize);
    else
        broken_join(b, to, from);
}

SABOTEUR(.join = join)
