/* opt_folds.h - indices checked and turned into positions, in C that compilers turn into
 * vectors of any length.
 *
 * Included by level_*.c before opt_lanes.h, where a level has nothing better.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_FOLDS_H
#define GAT_OPT_FOLDS_H

#include <string.h>

#include "opt_level.h"

/* The sign bit of the result is set when an index was outside. */
LANES_INLINE uint64_t row_fold(const struct opt_fold *f, int32_t *restrict to,
                               const char *restrict from, uint32_t first, bool wide,
                               bool plain)
{
    uint64_t outside = 0, last = (uint64_t)f->extent - 1;
    uint64_t wrap = f->wraps ? (uint64_t)f->extent : 0;
    uint32_t scale = (uint32_t)f->scale, lane = (uint32_t)f->lane;
    for (int64_t k = 0; k < f->width; k++) {
        int64_t x = index_load(from, k, wide);
        uint64_t y = (uint64_t)x + (wrap & (uint64_t)(x >> 63));
        outside |= y | (last - y);
        to[k] = (int32_t)(plain ? (uint32_t)y
                                : (uint32_t)y * scale + first + (uint32_t)k * lane);
    }
    return outside;
}

/* The same in 32-bit lanes. */
LANES_INLINE uint64_t narrow_fold(const struct opt_fold *f, int32_t *restrict to,
                                  const char *restrict from, uint32_t first, bool plain)
{
    uint32_t outside = 0, last = (uint32_t)f->extent - 1;
    uint32_t wrap = f->wraps ? (uint32_t)f->extent : 0;
    uint32_t scale = (uint32_t)f->scale, lane = (uint32_t)f->lane;
    for (int64_t k = 0; k < f->width; k++) {
        int32_t x;
        memcpy(&x, from + k * 4, 4);
        uint32_t y = (uint32_t)x + (wrap & (uint32_t)(x >> 31));
        outside |= y | (last - y);
        to[k] = (int32_t)(plain ? y : y * scale + first + (uint32_t)k * lane);
    }
    return (uint64_t)outside << 32;
}

LANES_INLINE bool rows_fold(const struct opt_fold *f, bool wide, bool plain)
{
    uint64_t outside = 0;
    for (int64_t r = 0; r < f->rows; r++) {
        const char *from = f->from + r * f->pitch * (wide ? 8 : 4);
        int32_t *to = f->to + r * f->width;
        uint32_t first = (uint32_t)(r * f->step);
        outside |= wide ? row_fold(f, to, from, first, true, plain)
                        : narrow_fold(f, to, from, first, plain);
    }
    return outside >> 63 == 0;
}

#endif
