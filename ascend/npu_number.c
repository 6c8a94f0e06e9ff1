/* npu_number.c - an element and an update made one.
 *
 * Floating point is computed in double and rounded once more, which for one sum or
 * product of at most 24 digits is the same as rounding once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_number.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* IEEE 754 binary16 and binary32, and bfloat16: bits of the fraction and the exponent. */
static const struct form {
    int size, fraction, exponent;
} forms[GAT_DTYPE_COUNT] = {[GAT_F16] = {2, 10, 5}, [GAT_BF16] = {2, 7, 8}, [GAT_F32] = {4, 23, 8}};
static const struct whole {
    int size;
    bool sign;
} wholes[GAT_DTYPE_COUNT] = {
    [GAT_I8] = {1, true},   [GAT_I16] = {2, true},  [GAT_I32] = {4, true},  [GAT_I64] = {8, true},
    [GAT_U8] = {1, false},  [GAT_U16] = {2, false}, [GAT_U32] = {4, false}, [GAT_U64] = {8, false}};

size_t npu_joins(enum gat_dtype type)
{
    return (size_t)(forms[type].size + wholes[type].size);
}

static uint64_t bits_get(int size, const void *from)
{
    const unsigned char *p = from;
    uint64_t bits = 0;
    for (int k = size - 1; k >= 0; k--)
        bits = bits << 8 | p[k];
    return bits;
}

static void bits_put(int size, void *to, uint64_t bits)
{
    unsigned char *p = to;
    for (int k = 0; k < size; k++)
        p[k] = (unsigned char)(bits >> 8 * k);
}

static double real_get(const struct form *f, const void *from)
{
    uint64_t bits = bits_get(f->size, from), one = UINT64_C(1) << f->fraction;
    int most = (1 << f->exponent) - 1, bias = most / 2;
    int exponent = (int)(bits >> f->fraction) & most;
    uint64_t fraction = bits & (one - 1);
    double x = exponent == most ? (fraction != 0 ? NAN : INFINITY)
               : exponent == 0  ? ldexp((double)fraction, 1 - bias - f->fraction)
                                : ldexp((double)(fraction + one), exponent - bias - f->fraction);
    return (bits >> (f->fraction + f->exponent)) != 0 ? -x : x;
}

static void real_put(const struct form *f, void *to, double x)
{
    uint64_t one = UINT64_C(1) << f->fraction, bits;
    int most = (1 << f->exponent) - 1, bias = most / 2, exponent;
    if (isnan(x)) {
        bits = (uint64_t)most << f->fraction | one >> 1;
    } else if (isinf(x)) {
        bits = (uint64_t)most << f->fraction;
    } else {
        (void)frexp(x, &exponent);
        exponent = x == 0 || exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
        /* A fraction that is rounded up to the next power of two carries over. */
        bits = (uint64_t)nearbyint(ldexp(fabs(x), f->fraction - exponent));
        bits += (uint64_t)(exponent + bias - 1) << f->fraction;
        if (bits > (uint64_t)most << f->fraction)
            bits = (uint64_t)most << f->fraction;
    }
    bits_put(f->size, to, bits | (uint64_t)(signbit(x) != 0) << (f->fraction + f->exponent));
}

static double real_join(enum npu_reduction how, double a, double b)
{
    bool take = isnan(b) || (!isnan(a) && (how == NPU_LEAST ? b < a : b > a));
    return how == NPU_SUM ? a + b : how == NPU_PRODUCT ? a * b : take ? b : a;
}

static uint64_t whole_join(const struct whole *w, enum npu_reduction how, uint64_t a, uint64_t b)
{
    uint64_t sign = w->sign ? UINT64_C(1) << (8 * w->size - 1) : 0;
    bool below = (b ^ sign) < (a ^ sign);
    return how == NPU_SUM                ? a + b
           : how == NPU_PRODUCT          ? a * b
           : below == (how == NPU_LEAST) ? b
                                         : a;
}

void npu_join(enum gat_dtype type, enum npu_reduction how, void *to, const void *from)
{
    const struct form *f = &forms[type];
    const struct whole *w = &wholes[type];
    if (f->size > 0)
        real_put(f, to, real_join(how, real_get(f, to), real_get(f, from)));
    else
        bits_put(w->size, to, whole_join(w, how, bits_get(w->size, to), bits_get(w->size, from)));
}
