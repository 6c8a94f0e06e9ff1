/* terms_end.c - what the terms of a number come to, and what is right beside it.
 *
 * With u for the unit of rounding (2^-p for p digits), n terms and S for the sum of
 * their magnitudes: in whatever order n numbers are added, with each step rounded,
 *
 *     |computed - sum| <= g * S,    g = (n-1)u / (1 - (n-1)u)
 *
 * (Higham, Accuracy and Stability of Numerical Algorithms, 4.2), and likewise
 * |computed - product| <= g * |product| as long as nothing underflows.  Nothing is
 * rounded, so that the bound is 0, where every partial sum has at most p digits: where
 * S <= 2^(p + l), all terms being multiples of 2^l.  Two terms are one operation, which
 * rounds once, to nearest.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "terms.h"

#include <float.h>
#include <math.h>

/* The numbers of a format. */
struct form {
    int digits, top, bottom;       /* p; exponents: numbers below 2^top; normal from 2^bottom */
    double unit, most, least; /* u; the greatest; the least denormal */
};

static struct form form_of(const struct gat_real *f)
{
    int bias = (1 << (f->exponent - 1)) - 1;
    struct form x = {.digits = (int)f->mantissa + 1, .top = bias + 1, .bottom = 1 - bias};
    x.unit = ldexp(1, -x.digits);
    x.most = ldexp(2 - 2 * x.unit, bias);
    x.least = ldexp(1, 2 - bias - x.digits);
    return x;
}

static double growth(double steps, double unit)
{
    return steps * unit < 0.5 ? steps * unit / (1 - steps * unit) : INFINITY;
}

/* Of one format and manner. */
struct end {
    const struct ref_manner *m;
    struct form f;
};

static const struct gat_real single = {4, 23, 8, 9};

/* Relative error of `steps` operations. */
static double error_of(const struct end *e, double steps)
{
    double wide = ldexp(1, -24);
    if (e->m->precision == REF_PRECISION_WIDE && e->m->form->size < single.size)
        return growth(steps, wide) + e->f.unit;
    return growth(steps, e->f.unit);
}

/* ---- ranges ---- */

static struct ref_range range_nan(void)
{
    return (struct ref_range){1, 0, REF_ALSO_NAN};
}

static struct ref_range range_any(void)
{
    return (struct ref_range){-INFINITY, INFINITY,
                              REF_ALSO_NAN | REF_ALSO_PLUS_INFINITY |
                                  REF_ALSO_MINUS_INFINITY | REF_ALSO_ANY_ZERO};
}

/* This value alone, but for the sign of a zero where that is free. */
static struct ref_range range_of(const struct end *e, double value)
{
    bool any_zero = value == 0 && e->m->zero_sign == REF_ZERO_FREE;
    if (isinf(value))
        return (struct ref_range){
            1, 0, value > 0 ? REF_ALSO_PLUS_INFINITY : REF_ALSO_MINUS_INFINITY};
    return (struct ref_range){value, value, any_zero ? REF_ALSO_ANY_ZERO : 0};
}

/* value +- bound, of a sum whose positive terms come to `plus` and others to `minus`.  A value
 * half a unit above the greatest number may be an infinity; and both may meet.  A unit of the
 * doubles themselves keeps the ends outside. */
static struct ref_range range_around(const struct end *e, double value, double bound,
                                     double plus, double minus)
{
    double last = e->f.most * (1 - e->f.unit);
    struct ref_range r;
    /* The sum may pass the greatest double although its terms one by one do not. */
    if (!isfinite(value) || !isfinite(bound))
        return range_any();
    bound += fabs(value) * ldexp(1, -53) + e->f.least;
    r = (struct ref_range){value - bound, value + bound, 0};
    if (plus + bound >= last)
        r.also |= REF_ALSO_PLUS_INFINITY;
    if (minus + bound >= last)
        r.also |= REF_ALSO_MINUS_INFINITY;
    if (plus + bound >= last && minus + bound >= last)
        r.also |= REF_ALSO_NAN;
    if (r.low <= 0 && r.high >= 0)
        r.also |= REF_ALSO_ANY_ZERO;
    return r;
}

