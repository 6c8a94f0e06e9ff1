/* kernel_join.h - rows for one place combined: an element and its updates become one.
 *
 * The row elected for a place owns it: all others enter its list, which is sorted,
 * and it alone reads and writes the place.  So nothing that computes needs an atomic
 * operation, elements may have any size and lie anywhere, and where the order of
 * operations shows they are made in the order of rows, whatever the timing.  The price is
 * that what meets in one place is combined by one work-item.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_JOIN_H
#define GAT_KERNEL_JOIN_H

#include "kernel_walk.h"

/* Third: each row enters the list of the one that was elected for its place.  Lists hold
 * numbers of rows from 1; 0 ends them. */
K_KERNEL k_link(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL k_u64 *links = notes + w->links;
    (void)far, (void)near;
    for (k_u64 row = K_ITEM; row < w->rows; row += K_ITEMS) {
        struct k_spot spot = k_find(w, indices, &state->bad, row);
        k_u64 owner = spot.what == K_THERE ? notes[k_note(w, spot.far)] : row + 1;
        if (owner != row + 1)
            links[row] = K_ATOMIC_SWAP(links + (owner - 1), row + 1);
    }
}

/* A list in ascending order, by its first row: runs of 1, 2, 4 ... rows are merged in pairs. */
K_FUNCTION k_u64 k_sorted(K_GLOBAL k_u64 *links, k_u64 first)
{
    k_u64 runs = 2;
    for (k_u64 width = 1; runs > 1; width *= 2) {
        k_u64 a = first, last = 0;
        first = runs = 0;
        for (; a != 0; runs++) {
            k_u64 b = a, of_a = 0, of_b = width;
            for (; of_a < width && b != 0; of_a++)
                b = links[b - 1];
            while (of_a > 0 || (of_b > 0 && b != 0)) {
                int by_a = of_a > 0 && (of_b == 0 || b == 0 || a < b);
                k_u64 one = by_a ? a : b, next = links[one - 1];
                if (last == 0)
                    first = one;
                else
                    links[last - 1] = one;
                last = one;
                a = by_a ? next : a;
                b = by_a ? b : next;
                of_a -= by_a ? 1 : 0;
                of_b -= by_a ? 0 : 1;
            }
            a = b;
        }
        if (last != 0)
            links[last - 1] = 0;
    }
    return first;
}

/* Fourth, where the order shows: the lists are sorted. */
K_KERNEL k_sort(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL k_u64 *links = notes + w->links;
    (void)far, (void)near;
    for (k_u64 row = K_ITEM; row < w->rows; row += K_ITEMS) {
        struct k_spot spot = k_find(w, indices, &state->bad, row);
        if (spot.what == K_THERE && notes[k_note(w, spot.far)] == row + 1)
            links[row] = k_sorted(links, links[row]);
    }
}

#ifdef K_COMPUTES
/* An integer, or the parts of a real or complex number. */
struct k_value {
    k_u64 whole;
    double re, im;
};

#ifdef __OPENCL_C_VERSION__
#define K_DOUBLE_OF(bits) as_double(bits)
#define K_BITS_OF_DOUBLE(x) as_ulong(x)
#define K_SINGLE_OF(bits) as_float(bits)
#define K_BITS_OF_SINGLE(x) as_uint(x)
#else
union k_double {
    double x;
    k_u64 bits;
};
union k_single {
    float x;
    k_u32 bits;
};
K_FUNCTION double K_DOUBLE_OF(k_u64 bits)
{
    union k_double u;
    u.bits = bits;
    return u.x;
}
K_FUNCTION k_u64 K_BITS_OF_DOUBLE(double x)
{
    union k_double u;
    u.x = x;
    return u.bits;
}
K_FUNCTION float K_SINGLE_OF(k_u32 bits)
{
    union k_single u;
    u.bits = bits;
    return u.x;
}
K_FUNCTION k_u32 K_BITS_OF_SINGLE(float x)
{
    union k_single u;
    u.x = x;
    return u.bits;
}
#endif

