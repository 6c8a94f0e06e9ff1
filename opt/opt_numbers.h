/* opt_numbers.h - two elements made one, with type and operation known to the compiler.
 *
 * Included by opt_combines.h only.  Bit for bit what gat_arith_join() makes of them: in
 * the type itself, rounded once, NaN without a payload.  A sum, and of float16 a product,
 * in float32 that is rounded again to 16 bits is what one rounding gives: float32 has twice
 * the digits and two more, and where its own digits end such a sum is exact.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_NUMBERS_H
#define GAT_OPT_NUMBERS_H

#include <math.h>

#include "opt_level.h"

LANES_INLINE uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits;
}

LANES_INLINE float bits_float(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

/* float32 from 16 bits, exactly. */
LANES_INLINE float half_widen(uint16_t half, enum gat_dtype t)
{
    if (t == GAT_BF16)
        return bits_float((uint32_t)half << 16);
    uint32_t magnitude = (uint32_t)(half & 0x7fff) << 13;
    uint32_t bits = float_bits(bits_float(magnitude) * 0x1p112f);
    bits = magnitude < 0x0f800000 ? bits : bits | 0x7f800000;
    return bits_float(bits | (uint32_t)(half & 0x8000) << 16);
}

/* And back, to nearest even. */
LANES_INLINE uint16_t half_narrow(float x, enum gat_dtype t)
{
    uint32_t bits = float_bits(x), sign = bits & 0x80000000, magnitude = bits ^ sign;
    if (t == GAT_BF16) {
        uint32_t rounded = (magnitude + 0x7fff + (magnitude >> 16 & 1)) >> 16;
        rounded = magnitude > 0x7f800000 ? 0x7fc0 : rounded | sign >> 16;
        return (uint16_t)rounded;
    }
    uint32_t normal = (magnitude - (112U << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
    uint32_t tiny = float_bits(bits_float(magnitude) + 0.5f) - float_bits(0.5f);
    uint32_t rounded = magnitude < 0x38800000 ? tiny : normal;
    rounded = magnitude < 0x477ff000 ? rounded : 0x7c00;
    return (uint16_t)(magnitude > 0x7f800000 ? 0x7e00 : rounded | sign >> 16);
}

/* Of two equal numbers min takes the negative zero, and max the positive one. */
LANES_INLINE float floats_join(float a, float b, enum gat_arith how)
{
    bool minus = float_bits(a) >> 31 != 0, second;
    float x = how == GAT_ADD ? a + b : how == GAT_SUB ? a - b : a * b;
    if (how == GAT_MIN || how == GAT_MAX) {
        second = how == GAT_MIN ? (b < a) | ((b == a) & !minus) : (b > a) | ((b == a) & minus);
        x = second ? b : a;
        x = b != b ? b : x;
        x = a != a ? a : x;
    }
    return x != x ? bits_float(0x7fc00000) : x;
}

LANES_INLINE double doubles_join(double a, double b, enum gat_arith how)
{
    bool minus = signbit(a) != 0, second;
    double x = how == GAT_ADD ? a + b : how == GAT_SUB ? a - b : a * b;
    if (how == GAT_MIN || how == GAT_MAX) {
        second = how == GAT_MIN ? (b < a) | ((b == a) & !minus) : (b > a) | ((b == a) & minus);
        x = second ? b : a;
        x = b != b ? b : x;
        x = a != a ? a : x;
    }
    return x != x ? __builtin_nan("") : x;
}

LANES_INLINE uint64_t integers_join(uint64_t a, uint64_t b, enum gat_dtype t, enum gat_arith how)
{
    bool below = t == GAT_I64   ? (int64_t)b < (int64_t)a
                 : t == GAT_I32 ? (int32_t)(uint32_t)b < (int32_t)(uint32_t)a
                                : b < a;
    switch (how) {
    case GAT_ADD:
        return a + b;
    case GAT_SUB:
        return a - b;
    case GAT_MUL:
        return a * b;
    case GAT_MIN:
        return below ? b : a;
    case GAT_MAX:
        return below ? a : b;
    }
    return a;
}

LANES_INLINE size_t number_size(enum gat_dtype t)
{
    return t == GAT_F16 || t == GAT_BF16                  ? 2
           : t == GAT_F32 || t == GAT_I32 || t == GAT_U32 ? 4
                                                          : 8;
}

LANES_INLINE void element_join(char *restrict to, const char *restrict from, enum gat_dtype t,
                               enum gat_arith how)
{
    float a, b;
    double c, d;
    uint16_t half, other;
    uint32_t x, y;
    uint64_t v, w;
    if (t == GAT_F32) {
        memcpy(&a, to, 4);
        memcpy(&b, from, 4);
        a = floats_join(a, b, how);
        memcpy(to, &a, 4);
    } else if (t == GAT_F64) {
        memcpy(&c, to, 8);
        memcpy(&d, from, 8);
        c = doubles_join(c, d, how);
        memcpy(to, &c, 8);
    } else if (number_size(t) == 2) {
        memcpy(&half, to, 2);
        memcpy(&other, from, 2);
        half = half_narrow(floats_join(half_widen(half, t), half_widen(other, t), how), t);
        memcpy(to, &half, 2);
    } else if (number_size(t) == 4) {
        memcpy(&x, to, 4);
        memcpy(&y, from, 4);
        x = (uint32_t)integers_join(x, y, t, how);
        memcpy(to, &x, 4);
    } else {
        memcpy(&v, to, 8);
        memcpy(&w, from, 8);
        v = integers_join(v, w, t, how);
        memcpy(to, &v, 8);
    }
}

#endif
