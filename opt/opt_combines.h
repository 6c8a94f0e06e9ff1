/* opt_combines.h - combine(): rows of updates joined with those of a table, in order.
 *
 * Included by level_*.c after opt_lanes.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_COMBINES_H
#define GAT_OPT_COMBINES_H

#include "opt_numbers.h"

enum { COMBINES_AHEAD = 32 };

LANES_INLINE void row_join(char *restrict to, const char *restrict from, size_t row,
                           enum gat_dtype t, enum gat_arith how)
{
    for (size_t b = 0; b < row; b += number_size(t))
        element_join(to + b, from + b, t, how);
}

/* `known` positions may be read to prefetch their rows. */
LANES_INLINE void line_combine(const struct opt_combine *c, const char *from, const int32_t *at,
                               int64_t known, size_t row, enum gat_dtype t, enum gat_arith how,
                               bool far)
{
    const int64_t first = c->first, end = c->end, width = c->width;
    char *const to = c->to;
    for (int64_t k = 0; k < width; k++, from += row) {
        if (far && k + COMBINES_AHEAD < known)
            for (size_t b = 0; b < row && b < 512; b += 64)
                __builtin_prefetch(to + (size_t)at[k + COMBINES_AHEAD] * row + b, 1, 2);
        if (at[k] >= first && at[k] < end)
            row_join(to + (size_t)at[k] * row, from, row, t, how);
    }
}

LANES_INLINE void rows_combine(const struct opt_combine *c, enum gat_dtype t, enum gat_arith how)
{
    const int32_t *at = c->at;
    int64_t known = c->rows * c->width;
    for (int64_t r = 0; r < c->rows; r++, at += c->width, known -= c->width) {
        const char *from = c->from + r * c->pitch;
        if (c->row == number_size(t) && c->far)
            line_combine(c, from, at, known, number_size(t), t, how, true);
        else if (c->row == number_size(t))
            line_combine(c, from, at, known, number_size(t), t, how, false);
        else if (c->row == 64)
            line_combine(c, from, at, known, 64, t, how, c->far);
        else
            line_combine(c, from, at, known, c->row, t, how, c->far);
    }
}

LANES_INLINE bool typed_combine(const struct opt_combine *c, enum gat_dtype t)
{
    switch (c->how) {
    case GAT_ADD:
        rows_combine(c, t, GAT_ADD);
        return true;
    case GAT_SUB:
        rows_combine(c, t, GAT_SUB);
        return true;
    case GAT_MUL:
        if (t == GAT_BF16)
            return false;
        rows_combine(c, t, GAT_MUL);
        return true;
    case GAT_MIN:
        rows_combine(c, t, GAT_MIN);
        return true;
    case GAT_MAX:
        rows_combine(c, t, GAT_MAX);
        return true;
    }
    return false;
}

#define COMBINE(t)                                           \
    static bool combine_##t(const struct opt_combine *c)     \
    {                                                        \
        return typed_combine(c, GAT_##t);                    \
    }
COMBINE(F16)
COMBINE(BF16)
COMBINE(F32)
COMBINE(F64)
COMBINE(I32)
COMBINE(U32)
COMBINE(I64)
COMBINE(U64)

static bool lanes_combine(const struct opt_combine *c)
{
    static bool (*const by_type[GAT_DTYPE_COUNT])(const struct opt_combine *) = {
        [GAT_F16] = combine_F16,
        [GAT_BF16] = combine_BF16,
        [GAT_F32] = combine_F32,
        [GAT_F64] = combine_F64,
        [GAT_I32] = combine_I32,
        [GAT_U32] = combine_U32,
        [GAT_I64] = combine_I64,
        [GAT_U64] = combine_U64};
    return by_type[c->dtype] != NULL && by_type[c->dtype](c);
}

#endif
