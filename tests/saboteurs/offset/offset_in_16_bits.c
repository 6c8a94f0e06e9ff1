/* offset_in_16_bits.c - the offset of an element is kept in too few bits.
 *
 * Released with 32 bits and data past 2^31 elements; here with 16, so that small
 * data shows it.
 *
 * class: OVF
 * origin: microsoft/onnxruntime#28107, PaddlePaddle/Paddle#72905
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->scatters)
        broken_put(b, (int16_t)to, from, n);
    else
        broken_put(b, to, (int16_t)from, n);
}

SABOTEUR(.put = put)
