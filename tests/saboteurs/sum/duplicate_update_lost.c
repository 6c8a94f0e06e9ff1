/* duplicate_update_lost.c - an element with two updates keeps what data held.
 *
 * Two threads read the old value, and the later store of it wins.
 *
 * class: DUP
 * origin: deeplearning4j/nd4j#2153, microsoft/onnxruntime#18048
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
    if (!is_second(to))
        broken_put(b, to, from, n);
    else
        memcpy(b->to + (size_t)to * b->esize,
               (const char *)b->c.data.data + (size_t)to * b->esize, b->esize);
}

SABOTEUR(.base = base, .put = put)
