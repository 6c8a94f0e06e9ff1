/* terms.c - the terms of one reduced number, one by one.
 *
 * A sum is kept as two doubles, which together lose next to nothing; a product as a
 * number near 1 and an exponent, so that it neither overflows nor underflows before
 * its end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "terms.h"

#include <math.h>

void ref_terms_start(const struct ref_manner *m, struct ref_terms *t)
{
    bool product = m->reduction == REF_MUL;
    *t = (struct ref_terms){.least = INFINITY, .low = product ? 0 : INT64_MAX};
    if (!product)
        return;
    t->bits = t->above = 1;
    t->sum = t->plus = 0.5;
    t->scale = 1;
}

static unsigned kind_of(double x)
{
    if (isnan(x))
        return TERMS_NAN;
    if (isinf(x))
        return x > 0 ? TERMS_PLUS_INFINITY : TERMS_MINUS_INFINITY;
    if (x == 0)
        return signbit(x) != 0 ? TERMS_MINUS_ZERO : TERMS_PLUS_ZERO;
    return TERMS_OTHER;
}

/* The exponent of the lowest bit of a number that is not 0. */
static int64_t lowest_bit(double x)
{
    uint64_t bits = gat_bits_get(sizeof x, &x);
    int64_t exponent = (int64_t)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent == 0)
        exponent = 1;
    else
        mantissa |= UINT64_C(1) << 52;
    return exponent - 1075 + __builtin_ctzll(mantissa);
}

static void sum_add(struct ref_terms *t, double x)
{
    bool first = fabs(t->sum) >= fabs(x);
    double sum = t->sum + x, great = first ? t->sum : x, small = first ? x : t->sum;
    int64_t low = lowest_bit(x);
    if (isfinite(sum)) /* what is left of the small one cannot overflow, and is exact */
        t->rest += small - (sum - great);
    t->sum = sum;
    *(x > 0 ? &t->plus : &t->minus) += fabs(x);
    t->low = low < t->low ? low : t->low;
}

/* Keep the greater of two magnitudes near 1, and the rest as exponent. */
static void product_scale(struct ref_terms *t)
{
    int exponent;
    double most = fabs(t->sum) > fabs(t->rest) ? t->sum : t->rest;
    (void)frexp(most, &exponent);
    t->sum = ldexp(t->sum, -exponent);
    t->rest = ldexp(t->rest, -exponent);
    t->plus = ldexp(t->plus, -exponent);
    t->scale += exponent;
}

/* A factor of magnitude near * 2^exponent, near at least 0.5 and below 2, and the
 * exponent of its lowest bit. */
static void factor_note(struct ref_terms *t, double near, int64_t exponent, int64_t low)
{
    int64_t up = exponent + (near > 1) - (near == 0.5);
    t->plus *= near;
    t->low += low;
    t->up += up > 0 ? up : 0;
    t->down += exponent < 1 ? exponent - 1 : 0;
    t->scale += exponent;
}

static void product_add(struct ref_terms *t, double x)
{
    int exponent;
    double near = frexp(x, &exponent); /* for t->sum * x could overflow */
    double product = t->sum * near;
    factor_note(t, fabs(near), exponent, lowest_bit(x));
    t->rest = fma(t->sum, near, -product);
    t->sum = product;
    product_scale(t);
}

static void best_add(const struct ref_manner *m, struct ref_terms *t, double x)
{
    bool first = (t->kinds & ~(unsigned)TERMS_NAN) == 0;
    bool less = m->reduction == REF_MAX;
    if (!isnan(x) && (first || (less ? x > t->sum : x < t->sum)))
        t->sum = x;
    if (!isnan(x) && (first || (less ? x < t->rest : x > t->rest)))
        t->rest = x;
}

