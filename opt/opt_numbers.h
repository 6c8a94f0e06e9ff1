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

LANES_INLINE uint64_t double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, 8);
    return bits;
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

/* And back, to nearest even; of a NaN there is no payload. */
LANES_INLINE uint16_t half_narrow(uint32_t bits, enum gat_dtype t)
{
    if (t == GAT_BF16)
        return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    uint32_t sign = bits & 0x80000000, magnitude = bits ^ sign;
    uint32_t normal = (magnitude - (112U << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
    uint32_t tiny = float_bits(bits_float(magnitude) + 0.5f) - float_bits(0.5f);
    uint32_t rounded = magnitude < 0x38800000 ? tiny : normal;
    rounded = magnitude < 0x477ff000 ? rounded : 0x7c00;
    return (uint16_t)(magnitude > 0x7f800000 ? 0x7e00 : rounded | sign >> 16);
}

/* A NaN loses its payload: by a branch, which costs a lone number nothing, or by a choice, which
 * vectors have. */
LANES_INLINE uint32_t float_end(uint32_t bits, bool nan, bool alone)
{
    if (alone && __builtin_expect(nan, 0)) {
        __asm__ volatile(""); /* no choice is made of it */
        return 0x7fc00000;
    }
    return !alone && nan ? 0x7fc00000 : bits;
}

LANES_INLINE uint64_t double_end(uint64_t bits, bool nan, bool alone)
{
    if (alone && __builtin_expect(nan, 0)) {
        __asm__ volatile("");
        return UINT64_C(0x7ff8) << 48;
    }
    return !alone && nan ? UINT64_C(0x7ff8) << 48 : bits;
}

/* Least and greatest in either order of the operands: they differ for two zeros alone, of which
 * the bits make the negative one, or the positive. */
LANES_INLINE uint32_t floats_join(float a, float b, enum gat_arith how, bool alone)
{
    float x = how == GAT_ADD ? a + b : how == GAT_SUB ? a - b : a * b;
    if (how == GAT_MIN) {
        float one = a < b ? a : b, other = b < a ? b : a;
        return float_end(float_bits(one) | float_bits(other), (a != a) | (b != b), alone);
    }
    if (how == GAT_MAX) {
        float one = a > b ? a : b, other = b > a ? b : a;
        return float_end(float_bits(one) & float_bits(other), (a != a) | (b != b), alone);
    }
    return float_end(float_bits(x), x != x, alone);
}

LANES_INLINE uint64_t doubles_join(double a, double b, enum gat_arith how, bool alone)
{
    double x = how == GAT_ADD ? a + b : how == GAT_SUB ? a - b : a * b;
    if (how == GAT_MIN) {
        double one = a < b ? a : b, other = b < a ? b : a;
        return double_end(double_bits(one) | double_bits(other), (a != a) | (b != b), alone);
    }
    if (how == GAT_MAX) {
        double one = a > b ? a : b, other = b > a ? b : a;
        return double_end(double_bits(one) & double_bits(other), (a != a) | (b != b), alone);
    }
    return double_end(double_bits(x), x != x, alone);
}

LANES_INLINE uint16_t halves_join(uint16_t a, uint16_t b, enum gat_dtype t, enum gat_arith how,
                                  bool alone)
{
    return half_narrow(floats_join(half_widen(a, t), half_widen(b, t), how, alone), t);
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
    return t == GAT_F16 || t == GAT_BF16 ? 2 : t == GAT_F32 || t == GAT_I32 || t == GAT_U32 ? 4 : 8;
}

/* A loop that is to become vectors, not as many steps. */
#define VECTOR _Pragma("GCC unroll 1")

/* One number after the other of at most 64 bytes; a lone one, or those of a vector. */
LANES_INLINE void numbers_join(char *restrict to, const char *restrict from, size_t size,
                               enum gat_dtype t, enum gat_arith how, bool alone)
{
    size_t n = size / number_size(t);
    float a[16], b[16];
    double c[8], d[8];
    uint16_t half[32], other[32];
    uint32_t x[16], y[16];
    uint64_t v[8], w[8];
    if (t == GAT_F32) {
        memcpy(a, to, size);
        memcpy(b, from, size);
        VECTOR for (size_t k = 0; k < n; k++) x[k] = floats_join(a[k], b[k], how, alone);
        memcpy(to, x, size);
    } else if (t == GAT_F64) {
        memcpy(c, to, size);
        memcpy(d, from, size);
        VECTOR for (size_t k = 0; k < n; k++) v[k] = doubles_join(c[k], d[k], how, alone);
        memcpy(to, v, size);
    } else if (number_size(t) == 2) {
        memcpy(half, to, size);
        memcpy(other, from, size);
        VECTOR for (size_t k = 0; k < n; k++) half[k] =
            halves_join(half[k], other[k], t, how, alone);
        memcpy(to, half, size);
    } else if (number_size(t) == 4) {
        memcpy(x, to, size);
        memcpy(y, from, size);
        VECTOR for (size_t k = 0; k < n; k++) x[k] = (uint32_t)integers_join(x[k], y[k], t, how);
        memcpy(to, x, size);
    } else {
        memcpy(v, to, size);
        memcpy(w, from, size);
        VECTOR for (size_t k = 0; k < n; k++) v[k] = integers_join(v[k], w[k], t, how);
        memcpy(to, v, size);
    }
}

#endif
