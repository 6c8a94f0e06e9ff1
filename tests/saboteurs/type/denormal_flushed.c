/* denormal_flushed.c - a denormal number comes out as zero.
 *
 * The floating-point unit flushes, because it is faster so.
 *
 * class: NAN
 * origin: none known
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static uint64_t mend(const struct broken_format *f, uint64_t bits)
{
    return (bits & f->exponent) == 0 ? bits & f->sign : bits;
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put_bits(b, to, from, n, mend);
}

SABOTEUR(.put = put)
