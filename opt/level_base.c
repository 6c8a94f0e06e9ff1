/* level_base.c - the level that every CPU of the architecture has.
 *
 * On x86-64 it streams by 16 bytes; elsewhere streaming is plain copying.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include <stdint.h>
#include <string.h>

static inline void quarter_stream(char *to, const char *from)
{
#if defined(__SSE2__)
    _mm_stream_si128((__m128i *)(void *)to, _mm_loadu_si128((const __m128i *)(const void *)from));
#else
    memcpy(to, from, 16);
#endif
}

static inline void quarters_stream(char *to, const char *a, const char *b, const char *c,
                                   const char *d)
{
    quarter_stream(to, a);
    quarter_stream(to + 16, b);
    quarter_stream(to + 32, c);
    quarter_stream(to + 48, d);
}

static inline void halves_stream(char *to, const char *a, const char *b)
{
    quarters_stream(to, a, a + 16, b, b + 16);
}

static inline void line_stream(char *to, const char *from)
{
    halves_stream(to, from, from + 32);
}

static void streams_end(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

#include "opt_folds.h"

#include "opt_lanes.h"

#include "opt_combines.h"

static bool available(void)
{
    return true;
}

OPT_LEVEL(base) = {
    .name = "base",
    .rank = 0,
    .available = available,
    .fold = lanes_fold,
    .take = lanes_take,
    .pick = lanes_pick,
    .place = lanes_place,
    .combine = lanes_combine,
    .holds = lanes_holds,
    .copy = lanes_copy,
    .streams_end = streams_end,
};
