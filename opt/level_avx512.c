/* level_avx512.c - the level of CPUs with AVX-512 F, BW, DQ, VL and VBMI.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#if defined(__AVX512VBMI__)
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "opt_level.h"

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

/* ---- fold: 16 indices, or those that `lanes` names ---- */

struct folding {
    __m512i wrap, most; /* the greatest position so far, unsigned */
    __m512i scale, lane, place;
};

static inline __m512i eight_fold(const char *from, __mmask8 lanes, struct folding *s)
{
    __m512i x = _mm512_maskz_loadu_epi64(lanes, from);
    x = _mm512_mask_add_epi64(x, _mm512_movepi64_mask(x), x, s->wrap);
    s->most = _mm512_max_epu64(s->most, x);
    return x;
}

static inline __m512i wide_fold(const char *from, __mmask16 lanes, struct folding *s)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    __m512i low = eight_fold(from, (__mmask8)lanes, s);
    return _mm512_permutex2var_epi32(low, even, eight_fold(from + 64, (__mmask8)(lanes >> 8), s));
}

static inline __m512i narrow_fold(const char *from, __mmask16 lanes, struct folding *s)
{
    __m512i x = _mm512_maskz_loadu_epi32(lanes, from);
    x = _mm512_mask_add_epi32(x, _mm512_movepi32_mask(x), x, s->wrap);
    s->most = _mm512_max_epu32(s->most, x);
    return x;
}

LANES_INLINE void sixteen_fold(struct folding *s, int32_t *to, const char *from,
                               __mmask16 lanes, bool wide, bool plain)
{
    __m512i x = wide ? wide_fold(from, lanes, s) : narrow_fold(from, lanes, s);
    if (!plain) {
        x = _mm512_add_epi32(_mm512_mullo_epi32(x, s->scale), s->place);
        s->place = _mm512_add_epi32(s->place, s->lane);
    }
    _mm512_mask_storeu_epi32(to, lanes, x);
}

LANES_INLINE struct folding folding_of(const struct opt_fold *f, bool wide)
{
    int64_t wrap = f->wraps ? f->extent : 0;
    return (struct folding){
        .wrap = wide ? _mm512_set1_epi64(wrap) : _mm512_set1_epi32((int)wrap),
        .most = _mm512_setzero_si512(),
        .scale = _mm512_set1_epi32((int)f->scale),
        .lane = _mm512_set1_epi32((int)(16 * f->lane)),
    };
}

LANES_INLINE bool rows_fold(const struct opt_fold *f, bool wide, bool plain)
{
    const __m512i count = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i first = _mm512_mullo_epi32(count, _mm512_set1_epi32((int)f->lane));
    struct folding s = folding_of(f, wide);
    int64_t isize = wide ? 8 : 4;
    int32_t *to = f->to;
    for (int64_t r = 0; r < f->rows; r++, to += f->width) {
        const char *from = f->from + r * f->pitch * isize;
        int64_t k = 0;
        s.place = _mm512_add_epi32(first, _mm512_set1_epi32((int)(r * f->step)));
        for (; k + 16 <= f->width; k += 16)
            sixteen_fold(&s, to + k, from + k * isize, 0xffff, wide, plain);
        __mmask16 rest = (__mmask16)((1u << (f->width - k)) - 1);
        if (rest != 0)
            sixteen_fold(&s, to + k, from + k * isize, rest, wide, plain);
    }
    uint64_t most = wide ? _mm512_reduce_max_epu64(s.most) : _mm512_reduce_max_epu32(s.most);
    return most < (uint64_t)f->extent;
}

#include "opt_lanes.h"

#include "opt_combines.h"

/* ---- gathers ---- */

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

#include "opt_gathering.h"

/* ---- pick: 16 elements, or those that `lanes` names ---- */

struct picking {
    __m512i wrap, extent, scale, lane, place;
    __m512i last; /* where four bytes may be read at most */
    __mmask16 outside;
};

