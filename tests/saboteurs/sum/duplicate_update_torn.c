/* duplicate_update_torn.c - an element with two updates holds one half of each.
 *
 * Two threads store it in two pieces; here in the order that shows it, every
 * time.
 *
 * class: DUP
 * origin: microsoft/onnxruntime#24070
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
    size_t half = b->esize / 2;
    if (b->c.data.dtype == GAT_STR || half == 0 || !is_second(to))
        broken_put(b, to, from, n);
    else
        memcpy(b->to + (size_t)to * b->esize, b->source + (size_t)from * b->esize,
               half);
}

SABOTEUR(.base = base, .put = put)
