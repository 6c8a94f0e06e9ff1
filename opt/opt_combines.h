/* opt_combines.h - combine(): rows of updates joined with those of a table, in order.
 *
 * Included by level_*.c after opt_lanes.h.  Single numbers at indices of eight bytes, as most
 * are, are joined right where their index was looked at, so that the core has many on the way
 * at once; all others are folded into positions first.  Where indices never fall, runs of one
 * place would make each update wait for the one before: parts of a line take turns.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_COMBINES_H
#define GAT_OPT_COMBINES_H

#include "dtype.h"
#include "opt_numbers.h"

enum {
    COMBINE_NEAR = 8 << 10,  /* positions */
    COMBINE_PIECE = 4 << 10, /* updates */
    COMBINE_ROOM = 512,      /* positions that there is room for */
    COMBINE_PARTS = 4,       /* of a line in order, side by side */
    COMBINE_FEW = 128        /* updates in a line that is not worth a look at its order */
};

/* Some updates in a row: numbers, or rows of them. */
struct combine_line {
    const struct opt_combine *c;
    const char *from, *at;     /* indices of eight bytes, or positions of four */
    int64_t count, prefetched; /* prefetched: of these, those whose target is prefetched */
};

/* A row of any number of numbers. */
LANES_INLINE void row_join(char *restrict to, const char *restrict from, size_t row,
                           enum gat_dtype t, enum gat_arith how)
{
    size_t b = 0;
    for (; b + 64 <= row; b += 64)
        numbers_join(to + b, from + b, 64, t, how, false);
    for (; b < row; b += number_size(t))
        numbers_join(to + b, from + b, number_size(t), t, how, false);
}

/* At any distance: an index that is outside stands there, too. */
LANES_INLINE void target_prefetch(const char *to, uint64_t at)
{
    __builtin_prefetch((const void *)((uintptr_t)to + at), 1, 3);
}

/* Numbers `k` to `end` of a line; the first one whose index is outside. */
LANES_INLINE int64_t some_combine(const struct combine_line *l, int64_t k, int64_t end,
                                  enum gat_dtype t, enum gat_arith how, bool wide, bool far)
{
    const size_t size = number_size(t);
    const int64_t ahead = l->c->ahead, first = l->c->first;
    const uint64_t many = (uint64_t)(wide ? l->c->fold.extent : l->c->end - first);
    char *const to = l->c->to;
    const char *const from = l->from, *const at = l->at;
    for (; k < end; k++) {
        uint64_t x = (uint64_t)index_load(at, k, wide);
        if (far)
            target_prefetch(to, (uint64_t)index_load(at, k + ahead, wide) * size);
        if (__builtin_expect(x - (wide ? 0 : (uint64_t)first) < many, 1))
            numbers_join(to + x * size, from + (size_t)k * size, size, t, how, true);
        else if (wide)
            return k;
    }
    return k;
}

/* Do the indices of a line never fall, from the first to the last inside? */
LANES_INLINE bool line_rises(const struct combine_line *l, bool wide)
{
    const int64_t first = wide ? 0 : l->c->first, end = wide ? l->c->fold.extent : l->c->end;
    const int64_t count = l->count;
    const char *const at = l->at;
    if (index_load(at, 0, wide) < first || index_load(at, count - 1, wide) >= end)
        return false;
    for (int64_t k = 1; k < count; k += 64) {
        const char *some = at + k * (wide ? 8 : 4);
        int64_t n = count - k < 64 ? count - k : 64;
        uint64_t below = 0; /* of numbers from 0 a difference has the right sign */
        for (int64_t j = 0; j < n; j++) {
            uint64_t x = (uint64_t)index_load(some, j, wide);
            below |= x | (x - (uint64_t)index_load(some, j - 1, wide));
        }
        if (below >> 63 != 0)
            return false;
    }
    return true;
}

static bool wide_rises(const struct combine_line *l)
{
    return line_rises(l, true);
}

static bool narrow_rises(const struct combine_line *l)
{
    return line_rises(l, false);
}

/* Cut a line that never falls into parts of which no two name one place, about as long as each
 * other. False: too many updates name one. */
