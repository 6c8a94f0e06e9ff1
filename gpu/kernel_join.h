/* kernel_join.h - rows for one place combined: an element and its updates become one.
 *
 * The rows are in the order of their places (kernel_sort.h), so nothing that computes needs an
 * atomic operation, and elements may have any size and lie anywhere.  Updates of one element
 * are combined as a tree of fixed form: the first K_FAN of them in their order, with the element
 * before them, the next K_FAN likewise, then K_FAN such results, and so on, one launch for each
 * level.  The answer depends on no timing and on no other element, and a work-item combines
 * K_FAN numbers at most, however many updates meet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_JOIN_H
#define GAT_KERNEL_JOIN_H

#include "kernel_sort.h"

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

/* ---- the tree ---- */

K_FUNCTION struct k_value k_update(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u8 *at)
{
    struct k_value v = k_get(w, at);
    if (w->negates) {
        v.whole = 0 - v.whole;
        v.re = -v.re;
        v.im = -v.im;
    }
    return v;
}

/* Does position `at` of the list have a row for the place that begins at `start`? */
K_FUNCTION int k_goes_on(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u64 *starts, k_u64 at,
                         k_u64 start)
{
    return at < w->rows && starts[at] == start;
}

/* Where in the far operand the place of a key begins. */
K_FUNCTION k_u64 k_far(K_GLOBAL const struct k_walk *w, k_u64 key)
{
    return w->far_at + (key << w->note_shift);
}

/* The two words that hold number `element` of a result that is part of a greater one, and begins
 * at position `at`.  Only places with more than K_FAN rows have such results, each of which
 * covers K_FAN positions: of any K_FAN that follow one another one may begin the first result of
 * a place, and one another. */
K_FUNCTION K_GLOBAL k_u64 *k_partial(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                     k_u64 at, int is_first, k_u64 element)
{
    k_u64 slot = 2 * (at >> K_FAN_SHIFT) + (is_first ? 1 : 0);
    return notes + 3 * w->rows + 2 * (slot * (w->width / (w->part * w->parts)) + element);
}

K_FUNCTION void k_partial_put(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *to,
                              struct k_value v)
{
    to[0] = w->number <= K_UNSIGNED ? v.whole : K_BITS_OF_DOUBLE(v.re);
    to[1] = K_BITS_OF_DOUBLE(v.im);
}

K_FUNCTION struct k_value k_partial_get(K_GLOBAL const struct k_walk *w,
                                        K_GLOBAL const k_u64 *from)
{
    struct k_value v = {from[0], 0, K_DOUBLE_OF(from[1])};
    if (w->number > K_UNSIGNED)
        v.re = K_DOUBLE_OF(from[0]);
    return v;
}

/* Number `element` of what begins at position `at` on this level: up to K_FAN rows of the place
 * that begins at `start`, or up to K_FAN results of the level below, each of 2^shift rows. */
K_FUNCTION struct k_value k_branch(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u8 *far,
                                   K_GLOBAL const k_u8 *near, K_GLOBAL k_u64 *notes,
                                   k_u64 at, k_u64 start, k_u32 shift, k_u64 element)
{
    K_GLOBAL const k_u64 *list = k_ordered(w, notes), *starts = k_starts(w, notes);
    k_u64 u = element * (w->part * w->parts), index;
    k_u64 end = at + ((k_u64)1 << (shift + K_FAN_SHIFT));
    int some = shift == 0 && at == start && !w->bare;
    struct k_value v = {0, 0, 0}, x;
    if (some)
        v = k_get(w, far + k_far(w, notes[list[at]]) + u);
    for (k_u64 one = at; one < end && k_goes_on(w, starts, one, start);
         one += (k_u64)1 << shift, some = 1) {
        if (shift == 0)
            x = k_update(w, near + k_start(w, list[one], &index).near + u);
        else
            x = k_partial_get(w, k_partial(w, notes, one, one == start, element));
        v = some ? k_joined(w, v, x) : x;
    }
    return v;
}

/* What begins at position `at` on level `step`.  A place is written on the level that covers all
 * its rows. */
K_FUNCTION void k_join_at(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u8 *far,
                          K_GLOBAL const k_u8 *near, K_GLOBAL k_u64 *notes, k_u64 at, k_u32 step,
                          k_u64 lane)
{
    K_GLOBAL const k_u64 *list = k_ordered(w, notes), *starts = k_starts(w, notes);
    k_u64 start = starts[at], key = notes[list[at]], count = 0, esize = (k_u64)w->part * w->parts;
    k_u64 lanes = (k_u64)1 << w->lane_shift;
    k_u32 shift = K_FAN_SHIFT * step;
    if (key == w->places ||
        (step > 0 && !k_goes_on(w, starts, start + ((k_u64)1 << shift), start)))
        return;
    int whole = !k_goes_on(w, starts, start + ((k_u64)1 << (shift + K_FAN_SHIFT)), start);
    if (whole && w->how == K_MEAN)
        count = k_first(notes, list, start, w->rows, key + 1) - start + (w->bare ? 0 : 1);
    for (k_u64 e = lane; e < w->width / esize; e += lanes) {
        struct k_value v = k_branch(w, far, near, notes, at, start, shift, e);
        if (!whole)
            k_partial_put(w, k_partial(w, notes, at, at == start, e), v);
        else
            k_put(w, far + k_far(w, key) + e * esize, w->how == K_MEAN ? k_mean(w, v, count) : v);
    }
}

/* Level `step` of the tree.  Of any 2^shift positions that follow one another, two at most begin
 * what is combined there: one of the place that the first belongs to, and the beginning of the
 * place that the last belongs to, for those between have no more rows than that. */
K_KERNEL k_join(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL const k_u64 *starts = k_starts(w, notes);
    k_u32 shift = K_FAN_SHIFT * step;
    k_u64 covered = (k_u64)1 << (shift + K_FAN_SHIFT);
    k_u64 lane = K_ITEM & (((k_u64)1 << w->lane_shift) - 1);
    (void)indices;
    for (k_u64 n = K_ITEM >> w->lane_shift; n << shift < w->rows; n += K_ITEMS >> w->lane_shift) {
        k_u64 first = n << shift, last = first + ((k_u64)1 << shift) - 1;
        last = last < w->rows ? last : w->rows - 1;
        k_u64 start = starts[first], at = start + ((first - start + covered - 1) & (0 - covered));
        if (at <= last && starts[at] == start)
            k_join_at(w, far, near, notes, at, step, lane);
        if (starts[last] > first)
            k_join_at(w, far, near, notes, starts[last], step, lane);
    }
}
#endif

#endif
