/* opt_lanes.h - the loops that every level compiles for itself.
 *
 * Included by level_*.c only, which define before:
 *     line_stream(to, from)           64 bytes to an address that 64 divides
 *     quarters_stream(to, a, b, c, d) 64 bytes from four places
 *     halves_stream(to, a, b)         64 bytes from two places
 *     rows_fold(f, wide, plain)       fold(); plain: positions are indices
 *
 * A loop body is one function with constant arguments, compiled once per size.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_LANES_H
#define GAT_OPT_LANES_H

#include <string.h>

#include "opt_level.h"

/* ---- fold ---- */

static bool lanes_fold(const struct opt_fold *f)
{
    bool plain = f->scale == 1 && f->lane == 0 && f->step == 0;
    struct opt_fold one = *f;
    if (plain && f->pitch == f->width) { /* one long row */
        one.width *= one.rows;
        one.rows = 1;
    }
    if (f->wide)
        return plain ? rows_fold(&one, true, true) : rows_fold(&one, true, false);
    return plain ? rows_fold(&one, false, true) : rows_fold(&one, false, false);
}

/* ---- copies ---- */

LANES_INLINE void lines_copy(char *restrict to, const char *restrict from, size_t size,
                             bool stream)
{
    for (size_t k = 0; k < size; k += 64)
        if (stream)
            line_stream(to + k, from + k);
        else
            memcpy(to + k, from + k, 64);
}

/* 1 to 64 bytes, by two copies that may overlap. */
LANES_INLINE void short_copy(char *restrict to, const char *restrict from, size_t size)
{
    if (size > 32) {
        memcpy(to, from, 32);
        memcpy(to + size - 32, from + size - 32, 32);
    } else if (size > 16) {
        memcpy(to, from, 16);
        memcpy(to + size - 16, from + size - 16, 16);
    } else if (size >= 8) {
        memcpy(to, from, 8);
        memcpy(to + size - 8, from + size - 8, 8);
    } else if (size >= 4) {
        memcpy(to, from, 4);
        memcpy(to + size - 4, from + size - 4, 4);
    } else {
        to[0] = from[0];
        to[size / 2] = from[size / 2];
        to[size - 1] = from[size - 1];
    }
}

LANES_INLINE void row_copy(char *restrict to, const char *restrict from, size_t size)
{
    size_t k = 0;
    if (size <= 64) {
        short_copy(to, from, size);
        return;
    }
    for (; k + 64 <= size; k += 64)
        memcpy(to + k, from + k, 64);
    if (k < size)
        memcpy(to + size - 64, from + size - 64, 64);
}

/* Whole lines past the cache, the ends through it. */
static void long_stream(char *restrict to, const char *restrict from, size_t size)
{
    size_t head = -(uintptr_t)to & 63;
    if (size < head + 64) {
        memcpy(to, from, size);
        return;
    }
    if (head > 0)
        short_copy(to, from, head);
    size_t body = (size - head) & ~(size_t)63;
    lines_copy(to + head, from + head, body, true);
    if (head + body < size)
        short_copy(to + head + body, from + head + body, size - head - body);
}

LANES_INLINE void hint_prefetch(const char *from, int64_t size)
{
    for (int64_t k = 0; k < size; k += 64)
        __builtin_prefetch(from + k, 0, 2); /* the second level is near enough */
}

static void lanes_copy(char *to, int64_t to_pitch, const char *from, int64_t from_pitch,
                       int64_t rows, size_t size, bool stream)
{
    for (int64_t r = 0; r < rows; r++, to += to_pitch, from += from_pitch) {
        if (size <= 512 && !stream) /* too short for the machine to see what follows */
            hint_prefetch(from + 32 * from_pitch, rows > 1 ? (int64_t)size : 0);
        if (stream)
            long_stream(to, from, size);
        else if (size <= 512)
            row_copy(to, from, size);
        else
            memcpy(to, from, size);
    }
}

/* ---- holds ---- */

LANES_INLINE bool sized_holds(const char *from, int64_t pitch, int64_t rows, int64_t width,
                              size_t esize, uint64_t mark)
{
    uint32_t words = UINT32_MAX,
             word = (uint32_t)mark; /* the least difference: vectors have that */
    uint64_t longs = UINT64_MAX;
    for (int64_t r = 0; r < rows; r++, from += pitch) {
        for (int64_t k = 0; esize == 4 && k < width; k++) {
            uint32_t x;
            memcpy(&x, from + k * 4, 4);
            words = (x ^ word) < words ? x ^ word : words;
        }
        for (int64_t k = 0; esize == 8 && k < width; k++) {
            uint64_t x;
            memcpy(&x, from + k * 8, 8);
            longs = (x ^ mark) < longs ? x ^ mark : longs;
        }
    }
    return words == 0 || longs == 0;
}