LANES_INLINE bool line_cut(const struct combine_line *l, int64_t *cut, bool wide)
{
    cut[0] = 0;
    for (int64_t p = 1; p < COMBINE_PARTS; p++) {
        int64_t k = l->count * p / COMBINE_PARTS, most = k + l->count / (2 * COMBINE_PARTS);
        while (k < most && index_load(l->at, k, wide) == index_load(l->at, k - 1, wide))
            k++;
        if (k == most)
            return false;
        cut[p] = k;
    }
    cut[COMBINE_PARTS] = l->count;
    return true;
}

/* One number of each part in turn: an update waits for the one before it in its part alone.  A
 * loop over the parts keeps their bounds in memory, which takes a third longer. */
LANES_INLINE void parts_combine(const struct combine_line *l, const int64_t *cut, enum gat_dtype t,
                                enum gat_arith how, bool wide)
{
    const size_t size = number_size(t);
    const char *const at = l->at, *const updates = l->from;
    char *const to = l->c->to;
    int64_t least = l->count;
    for (int p = 0; p < COMBINE_PARTS; p++)
        least = cut[p + 1] - cut[p] < least ? cut[p + 1] - cut[p] : least;
    const int64_t a = cut[1], b = cut[2], c = cut[3];
    for (int64_t k = 0; k < least; k++) {
        const char *from = updates + (size_t)k * size;
        numbers_join(to + (size_t)index_load(at, k, wide) * size, from, size, t, how, true);
        numbers_join(to + (size_t)index_load(at, a + k, wide) * size, from + (size_t)a * size,
                     size, t, how, true);
        numbers_join(to + (size_t)index_load(at, b + k, wide) * size, from + (size_t)b * size,
                     size, t, how, true);
        numbers_join(to + (size_t)index_load(at, c + k, wide) * size, from + (size_t)c * size,
                     size, t, how, true);
    }
    for (int p = 0; p < COMBINE_PARTS; p++)
        (void)some_combine(l, cut[p] + least, cut[p + 1], t, how, wide, false);
}

/* Is any order of joining as good as theirs?  Sums and products of floats are rounded. */
LANES_INLINE bool order_free(enum gat_dtype t, enum gat_arith how)
{
    bool rounds = t == GAT_F16 || t == GAT_BF16 || t == GAT_F32 || t == GAT_F64;
    return how == GAT_MIN || how == GAT_MAX || (!rounds && (how == GAT_ADD || how == GAT_MUL));
}

/* The run from `k` on joined with one number, by 32 bytes, as far as it has whole ones; where it
 * goes on. */
LANES_INLINE int64_t vectors_join(char *number, const struct combine_line *l, int64_t k,
                                  enum gat_dtype t, enum gat_arith how, bool wide)
{
    enum { PIECE = 32 };
    const int64_t size = (int64_t)number_size(t), n = PIECE / size;
    const int64_t x = index_load(l->at, k, wide);
    char some[PIECE];
    if (k + 4 * n > l->count || index_load(l->at, k + 4 * n - 1, wide) != x)
        return k;
    memcpy(some, l->from + k * size, PIECE);
    for (k += n; k + n <= l->count && index_load(l->at, k + n - 1, wide) == x; k += n)
        numbers_join(some, l->from + k * size, PIECE, t, how, false);
    for (int64_t b = 0; b < PIECE; b += size)
        numbers_join(number, some + b, (size_t)size, t, how, true);
    return k;
}

/* Long runs of one place, which is written when its run ends. */
LANES_INLINE void runs_combine(const struct combine_line *l, enum gat_dtype t, enum gat_arith how,
                               bool wide)
{
    const size_t size = number_size(t);
    const int64_t count = l->count;
    const char *const from = l->from, *const at = l->at;
    for (int64_t k = 0; k < count;) {
        int64_t x = index_load(at, k, wide);
        char number[8], *to = l->c->to + (size_t)x * size;
        number_copy(number, to, t);
        if (order_free(t, how))
            k = vectors_join(number, l, k, t, how, wide);
        for (; k < count && index_load(at, k, wide) == x; k++)
            numbers_join(number, from + (size_t)k * size, size, t, how, true);
        number_copy(to, number, t);
    }
}

