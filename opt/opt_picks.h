/* opt_picks.h - pick(): short elements right after their indices were looked at.
 *
 * Included by opt_lanes.h only.  Where all indices of a block count from the front and are
 * inside, as most are, they need no folding: elements are loaded and stored one by one, at
 * the addresses that the indices in memory say.  Cores do that as fast as their
 * instructions for gathers do, or much faster.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_PICKS_H
#define GAT_OPT_PICKS_H

enum { PICK_BLOCK = 512, PICK_AHEAD = 64, PICK_NEAR = 64 << 10 };

/* The sign bit of the result is set unless 0 <= index < extent for all. */
LANES_INLINE uint64_t row_inside(const char *from, int64_t count, int64_t extent, bool wide)
{
    uint64_t outside[8] = {0}, last = (uint64_t)extent - 1;
    uint32_t narrow[16] = {0};
    int64_t k = 0;
    for (; wide && k + 8 <= count; k += 8)
        for (int j = 0; j < 8; j++) {
            uint64_t x = (uint64_t)index_load(from, k + j, true);
            outside[j] |= x | (last - x);
        }
    for (; !wide && k + 16 <= count; k += 16)
        for (int j = 0; j < 16; j++) {
            uint32_t x = (uint32_t)index_load(from, k + j, false);
            narrow[j] |= x | ((uint32_t)last - x);
        }
    for (; k < count; k++) {
        uint64_t x = (uint64_t)index_load(from, k, wide);
        outside[0] |= x | (last - x);
    }
    for (int j = 0; j < 8; j++) {
        outside[0] |= outside[j] | (uint64_t)(narrow[j] | narrow[j + 8]) << 32;
    }
    return outside[0];
}

/* One row of a block of indices that are inside. */
struct pick_row {
    char *to;
    const char *from, *indices, *hint, *next;
    int64_t count, known;
};

LANES_INLINE void some_pick(const struct opt_pick *p, const struct pick_row *r, int64_t k, int n,
                            size_t row, bool wide, bool plain, bool far)
{
    const char *from = r->from + (plain ? 0 : k * p->fold.lane * (int64_t)row);
    uint64_t scale = (plain ? 1 : (uint64_t)p->fold.scale) * row;
    int64_t lane = plain ? 0 : p->fold.lane * (int64_t)row;
    for (int j = 0; j < n; j++) {
        if (far)
            __builtin_prefetch(
                from + (uint64_t)index_load(r->indices, k + j + PICK_AHEAD, wide) * scale, 0, 2);
        uint64_t at = (uint64_t)index_load(r->indices, k + j, wide) * scale;
        element_copy(r->to + (k + j) * (int64_t)row, from + at + j * lane, row);
    }
}

LANES_INLINE void row_pick(const struct opt_pick *p, const struct pick_row *r, size_t row,
                           bool wide, bool plain, bool far)
{
    int64_t k = 0;
    for (; k + 16 <= r->count; k += 16) {
        hint_prefetch(r->hint + k * p->hint.step, 16 * p->hint.step);
        hint_prefetch(r->next + k * p->next.step, 16 * p->next.step);
        if (far && k + 16 + PICK_AHEAD <= r->known)
            some_pick(p, r, k, 16, row, wide, plain, true);
        else
            some_pick(p, r, k, 16, row, wide, plain, false);
    }
    for (; k < r->count; k++)
        some_pick(p, r, k, 1, row, wide, plain, false);
}

/* The same where some count from the end. */
LANES_INLINE void folded_pick(const struct pick_row *r, const int32_t *at, size_t row, bool far)
{
    if (far)
        fixed_rows(r->to, r->from, at, r->count, r->count, row, true, false);
    else
        near_rows(r->to, r->from, at, r->count, row);
}

/* Is the last of some positions as near to the first as sorted ones are?  Memory comes by
 * itself then, and prefetches of any kind are in its way. */
LANES_INLINE bool row_near(const char *from, int64_t count, size_t size, bool wide)
{
    uint64_t most = PICK_NEAR / size;
    uint64_t apart =
        (uint64_t)index_load(from, count - 1, wide) - (uint64_t)index_load(from, 0, wide) + most;
    return apart < 2 * most;
}

