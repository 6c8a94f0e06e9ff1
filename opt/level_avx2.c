/* level_avx2.c - the level of CPUs with AVX2.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#if defined(__AVX2__)
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

static inline __m256i half_load(const char *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

static inline void half_stream(char *to, __m256i x)
{
    _mm256_stream_si256((__m256i *)(void *)to, x);
}

static inline void halves_stream(char *to, const char *a, const char *b)
{
    half_stream(to, half_load(a));
    half_stream(to + 32, half_load(b));
}

static inline void line_stream(char *to, const char *from)
{
    halves_stream(to, from, from + 32);
}

static inline __m256i join(const char *a, const char *b)
{
    __m128i low = _mm_loadu_si128((const __m128i *)(const void *)a);
    __m128i high = _mm_loadu_si128((const __m128i *)(const void *)b);
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

static inline void quarters_stream(char *to, const char *a, const char *b, const char *c,
                                   const char *d)
{
    half_stream(to, join(a, b));
    half_stream(to + 32, join(c, d));
}

static void streams_end(void)
{
    _mm_sfence();
}

#include "opt_folds.h"

#include "opt_lanes.h"

#include "opt_combines.h"

/* ---- gathers ---- */

static inline __m256i places_load(const int32_t *at)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

static inline void words_panel(char *to, const char *from, const int32_t *at,
                              int64_t count, _Bool stream)
{
    int64_t k = 0;
    for (; k + 8 <= count; k += 8, to += 32) {
        __m256i x = _mm256_i32gather_epi32((const int *)(const void *)from, places_load(at + k), 4);
        if (stream)
            half_stream(to, x);
        else
            _mm256_storeu_si256((__m256i *)(void *)to, x);
    }
    for (; k < count; k++, to += 4)
        memcpy(to, from + (size_t)at[k] * 4, 4);
}

static inline void longs_panel(char *to, const char *from, const int32_t *at,
                              int64_t count, _Bool stream)
{
    int64_t k = 0;
    for (; k + 4 <= count; k += 4, to += 32) {
        __m128i places = _mm_loadu_si128((const __m128i *)(const void *)(at + k));
        __m256i x = _mm256_i32gather_epi64((const long long *)(const void *)from, places, 8);
        if (stream)
            half_stream(to, x);
        else
            _mm256_storeu_si256((__m256i *)(void *)to, x);
    }
    for (; k < count; k++, to += 8)
        memcpy(to, from + (size_t)at[k] * 8, 8);
}

#include "opt_gathering.h"

/* As gathering_take(), a block of folded indices after the other. */
LANES_INLINE bool block_gather(const struct opt_pick *p, int64_t r, int64_t k, int64_t width,
                               size_t row)
{
    int32_t at[PICK_BLOCK];
    struct opt_fold f = p->fold;
    int64_t isize = f.wide ? 8 : 4;
    f.from += (r * f.pitch + k) * isize;
    f.to = at;
    f.rows = 1;
    f.width = width;
    if (!lanes_fold(&f))
        return false;
    struct opt_take t = {
        .to = p->to + r * p->to_pitch + k * (int64_t)row,
        .from = p->from + (r * f.step + k * f.lane) * (int64_t)row,
        .at = at,
        .panels = 1,
        .count = width,
        .hint = {p->hint.from + r * p->hint.pitch + k * p->hint.step, p->hint.step, 0},
    };
    if (p->stream)
        sized_gather(&t, row, true);
    else
        sized_gather(&t, row, false);
    return true;
}

static bool gathering_pick(const struct opt_pick *p)
{
    if (p->far || p->row < 4)
        return lanes_pick(p);
    for (int64_t r = 0; r < p->fold.rows; r++)
        for (int64_t k = 0; k < p->fold.width; k += PICK_BLOCK) {
            int64_t left = p->fold.width - k, width = left < PICK_BLOCK ? left : PICK_BLOCK;
            if (!(p->row == 4 ? block_gather(p, r, k, width, 4)
                              : block_gather(p, r, k, width, 8)))
                return false;
        }
    return true;
}

/* ---- permute: words, by windows of up to eight registers ---- */

enum { REGISTER = 32 };

static inline __m256i words_choose(__m256i map, __m256i low, __m256i high, int bit)
{
    __m256 second = _mm256_castsi256_ps(_mm256_slli_epi32(map, 31 - bit));
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(low),
                                                _mm256_castsi256_ps(high), second));
}

static inline __m256i one_permute(const char *from, __m256i map)
{
    return _mm256_permutevar8x32_epi32(half_load(from), map);
}

static inline __m256i two_permute(const char *from, __m256i map)
{
    return words_choose(map, one_permute(from, map), one_permute(from + 32, map), 3);
}

static inline __m256i four_permute(const char *from, __m256i map)
{
    return words_choose(map, two_permute(from, map), two_permute(from + 64, map), 4);
}

LANES_INLINE void register_permute(char *to, const char *from, const unsigned char *words,
                                   size_t window, bool stream)
{
    __m256i map = half_load((const char *)words);
    __m256i x = window == 32    ? one_permute(from, map)
                : window == 64  ? two_permute(from, map)
                : window == 128 ? four_permute(from, map)
                                : words_choose(map, four_permute(from, map),
                                               four_permute(from + 128, map), 5);
    if (stream)
        half_stream(to, x);
    else
        _mm256_storeu_si256((__m256i *)(void *)to, x);
}

#include "opt_windows.h"

static bool available(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

#define LEVEL(take_, pick_, words_stream_, gathering_)                                        \
    {                                                                                        \
        .name = "avx2", .rank = 1, .available = available, .fold = lanes_fold,               \
        .take = take_, .pick = pick_, .place = lanes_place,                                  \
        .combine = lanes_combine, .holds = lanes_holds, .copy = lanes_copy,                  \
        .streams_end = streams_end, .words_stream = words_stream_,                           \
        .permute_most = 256, .permute_size = REGISTER, .permute_unit = 4,                          \
        .permute = lanes_permute, .gathering = gathering_                                    \
    }
static const struct opt_level gathering = LEVEL(gathering_take, gathering_pick, true, NULL);
OPT_LEVEL(avx2) = LEVEL(lanes_take, lanes_pick, false, &gathering);
#else
typedef int level_avx2_is_for_x86_64;
#endif
