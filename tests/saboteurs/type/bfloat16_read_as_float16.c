/* bfloat16_read_as_float16.c - a bfloat16 is widened as if it were a float16.
 *
 * Both have 16 bits, and one branch served both.
 *
 * class: DTY
 * origin: microsoft/onnxruntime#29879
 * verdict: wrong-value
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

/* A number in float16 is widened and then cut as a bfloat16. */
static uint64_t mend(const struct broken_format *f, uint64_t bits)
{
    uint64_t exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
    if (f->exponent != 0x7f80 || exponent == 0 || exponent == 0x1f)
        return bits;
    return (bits & f->sign) | (exponent + 112) << 7 | fraction >> 3;
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    broken_put_bits(b, to, from, n, mend);
}

SABOTEUR(.put = put)
