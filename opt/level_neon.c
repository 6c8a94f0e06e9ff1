/* level_neon.c - the level of 64-bit Arm CPUs, all of which have Advanced SIMD.
 *
 * Pairs of registers are stored past the cache by STNP, for which C has no word.
 * There is no gather of single elements; a permute looks up bytes in four registers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#if defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

static inline uint8x16_t quarter_load(const char *from)
{
    return vld1q_u8((const uint8_t *)(const void *)from);
}

static inline void pair_stream(char *to, uint8x16_t a, uint8x16_t b)
{
    __asm__("stnp %q1, %q2, %0" : "=Q"(*(char(*)[32])to) : "w"(a), "w"(b));
}

static inline void quarters_stream(char *to, const char *a, const char *b, const char *c,
                                   const char *d)
{
    pair_stream(to, quarter_load(a), quarter_load(b));
    pair_stream(to + 32, quarter_load(c), quarter_load(d));
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
    __asm__ volatile("dmb ishst" ::: "memory");
}

#include "opt_folds.h"

#include "opt_lanes.h"

#include "opt_combines.h"

/* ---- permute: bytes, by windows of up to four registers ---- */

enum { REGISTER = 16 };

LANES_INLINE void register_permute(char *to, const char *from, const unsigned char *bytes,
                                   size_t window, bool stream)
{
    uint8x16_t map = vld1q_u8(bytes), x;
    (void)stream; /* single registers are not stored past the cache */
    if (window == 16)
        x = vqtbl1q_u8(quarter_load(from), map);
    else if (window == 32)
        x = vqtbl2q_u8((uint8x16x2_t){{quarter_load(from), quarter_load(from + 16)}}, map);
    else
        x = vqtbl4q_u8((uint8x16x4_t){{quarter_load(from), quarter_load(from + 16),
                                       quarter_load(from + 32), quarter_load(from + 48)}},
                       map);
    vst1q_u8((uint8_t *)(void *)to, x);
}

#include "opt_windows.h"

static bool available(void)
{
    return true;
}

OPT_LEVEL(neon) = {
    .name = "neon",
    .rank = 1,
    .available = available,
    .fold = lanes_fold,
    .take = lanes_take,
    .pick = lanes_pick,
    .place = lanes_place,
    .combine = lanes_combine,
    .holds = lanes_holds,
    .copy = lanes_copy,
    .streams_end = streams_end,
    .permute_most = 64, .permute_size = REGISTER, .permute_unit = 1,
    .permute = lanes_permute,
};
#else
typedef int level_neon_is_for_aarch64;
#endif
