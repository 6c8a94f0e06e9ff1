/* kernel_join.h - rows for one place combined: an element and its updates become one.
 *
 * The rows are in the order of their places (kernel_sort.h), so nothing that computes needs an
 * atomic operation, and elements may have any size and lie anywhere.  Updates of one element
 * are combined as a tree of fixed form: the first K_FAN of them in their order, with the element
 * before them, the next K_FAN likewise, then K_FAN such results, and so on, one launch for each
 * level.  The answer depends on no timing and on no other element, and a work-item combines
 * 2 * K_FAN numbers at most, however many updates meet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_JOIN_H
#define GAT_KERNEL_JOIN_H

#include "kernel_sort.h"

#ifdef K_COMPUTES
#define K_FAN ((k_u64)1 << K_FAN_SHIFT)

/* How elements are computed, as their walk says. */
struct k_kind {
    k_u32 how, number, part, parts, part_is_odd, negates;
};

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

K_FUNCTION struct k_kind k_kind_of(K_GLOBAL const struct k_walk *w)
{
    struct k_kind t = {w->how, w->number, w->part, w->parts, w->part_is_odd, w->negates};
    return t;
}

/* float32 at aligned addresses, and the same as what the compiler knows. */
K_FUNCTION int k_is_single(struct k_kind t)
{
    return t.number == K_FLOAT && t.part == 4 && t.parts == 1 && !t.part_is_odd;
}

K_FUNCTION struct k_kind k_single(struct k_kind t)
{
    struct k_kind single = {t.how, K_FLOAT, 4, 1, 0, t.negates};
    return single;
}

K_FUNCTION double k_real(struct k_kind t, k_u64 bits)
{
    if (t.number == K_HALF)
        return k_half(bits);
    if (t.number == K_BRAIN)
        return (double)K_SINGLE_OF((k_u32)bits << 16);
    return t.part == 4 ? (double)K_SINGLE_OF((k_u32)bits) : K_DOUBLE_OF(bits);
}

K_FUNCTION k_u64 k_real_bits(struct k_kind t, double x)
{
    if (t.number == K_HALF || t.number == K_BRAIN)
        return k_narrow(x, t.number == K_HALF ? 5 : 8);
    return t.part == 4 ? (k_u64)K_BITS_OF_SINGLE((float)x) : K_BITS_OF_DOUBLE(x);
}

