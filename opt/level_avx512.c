/* level_avx512.c - the level of CPUs with AVX-512 F, BW, DQ, VL and VBMI.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#if defined(__AVX512VBMI__)
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

static inline __m512i line_load(const char *from)
{
    return _mm512_loadu_si512(from);
}

static inline void line_store(char *to, __m512i x, _Bool stream)
{
    if (stream)
        _mm512_stream_si512((__m512i *)(void *)to, x);
    else
        _mm512_storeu_si512(to, x);
}

static inline void line_stream(char *to, const char *from)
{
    line_store(to, line_load(from), 1);
}

static inline void halves_stream(char *to, const char *a, const char *b)
{
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)a);
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)b);
    line_store(to, _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1), 1);
}

static inline __m512i quarter_insert(__m512i x, const char *from, int at)
{
    __m512i y = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)from));
    return _mm512_mask_mov_epi32(x, (__mmask16)(0xf << 4 * at), y);
}

static inline void quarters_stream(char *to, const char *a, const char *b, const char *c,
                                   const char *d)
{
    __m512i x = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(const void *)a));
    x = quarter_insert(x, b, 1);
    x = quarter_insert(x, c, 2);
    line_store(to, quarter_insert(x, d, 3), 1);
}

static void streams_end(void)
{
    _mm_sfence();
}

static inline void words_panel(char *to, const char *from, const int32_t *at,
                              int64_t count, _Bool stream)
{
    int64_t k = 0;
    for (; k + 16 <= count; k += 16, to += 64)
        line_store(to, _mm512_i32gather_epi32(_mm512_loadu_si512(at + k), from, 4), stream);
    if (k < count) {
        __mmask16 rest = (__mmask16)((1u << (count - k)) - 1);
        __m512i places = _mm512_maskz_loadu_epi32(rest, at + k);
        __m512i x = _mm512_mask_i32gather_epi32(places, rest, places, from, 4);
        _mm512_mask_storeu_epi32(to, rest, x);
    }
}

static inline void longs_panel(char *to, const char *from, const int32_t *at,
                              int64_t count, _Bool stream)
{
    int64_t k = 0;
    for (; k + 8 <= count; k += 8, to += 64) {
        __m256i places = _mm256_loadu_si256((const __m256i *)(const void *)(at + k));
        line_store(to, _mm512_i32gather_epi64(places, from, 8), stream);
    }
    for (; k < count; k++, to += 8)
        memcpy(to, from + (size_t)at[k] * 8, 8);
}

#include "opt_lanes.h"

/* ---- permute: 128 bytes in two registers ---- */

static inline __mmask64 bytes_mask(size_t size)
{
    return size >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << size) - 1;
}

LANES_INLINE void group_permute(const struct opt_permute *p, char *to, const char *from,
                                size_t in, size_t size, bool two)
{
    __m512i low = _mm512_maskz_loadu_epi8(bytes_mask(in), from), high = low;
    if (two)
        high = _mm512_maskz_loadu_epi8(bytes_mask(in - 64), from + 64);
    for (size_t k = 0; k < size; k += 64) {
        __m512i map = _mm512_loadu_si512(p->map + k);
        __m512i x = two ? _mm512_permutex2var_epi8(low, map, high)
                        : _mm512_permutexvar_epi8(map, low);
        if (k + 64 <= size)
            line_store(to + k, x, p->stream);
        else
            _mm512_mask_storeu_epi8(to + k, bytes_mask(size - k), x);
    }
}

static void lanes_permute(const struct opt_permute *p)
{
    int64_t done = 0;
    size_t in = (size_t)p->group * p->in, out = (size_t)p->group * p->out;
    char *to = p->to;
    const char *from = p->from;
    for (; done + p->group <= p->panels; done += p->group, to += out, from += in)
        if (in > 64)
            group_permute(p, to, from, in, out, true);
        else
            group_permute(p, to, from, in, out, false);
    size_t rest = (size_t)(p->panels - done);
    if (rest * p->in > 64)
        group_permute(p, to, from, rest * p->in, rest * p->out, true);
    else if (rest > 0)
        group_permute(p, to, from, rest * p->in, rest * p->out, false);
}

static bool available(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("bmi2");
}

OPT_LEVEL(avx512) = {
    .name = "avx512",
    .rank = 2,
    .available = available,
    .fold = lanes_fold,
    .take = lanes_take,
    .place = lanes_place,
    .copy = lanes_copy,
    .streams_end = streams_end,
    .permute_most = 128,
    .permute_unit = 1,
    .permute = lanes_permute,
};
#else
typedef int level_avx512_is_for_x86_64;
#endif