/* `rows` x `width` indices from (first, k) on.  False: one is outside. */
LANES_INLINE bool block_pick(const struct opt_pick *p, int64_t first, int64_t k, int64_t rows,
                             int64_t width, size_t row, bool wide, bool plain)
{
    const struct opt_fold *f = &p->fold;
    int32_t at[PICK_BLOCK];
    uint64_t outside = 0;
    int64_t isize = wide ? 8 : 4;
    struct opt_fold some = *f;
    some.from += (first * f->pitch + k) * isize;
    some.to = at;
    some.rows = rows;
    some.width = width;
    for (int64_t r = 0; r < rows; r++)
        outside |= row_inside(some.from + r * f->pitch * isize, width, f->extent, wide);
    bool folded = outside >> 63 != 0;
    if (folded && !lanes_fold(&some))
        return false;
    for (int64_t r = 0; r < rows; r++) {
        int64_t step = (first + r) * f->step * (int64_t)row;
        struct pick_row one = {
            .to = p->to + (first + r) * p->to_pitch + k * (int64_t)row,
            .from = p->from + step + k * f->lane * (int64_t)row,
            .indices = some.from + r * f->pitch * isize,
            .hint = p->hint.from + (first + r) * p->hint.pitch + k * p->hint.step,
            .next = p->next.from + (first + r) * p->next.pitch + k * p->next.step,
            .count = width,
            .known = f->width - k + p->beyond,
        };
        if (folded) {
            one.from = p->from + first * f->step * (int64_t)row + k * f->lane * (int64_t)row;
            folded_pick(&one, at + r * width, row, p->far);
        } else if (p->far && row_near(one.indices, width, row, wide)) {
            struct opt_pick alone = *p;
            alone.hint.step = alone.next.step = 0;
            row_pick(&alone, &one, row, wide, plain, false);
        } else if (p->far) {
            row_pick(p, &one, row, wide, plain, true);
        } else {
            row_pick(p, &one, row, wide, plain, false);
        }
    }
    return true;
}

LANES_INLINE bool sized_pick(const struct opt_pick *job, size_t row, bool wide, bool plain)
{
    const struct opt_pick mine = *job, *p = &mine; /* what is stored through `to` is elsewhere */
    int64_t width = p->fold.width < PICK_BLOCK ? p->fold.width : PICK_BLOCK;
    int64_t rows = width > 0 ? PICK_BLOCK / width : 1;
    for (int64_t r = 0; r < p->fold.rows; r += rows)
        for (int64_t k = 0; k < p->fold.width; k += width) {
            int64_t high = p->fold.rows - r, wide_left = p->fold.width - k;
            if (!block_pick(p, r, k, high < rows ? high : rows,
                            wide_left < width ? wide_left : width, row, wide, plain))
                return false;
        }
    return true;
}

/* Each loop is a function of its own: compilers take longer for one with all of them. */
#define PICK(row, wide, plain)                                                                     \
    static bool pick_##row##_##wide##_##plain(const struct opt_pick *p)                            \
    {                                                                                              \
        return sized_pick(p, row, wide, plain);                                                    \
    }
#define PICKS(row) PICK(row, 0, 0) PICK(row, 0, 1) PICK(row, 1, 0) PICK(row, 1, 1)
PICKS(1)
PICKS(2)
PICKS(4)
PICKS(8)

static bool lanes_pick(const struct opt_pick *p)
{
#define BY_WIDE(row)                                                                               \
    [row] = {{pick_##row##_0_0, pick_##row##_0_1}, {pick_##row##_1_0, pick_##row##_1_1}}
    static bool (*const picks[9][2][2])(const struct opt_pick *) = {BY_WIDE(1), BY_WIDE(2),
                                                                    BY_WIDE(4), BY_WIDE(8)};
    const struct opt_fold *f = &p->fold;
    return picks[p->row][f->wide][f->scale == 1 && f->lane == 0](p);
}

#endif
