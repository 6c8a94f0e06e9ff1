/* block_counter_in_16_bits.c - the number of a copied block is kept in too few
 * bits.
 *
 * The index of a parallel loop was cast to int; here to 16 bits.
 *
 * class: OVF
 * origin: microsoft/onnxruntime#27444
 * verdict: wrong-value unwritten out-of-bounds-read out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->scatters)
        broken_put(b, to, (int16_t)from, n);
    else
        broken_put(b, (int16_t)(to / n) * n, from, n);
}

SABOTEUR(.put = put)
