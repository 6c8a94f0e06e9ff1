/* kernel_walk.h - where a row lies, and which of several rows for one place is moved.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_WALK_H
#define GAT_KERNEL_WALK_H

#include "kernel.h"

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
K_FUNCTION k_u128 k_pair(k_u64 a, k_u64 b)
{
    k_u128 both = {a, b};
    return both;
}
#elif !defined(__OPENCL_C_VERSION__)
K_FUNCTION void k_atomic(k_u64 *at, k_u64 value, int most)
{
    k_u64 seen = __atomic_load_n(at, __ATOMIC_RELAXED);
    while ((most ? value > seen : value < seen) &&
           !__atomic_compare_exchange_n(at, &seen, value, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
}
#endif

enum k_what { K_THERE, K_NOTHING, K_FILLED };
struct k_spot {
    k_u64 near, far;
    k_u32 what; /* enum k_what: is there a place that the indices name? */
};

/* 64-bit division costs a device ten times what a 32-bit one does. */
K_FUNCTION k_u64 k_divide(k_u64 a, k_u64 b)
{
    if (((a | b) >> 32) == 0)
        return (k_u32)a / (k_u32)b;
    return a / b;
}

/* 1, 2, 4 or 8 bytes at any address, or at a multiple of their number. */
K_FUNCTION k_u64 k_word(K_GLOBAL const k_u8 *at, k_u32 size, k_u32 is_odd)
{
    k_u64 bits = 0;
    if (is_odd || size == 1)
        for (k_u32 k = 0; k < size; k++)
            bits |= (k_u64)at[k] << (8 * k);
    else if (size == 2)
        bits = *(K_GLOBAL const k_u16 *)at;
    else if (size == 4)
        bits = *(K_GLOBAL const k_u32 *)at;
    else
        bits = *(K_GLOBAL const k_u64 *)at;
    return bits;
}

/* What k_lead_on need not ask of a walk: `plain` is 4 or 8 where each tuple is one signed index of
 * so many bytes, at a multiple of them, that no coordinate is added to; else 0. */
K_FUNCTION k_u32 k_plain(K_GLOBAL const struct k_walk *w)
{
    k_u32 plain = w->depth == 1 && !w->windows && !w->index_is_odd && w->index_is_signed;
    return plain && w->index_bytes >= 4 ? w->index_bytes : 0;
}

K_FUNCTION k_i64 k_index(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u8 *at, k_u32 plain)
{
    k_u32 bytes = plain != 0 ? plain : w->index_bytes;
    k_u64 bits = k_word(at, bytes, plain == 0 && w->index_is_odd);
    k_u64 sign = (k_u64)1 << (8 * bytes - 1);
    if (plain != 0 || w->index_is_signed)
        return (k_i64)((bits ^ sign) - sign);
    return bits >> 63 ? K_MOST : (k_i64)bits; /* no axis is so long */
}

/* An index with the coordinates inside of its window, as far as numbers go. */
K_FUNCTION k_i64 k_lead(K_GLOBAL const struct k_walk *w, k_i64 index, k_i64 extent, k_u64 row,
                        k_u32 j)
{
    k_u64 sum = 0;
    for (k_u32 d = w->dims; d-- > 0;) {
        k_u64 rest = k_divide(row, w->extent[d]);
        if (w->leads[d] == j + 1)
            sum += row - rest * w->extent[d];
        row = rest;
    }
    if (w->policy == K_WRAP && extent > 0)
        index %= extent;
    return index > K_MOST - (k_i64)sum ? K_MOST : index + (k_i64)sum;
}

/* The position of a row's first index among all indices: only asked for a bad one. */
K_FUNCTION k_u64 k_ordinal(K_GLOBAL const struct k_walk *w, k_u64 row)
{
    k_u64 ordinal = 0;
    for (k_u32 d = w->dims; d-- > 0;) {
        k_u64 rest = row / w->extent[d];
        ordinal += (row - rest * w->extent[d]) * w->ordinal_stride[d];
        row = rest;
    }
    return ordinal * w->depth;
}

/* The position on its axis that an index means by itself or by the policy; -1: none,
 * and *what says what follows. */
K_FUNCTION k_i64 k_position(K_GLOBAL const struct k_walk *w, k_i64 index, k_i64 extent, k_u32 *what)
{
    if (index >= 0 && index < extent)
        return index;
    if (w->from_end && index < 0 && index >= -extent)
        return index + extent;
    if (w->policy == K_CLAMP && extent > 0)
        return index < 0 ? 0 : extent - 1;
    if (w->policy == K_WRAP && extent > 0) {
        k_i64 rest = index % extent;
        return rest < 0 ? rest + extent : rest;
    }
    *what = w->policy == K_FILL ? K_FILLED : K_NOTHING;
    return -1;
}

