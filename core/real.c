/* real.c - floating-point numbers of any width as doubles, and back by one rounding.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "real.h"

#include <math.h>

static const struct gat_real formats[] = {
    {2, 10, 5, 5}, {2, 7, 8, 4}, {4, 23, 8, 9}, {8, 52, 11, 17}};

const struct gat_real *gat_real_of(enum gat_dtype t, unsigned *parts)
{
    static const signed char which[GAT_DTYPE_COUNT] = {
        [GAT_F16] = 1, [GAT_BF16] = 2, [GAT_F32] = 3, [GAT_F64] = 4,
        [GAT_C64] = 3, [GAT_C128] = 4};
    *parts = t == GAT_C64 || t == GAT_C128 ? 2 : 1;
    return which[t] == 0 ? NULL : &formats[which[t] - 1];
}

uint64_t gat_real_narrow(uint64_t magnitude, const struct gat_real *f)
{
    uint64_t mantissa = magnitude & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(magnitude >> 52);
    if (exponent == 0)
        exponent = 1;
    else
        mantissa |= UINT64_C(1) << 52;
    exponent += (1 << (f->exponent - 1)) - 1 - 1023;
    unsigned drop = 52 - f->mantissa;
    if (exponent < 1) { /* below the normal numbers: fewer bits stay */
        drop = exponent < -62 ? 63 : drop + (unsigned)(1 - exponent);
        drop = drop > 63 ? 63 : drop;
        exponent = 1;
    }
    if (drop == 0)
        return magnitude;
    uint64_t kept = mantissa >> drop, rest = mantissa & ((UINT64_C(1) << drop) - 1);
    uint64_t half = UINT64_C(1) << (drop - 1);
    kept += rest > half || (rest == half && (kept & 1) != 0);
    /* The hidden bit of a normal number, or a carry, adds to the exponent. */
    uint64_t bits = ((uint64_t)(exponent - 1) << f->mantissa) + kept;
    return bits < gat_real_infinity(f) ? bits : gat_real_infinity(f);
}

double gat_real_widen(uint64_t bits, const struct gat_real *f)
{
    uint64_t magnitude = bits & ~gat_real_sign(f);
    uint64_t mantissa = magnitude & ((UINT64_C(1) << f->mantissa) - 1);
    int exponent = (int)(magnitude >> f->mantissa);
    if (exponent > 0)
        mantissa |= UINT64_C(1) << f->mantissa;
    else
        exponent = 1;
    int bias = (1 << (f->exponent - 1)) - 1;
    int scale = exponent - bias - (int)f->mantissa;
    double value = (double)mantissa, power;
    uint64_t power_bits = (uint64_t)(scale + 1023) << 52; /* 2^scale, where that is normal */
    memcpy(&power, &power_bits, sizeof power);
    value = scale < -1022 ? ldexp(value, scale) : value * power;
    return bits == magnitude ? value : -value;
}

double gat_real_get(const struct gat_real *f, const void *element, unsigned k)
{
    const char *at = (const char *)element + (size_t)k * f->size;
    uint64_t bits = gat_bits_get(f->size, at);
    uint64_t magnitude = bits & ~gat_real_sign(f);
    if (magnitude > gat_real_infinity(f))
        return NAN;
    if (magnitude == gat_real_infinity(f))
        return bits == magnitude ? INFINITY : -INFINITY;
    if (f->size == 2)
        return gat_real_widen(bits, f);
    float narrow;
    double wide;
    if (f->size == 4)
        return memcpy(&narrow, at, sizeof narrow), (double)narrow;
    return memcpy(&wide, at, sizeof wide), wide;
}

void gat_real_put(const struct gat_real *f, void *element, unsigned k, double value)
{
    uint64_t bits = gat_bits_get(sizeof value, &value);
    uint64_t magnitude = bits & ~(UINT64_C(1) << 63), out;
    if (isnan(value))
        out = gat_real_nan(f);
    else
        out = (isinf(value) ? gat_real_infinity(f) : gat_real_narrow(magnitude, f)) |
              (bits != magnitude ? gat_real_sign(f) : 0);
    gat_bits_put(out, f->size, (char *)element + (size_t)k * f->size);
}