LANES_INLINE __m512i eight_pick(const char *from, __mmask8 lanes, const struct picking *s,
                                __mmask8 *good)
{
    __m512i x = _mm512_maskz_loadu_epi64(lanes, from);
    x = _mm512_mask_add_epi64(x, _mm512_movepi64_mask(x), x, s->wrap);
    *good = _mm512_cmplt_epu64_mask(x, s->extent);
    return x;
}

LANES_INLINE __m512i wide_pick(const char *from, __mmask16 lanes, const struct picking *s,
                               __mmask16 *good)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    __mmask8 low_good, high_good;
    __m512i low = eight_pick(from, (__mmask8)lanes, s, &low_good);
    __m512i high = eight_pick(from + 64, (__mmask8)(lanes >> 8), s, &high_good);
    *good = _mm512_kunpackb(high_good, low_good);
    return _mm512_permutex2var_epi32(low, even, high);
}

LANES_INLINE __m512i narrow_pick(const char *from, __mmask16 lanes, const struct picking *s,
                                 __mmask16 *good)
{
    __m512i x = _mm512_maskz_loadu_epi32(lanes, from);
    x = _mm512_mask_add_epi32(x, _mm512_movepi32_mask(x), x, s->wrap);
    *good = _mm512_cmplt_epu32_mask(x, s->extent);
    return x;
}

/* Elements at positions `at` in the low bytes of words. */
LANES_INLINE __m512i words_at(const char *from, __m512i at, __mmask16 lanes,
                              const struct picking *s, size_t row)
{
    const __m512i none = _mm512_setzero_si512();
    if (row == 4)
        return _mm512_mask_i32gather_epi32(none, lanes, at, from, 4);
    __m512i start = _mm512_min_epu32(at, s->last), bytes = _mm512_sub_epi32(at, start);
    if (row == 2)
        return _mm512_srlv_epi32(_mm512_mask_i32gather_epi32(none, lanes, start, from, 2),
                                 _mm512_slli_epi32(bytes, 4));
    return _mm512_srlv_epi32(_mm512_mask_i32gather_epi32(none, lanes, start, from, 1),
                             _mm512_slli_epi32(bytes, 3));
}

LANES_INLINE void sixteen_pick(const struct opt_pick *p, struct picking *s, int64_t r, int64_t k,
                               __mmask16 lanes, size_t row, bool wide, bool plain)
{
    int64_t isize = wide ? 8 : 4;
    const char *from = p->fold.from + (r * p->fold.pitch + k) * isize;
    char *to = p->to + r * p->to_pitch + k * (int64_t)row;
    __mmask16 good;
    __m512i x = wide ? wide_pick(from, lanes, s, &good) : narrow_pick(from, lanes, s, &good);
    s->outside |= (__mmask16)(lanes & ~good);
    if (!plain) {
        x = _mm512_add_epi32(_mm512_mullo_epi32(x, s->scale), s->place);
        s->place = _mm512_add_epi32(s->place, s->lane);
    }
    x = words_at(p->from, x, lanes & good, s, row);
    if (row == 1)
        _mm512_mask_cvtepi32_storeu_epi8(to, lanes, x);
    else if (row == 2)
        _mm512_mask_cvtepi32_storeu_epi16(to, lanes, x);
    else if (lanes == 0xffff)
        line_store(to, x, p->stream);
    else
        _mm512_mask_storeu_epi32(to, lanes, x);
}

LANES_INLINE struct picking picking_of(const struct opt_fold *f, size_t row, bool wide)
{
    int64_t wrap = f->wraps ? f->extent : 0, last = opt_pick_last(f) + 1 - 4 / (int64_t)row;
    return (struct picking){
        .wrap = wide ? _mm512_set1_epi64(wrap) : _mm512_set1_epi32((int)wrap),
        .extent = wide ? _mm512_set1_epi64(f->extent) : _mm512_set1_epi32((int)f->extent),
        .scale = _mm512_set1_epi32((int)f->scale),
        .lane = _mm512_set1_epi32((int)(16 * f->lane)),
        .last = _mm512_set1_epi32((int)last),
    };
}