/* ---- sums ---- */

/* May finite terms of one sign, of magnitudes `part`, become an infinity on the way? */
static bool part_overflows(const struct end *e, const struct ref_terms *t, double part)
{
    double bound = error_of(e, (double)t->count - 1) * part;
    return part + bound >= e->f.most * (1 - e->f.unit);
}

/* Terms that are not all finite decide at once, unless others overflow before one of them
 * comes: two infinities that meet are no number. */
static bool infinities_end(const struct end *e, const struct ref_terms *t, double *value,
                           struct ref_range *r)
{
    unsigned both = TERMS_PLUS_INFINITY | TERMS_MINUS_INFINITY;
    if ((t->kinds & (TERMS_NAN | both)) == 0)
        return false;
    bool nan = (t->kinds & TERMS_NAN) != 0 || (t->kinds & both) == both;
    *value = nan ? NAN : (t->kinds & TERMS_PLUS_INFINITY) != 0 ? INFINITY : -INFINITY;
    *r = range_nan();
    if (nan)
        return true;
    r->also = *value > 0 ? REF_ALSO_PLUS_INFINITY : REF_ALSO_MINUS_INFINITY;
    if (part_overflows(e, t, *value > 0 ? t->minus : t->plus))
        r->also |= REF_ALSO_NAN;
    return true;
}

/* The sum of the magnitudes is itself one of doubles: what stands exactly at the bound of
 * doubles may have been rounded down to it. */
static bool sum_is_exact(const struct end *e, const struct ref_terms *t)
{
    double all = t->plus + t->minus, bound = ldexp(1, e->f.digits + (int)t->low);
    return all <= e->f.most && (all < bound || (all == bound && e->f.digits < DBL_MANT_DIG));
}

/* Where nothing but zeros was added, the result is -0 only if all of them are. */
static double zero_of(const struct ref_terms *t)
{
    return t->kinds == TERMS_MINUS_ZERO ? -0.0 : 0.0;
}

static double sum_end(const struct end *e, const struct ref_terms *t, struct ref_range *r)
{
    double value = t->sum + t->rest;
    if (infinities_end(e, t, &value, r))
        return value;
    if ((t->kinds & TERMS_OTHER) == 0) {
        value = zero_of(t);
        *r = range_of(e, value);
    } else if (!isfinite(t->plus) || !isfinite(t->minus)) {
        bool one_sign = t->plus == 0 || t->minus == 0;
        value = t->plus >= t->minus ? INFINITY : -INFINITY;
        *r = one_sign ? range_of(e, value) : range_any();
    } else if (sum_is_exact(e, t)) {
        *r = range_of(e, value);
    } else {
        double all = t->plus + t->minus, n = (double)t->count;
        double bound = error_of(e, n - 1) * all + n * ldexp(all, -100);
        *r = range_around(e, value, bound, t->plus, t->minus);
    }
    return value;
}

/* The mean is a sum divided, or multiplied by a rounded reciprocal.  Where finite terms of one sign
 * pass the greatest double, it is infinite, or finite if the sum is kept in a wider type. */
static double mean_end(const struct end *e, const struct ref_terms *t, struct ref_range *r)
{
    unsigned infinite = TERMS_PLUS_INFINITY | TERMS_MINUS_INFINITY;
    double n = (double)t->count, value = sum_end(e, t, r) / n, least = DBL_MAX / n * 0.999;
    if (isinf(value) && r->low > r->high && (t->kinds & infinite) == 0) {
        r->low = value > 0 ? least : -DBL_MAX;
        r->high = value > 0 ? DBL_MAX : -least;
        return value;
    }
    if (t->count == 1 || r->low > r->high || !isfinite(r->low))
        return value;
    double wide = (r->high - r->low) / 2 / n, bound = wide + 2.5 * e->f.unit * (fabs(value) + wide);
    unsigned also = r->also;
    if (value == 0 && wide == 0) {
        *r = range_of(e, value);
    } else {
        *r = range_around(e, value, bound, 0, 0);
        r->also |= also & ~(unsigned)REF_ALSO_ANY_ZERO;
    }
    return value;
}

