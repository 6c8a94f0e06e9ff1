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
#include "opt_panels.h"

#include "opt_lanes.h"

/* ---- permute: 64 bytes in four registers ---- */

static inline uint8x16x4_t table_load(const char *from, size_t size)
{
    char room[64];
    if (size < sizeof room) { /* nothing after the last panel is read */
        memset(room, 0, sizeof room);
        memcpy(room, from, size);
        from = room;
    }
    return (uint8x16x4_t){{quarter_load(from), quarter_load(from + 16),
                           quarter_load(from + 32), quarter_load(from + 48)}};
}

static inline void group_permute(const struct opt_permute *p, char *to, const char *from,
                                 size_t in, size_t size)
{
    uint8x16x4_t table = table_load(from, in);
    size_t k = 0;
    for (; k + 16 <= size; k += 16)
        vst1q_u8((uint8_t *)(void *)(to + k), vqtbl4q_u8(table, vld1q_u8(p->map + k)));
    if (k < size) {
        uint8_t rest[16];
        vst1q_u8(rest, vqtbl4q_u8(table, vld1q_u8(p->map + k)));
        memcpy(to + k, rest, size - k);
    }
}

static void lanes_permute(const struct opt_permute *p)
{
    int64_t done = 0;
    size_t in = (size_t)p->group * p->in, out = (size_t)p->group * p->out;
    char *to = p->to;
    const char *from = p->from;
    for (; done + p->group <= p->panels; done += p->group, to += out, from += in)
        group_permute(p, to, from, in, out);
    size_t rest = (size_t)(p->panels - done);
    if (rest > 0)
        group_permute(p, to, from, rest * p->in, rest * p->out);
}

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
    .place = lanes_place,
    .holds = lanes_holds,
    .copy = lanes_copy,
    .streams_end = streams_end,
    .permute_most = 64,
    .permute_unit = 1,
    .permute = lanes_permute,
};
#else
typedef int level_neon_is_for_aarch64;
#endif