LANES_INLINE void rising_combine(const struct combine_line *l, enum gat_dtype t,
                                 enum gat_arith how, bool wide)
{
    int64_t cut[COMBINE_PARTS + 1];
    if (line_cut(l, cut, wide))
        parts_combine(l, cut, t, how, wide);
    else
        runs_combine(l, t, how, wide);
}

LANES_INLINE int64_t line_combine(const struct combine_line *l, enum gat_dtype t,
                                  enum gat_arith how, bool wide)
{
    int64_t k = 0;
    if (l->prefetched == 0 && l->count > COMBINE_FEW &&
        (wide ? wide_rises(l) : narrow_rises(l))) {
        rising_combine(l, t, how, wide);
        return l->count;
    }
    if (l->prefetched > 0)
        k = some_combine(l, 0, l->prefetched, t, how, wide, true);
    return k < l->prefetched ? k : some_combine(l, k, l->count, t, how, wide, false);
}

/* The same for rows, at positions. */
LANES_INLINE void rows_combine(const struct combine_line *l, size_t row, enum gat_dtype t,
                               enum gat_arith how)
{
    const int64_t first = l->c->first, end = l->c->end, ahead = l->c->ahead;
    char *const to = l->c->to;
    const char *from = l->from;
    for (int64_t k = 0; k < l->count; k++, from += row) {
        int64_t at = index_load(l->at, k, false);
        if (k < l->prefetched)
            for (size_t b = 0; b < row && b < 512; b += 64)
                __builtin_prefetch(to + (size_t)index_load(l->at, k + ahead, false) * row + b, 1,
                                   3);
        if (at >= first && at < end)
            row_join(to + (size_t)at * row, from, row, t, how);
    }
}

LANES_INLINE int64_t sized_combine(const struct combine_line *l, enum gat_dtype t,
                                   enum gat_arith how, bool wide)
{
    if (wide)
        return line_combine(l, t, how, true);
    if (l->c->row == number_size(t))
        return line_combine(l, t, how, false);
    if (l->c->row == 64)
        rows_combine(l, 64, t, how);
    else
        rows_combine(l, l->c->row, t, how);
    return l->count;
}

typedef int64_t combine_loop(const struct combine_line *l, bool wide);