/* ---- products ---- */

static bool product_in_range(const struct end *e, const struct ref_terms *t)
{
    return t->up < e->f.top && t->down >= e->f.bottom;
}

static bool product_is_exact(const struct end *e, const struct ref_terms *t)
{
    int exponent;
    (void)frexp(t->plus, &exponent);
    return product_in_range(e, t) && t->scale + exponent - t->low <= e->f.digits;
}

static int scale_of(const struct ref_terms *t)
{
    return t->scale > 4096 ? 4096 : t->scale < -4096 ? -4096 : (int)t->scale;
}

/* A zero among factors that may overflow before it comes, or an infinity among some that
 * may underflow, can become NaN on the way. */
static double product_special(const struct end *e, const struct ref_terms *t,
                              struct ref_range *r)
{
    unsigned zeros = TERMS_PLUS_ZERO | TERMS_MINUS_ZERO;
    unsigned infinite = TERMS_PLUS_INFINITY | TERMS_MINUS_INFINITY;
    bool zero = (t->kinds & zeros) != 0;
    double value = zero ? 0 : INFINITY;
    if ((t->kinds & TERMS_NAN) != 0 || (zero && (t->kinds & infinite) != 0)) {
        *r = range_nan();
        return NAN;
    }
    value = t->negative ? -value : value;
    *r = range_of(e, value);
    if (zero ? t->up >= e->f.top : t->down < e->f.bottom)
        r->also |= REF_ALSO_NAN;
    return value;
}

/* The product of two numbers, rounded once, although sum is rounded already: below the normal
 * doubles fewer digits stay, and what then lies halfway goes to the side of the rest. */
static double product_of(const struct ref_terms *t)
{
    int scale = scale_of(t), lowest = DBL_MIN_EXP - DBL_MANT_DIG;
    double value = ldexp(t->sum, scale), past = t->sum - ldexp(value, -scale);
    if (fabs(past) == ldexp(1, lowest - 1 - scale) && past * t->rest > 0)
        value += copysign(ldexp(1, lowest), past);
    return value;
}

static double product_end(const struct end *e, const struct ref_terms *t, struct ref_range *r)
{
    double value = product_of(t), n = (double)t->count;
    if ((t->kinds & ~(unsigned)TERMS_OTHER) != 0)
        return product_special(e, t, r);
    if (product_is_exact(e, t)) {
        *r = range_of(e, value);
    } else if (t->down < e->f.bottom && t->count > 2) {
        double end = t->negative ? -INFINITY : INFINITY;
        *r = (struct ref_range){t->negative ? end : 0, t->negative ? 0 : end, REF_ALSO_ANY_ZERO};
        r->also |= t->negative ? REF_ALSO_MINUS_INFINITY : REF_ALSO_PLUS_INFINITY;
        r->also |= t->up >= e->f.top ? REF_ALSO_NAN : 0;
    } else if (!isfinite(value)) {
        *r = range_of(e, value);
    } else {
        double bound = (error_of(e, n - 1) + growth(n, ldexp(1, -53))) * fabs(value);
        double top = t->up >= e->f.top ? INFINITY : fabs(value);
        *r = range_around(e, value, bound, t->negative ? 0 : top, t->negative ? top : 0);
    }
    return value;
}

