/* kernel_sort.h - rows in the order of the places that their indices name, and for one place in
 * the order of rows: what goes to one place lies together, whatever the timing.
 *
 * A list holds numbers of rows.  It is sorted by one digit of their keys after another, the
 * lowest first, and rows of the same digit stay in their order.  For each digit a work-item
 * counts the rows of its tile by their digit, the counts are added up so that each says where in
 * the next list its rows begin, and then they are moved there.  So nothing needs an
 * atomic operation or memory for each place of the far operand, and a work-item does little,
 * however the rows are spread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_SORT_H
#define GAT_KERNEL_SORT_H

#include "kernel_walk.h"

#define K_TILE ((k_u64)1 << K_DIGIT) /* rows of a work-item, digits, and counts that are added */

/* Notes of rows that are put in order: the key of each row, which is the number of its place, or
 * w->places where its indices name none; two lists, which digits fill in turn; and the counts. */
K_FUNCTION K_GLOBAL k_u64 *k_list(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                  k_u32 number)
{
    return notes + w->rows * (1 + (number & 1));
}

K_FUNCTION k_u64 k_tiles(k_u64 n)
{
    return (n + K_TILE - 1) >> K_DIGIT;
}

/* Tiles that have counts.  Where those of all digits lay a power of two apart, few of them would
 * fit into a cache at once, so there are some more tiles, without rows. */
K_FUNCTION k_u64 k_counted(k_u64 rows)
{
    k_u64 n = k_tiles(rows);
    return n < 16 ? n : n | 9;
}

/* The row at a position of the list that digit `step` is to sort: at first as they come. */
K_FUNCTION k_u64 k_row(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u32 step, k_u64 at)
{
    return step == 0 ? at : k_list(w, notes, step)[at];
}

/* The row at a position of the list that is in order, and its key. */
K_FUNCTION k_u64 k_ordered(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u64 at)
{
    return k_row(w, notes, w->shuffled ? w->digits : 0, at);
}

K_FUNCTION k_u64 k_key_at(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u64 at)
{
    return notes[k_ordered(w, notes, at)];
}

/* Counts: first of each digit in each tile, then sums of K_TILE of them, then sums of those.  *n:
 * how many there are on this level. */
K_FUNCTION K_GLOBAL k_u64 *k_counts(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                    k_u32 level, k_u64 *n)
{
    K_GLOBAL k_u64 *counts = notes + 3 * w->rows;
    *n = k_counted(w->rows) << K_DIGIT;
    for (; level > 0; level--, *n = k_tiles(*n))
        counts += *n;
    return counts;
}

/* The number of the count for what is at position `at` of a list. */
K_FUNCTION k_u64 k_count_of(K_GLOBAL const struct k_walk *w, k_u64 key, k_u32 digit, k_u64 at)
{
    return (key >> (digit * K_DIGIT) & (K_TILE - 1)) * k_counted(w->rows) + (at >> K_DIGIT);
}

/* First: keys, of every `step`th row. */
K_FUNCTION void k_keys(K_GLOBAL const struct k_walk *w, K_GLOBAL const k_u8 *indices,
                       K_GLOBAL k_u64 *notes, k_u64 *bad, k_u64 row, k_u64 step, k_u32 plain)
{
    struct k_cursor c = k_start(w, row);
    for (; row < w->rows; row += step) {
        c = k_go(w, c, row);
        struct k_spot spot = k_lead_on(w, indices, bad, c, plain);
        notes[row] = spot.what == K_THERE ? k_note(w, spot.far) : w->places;
    }
}

K_KERNEL k_key(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 bad = K_NOWHERE;
    (void)far, (void)near, (void)step;
    if (k_plain(w) == 8)
        k_keys(w, indices, notes, &bad, K_ITEM, K_ITEMS, 8);
    else if (k_plain(w) == 4)
        k_keys(w, indices, notes, &bad, K_ITEM, K_ITEMS, 4);
    else
        k_keys(w, indices, notes, &bad, K_ITEM, K_ITEMS, 0);
    k_tell(state, bad);
}