/* A row and where it begins in both operands before its indices lead on; `index`: its tuple;
 * `left`: so many rows after it lie one step each further along the last dimension. */
struct k_cursor {
    struct k_spot spot;
    k_u64 row, index, left;
};

K_FUNCTION struct k_cursor k_start(K_GLOBAL const struct k_walk *w, k_u64 row)
{
    struct k_cursor c = {
        {w->near_at, w->far_at, w->blank ? K_FILLED : K_THERE}, row, w->index_at, 0};
    for (k_u32 d = w->dims; d-- > 0;) {
        k_u64 rest = d == 0 ? 0 : k_divide(row, w->extent[d]);
        k_u64 at = d == 0 ? row : row - rest * w->extent[d];
        c.spot.near += at * w->near_stride[d];
        c.spot.far += at * w->far_stride[d];
        c.index += at * w->index_stride[d];
        if (d + 1 == w->dims)
            c.left = w->extent[d] - 1 - at;
        row = rest;
    }
    return c;
}

/* From one row to another: mostly a later one that needs no division. */
K_FUNCTION struct k_cursor k_go(K_GLOBAL const struct k_walk *w, struct k_cursor c, k_u64 row)
{
    k_u64 by = row - c.row;
    if (by > c.left)
        return k_start(w, row);
    c.row = row;
    c.left -= by;
    if (w->dims > 0) {
        c.spot.near += by * w->near_stride[w->dims - 1];
        c.spot.far += by * w->far_stride[w->dims - 1];
        c.index += by * w->index_stride[w->dims - 1];
    }
    return c;
}

/* A row's place in both operands, from its beginning.  The least position of an index out of range
 * is noted in the same pass. */
K_FUNCTION struct k_spot k_lead_on(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u8 *indices,
                                   k_u64 *bad, struct k_cursor c, k_u32 plain)
{
    struct k_spot spot = c.spot;
    for (k_u32 j = 0; j < (plain != 0 ? 1 : w->depth); j++, c.index += w->tuple_stride) {
        k_i64 extent = (k_i64)w->axis_extent[j], at = k_index(w, indices + c.index, plain);
        if (plain == 0 && w->windows)
            at = k_lead(w, at, extent, c.row, j);
        at = k_position(w, at, extent, &spot.what);
        if (at >= 0)
            spot.far += (k_u64)at * w->axis_stride[j];
        else if (w->policy == K_ERROR || w->policy == K_CLAMP || w->policy == K_WRAP) {
            k_u64 ordinal = k_ordinal(w, c.row) + j;
            *bad = ordinal < *bad ? ordinal : *bad;
        }
    }
    return spot;
}

K_FUNCTION struct k_spot k_find(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u8 *indices,
                                k_u64 *bad, k_u64 row)
{
    return k_lead_on(w, indices, bad, k_start(w, row), 0);
}

/* What a work-item noted, for all of them. */
K_FUNCTION void k_tell(K_GLOBAL struct k_state *state, k_u64 bad)
{
    if (bad != K_NOWHERE)
        K_ATOMIC_MIN(&state->bad, bad);
}

/* Rows are counted from 1, so that the one elected has the greatest number. */
K_FUNCTION k_u64 k_vote(K_GLOBAL const struct k_walk *w, k_u64 row)
{
    return w->first ? w->rows - row : row + 1;
}

/* The number of a place's note. */
K_FUNCTION k_u64 k_note(K_GLOBAL const struct k_walk *w, k_u64 far)
{
    return (far - w->far_at) >> w->note_shift;
}

/* First launch: no row is elected.  Only notes that k_elect uses are touched, so a large operand
 * with few updates costs little. */
K_KERNEL k_clear(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 bad = K_NOWHERE;
    (void)far, (void)near, (void)step;
    for (k_u64 row = K_ITEM; row < w->rows; row += K_ITEMS) {
        struct k_spot spot = k_find(w, indices, &bad, row);
        if (spot.what == K_THERE)
            (void)K_ATOMIC_SWAP(notes + k_note(w, spot.far), 0);
    }
    k_tell(state, bad);
}

/* Second: the greatest vote for each place stays.  k_place moves that row alone, so the
 * answer does not depend on the order in which rows run, and no row is torn. */
K_KERNEL k_elect(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 bad = K_NOWHERE;
    (void)far, (void)near, (void)step;
    for (k_u64 row = K_ITEM; row < w->rows; row += K_ITEMS) {
        struct k_spot spot = k_find(w, indices, &bad, row);
        if (spot.what == K_THERE)
            K_ATOMIC_MAX(notes + k_note(w, spot.far), k_vote(w, row));
    }
    k_tell(state, bad);
}

#endif
