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

#include "opt_folds.h"

#include "opt_lanes.h"

/* ---- permute: eight words in one register ---- */

static inline __m256i words_mask(size_t bytes)
{
    __m256i lanes = _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28);
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)bytes), lanes);
}

/* The first byte of each word of the map, as word numbers. */
static inline __m256i words_map(const unsigned char *map)
{
    __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)map);
    return _mm256_srli_epi32(_mm256_and_si256(bytes, _mm256_set1_epi32(0xff)), 2);
}

static inline void group_permute(const struct opt_permute *p, char *to, const char *from,
                                 __m256i in, size_t size)
{
    __m256i table = _mm256_maskload_epi32((const int *)(const void *)from, in);
    size_t k = 0;
    for (; k + 32 <= size; k += 32) {
        __m256i x = _mm256_permutevar8x32_epi32(table, words_map(p->map + k));
        if (p->stream)
            half_stream(to + k, x);
        else
            _mm256_storeu_si256((__m256i *)(void *)(to + k), x);
    }
    if (k < size)
        _mm256_maskstore_epi32((int *)(void *)(to + k), words_mask(size - k),
                               _mm256_permutevar8x32_epi32(table, words_map(p->map + k)));
}

static void lanes_permute(const struct opt_permute *p)
{
    int64_t done = 0;
    size_t in = (size_t)p->group * p->in, out = (size_t)p->group * p->out;
    char *to = p->to;
    const char *from = p->from;
    __m256i whole = words_mask(in);
    for (; done + p->group <= p->panels; done += p->group, to += out, from += in)
        group_permute(p, to, from, whole, out);
    size_t rest = (size_t)(p->panels - done);
    if (rest > 0)
        group_permute(p, to, from, words_mask(rest * p->in), rest * p->out);
}

static bool available(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
}

OPT_LEVEL(avx2) = {
    .name = "avx2",
    .rank = 1,
    .available = available,
    .fold = lanes_fold,
    .take = lanes_take,
    .place = lanes_place,
    .holds = lanes_holds,
    .copy = lanes_copy,
    .streams_end = streams_end,
    .permute_most = 32,
    .permute_unit = 4,
    .permute = lanes_permute,
};
#else
typedef int level_avx2_is_for_x86_64;
#endif
