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
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

LANES_INLINE double bits_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, 8);
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
LANES_INLINE float float_end(float x, bool nan, bool alone)
{
    if (alone && __builtin_expect(nan, 0)) {
        __asm__ volatile(""); /* no choice is made of it */
        return bits_float(0x7fc00000);
    }
    return !alone && nan ? bits_float(0x7fc00000) : x;
}

LANES_INLINE double double_end(double x, bool nan, bool alone)
{
    if (alone && __builtin_expect(nan, 0)) {
        __asm__ volatile("");
        return bits_double(UINT64_C(0x7ff8) << 48);
    }
    return !alone && nan ? bits_double(UINT64_C(0x7ff8) << 48) : x;
}

/* Least and greatest are taken in either order of the operands: they differ for two zeros alone,
 * of which the bits make the negative one, or the positive.  Those of a lone number are joined in
 * a register for floats. */
LANES_INLINE float floats_extreme(float a, float b, bool least, bool alone)
{
#if defined(__SSE2__)
    if (alone) {
        __m128 x = _mm_set_ss(a), y = _mm_set_ss(b);
        return _mm_cvtss_f32(least ? _mm_or_ps(_mm_min_ss(x, y), _mm_min_ss(y, x))
                                   : _mm_and_ps(_mm_max_ss(x, y), _mm_max_ss(y, x)));
    }
#endif
    (void)alone;
    float one = (least ? a < b : a > b) ? a : b, other = (least ? b < a : b > a) ? b : a;
    return bits_float(least ? float_bits(one) | float_bits(other)
                            : float_bits(one) & float_bits(other));
}

LANES_INLINE double doubles_extreme(double a, double b, bool least, bool alone)
{
#if defined(__SSE2__)
    if (alone) {
        __m128d x = _mm_set_sd(a), y = _mm_set_sd(b);
        return _mm_cvtsd_f64(least ? _mm_or_pd(_mm_min_sd(x, y), _mm_min_sd(y, x))
                                   : _mm_and_pd(_mm_max_sd(x, y), _mm_max_sd(y, x)));
    }
#endif
    (void)alone;
    double one = (least ? a < b : a > b) ? a : b, other = (least ? b < a : b > a) ? b : a;
    return bits_double(least ? double_bits(one) | double_bits(other)
                             : double_bits(one) & double_bits(other));
}

LANES_INLINE float floats_join(float a, float b, enum gat_arith how, bool alone)
{
    float x = how == GAT_ADD ? a + b : how == GAT_SUB ? a - b : a * b;
    if (how == GAT_MIN || how == GAT_MAX)
        return float_end(floats_extreme(a, b, how == GAT_MIN, alone), (a != a) | (b != b), alone);
    return float_end(x, x != x, alone);
}

LANES_INLINE double doubles_join(double a, double b, enum gat_arith how, bool alone)
{
    double x = how == GAT_ADD ? a + b : how == GAT_SUB ? a - b : a * b;
    if (how == GAT_MIN || how == GAT_MAX)
        return double_end(doubles_extreme(a, b, how == GAT_MIN, alone), (a != a) | (b != b), alone);
    return double_end(x, x != x, alone);
}

LANES_INLINE uint16_t halves_join(uint16_t a, uint16_t b, enum gat_dtype t, enum gat_arith how,
                                  bool alone)
{
    float x = floats_join(half_widen(a, t), half_widen(b, t), how, alone);
    return half_narrow(float_bits(x), t);
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

/* Numbers anywhere in memory, which compilers load into a register for floats. */
typedef float __attribute__((may_alias, aligned(1))) any_float;
typedef double __attribute__((may_alias, aligned(1))) any_double;
typedef uint16_t __attribute__((may_alias, aligned(1))) any_half;
typedef uint32_t __attribute__((may_alias, aligned(1))) any_word;
typedef uint64_t __attribute__((may_alias, aligned(1))) any_long;

LANES_INLINE void number_copy(char *to, const char *from, enum gat_dtype t)
{
    if (t == GAT_F32)
        *(any_float *)(void *)to = *(const any_float *)(const void *)from;
    else if (t == GAT_F64)
        *(any_double *)(void *)to = *(const any_double *)(const void *)from;
    else
        memcpy(to, from, number_size(t));
}

/* Each pair of numbers at `to` and `from`, where they lie: a copy of them would be written by other
 * widths than it is read by. */
#define JOIN(type, x, y, joined)                                                                   \
    VECTOR for (size_t k = 0; k < size / sizeof(type); k++)                                        \
    {                                                                                              \
        const type x = ((type *)(void *)to)[k], y = ((const type *)(const void *)from)[k];         \
        ((type *)(void *)to)[k] = (type)(joined);                                                  \
    }

/* One number after the other of at most 64 bytes; a lone one, or those of a vector. */
LANES_INLINE void numbers_join(char *restrict to, const char *restrict from, size_t size,
                               enum gat_dtype t, enum gat_arith how, bool alone)
{
    if (t == GAT_F32) {
        JOIN(any_float, x, y, floats_join(x, y, how, alone))
    } else if (t == GAT_F64) {
        JOIN(any_double, x, y, doubles_join(x, y, how, alone))
    } else if (number_size(t) == 2) {
        JOIN(any_half, x, y, halves_join(x, y, t, how, alone))
    } else if (number_size(t) == 4) {
        JOIN(any_word, x, y, integers_join(x, y, t, how))
    } else {
        JOIN(any_long, x, y, integers_join(x, y, t, how))
    }
}

#endif