K_FUNCTION struct k_value k_get(struct k_kind t, K_GLOBAL const k_u8 *at)
{
    struct k_value v = {k_word(at, t.part, t.part_is_odd), 0, 0};
    k_u64 sign = (k_u64)1 << (8 * t.part - 1);
    if (t.number == K_SIGNED)
        v.whole = (v.whole ^ sign) - sign;
    else if (t.number != K_UNSIGNED)
        v.re = k_real(t, v.whole);
    if (t.parts == 2)
        v.im = k_real(t, k_word(at + t.part, t.part, t.part_is_odd));
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

K_FUNCTION void k_put(struct k_kind t, K_GLOBAL k_u8 *at, struct k_value v)
{
    k_u64 bits = t.number <= K_UNSIGNED ? v.whole : k_real_bits(t, v.re);
    k_word_put(at, t.part, t.part_is_odd, bits);
    if (t.parts == 2)
        k_word_put(at + t.part, t.part, t.part_is_odd, k_real_bits(t, v.im));
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

K_FUNCTION k_u64 k_integers(struct k_kind t, k_u64 a, k_u64 b)
{
    k_u64 sign = t.number == K_SIGNED ? (k_u64)1 << 63 : 0;
    int below = (a ^ sign) < (b ^ sign);
    if (t.how == K_MUL)
        return a * b;
    if (t.how == K_MIN || t.how == K_MAX)
        return below == (t.how == K_MIN) ? a : b;
    return a + b;
}

/* One step.  Sums and products of reals are rounded to the element type after it, but a mean at its
 * end. */
K_FUNCTION struct k_value k_joined(struct k_kind t, struct k_value a, struct k_value b)
{
    struct k_value v = {0, a.re + b.re, a.im + b.im};
    if (t.number <= K_UNSIGNED)
        v.whole = k_integers(t, a.whole, b.whole);
    else if (t.how == K_MUL) {
        v.re = t.parts == 2 ? a.re * b.re - a.im * b.im : a.re * b.re;
        v.im = a.re * b.im + a.im * b.re;
    } else if (t.how == K_MIN || t.how == K_MAX)
        v.re = k_best(t.how, a.re, b.re);
    if (t.number > K_UNSIGNED && (t.how == K_ADD || t.how == K_MUL)) {
        v.re = k_real(t, k_real_bits(t, v.re));
        v.im = t.parts == 2 ? k_real(t, k_real_bits(t, v.im)) : 0;
    }
    return v;
}

/* A mean of integers is rounded down. */
K_FUNCTION struct k_value k_mean(struct k_kind t, struct k_value v, k_u64 count)
{
    k_i64 sum = (k_i64)v.whole, n = (k_i64)count;
    v.re = v.re / (double)count;
    if (t.number == K_UNSIGNED)
        v.whole /= count;
    else
        v.whole = (k_u64)(sum / n - (sum % n < 0 ? 1 : 0));
    return v;
}

/* ---- the tree ---- */

K_FUNCTION struct k_value k_update(struct k_kind t, K_GLOBAL const k_u8 *at)
{
    struct k_value v = k_get(t, at);
    if (t.negates) {
        v.whole = 0 - v.whole;
        v.re = -v.re;
        v.im = -v.im;
    }
    return v;
}

/* Does position `at` of the list have a row for the place of this key? */
K_FUNCTION int k_has(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u64 at, k_u64 key)
{
    return at < w->rows && k_key_at(w, notes, at) == key;
}

/* Where the rows for the place of this key end that begin at position `at`, of `most` at most. */
K_FUNCTION k_u64 k_end(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u64 at, k_u64 most,
                       k_u64 key)
{
    k_u64 end = at;
    if (k_has(w, notes, at + most - 1, key)) /* they are in order, so it has those between */
        return at + most;
    while (k_has(w, notes, end, key))
        end++;
    return end;
}

/* Where in the far operand the place of a key begins. */
K_FUNCTION k_u64 k_far(K_GLOBAL const struct k_walk *w, k_u64 key)
{
    return w->far_at + (key << w->note_shift);
}

/* Where the places begin that the first and the last of K_FAN positions belong to. */
K_FUNCTION K_GLOBAL k_u64 *k_starts(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                    k_u64 at)
{
    return notes + 3 * w->rows + 2 * (at >> K_FAN_SHIFT);
}

/* The two words that hold number `element` of a result that is part of a greater one, and begins
 * at position `at`.  Only places with more than K_FAN rows have such results, each of which
 * covers K_FAN positions: of any K_FAN that follow one another one may begin the first result of
 * a place, and one another. */
K_FUNCTION K_GLOBAL k_u64 *k_partial(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                     k_u64 at, int is_first, k_u64 element)
{
    k_u64 slot = 2 * (at >> K_FAN_SHIFT) + (is_first ? 1 : 0);
    return k_starts(w, notes, w->rows + K_FAN - 1) +
           2 * (slot * (w->width / (w->part * w->parts)) + element);
}

K_FUNCTION void k_partial_put(struct k_kind t, K_GLOBAL k_u64 *to, struct k_value v)
{
    to[0] = t.number <= K_UNSIGNED ? v.whole : K_BITS_OF_DOUBLE(v.re);
    to[1] = K_BITS_OF_DOUBLE(v.im);
}

K_FUNCTION struct k_value k_partial_get(struct k_kind t, K_GLOBAL const k_u64 *from)
{
    struct k_value v = {from[0], 0, K_DOUBLE_OF(from[1])};
    if (t.number > K_UNSIGNED)
        v.re = K_DOUBLE_OF(from[0]);
    return v;
}

/* The update of the row at position `at` of the list, to which `c` is led on. */
K_FUNCTION struct k_value k_next(K_GLOBAL const struct k_walk *w, struct k_kind t,
                                 K_GLOBAL const k_u8 *near, K_GLOBAL k_u64 *notes,
                                 struct k_cursor *c, k_u64 at)
{
    *c = k_go(w, *c, k_ordered(w, notes, at));
    return k_update(t, near + c->spot.near);
}

/* `n` rows from position `at` on combined, after `v` if that is there.  Two halves of K_FAN rows
 * are combined side by side, as neither has to wait for the other. */
K_FUNCTION struct k_value k_leaf(K_GLOBAL const struct k_walk *w, struct k_kind t,
                                 K_GLOBAL const k_u8 *near, K_GLOBAL k_u64 *notes, k_u64 at,
                                 k_u64 n, int is_there, struct k_value v)
{
    k_u64 apart = n == K_FAN ? K_FAN / 2 : 0;
    struct k_cursor c = k_start(w, k_ordered(w, notes, at)), d = c;
    struct k_value x, y = {0, 0, 0};
    for (k_u64 k = 0; k < n - apart; k++) {
        x = k_next(w, t, near, notes, &c, at + k);
        v = is_there || k > 0 ? k_joined(t, v, x) : x;
        if (apart > 0) {
            x = k_next(w, t, near, notes, &d, at + apart + k);
            y = k > 0 ? k_joined(t, y, x) : x;
        }
    }
    return apart > 0 ? k_joined(t, v, y) : v;
}

/* The results from position `at` to `end` combined, each of which covers `covered` positions. */
K_FUNCTION struct k_value k_branch(K_GLOBAL const struct k_walk *w, struct k_kind t,
                                   K_GLOBAL k_u64 *notes, k_u64 at, k_u64 end, int is_first,
                                   k_u64 covered, k_u64 element)
{
    struct k_value v = k_partial_get(t, k_partial(w, notes, at, is_first, element));
    for (at += covered; at < end; at += covered)
        v = k_joined(t, v, k_partial_get(t, k_partial(w, notes, at, 0, element)));
    return v;
}

/* What begins at position `at` on level `step`, of the place that begins at `start`.  A place is
 * written on the level that covers all its rows. */
K_FUNCTION void k_join_at(K_GLOBAL const struct k_walk *w, struct k_kind t, K_GLOBAL k_u8 *far,
                          K_GLOBAL const k_u8 *near, K_GLOBAL k_u64 *notes, k_u64 at, k_u64 end,
                          k_u64 start, k_u64 key, k_u32 step, k_u64 lane)
{
    k_u64 size = (k_u64)w->part * w->parts, lanes = (k_u64)1 << w->lane_shift, count = 0;
    k_u64 covered = (k_u64)1 << (K_FAN_SHIFT * step);
    K_GLOBAL k_u8 *to = far + k_far(w, key);
    int whole = !k_has(w, notes, start + (covered << K_FAN_SHIFT), key);
    if (key == w->places)
        return;
    if (whole && w->how == K_MEAN)
        count = (step == 0 ? end : k_first(w, notes, start, w->rows, key + 1)) - start +
                (w->bare ? 0 : 1);
    for (k_u64 e = lane; e < w->width / size; e += lanes) {
        struct k_value v = {0, 0, 0};
        int is_there = at == start && !w->bare;
        if (step > 0)
            v = k_branch(w, t, notes, at, end, at == start, covered, e);
        else {
            if (is_there)
                v = k_get(t, to + e * size);
            v = k_leaf(w, t, near + e * size, notes, at, end - at, is_there, v);
        }
        if (!whole)
            k_partial_put(t, k_partial(w, notes, at, at == start, e), v);
        else
            k_put(t, to + e * size, w->how == K_MEAN ? k_mean(t, v, count) : v);
    }
}

/* The lowest level: all that begins in K_FAN positions that follow one another.  What the first of
 * them belong to may have begun before. */
K_FUNCTION void k_leaves(K_GLOBAL const struct k_walk *w, struct k_kind t, K_GLOBAL k_u8 *far,
                         K_GLOBAL const k_u8 *near, K_GLOBAL k_u64 *notes, k_u64 at, k_u64 lane)
{
    K_GLOBAL k_u64 *starts = k_starts(w, notes, at);
    k_u64 stop = at + K_FAN < w->rows ? at + K_FAN : w->rows;
    k_u64 key = k_key_at(w, notes, at), start = at;
    if (at > 0 && k_key_at(w, notes, at - 1) == key)
        start = k_first(w, notes, 0, at, key);
    if (lane == 0)
        starts[0] = start;
    k_u64 before = (start - at) & (K_FAN - 1);
    if (before > 0)
        at = k_end(w, notes, at, before, key);
    while (at < stop) {
        k_u64 next = k_key_at(w, notes, at);
        start = next == key ? start : at;
        key = next;
        k_u64 end = k_end(w, notes, at, K_FAN, key);
        k_join_at(w, t, far, near, notes, at, end, start, key, 0, lane);
        at = end;
    }
    if (lane == 0)
        starts[1] = start;
}

/* What begins at position `at` on a level above, unless a level below has written that place. */
K_FUNCTION void k_branches(K_GLOBAL const struct k_walk *w, struct k_kind t, K_GLOBAL k_u8 *far,
                           K_GLOBAL const k_u8 *near, K_GLOBAL k_u64 *notes, k_u64 at, k_u64 start,
                           k_u32 step, k_u64 lane)
{
    k_u64 key = k_key_at(w, notes, start), covered = (k_u64)1 << (K_FAN_SHIFT * step), end = at;
    if (!k_has(w, notes, start + covered, key))
        return;
    for (k_u32 k = 0; k < K_FAN && k_has(w, notes, end, key); k++)
        end += covered;
    k_join_at(w, t, far, near, notes, at, end, start, key, step, lane);
}

/* Level `step` of the tree.  Of any 2^shift positions that follow one another, two at most begin
 * what is combined above the lowest level: one of the place that the first belongs to, and the
 * beginning of the place that the last belongs to, for those between have no more rows than that.
 */
K_KERNEL k_join(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u32 shift = K_FAN_SHIFT * (step > 0 ? step : 1);
    k_u64 covered = (k_u64)1 << (shift + K_FAN_SHIFT);
    k_u64 lane = K_ITEM & (((k_u64)1 << w->lane_shift) - 1);
    struct k_kind t = k_kind_of(w);
    (void)indices;
    for (k_u64 n = K_ITEM >> w->lane_shift; n << shift < w->rows; n += K_ITEMS >> w->lane_shift) {
        k_u64 first = n << shift, last = first + ((k_u64)1 << shift) - 1;
        if (step == 0) {
            if (k_is_single(t))
                k_leaves(w, k_single(t), far, near, notes, first, lane);
            else
                k_leaves(w, t, far, near, notes, first, lane);
            continue;
        }
        last = last < w->rows ? last : w->rows - 1;
        k_u64 start = k_starts(w, notes, first)[0], other = k_starts(w, notes, last)[1];
        k_u64 at = start + ((first - start + covered - 1) & (0 - covered));
        if (at <= last && k_has(w, notes, at, k_key_at(w, notes, start)))
            k_branches(w, t, far, near, notes, at, start, step, lane);
        if (other > first)
            k_branches(w, t, far, near, notes, other, other, step, lane);
    }
}
#endif

#endif