/* Do the rows come in order already?  Then digits are not looked at. */
K_KERNEL k_check(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    (void)far, (void)near, (void)indices, (void)step;
    for (k_u64 row = K_ITEM + 1; row < w->rows; row += K_ITEMS)
        if (notes[row - 1] > notes[row])
            K_ATOMIC_MAX(&state->walks[which].shuffled, 1);
}

/* For each digit: how often each of its values is in each tile ... */
K_KERNEL k_count(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 n;
    K_GLOBAL k_u64 *counts = k_counts(w, notes, 0, &n);
    (void)far, (void)near, (void)indices;
    for (k_u64 tile = K_ITEM; w->shuffled && tile < k_counted(w->rows); tile += K_ITEMS) {
        for (k_u64 digit = 0; digit < K_TILE; digit++)
            counts[digit * k_counted(w->rows) + tile] = 0;
        for (k_u64 at = tile << K_DIGIT; at < w->rows && at >> K_DIGIT == tile; at++)
            counts[k_count_of(w, notes[k_row(w, notes, step, at)], step, at)]++;
    }
}

/* ... sums of the counts of level `step`, which are the next level ... */
K_KERNEL k_sum(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 n, m;
    K_GLOBAL const k_u64 *from = k_counts(w, notes, step, &n);
    K_GLOBAL k_u64 *to = k_counts(w, notes, step + 1, &m);
    (void)far, (void)near, (void)indices;
    for (k_u64 k = K_ITEM; w->shuffled && k < m; k += K_ITEMS) {
        k_u64 sum = 0;
        for (k_u64 at = k << K_DIGIT; at < n && at >> K_DIGIT == k; at++)
            sum += from[at];
        to[k] = sum;
    }
}

/* ... each count of level `step` replaced by the sum of all before it, from the last level
 * down ... */
K_KERNEL k_scan(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 n, m;
    K_GLOBAL k_u64 *counts = k_counts(w, notes, step, &n);
    K_GLOBAL const k_u64 *before = k_counts(w, notes, step + 1, &m);
    (void)far, (void)near, (void)indices;
    for (k_u64 k = K_ITEM; w->shuffled && k < m; k += K_ITEMS) {
        k_u64 sum = m > 1 ? before[k] : 0;
        for (k_u64 at = k << K_DIGIT; at < n && at >> K_DIGIT == k; at++) {
            k_u64 own = counts[at];
            counts[at] = sum;
            sum += own;
        }
    }
}

/* ... and the rows of each tile moved to where they belong in the next list. */
K_KERNEL k_move(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL k_u64 *to = k_list(w, notes, step + 1);
    k_u64 n;
    K_GLOBAL k_u64 *counts = k_counts(w, notes, 0, &n);
    (void)far, (void)near, (void)indices;
    for (k_u64 tile = K_ITEM; w->shuffled && tile < k_tiles(w->rows); tile += K_ITEMS)
        for (k_u64 at = tile << K_DIGIT; at < w->rows && at >> K_DIGIT == tile; at++) {
            k_u64 row = k_row(w, notes, step, at);
            to[counts[k_count_of(w, notes[row], step, at)]++] = row;
        }
}

/* Is the row at this position the one of its place that is moved: the last, or the first? */
K_FUNCTION int k_is_elected(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u64 at)
{
    if (w->first ? at == 0 : at + 1 == w->rows)
        return 1;
    return k_key_at(w, notes, w->first ? at - 1 : at + 1) != k_key_at(w, notes, at);
}

/* The first position of the list in order, from `low` on, whose key is not below `key`; `high`
 * without one. */
K_FUNCTION k_u64 k_first(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u64 low,
                         k_u64 high, k_u64 key)
{
    while (low < high) {
        k_u64 middle = low + (high - low) / 2;
        if (k_key_at(w, notes, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