/* Each loop is a function of its own: compilers take twice as long for a few large ones. */
#define LOOP(t, how)                                                                               \
    static int64_t combine_##t##_##how(const struct combine_line *l, bool wide)                    \
    {                                                                                              \
        return wide ? sized_combine(l, GAT_##t, GAT_##how, true)                                   \
                    : sized_combine(l, GAT_##t, GAT_##how, false);                                 \
    }
#define ORDERED(t) LOOP(t, MIN) LOOP(t, MAX)
#define NUMBERS(t) LOOP(t, ADD) LOOP(t, SUB) LOOP(t, MUL) ORDERED(t)
NUMBERS(F16)
LOOP(BF16, ADD)
LOOP(BF16, SUB)
ORDERED(BF16)
NUMBERS(F32)
NUMBERS(F64)
NUMBERS(I32)
ORDERED(U32)
NUMBERS(I64)
ORDERED(U64)

/* What no loop was made for. */
static int64_t combine_any(const struct combine_line *l, bool wide)
{
    size_t esize = gat_dtype_size(l->c->dtype), row = l->c->row;
    for (int64_t k = 0; k < l->count && !wide; k++) {
        int64_t at = index_load(l->at, k, false);
        for (size_t b = 0; b < row && at >= l->c->first && at < l->c->end; b += esize)
            gat_arith_join(l->c->dtype, l->c->how, l->c->to + (size_t)at * row + b,
                           l->from + (size_t)k * row + b);
    }
    return wide ? 0 : l->count;
}

/* Sums and products of unsigned numbers have the bits of signed ones.  A product in bfloat16
 * would be rounded twice. */
static combine_loop *combine_for(const struct opt_combine *c)
{
#define FROM(t, u)                                                                                 \
    [GAT_ADD] = combine_##t##_ADD, [GAT_SUB] = combine_##t##_SUB, [GAT_MUL] = combine_##t##_MUL,   \
    [GAT_MIN] = combine_##u##_MIN, [GAT_MAX] = combine_##u##_MAX
    static combine_loop *const loops[GAT_DTYPE_COUNT][GAT_MAX + 1] = {
        [GAT_F16] = {FROM(F16, F16)},
        [GAT_BF16] = {combine_BF16_ADD, combine_BF16_SUB, NULL, combine_BF16_MIN, combine_BF16_MAX},
        [GAT_F32] = {FROM(F32, F32)},
        [GAT_F64] = {FROM(F64, F64)},
        [GAT_I32] = {FROM(I32, I32)},
        [GAT_U32] = {FROM(I32, U32)},
        [GAT_I64] = {FROM(I64, I64)},
        [GAT_U64] = {FROM(I64, U64)},
    };
    combine_loop *loop = loops[c->dtype][c->how];
    return loop != NULL ? loop : combine_any;
}

/* The updates of a line, of which `known` indices may be read, whose targets are worth a
 * prefetch; none where the first and the last name neighbours, as sorted ones do. */
static int64_t combine_prefetched(const struct combine_line *l, int64_t known, bool wide)
{
    int64_t most = known - l->c->ahead < l->count ? known - l->c->ahead : l->count;
    if (l->c->ahead == 0 || most <= 0)
        return 0;
    uint64_t apart = (uint64_t)index_load(l->at, most - 1, wide) -
                     (uint64_t)index_load(l->at, 0, wide) + COMBINE_NEAR;
    bool near = apart < 2 * COMBINE_NEAR;
    return near && l->c->row <= 16 ? 0 : most;
}

/* Rows of updates at positions that are folded first. */
static bool folded_combine(const struct opt_combine *c, const struct opt_fold *f, const char *from,
                           combine_loop *loop)
{
    struct combine_line l = {c, from, (const char *)f->to, f->width, 0};
    int64_t known = f->rows * f->width;
    if (!lanes_fold(f))
        return false;
    for (int64_t r = 0; r < f->rows; r++, known -= f->width) {
        hint_prefetch(c->hint.from + r * c->hint.pitch, f->width * c->hint.step);
        if (c->hint.step > 0) /* updates are prefetched as many rows ahead */
            hint_prefetch(l.from + f->rows * c->pitch, f->width * (int64_t)c->row);
        l.prefetched = combine_prefetched(&l, known, false);
        (void)loop(&l, false);
        l.from += c->pitch;
        l.at += f->width * 4;
    }
    return true;
}

/* One row of any number of updates: after an index that does not count from the front some are
 * folded. */
static bool direct_combine(const struct opt_combine *c, combine_loop *loop)
{
    const struct opt_fold *f = &c->fold;
    for (int64_t k = 0; k < f->width;) {
        int64_t left = f->width - k, isize = f->wide ? 8 : 4, done = 0;
        const char *from = c->from + k * (int64_t)c->row;
        struct opt_fold some = *f;
        some.from += k * isize;
        some.width = left < COMBINE_ROOM ? left : COMBINE_ROOM;
        if (f->wide) {
            struct combine_line l = {c, from, some.from,
                                     left < COMBINE_PIECE ? left : COMBINE_PIECE, 0};
            l.prefetched = combine_prefetched(&l, left, true);
            done = loop(&l, true);
            k += done;
            if (done == l.count)
                continue;
            some.from += done * isize;
            some.width = left - done < COMBINE_ROOM ? left - done : COMBINE_ROOM;
        }
        if (!folded_combine(c, &some, from + done * (int64_t)c->row, loop))
            return false;
        k += some.width;
    }
    return true;
}

static bool lanes_combine(const struct opt_combine *c)
{
    combine_loop *loop = combine_for(c);
    return c->direct ? direct_combine(c, loop) : folded_combine(c, &c->fold, c->from, loop);
}

#endif
