/* byte_offset_in_32_bits.c - the offset of an element is kept in 32 bits, in bytes.
 *
 * Right up to 2 GiB.
 *
 * class: OVF
 * origin: cupy/cupy#8130, PaddlePaddle/Paddle#35595
 * verdict: wrong-value out-of-bounds-read out-of-bounds-write
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    int64_t size = (int64_t)b->esize;
    if (b->scatters)
        memcpy(b->to + (int32_t)(to * size), b->source + from * size, (size_t)(n * size));
    else
        memcpy(b->to + to * size, b->source + (int32_t)(from * size), (size_t)(n * size));
}

SABOTEUR(.put = put)