static void number_add(const struct ref_manner *m, struct ref_terms *t, double x, bool update)
{
    unsigned kind = kind_of(x);
    if (m->reduction == REF_MIN || m->reduction == REF_MAX)
        best_add(m, t, x);
    else if (kind == TERMS_OTHER && m->reduction == REF_MUL)
        product_add(t, x);
    else if (kind == TERMS_OTHER)
        sum_add(t, x);
    if (update && kind == TERMS_OTHER && fabs(x) < t->least)
        t->least = fabs(x);
    t->negative ^= signbit(x) != 0;
    t->kinds |= kind;
    t->count++;
}

/* The first of the two terms of a complex product keeps everything. */
static void complex_factor(struct ref_terms *t, double x, double y)
{
    unsigned kinds = kind_of(x) | kind_of(y);
    double sum = t->sum;
    t->kinds |= kinds;
    t->count++;
    if ((kinds & (TERMS_NAN | TERMS_PLUS_INFINITY | TERMS_MINUS_INFINITY)) != 0)
        return;
    if (x == 0 && y == 0) {
        t->sum = t->rest = 0;
        return;
    }
    t->minus = x;
    t->least = y;
    int exponent;
    double most = fmax(fabs(x), fabs(y));
    int64_t low = x == 0 ? lowest_bit(y) : lowest_bit(x);
    if (x != 0 && y != 0 && lowest_bit(y) < low)
        low = lowest_bit(y);
    (void)frexp(most, &exponent);
    x = ldexp(x, -exponent);
    y = ldexp(y, -exponent);
    factor_note(t, fabs(x) + fabs(y), exponent, low);
    t->sum = sum * x - t->rest * y;
    t->rest = sum * y + t->rest * x;
    product_scale(t);
}

/* A magnitude becomes `next`, or stops at 2^64 - 1 where `next` is past it. */
static void grow(struct ref_terms *t, uint64_t *magnitude, uint64_t next, bool past)
{
    *magnitude = past ? UINT64_MAX : next;
    t->beyond |= past;
}

/* Does this term count with its sign turned round? */
static bool is_turned(const struct ref_manner *m, bool update)
{
    return m->subtracts && update;
}

static void integer_add(const struct ref_manner *m, struct ref_terms *t, uint64_t x, bool update)
{
    bool below, past, minus = gat_number_of(m->dtype) == GAT_SIGNED && (int64_t)x < 0;
    uint64_t next, magnitude = minus ? 0 - x : x;
    if (is_turned(m, update)) {
        x = 0 - x;
        minus = !minus;
    }
    if (m->reduction == REF_MUL) {
        t->bits *= x;
        t->negative ^= minus;
        t->kinds |= minus && magnitude == 1 ? TERMS_MINUS_ONE : 0;
        past = __builtin_mul_overflow(t->above, magnitude, &next);
        if (x != 0)
            grow(t, &t->above, next, past);
    } else if (m->reduction == REF_MIN || m->reduction == REF_MAX) {
        below = gat_integer_below(m->dtype, x, t->bits);
        if (t->count == 0 || (x != t->bits && below == (m->reduction == REF_MIN)))
            t->bits = x;
    } else {
        t->bits += x;
        uint64_t *side = minus ? &t->below : &t->above;
        past = __builtin_add_overflow(*side, magnitude, &next);
        grow(t, side, next, past);
    }
    t->kinds |= x == 0 ? TERMS_PLUS_ZERO : TERMS_OTHER;
    t->count++;
}

void ref_terms_add(const struct ref_manner *m, struct ref_terms *t, unsigned parts,
                   const void *element, bool update)
{
    if (m->form == NULL)
        integer_add(m, t, gat_integer_get(m->dtype, element), update);
    else if (parts == 2 && m->reduction == REF_MUL)
        complex_factor(t, gat_real_get(m->form, element, 0), gat_real_get(m->form, element, 1));
    else
        for (unsigned k = 0; k < parts; k++) {
            double x = gat_real_get(m->form, element, k);
            number_add(m, &t[k], is_turned(m, update) ? -x : x, update);
        }
}
