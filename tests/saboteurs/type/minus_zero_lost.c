/* minus_zero_lost.c - the sign of zero is lost.
 *
 * The value is added to a zero.
 *
 * class: NAN
 * origin: tinygrad/tinygrad#11760
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static uint64_t mend(const struct broken_format *f, uint64_t bits)
{
    return bits == f->sign ? 0 : bits;
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put_bits(b, to, from, n, mend);
}

SABOTEUR(.put = put)
