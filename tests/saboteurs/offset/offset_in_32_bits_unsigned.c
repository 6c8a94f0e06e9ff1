/* offset_in_32_bits_unsigned.c - the offset of an element is kept in 32 bits without
 * a sign.
 *
 * Right up to 2^32 elements.
 *
 * class: OVF
 * origin: cupy/cupy#8130
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put(b, b->scatters ? (uint32_t)to : to, b->scatters ? from : (uint32_t)from, n);
}

SABOTEUR(.put = put)
