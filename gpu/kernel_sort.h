/* kernel_sort.h - rows in the order of the places that their indices name, and for one place in
 * the order of rows: what goes to one place lies together, whatever the timing.
 *
 * A list holds numbers of rows.  First each work-item orders a few rows that follow one another;
 * then each launch makes one run of four, where every row finds its position by a search in
 * the other three.  So nothing needs an atomic operation or memory for each place of the far
 * operand, and a work-item makes a few searches, however the rows are spread.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KERNEL_SORT_H
#define GAT_KERNEL_SORT_H

#include "kernel_walk.h"

/* Notes of rows that are put in order: the key of each row, which is its place or K_NOWHERE;
 * then two lists, which the merges fill in turn.  After the last merge the one list is in
 * order, and the other has for each of its positions where those of the same place begin. */
K_FUNCTION K_GLOBAL k_u64 *k_list(K_GLOBAL const struct k_walk *w, K_GLOBAL k_u64 *notes,
                                  k_u32 number)
{
    return notes + w->rows * (1 + (number & 1));
}

K_FUNCTION int k_before(K_GLOBAL const k_u64 *keys, k_u64 one, k_u64 key, k_u64 row)
{
    return keys[one] != key ? keys[one] < key : one < row;
}

/* How many of list[from], ... list[to - 1], which are in order, come before `row` of `key`.
 * The ends are tried first: often all of one run comes before all of another. */
K_FUNCTION k_u64 k_rank(K_GLOBAL const k_u64 *keys, K_GLOBAL const k_u64 *list, k_u64 from,
                        k_u64 to, k_u64 key, k_u64 row)
{
    k_u64 low = from, high = to;
    if (from < to && k_before(keys, list[to - 1], key, row))
        low = to;
    else if (from < to && !k_before(keys, list[from], key, row))
        high = from;
    while (low < high) {
        k_u64 middle = low + (high - low) / 2;
        if (k_before(keys, list[middle], key, row))
            low = middle + 1;
        else
            high = middle;
    }
    return low - from;
}

/* First: keys, and runs of 2^K_RUN_SHIFT rows, each ordered by insertion. */
K_KERNEL k_key(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL k_u64 *list = k_list(w, notes, 0);
    (void)far, (void)near, (void)step;
    for (k_u64 run = K_ITEM; run << K_RUN_SHIFT < w->rows; run += K_ITEMS)
        for (k_u64 row = run << K_RUN_SHIFT; row < w->rows && row >> K_RUN_SHIFT == run; row++) {
            struct k_spot spot = k_find(w, indices, &state->bad, row);
            k_u64 key = spot.what == K_THERE ? spot.far : K_NOWHERE, at = row;
            notes[row] = key;
            for (; at > run << K_RUN_SHIFT && notes[list[at - 1]] > key; at--)
                list[at] = list[at - 1];
            list[at] = row;
        }
}

/* Then, as often as it takes: merge number `step` makes one run of each four. */
K_KERNEL k_merge(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL const k_u64 *from = k_list(w, notes, step);
    K_GLOBAL k_u64 *to = k_list(w, notes, step + 1);
    k_u32 shift = K_RUN_SHIFT + 2 * step;
    (void)far, (void)near, (void)indices;
    for (k_u64 at = K_ITEM; at < w->rows; at += K_ITEMS) {
        k_u64 row = from[at], run = at >> shift, first = run / 4 * 4, rank = 0;
        for (k_u64 k = first; k < first + 4 && k << shift < w->rows; k++) {
            k_u64 start = k << shift, end = (k + 1) << shift;
            end = end < w->rows ? end : w->rows;
            rank += k == run ? at - start : k_rank(notes, from, start, end, notes[row], row);
        }
        to[(first << shift) + rank] = row;
    }
}

/* Last: where in the list the rows for one place begin. */
K_KERNEL k_group(K_ARGS)
{
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    K_GLOBAL const k_u64 *list = k_list(w, notes, w->merges);
    K_GLOBAL k_u64 *starts = k_list(w, notes, w->merges + 1);
    (void)far, (void)near, (void)indices, (void)step;
    for (k_u64 at = K_ITEM; at < w->rows; at += K_ITEMS)
        starts[at] = k_rank(notes, list, 0, at, notes[list[at]], 0);
}

#endif
