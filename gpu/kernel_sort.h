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
 * w->places where its indices name none; two lists, which digits fill in turn; and the counts.
 * After the last digit the one list is in order, and the other has for each of its positions
 * where those of the same place begin. */
K_FUNCTION K_GLOBAL k_u64 *k_list(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                  k_u32 number)
{
    return notes + w->rows * (1 + (number & 1));
}

K_FUNCTION k_u64 k_tiles(k_u64 n)
{
    return (n + K_TILE - 1) >> K_DIGIT;
}

/* The list that is in order, and the one that then says where each place begins. */
K_FUNCTION K_GLOBAL k_u64 *k_ordered(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes)
{
    return k_list(w, notes, w->shuffled ? w->digits : 0);
}

K_FUNCTION K_GLOBAL k_u64 *k_starts(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes)
{
    return k_list(w, notes, (w->shuffled ? w->digits : 0) + 1);
}

/* Counts: first of each digit in each tile, then sums of K_TILE of them, then sums of those.  *n:
 * how many there are on this level. */
K_FUNCTION K_GLOBAL k_u64 *k_counts(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                    k_u32 level, k_u64 *n)
{
    K_GLOBAL k_u64 *counts = notes + 3 * w->rows;
    *n = k_tiles(w->rows) << K_DIGIT;
    for (; level > 0; level--, *n = k_tiles(*n))
        counts += *n;
    return counts;
}

/* The number of the count for what is at position `at` of a list. */
K_FUNCTION k_u64 k_count_of(K_GLOBAL const struct k_walk *w, k_u64 key, k_u32 digit, k_u64 at)
{
    return (key >> (digit * K_DIGIT) & (K_TILE - 1)) * k_tiles(w->rows) + (at >> K_DIGIT);
}

/* First: keys, and a list of the rows as they come. */
K_KERNEL k_key(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL k_u64 *list = k_list(w, notes, 0);
    (void)far, (void)near, (void)step;
    for (k_u64 row = K_ITEM; row < w->rows; row += K_ITEMS) {
        struct k_spot spot = k_find(w, indices, &state->bad, row);
        notes[row] = spot.what == K_THERE ? k_note(w, spot.far) : w->places;
        list[row] = row;
    }
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
    K_GLOBAL const k_u64 *list = k_list(w, notes, step);
    k_u64 n;
    K_GLOBAL k_u64 *counts = k_counts(w, notes, 0, &n);
    (void)far, (void)near, (void)indices;
    for (k_u64 tile = K_ITEM; w->shuffled && tile < k_tiles(w->rows); tile += K_ITEMS) {
        for (k_u64 digit = 0; digit < K_TILE; digit++)
            counts[digit * k_tiles(w->rows) + tile] = 0;
        for (k_u64 at = tile << K_DIGIT; at < w->rows && at >> K_DIGIT == tile; at++)
            counts[k_count_of(w, notes[list[at]], step, at)]++;
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
    K_GLOBAL const k_u64 *from = k_list(w, notes, step);
    K_GLOBAL k_u64 *to = k_list(w, notes, step + 1);
    k_u64 n;
    K_GLOBAL k_u64 *counts = k_counts(w, notes, 0, &n);
    (void)far, (void)near, (void)indices;
    for (k_u64 tile = K_ITEM; w->shuffled && tile < k_tiles(w->rows); tile += K_ITEMS)
        for (k_u64 at = tile << K_DIGIT; at < w->rows && at >> K_DIGIT == tile; at++)
            to[counts[k_count_of(w, notes[from[at]], step, at)]++] = from[at];
}

/* Is the row at this position the one of its place that is moved: the last, or the first? */
K_FUNCTION int k_is_elected(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes, k_u64 at)
{
    K_GLOBAL const k_u64 *list = k_ordered(w, notes);
    if (w->first ? at == 0 : at + 1 == w->rows)
        return 1;
    return notes[list[w->first ? at - 1 : at + 1]] != notes[list[at]];
}

/* The first position of a list in order, from `low` on, whose key is not below `key`; `high`
 * without one. */
K_FUNCTION k_u64 k_first(K_GLOBAL const k_u64 *keys, K_GLOBAL const k_u64 *list, k_u64 low,
                         k_u64 high, k_u64 key)
{
    while (low < high) {
        k_u64 middle = low + (high - low) / 2;
        if (keys[list[middle]] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Last: where in the list the rows for one place begin.  A work-item looks for the first of its
 * tile, and goes on from there. */
K_KERNEL k_group(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL const k_u64 *list = k_ordered(w, notes);
    K_GLOBAL k_u64 *starts = k_starts(w, notes);
    (void)far, (void)near, (void)indices, (void)step;
    for (k_u64 tile = K_ITEM; tile < k_tiles(w->rows); tile += K_ITEMS) {
        k_u64 at = tile << K_DIGIT, key = notes[list[at]], next;
        k_u64 start = k_first(notes, list, 0, at, key);
        for (; at < w->rows && at >> K_DIGIT == tile; at++, key = next) {
            next = notes[list[at]];
            start = next == key ? start : at;
            starts[at] = start;
        }
    }
}

#endif