static bool lanes_holds(const char *from, int64_t pitch, int64_t rows, int64_t width,
                        size_t esize, uint64_t mark)
{
    return esize == 4 ? sized_holds(from, pitch, rows, width, 4, mark)
                      : sized_holds(from, pitch, rows, width, 8, mark);
}

/* ---- take ---- */

/* Prefetch into the second cache. The first has few buffers, and each line would hold one
 * until memory answers; past the caches, a row that is soon read again would be lost. */
LANES_INLINE void row_prefetch(const char *from, size_t row)
{
    for (size_t k = 0; k < row; k += 64)
        __builtin_prefetch(from + k, 0, 2);
}

/* How many rows ahead: enough to hide memory, few enough to stay in the second cache. */
LANES_INLINE int64_t rows_ahead(size_t row)
{
    return row <= 64 ? 64 : row <= 512 ? 32 : row <= 2048 ? 16 : 8;
}

/* Positions after `count` are known up to `known`; they are prefetched. */
LANES_INLINE void fixed_rows(char *restrict to, const char *restrict from,
                             const int32_t *at, int64_t count, int64_t known, size_t row,
                             bool far, bool stream)
{
    int64_t ahead = rows_ahead(row);
    for (int64_t k = 0; k < count; k++, to += row) {
        if (far && k + ahead < known)
            row_prefetch(from + (size_t)at[k + ahead] * row, row);
        const char *source = from + (size_t)at[k] * row;
        if (row < 64)
            memcpy(to, source, row);
        else
            lines_copy(to, source, row, stream);
    }
}

/* By way of a register that the compiler cannot look into: it would make vectors of such
 * loads, by instructions that cost more than they join. */
LANES_INLINE void element_copy(char *restrict to, const char *restrict from, size_t size)
{
    uint64_t longs;
    uint32_t words;
    if (size == 8) {
        memcpy(&longs, from, 8);
        __asm__("" : "+r"(longs));
        memcpy(to, &longs, 8);
    } else if (size == 4) {
        memcpy(&words, from, 4);
        __asm__("" : "+r"(words));
        memcpy(to, &words, 4);
    } else {
        memcpy(to, from, size);
    }
}

/* Rows of up to eight bytes, eight by eight. */
LANES_INLINE void near_rows(char *restrict to, const char *restrict from,
                            const int32_t *at, int64_t count, size_t row)
{
    int64_t k = 0;
    for (; k + 8 <= count; k += 8, to += 8 * row)
        for (int j = 0; j < 8; j++)
            element_copy(to + (size_t)j * row, from + (size_t)at[k + j] * row, row);
    for (; k < count; k++, to += row)
        memcpy(to, from + (size_t)at[k] * row, row);
}

/* Four rows of 16 bytes, or two of 32, make a line. */
LANES_INLINE void joined_rows(char *restrict to, const char *restrict from,
                              const int32_t *at, int64_t count, int64_t known, size_t row,
                              bool far)
{
    int64_t k = 0, ahead = rows_ahead(row);
    for (int64_t j = 0; far && j < count && j + ahead < known; j++)
        row_prefetch(from + (size_t)at[j + ahead] * row, row);
    for (; row == 16 && k + 4 <= count; k += 4, to += 64)
        quarters_stream(to, from + (size_t)at[k] * 16, from + (size_t)at[k + 1] * 16,
                        from + (size_t)at[k + 2] * 16, from + (size_t)at[k + 3] * 16);
    for (; row == 32 && k + 2 <= count; k += 2, to += 64)
        halves_stream(to, from + (size_t)at[k] * 32, from + (size_t)at[k + 1] * 32);
    for (; k < count; k++, to += row)
        memcpy(to, from + (size_t)at[k] * row, row);
}

/* Copy a panel in chunks and prefetch a little of the next one between them: the first
 * cache has few buffers. */
