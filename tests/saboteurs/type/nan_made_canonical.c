/* nan_made_canonical.c - every NaN comes out as the same one.
 *
 * The value passes through an operation that returns the default NaN of the
 * machine.
 *
 * class: NAN
 * origin: none known
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static uint64_t mend(const struct broken_format *f, uint64_t bits)
{
    bool nan =
        (bits & f->exponent) == f->exponent && (bits & (2 * f->quiet - 1)) != 0;
    return nan ? f->exponent | f->quiet : bits;
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put_bits(b, to, from, n, mend);
}

SABOTEUR(.put = put)
