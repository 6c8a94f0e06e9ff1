/* effects_values.c - elements that are changed on their way, and wrong arithmetic.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "arith.h"
#include "dtype.h"
#include "effects.h"

static bool is_integer(enum gat_dtype t)
{
    return gat_number_of(t) == GAT_SIGNED || gat_number_of(t) == GAT_UNSIGNED;
}

/* One floating-point number as the effect leaves its bits. */
static uint64_t bits_spoil(enum drawn_effect e, const struct gat_real *f, uint64_t bits)
{
    uint64_t sign = gat_real_sign(f), rest = bits & ~sign, infinity = gat_real_infinity(f);
    uint64_t quiet = UINT64_C(1) << (f->mantissa - 1);
    bool nan = rest > infinity, denormal = rest != 0 && rest < UINT64_C(1) << f->mantissa;
    if (e == EFFECT_FLUSH && denormal)
        return bits & sign;
    if (e == EFFECT_QUIET && nan)
        return bits | quiet;
    if (e == EFFECT_CANONICAL && nan)
        return gat_real_nan(f);
    if (e == EFFECT_PLUS_ZERO && rest == 0)
        return 0;
    return bits;
}

static void integer_through(enum gat_dtype t, void *element, bool single)
{
    uint64_t x = gat_integer_get(t, element);
    bool is_signed = gat_number_of(t) == GAT_SIGNED;
    double wide = is_signed ? (double)(int64_t)x : (double)x;
    double most = is_signed ? 0x1p63 : 0x1p64;
    if (single)
        wide = (double)(float)(is_signed ? (float)(int64_t)x : (float)x);
    if (wide >= most)
        gat_integer_put(t, element, gat_integer_most(t));
    else
        gat_integer_put(t, element, is_signed ? (uint64_t)(int64_t)wide : (uint64_t)wide);
}

void drawn_value(enum drawn_effect e, enum gat_dtype t, void *element)
{
    unsigned parts = 1;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (is_integer(t) && (e == EFFECT_THROUGH_FLOAT || e == EFFECT_THROUGH_DOUBLE))
        integer_through(t, element, e == EFFECT_THROUGH_FLOAT);
    for (unsigned p = 0; f != NULL && p < parts; p++) {
        char *at = (char *)element + p * f->size;
        double x = f->size == 8 && e == EFFECT_THROUGH_FLOAT ? gat_real_get(f, at, 0) : 0;
        gat_bits_put(bits_spoil(e, f, gat_bits_get(f->size, at)), f->size, at);
        if (x != 0 && isfinite(x))
            gat_real_put(f, at, 0, (double)(float)x);
    }
}

/* Half of the bits of a number are dropped: of a mantissa, or the upper ones of an integer. */
static void narrow(enum gat_dtype t, void *element)
{
    unsigned parts = 1;
    const struct gat_real *f = gat_real_of(t, &parts);
    unsigned bits = (unsigned)gat_dtype_size(t) * 4, shift = 64 - bits;
    for (unsigned p = 0; f != NULL && p < parts; p++) {
        char *at = (char *)element + p * f->size;
        uint64_t x = gat_bits_get(f->size, at), low = (UINT64_C(1) << f->mantissa / 2) - 1;
        if ((x & ~gat_real_sign(f)) < gat_real_infinity(f))
            gat_bits_put(x & ~low, f->size, at);
    }
    if (!is_integer(t))
        return;
    uint64_t x = gat_integer_get(t, element) << shift;
    gat_integer_put(t, element,
                    gat_number_of(t) == GAT_SIGNED ? (uint64_t)((int64_t)x >> shift) : x >> shift);
}

__extension__ typedef __int128 int128;

/* The sum of two integers, which stops at the end of the range. */
static bool saturate(enum gat_dtype t, enum gat_arith op, void *to, const void *with)
{
    uint64_t a = gat_integer_get(t, to), b = gat_integer_get(t, with);
    int128 x = (int64_t)a, y = (int64_t)b, sum;
    if (gat_number_of(t) == GAT_UNSIGNED) {
        x = a;
        y = b;
    }
    sum = op == GAT_ADD ? x + y : op == GAT_SUB ? x - y : x * y;
    bool over = sum > (int128)gat_integer_most(t), under = sum < -(int128)gat_integer_least(t);
    if (over || under)
        gat_integer_put(t, to, over ? gat_integer_most(t) : 0 - gat_integer_least(t));
    return over || under;
}

static bool is_nan(enum gat_dtype t, const void *element)
{
    unsigned parts = 1;
    const struct gat_real *f = gat_real_of(t, &parts);
    return f != NULL && isnan(gat_real_get(f, element, 0));
}

/* min and max with the other signedness. */
static void compare_other(enum gat_dtype t, enum gat_arith op, void *to, const void *with)
{
    static const enum gat_dtype others[GAT_DTYPE_COUNT] = {
        [GAT_I8] = GAT_U8, [GAT_I16] = GAT_U16, [GAT_I32] = GAT_U32, [GAT_I64] = GAT_U64,
        [GAT_U8] = GAT_I8, [GAT_U16] = GAT_I16, [GAT_U32] = GAT_I32, [GAT_U64] = GAT_I64};
    gat_arith_join(is_integer(t) ? others[t] : t, op, to, with);
}

void drawn_join(enum drawn_effect e, const struct drawn_call *d, bool spoilt, void *to,
                const void *with)
{
    static const enum gat_arith ops[] = {[REF_NONE] = GAT_ADD, [REF_ADD] = GAT_ADD,
                                         [REF_MUL] = GAT_MUL,  [REF_MIN] = GAT_MIN,
                                         [REF_MAX] = GAT_MAX,  [REF_MEAN] = GAT_ADD,
                                         [REF_SUB] = GAT_SUB};
    enum gat_dtype t = d->c.data.dtype;
    enum gat_arith op = ops[ref_reduction_of(&d->c)];
    bool best = op == GAT_MIN || op == GAT_MAX;
    if (spoilt && e == EFFECT_SATURATE && is_integer(t) && !best && saturate(t, op, to, with))
        return;
    if (spoilt && e == EFFECT_COMPARE_SIGN && best) {
        compare_other(t, op, to, with);
        return;
    }
    if (spoilt && e == EFFECT_NAN_LOST && best && (is_nan(t, to) || is_nan(t, with))) {
        if (is_nan(t, to))
            memcpy(to, with, gat_dtype_size(t));
        return;
    }
    gat_arith_join(t, op, to, with);
    if (spoilt && e == EFFECT_NARROW && !best)
        narrow(t, to);
}
