/* offset_in_32_bits.c - the offset of an element is kept in 32 bits.
 *
 * Right up to 2^31 elements.
 *
 * class: OVF
 * origin: microsoft/onnxruntime#28107, PaddlePaddle/Paddle#72905
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put(b, b->scatters ? (int32_t)to : to, b->scatters ? from : (int32_t)from, n);
}

SABOTEUR(.put = put)