static void complex_end(const struct end *e, const struct ref_terms *t, double value[2],
                        struct ref_range *ranges)
{
    double n = (double)t->count;
    double bound = 3 * growth(4 * n, e->f.unit) * ldexp(t->plus, scale_of(t));
    value[0] = ldexp(t->sum, scale_of(t));
    value[1] = ldexp(t->rest, scale_of(t));
    bool finite = (t->kinds & (TERMS_NAN | TERMS_PLUS_INFINITY | TERMS_MINUS_INFINITY)) == 0;
    /* One factor is itself; its parts may lie farther apart than those of a product can. */
    if (t->count == 1 && finite && (t->kinds & TERMS_OTHER) != 0) {
        value[0] = t->minus;
        value[1] = t->least;
    }
    bool any_zero = t->count > 1; /* IEEE 754 says nothing of the sign of a part that is 0 */
    for (unsigned k = 0; k < 2; k++) {
        if (!finite || !isfinite(bound) || !product_in_range(e, t))
            ranges[k] = range_any();
        else if (t->count == 1 || product_is_exact(e, t))
            ranges[k] = range_of(e, value[k]);
        else
            ranges[k] = range_around(e, value[k], bound, fabs(value[k]), fabs(value[k]));
        ranges[k].also |= any_zero && value[k] == 0 ? REF_ALSO_ANY_ZERO : 0;
    }
}

/* ---- min and max ---- */

/* NaN, or what is best of some of the numbers: all comparisons with NaN are false, so that which
 * numbers a program has when it comes to one depends on their order. */
static void either_end(const struct ref_terms *t, struct ref_range *r)
{
    double low = fmin(t->sum, t->rest), high = fmax(t->sum, t->rest);
    *r = (struct ref_range){fmax(low, -DBL_MAX), fmin(high, DBL_MAX), REF_ALSO_NAN};
    r->also |= low < -DBL_MAX ? REF_ALSO_MINUS_INFINITY : 0;
    r->also |= high > DBL_MAX ? REF_ALSO_PLUS_INFINITY : 0;
    r->also |= low <= 0 && high >= 0 ? REF_ALSO_ANY_ZERO : 0;
}

static double best_end(const struct end *e, const struct ref_terms *t, struct ref_range *r)
{
    unsigned zeros = TERMS_PLUS_ZERO | TERMS_MINUS_ZERO;
    bool lost = e->m->nan != REF_NAN_IGNORED || t->kinds == TERMS_NAN;
    double value = t->sum;
    if ((t->kinds & TERMS_NAN) != 0 && lost) {
        *r = range_nan();
        if (e->m->nan == REF_NAN_EITHER && t->kinds != TERMS_NAN)
            either_end(t, r);
        return NAN;
    }
    if (value == 0 && (t->kinds & zeros) == zeros)
        value = e->m->reduction == REF_MIN ? -0.0 : 0.0;
    *r = range_of(e, value);
    if ((t->kinds & zeros) != zeros)
        r->also &= ~(unsigned)REF_ALSO_ANY_ZERO;
    return value;
}

/* ---- integers ---- */

bool ref_terms_overflow(const struct ref_manner *m, const struct ref_terms *t)
{
    uint64_t most = gat_integer_most(m->dtype), least = gat_integer_least(m->dtype);
    if (m->reduction == REF_MIN || m->reduction == REF_MAX)
        return false;
    if (m->reduction == REF_MUL)
        return (t->kinds & TERMS_PLUS_ZERO) == 0 &&
               (t->beyond || t->above > most); /* -128 may be 128 first */
    return t->beyond || t->above > most || t->below > least;
}

/* Is nothing known of this one?  Otherwise *bits is it, also where it overflows. */
static bool overflow_end(const struct ref_manner *m, const struct ref_terms *t, uint64_t *bits)
{
    uint64_t most = gat_integer_most(m->dtype), least = gat_integer_least(m->dtype);
    if (!ref_terms_overflow(m, t))
        return false;
    if (m->reduction == REF_MEAN)
        return true; /* a wider sum would not have overflowed */
    if (m->overflow == REF_OVERFLOW_UNDEFINED)
        return true;
    if (m->overflow == REF_OVERFLOW_WRAPS)
        return false;
    /* Saturated before terms of the other sign came, or before -1 turned it round, it depends on
     * their order. */
    bool product = m->reduction == REF_MUL;
    if (product ? t->negative && (t->kinds & TERMS_MINUS_ONE) != 0 : t->above > 0 && t->below > 0)
        return true;
    *bits = (product ? !t->negative : t->above > 0) ? most : 0 - least;
    return false;
}