LANES_INLINE bool registers_pick(const struct opt_pick *job, size_t row, bool wide, bool plain)
{
    const struct opt_pick mine = *job, *p = &mine; /* what is stored through `to` is elsewhere */
    const __m512i count = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const struct opt_fold *f = &p->fold;
    __m512i first = _mm512_mullo_epi32(count, _mm512_set1_epi32((int)f->lane));
    struct picking s = picking_of(f, row, wide);
    for (int64_t r = 0; r < f->rows; r++) {
        const char *hint = p->hint.from + r * p->hint.pitch;
        int64_t k = 0;
        s.place = _mm512_add_epi32(first, _mm512_set1_epi32((int)(r * f->step)));
        for (; k + 16 <= f->width; k += 16) {
            hint_prefetch(hint + k * p->hint.step, 16 * p->hint.step);
            sixteen_pick(p, &s, r, k, 0xffff, row, wide, plain);
        }
        __mmask16 rest = (__mmask16)((1u << (f->width - k)) - 1);
        if (rest != 0)
            sixteen_pick(p, &s, r, k, rest, row, wide, plain);
    }
    return s.outside == 0;
}

LANES_INLINE bool plain_gather(const struct opt_pick *p, size_t row)
{
    const struct opt_fold *f = &p->fold;
    bool plain = f->scale == 1 && f->lane == 0 && f->step == 0;
    if (f->wide)
        return plain ? registers_pick(p, row, true, true) : registers_pick(p, row, true, false);
    return plain ? registers_pick(p, row, false, true) : registers_pick(p, row, false, false);
}

/* Short elements are read four bytes at a time, so the table needs as many. */
static bool gathering_pick(const struct opt_pick *p)
{
    if (p->far || p->row == 8 || p->fold.extent < 4)
        return lanes_pick(p);
    switch (p->row) {
    case 1:
        return plain_gather(p, 1);
    case 2:
        return plain_gather(p, 2);
    default:
        return plain_gather(p, 4);
    }
}

/* ---- permute: bytes, by windows of up to four registers ---- */

enum { REGISTER = 64 };

static inline __m512i pair_permute(const char *from, __m512i map)
{
    return _mm512_permutex2var_epi8(line_load(from), map, line_load(from + 64));
}

LANES_INLINE void register_permute(char *to, const char *from, const unsigned char *bytes,
                                   size_t window, bool stream)
{
    __m512i map = _mm512_loadu_si512(bytes), x;
    if (window == 64)
        x = _mm512_permutexvar_epi8(map, line_load(from));
    else if (window == 128)
        x = pair_permute(from, map);
    else
        x = _mm512_mask_blend_epi8(_mm512_movepi8_mask(map), pair_permute(from, map),
                                   pair_permute(from + 128, map));
    line_store(to, x, stream);
}

#include "opt_windows.h"

static bool available(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("bmi2");
}

#define LEVEL(take_, pick_, words_stream_, gathering_)                                        \
    {                                                                                        \
        .name = "avx512", .rank = 2, .available = available, .fold = lanes_fold,             \
        .take = take_, .pick = pick_, .place = lanes_place,                                  \
        .combine = lanes_combine, .holds = lanes_holds, .copy = lanes_copy,                  \
        .streams_end = streams_end, .words_stream = words_stream_,                           \
        .permute_most = 256, .permute_size = REGISTER, .permute_unit = 1,                    \
        .permute = lanes_permute, .gathering = gathering_                                    \
    }
static const struct opt_level gathering = LEVEL(gathering_take, gathering_pick, true, NULL);
OPT_LEVEL(avx512) = LEVEL(lanes_take, lanes_pick, false, &gathering);
#else
typedef int level_avx512_is_for_x86_64;
#endif