/* float16, whose least normal number is 2^-14 and whose last digit there is 2^-24. */
K_FUNCTION double k_half(k_u64 bits)
{
    k_u64 exponent = bits >> 10 & 31, digits = bits & 1023, sign = bits >> 15 << 63;
    if (exponent == 0)
        return K_DOUBLE_OF(sign | K_BITS_OF_DOUBLE((double)digits * 5.9604644775390625e-8));
    exponent = exponent == 31 ? 2047 : exponent + 1008;
    return K_DOUBLE_OF(sign | exponent << 52 | digits << 42);
}

/* A double rounded to nearest even, as a format of 16 bits with so many for its exponent.
 * Exact sums and products of such numbers come here, so they are rounded once. */
K_FUNCTION k_u64 k_narrow(double x, k_u32 exponent_bits)
{
    k_u64 bits = K_BITS_OF_DOUBLE(x), sign = bits >> 63 << 15;
    k_u32 mantissa = 15 - exponent_bits, drop = 52 - mantissa;
    k_u64 infinity = (((k_u64)1 << exponent_bits) - 1) << mantissa;
    k_i32 exponent = (k_i32)(bits >> 52 & 2047) - 1023 + (1 << (exponent_bits - 1)) - 1;
    k_u64 digits = (bits & (((k_u64)1 << 52) - 1)) | (k_u64)1 << 52;
    if (x != x)
        return infinity | (k_u64)1 << (mantissa - 1);
    if (exponent < 1) { /* below the normal numbers fewer digits stay */
        drop = exponent < -10 ? 63 : drop + (k_u32)(1 - exponent);
        exponent = 1;
    }
    k_u64 kept = digits >> drop, rest = digits & (((k_u64)1 << drop) - 1);
    k_u64 middle = (k_u64)1 << (drop - 1);
    kept += rest > middle || (rest == middle && (kept & 1) != 0) ? 1 : 0;
    kept += (k_u64)(exponent - 1) << mantissa; /* the digit before the point counts one more */
    return sign | (kept < infinity ? kept : infinity);
}

K_FUNCTION double k_real(K_GLOBAL const struct k_walk *w, k_u64 bits)
{
    if (w->number == K_HALF)
        return k_half(bits);
    if (w->number == K_BRAIN)
        return (double)K_SINGLE_OF((k_u32)bits << 16);
    return w->part == 4 ? (double)K_SINGLE_OF((k_u32)bits) : K_DOUBLE_OF(bits);
}

K_FUNCTION k_u64 k_real_bits(K_GLOBAL const struct k_walk *w, double x)
{
    if (w->number == K_HALF || w->number == K_BRAIN)
        return k_narrow(x, w->number == K_HALF ? 5 : 8);
    return w->part == 4 ? (k_u64)K_BITS_OF_SINGLE((float)x) : K_BITS_OF_DOUBLE(x);
}

K_FUNCTION struct k_value k_get(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u8 *at)
{
    struct k_value v = {k_word(at, w->part, w->part_is_odd), 0, 0};
    k_u64 sign = (k_u64)1 << (8 * w->part - 1);
    if (w->number == K_SIGNED)
        v.whole = (v.whole ^ sign) - sign;
    else if (w->number != K_UNSIGNED)
        v.re = k_real(w, v.whole);
    if (w->parts == 2)
        v.im = k_real(w, k_word(at + w->part, w->part, w->part_is_odd));
    return v;
}

K_FUNCTION void k_word_put(K_GLOBAL k_u8 *at, k_u32 size, k_u32 is_odd, k_u64 bits)
{
    if (is_odd || size == 1)
        for (k_u32 k = 0; k < size; k++)
            at[k] = (k_u8)(bits >> (8 * k));
    else if (size == 2)
        *(K_GLOBAL k_u16 *)at = (k_u16)bits;
    else if (size == 4)
        *(K_GLOBAL k_u32 *)at = (k_u32)bits;
    else
        *(K_GLOBAL k_u64 *)at = bits;
}