/* The mean goes into *bits; true: it lies halfway between two integers, and either will do. */
static bool integer_mean(const struct ref_manner *m, const struct ref_terms *t, uint64_t *bits)
{
    uint64_t count = (uint64_t)t->count, below = gat_integer_divide(m->dtype, t->bits, count);
    uint64_t past = t->bits - below * count; /* the integer below, in parts of 1 / count */
    bool minus = gat_number_of(m->dtype) == GAT_SIGNED && (int64_t)t->bits < 0, up = false;
    if (m->mean_rounding == REF_MEAN_TO_ZERO)
        up = minus && past > 0;
    else if (m->mean_rounding == REF_MEAN_NEAREST)
        up = past > count - past;
    *bits = below + up;
    return m->mean_rounding == REF_MEAN_NEAREST && past == count - past;
}

static bool integer_end(const struct ref_manner *m, const struct ref_terms *t, void *element,
                        struct ref_range *r)
{
    uint64_t bits = t->bits;
    *r = (struct ref_range){0, 0, REF_BITS_ALONE};
    bool halfway = m->reduction == REF_MEAN && integer_mean(m, t, &bits);
    bool open = overflow_end(m, t, &bits) || halfway;
    gat_integer_put(m->dtype, element, bits);
    return open;
}

/* ---- all ---- */

/* One sum or product of two numbers is rounded once: what it comes to is exact. */
static void two_end(const struct end *e, const struct ref_terms *t, double value,
                    struct ref_range *r)
{
    double rounded;
    if (t->count != 2 || e->m->reduction == REF_MEAN || !(r->low < r->high))
        return;
    unsigned char bytes[8];
    gat_real_put(e->m->form, bytes, 0, value);
    rounded = gat_real_get(e->m->form, bytes, 0);
    *r = range_of(e, rounded);
}

static double real_end(const struct end *e, const struct ref_terms *t, struct ref_range *r)
{
    const enum ref_reduction how = e->m->reduction;
    double value;
    if (how == REF_MUL)
        value = product_end(e, t, r);
    else if (how == REF_MEAN)
        value = mean_end(e, t, r);
    else if (how == REF_MIN || how == REF_MAX)
        value = best_end(e, t, r);
    else
        value = sum_end(e, t, r);
    two_end(e, t, value, r);
    return value;
}

bool ref_terms_end(const struct ref_manner *m, const struct ref_terms *t, unsigned parts,
                   void *element, struct ref_range *ranges)
{
    double value[2];
    bool open = m->reduction == REF_MEAN && m->mean_of == REF_MEAN_OF_TWO && t->count > 2;
    if (m->form == NULL)
        return integer_end(m, t, element, ranges) || open;
    struct end e = {m, form_of(m->form)};
    if (parts == 2 && m->reduction == REF_MUL)
        complex_end(&e, t, value, ranges);
    else
        for (unsigned k = 0; k < parts; k++)
            value[k] = real_end(&e, &t[k], &ranges[k]);
    for (unsigned k = 0; k < parts; k++)
        gat_real_put(m->form, element, k, value[k]);
    return open;
}

bool ref_terms_hide(const struct ref_manner *m, const struct ref_terms *t,
                    const struct ref_range *range)
{
    bool adds = m->reduction == REF_ADD || m->reduction == REF_MEAN;
    if (!adds || t->least == INFINITY || !(range->low < range->high))
        return false;
    double least = m->reduction == REF_MEAN ? t->least / (double)t->count : t->least;
    return range->high - range->low >= least;
}
