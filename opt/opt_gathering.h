/* opt_gathering.h - take() and pick() by instructions that gather elements.
 *
 * Included by level_*.c after opt_lanes.h, where a level has such instructions; it defines
 * before
 *     words_panel(to, from, at, count, stream), longs_panel(...)
 *                                     elements of 4 and 8 bytes
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_GATHERING_H
#define GAT_OPT_GATHERING_H

LANES_INLINE void panel_gather(char *to, const char *from, const int32_t *at, int64_t count,
                               size_t row, bool stream)
{
    if (row == 4)
        words_panel(to, from, at, count, stream);
    else
        longs_panel(to, from, at, count, stream);
}

LANES_INLINE void sized_gather(const struct opt_take *t, size_t row, bool stream)
{
    for (int64_t p = 0; p < t->panels; p++) {
        const int32_t *at = t->at + p * t->at_pitch;
        const char *hint = t->hint.from + p * t->hint.pitch;
        for (int64_t k = 0; k < t->count; k += CHUNK) {
            int64_t n = t->count - k < CHUNK ? t->count - k : CHUNK;
            hint_prefetch(hint + k * t->hint.step, n * t->hint.step);
            panel_gather(t->to + p * t->to_pitch + k * (int64_t)row,
                         t->from + p * t->from_pitch, at + k, n, row, stream);
        }
    }
}

static void gathering_take(const struct opt_take *t)
{
    if (t->far || (t->row != 4 && t->row != 8))
        lanes_take(t);
    else if (t->row == 4 && t->stream)
        sized_gather(t, 4, true);
    else if (t->row == 4)
        sized_gather(t, 4, false);
    else if (t->stream)
        sized_gather(t, 8, true);
    else
        sized_gather(t, 8, false);
}

#endif