K_FUNCTION void k_put(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u8 *at, struct k_value v)
{
    k_u64 bits = w->number <= K_UNSIGNED ? v.whole : k_real_bits(w, v.re);
    k_word_put(at, w->part, w->part_is_odd, bits);
    if (w->parts == 2)
        k_word_put(at + w->part, w->part, w->part_is_odd, k_real_bits(w, v.im));
}

/* NaN wins, and -0 is below +0. */
K_FUNCTION double k_best(k_u32 how, double a, double b)
{
    k_u64 bits = K_BITS_OF_DOUBLE(a), others = K_BITS_OF_DOUBLE(b);
    if (a != a || b != b)
        return a != a ? a : b;
    if (a == b) /* they differ in the sign of a zero alone */
        return K_DOUBLE_OF(how == K_MIN ? bits | others : bits & others);
    return (a < b) == (how == K_MIN) ? a : b;
}

K_FUNCTION k_u64 k_integers(K_GLOBAL const struct k_walk *w, k_u64 a, k_u64 b)
{
    k_u64 sign = w->number == K_SIGNED ? (k_u64)1 << 63 : 0;
    int below = (a ^ sign) < (b ^ sign);
    if (w->how == K_MUL)
        return a * b;
    if (w->how == K_MIN || w->how == K_MAX)
        return below == (w->how == K_MIN) ? a : b;
    return a + b;
}

/* One step.  Reals are rounded to the element type after it, but in a mean, which is rounded
 * at its end. */
K_FUNCTION struct k_value k_joined(K_GLOBAL const struct k_walk *w, struct k_value a,
                                   struct k_value b)
{
    struct k_value v = {0, a.re + b.re, a.im + b.im};
    if (w->number <= K_UNSIGNED)
        v.whole = k_integers(w, a.whole, b.whole);
    else if (w->how == K_MUL) {
        v.re = w->parts == 2 ? a.re * b.re - a.im * b.im : a.re * b.re;
        v.im = a.re * b.im + a.im * b.re;
    } else if (w->how == K_MIN || w->how == K_MAX)
        v.re = k_best(w->how, a.re, b.re);
    if (w->number > K_UNSIGNED && w->how != K_MEAN) {
        v.re = k_real(w, k_real_bits(w, v.re));
        v.im = w->parts == 2 ? k_real(w, k_real_bits(w, v.im)) : 0;
    }
    return v;
}

/* A mean of integers is rounded down. */
K_FUNCTION struct k_value k_mean(K_GLOBAL const struct k_walk *w, struct k_value v, k_u64 count)
{
    k_i64 sum = (k_i64)v.whole, n = (k_i64)count;
    v.re = v.re / (double)count;
    if (w->number == K_UNSIGNED)
        v.whole /= count;
    else
        v.whole = (k_u64)(sum / n - (sum % n < 0 ? 1 : 0));
    return v;
}

/* Last: what is at a place, the list of the row that owns it, and that row, which has the
 * greatest number.  Rows that elect none run one after the other. */
K_KERNEL k_join(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL const k_u64 *links = notes + w->links;
    k_u64 lanes = (k_u64)1 << w->lane_shift, lane = K_ITEM & (lanes - 1);
    k_u64 esize = (k_u64)w->part * w->parts, index;
    for (k_u64 row = K_ITEM >> w->lane_shift; row < w->rows; row += K_ITEMS >> w->lane_shift) {
        struct k_spot spot = k_find(w, indices, &state->bad, row);
        if (spot.what != K_THERE || (w->elects && notes[k_note(w, spot.far)] != row + 1))
            continue;
        for (k_u64 u = lane * esize; u < w->width; u += lanes * esize) {
            struct k_value v = k_get(w, far + spot.far + u);
            k_u64 count = w->bare ? 0 : 1, one = w->elects ? links[row] : 0, last = 0;
            do {
                last = one == 0 ? row + 1 : one;
                struct k_value x = k_get(w, near + k_start(w, last - 1, &index).near + u);
                v = count++ == 0 ? x : k_joined(w, v, x);
                one = one == 0 ? 0 : links[one - 1];
            } while (last != row + 1);
            k_put(w, far + spot.far + u, w->how == K_MEAN ? k_mean(w, v, count) : v);
        }
    }
}
#endif

#endif
