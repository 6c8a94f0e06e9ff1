/* duplicate_updates_added.c - updates of one element are added up.
 *
 * The kernel of a reduction served the call without one.
 *
 * class: DUP
 * origin: PaddlePaddle/Paddle#17509, tensorflow scatter_nd
 * verdict: wrong-value
 * operators: scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

enum { MOST = 65536 };
static unsigned char written[MOST];

static void base(const struct broken *b)
{
    memset(written, 0, sizeof written);
    broken_base(b);
}

/* Was this element of the output written by an update of this call before? */
static bool is_second(int64_t to)
{
    return to < MOST && written[to]++ > 0;
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    int32_t old, update;
    memcpy(&old, b->to + (size_t)to * b->esize, b->esize < 4 ? b->esize : 4);
    broken_put(b, to, from, n);
    if (b->c.data.dtype != GAT_I32 || !is_second(to))
        return;
    memcpy(&update, b->to + (size_t)to * 4, sizeof update);
    update = (int32_t)((uint32_t)update + (uint32_t)old);
    memcpy(b->to + (size_t)to * 4, &update, sizeof update);
}

SABOTEUR(.base = base, .put = put)