enum { CHUNK = 16 };
LANES_INLINE void fixed_take(const struct opt_take *t, size_t row, bool far, bool stream)
{
    for (int64_t p = 0; p < t->panels; p++) {
        char *to = t->to + p * t->to_pitch;
        const char *from = t->from + p * t->from_pitch;
        const int32_t *at = t->at + p * t->at_pitch;
        const char *hint = t->hint.from + p * t->hint.pitch;
        for (int64_t k = 0; k < t->count; k += CHUNK, to += CHUNK * row, at += CHUNK) {
            int64_t n = t->count - k < CHUNK ? t->count - k : CHUNK;
            int64_t known = t->count + t->beyond - k;
            hint_prefetch(hint + k * t->hint.step, n * t->hint.step);
            if (stream && row < 64)
                joined_rows(to, from, at, n, known, row, far);
            else if (row <= 8 && !far)
                near_rows(to, from, at, n, row);
            else
                fixed_rows(to, from, at, n, known, row, far, stream);
        }
    }
}

LANES_INLINE void sized_take(const struct opt_take *t, size_t row)
{
    bool stream = t->stream && row >= 16;
    if (stream && t->far)
        fixed_take(t, row, true, true);
    else if (stream)
        fixed_take(t, row, false, true);
    else if (t->far)
        fixed_take(t, row, true, false);
    else
        fixed_take(t, row, false, false);
}

static void any_take(const struct opt_take *t)
{
    int64_t ahead = rows_ahead(t->row);
    for (int64_t p = 0; p < t->panels; p++) {
        char *to = t->to + p * t->to_pitch;
        const char *from = t->from + p * t->from_pitch;
        const int32_t *at = t->at + p * t->at_pitch;
        for (int64_t k = 0; k < t->count; k++, to += t->row) {
            if (t->far && k + ahead < t->count)
                row_prefetch(from + (size_t)at[k + ahead] * t->row,
                             t->row < 4096 ? t->row : 4096);
            const char *source = from + (size_t)at[k] * t->row;
            if (t->stream)
                long_stream(to, source, t->row);
            else if (t->row <= 512)
                row_copy(to, source, t->row);
            else
                memcpy(to, source, t->row);
        }
    }
}

static void lanes_take(const struct opt_take *t)
{
    switch (t->row) {
    case 1:
        sized_take(t, 1);
        break;
    case 2:
        sized_take(t, 2);
        break;
    case 4:
        sized_take(t, 4);
        break;
    case 8:
        sized_take(t, 8);
        break;
    case 16:
        sized_take(t, 16);
        break;
    case 32:
        sized_take(t, 32);
        break;
    case 64:
        sized_take(t, 64);
        break;
    case 128:
        sized_take(t, 128);
        break;
    case 256:
        sized_take(t, 256);
        break;
    default:
        any_take(t);
    }
}

#include "opt_picks.h"

/* ---- place ---- */

enum { PLACES_AHEAD = 32 };

LANES_INLINE void elements_place(char *restrict to, const char *restrict from,
                                 const int32_t *at, int64_t count, size_t esize, bool fetch)
{
    for (int64_t k = 0; k < count; k++) {
        if (fetch)
            __builtin_prefetch(to + (size_t)at[k + PLACES_AHEAD] * esize, 1);
        memcpy(to + (size_t)at[k] * esize, from + (size_t)k * esize, esize);
    }
}

LANES_INLINE void sized_place(const struct opt_place *p, size_t esize, bool far)
{
    const int32_t *at = p->at;
    int64_t left = p->rows * p->width;
    for (int64_t r = 0; r < p->rows; r++) {
        const char *from = p->from + r * p->pitch, *hint = p->hint.from + r * p->hint.pitch;
        for (int64_t j = 0; j < p->width; j += CHUNK, from += CHUNK * esize) {
            int64_t n = p->width - j < CHUNK ? p->width - j : CHUNK;
            hint_prefetch(hint + j * p->hint.step, n * p->hint.step);
            if (p->hint.step > 0) /* updates are prefetched as many rows ahead */
                hint_prefetch(from + p->rows * p->pitch, n * (int64_t)esize);
            bool fetch = far && left >= n + PLACES_AHEAD;
            if (n == CHUNK && fetch)
                elements_place(p->to, from, at, CHUNK, esize, true);
            else
                elements_place(p->to, from, at, n, esize, fetch);
            at += n;
            left -= n;
        }
    }
}

LANES_INLINE void far_place(const struct opt_place *p, size_t esize)
{
    if (p->far)
        sized_place(p, esize, true);
    else
        sized_place(p, esize, false);
}

static void lanes_place(const struct opt_place *p)
{
    switch (p->esize) {
    case 1:
        far_place(p, 1);
        break;
    case 2:
        far_place(p, 2);
        break;
    case 4:
        far_place(p, 4);
        break;
    case 8:
        far_place(p, 8);
        break;
    default:
        far_place(p, 16);
    }
}

#endif
