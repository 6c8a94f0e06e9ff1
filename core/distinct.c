/* distinct.c - element sequences in which a wrong position shows.
 *
 * Every sequence is a walk through the values of a type in steps of a fixed
 * stride that has no common factor with their number, so that each value comes
 * once per period, neighbours differ in all their bytes, and a copy that keeps
 * only half of an element is seen.  The periods are primes: a sequence never
 * falls into step with the rows of a tensor.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"

#include <assert.h>
#include <string.h>

/* Integers n * stride mod 2^bits for n in [1, period]; none of these is 0, and the
 * n that would give all ones comes after the period. */
#define PERIOD_8 UINT64_C(251)
#define PERIOD_16 UINT64_C(65521)
#define STRIDE_16 UINT64_C(0x4EC5)
#define PERIOD_32 UINT64_C(2147483647)
#define STRIDE_32 UINT64_C(0x9E3779B1)
#define PERIOD_64 UINT64_C(9223372036854775783)
#define STRIDE_64 UINT64_C(0x9E3779B97F4A7C15)
/* Floating types: normal numbers of both signs, smallest exponent first.  For 64
 * bits the mantissa alone is distinct. */
#define PERIOD_F16 UINT64_C(61417)
#define PERIOD_BF16 UINT64_C(65011)
#define PERIOD_F32 UINT64_C(4261412863)
#define PERIOD_F64 UINT64_C(4503599627370449)

uint64_t gat_dtype_period(enum gat_dtype t)
{
    static const uint64_t periods[GAT_DTYPE_COUNT] = {
        [GAT_BOOL] = 2,          [GAT_I8] = PERIOD_8,      [GAT_U8] = PERIOD_8,
        [GAT_I16] = PERIOD_16,   [GAT_U16] = PERIOD_16,    [GAT_I32] = PERIOD_32,
        [GAT_U32] = PERIOD_32,   [GAT_I64] = PERIOD_64,    [GAT_U64] = PERIOD_64,
        [GAT_F16] = PERIOD_F16,  [GAT_BF16] = PERIOD_BF16, [GAT_F32] = PERIOD_F32,
        [GAT_F64] = PERIOD_F64,  [GAT_C64] = PERIOD_F32,   [GAT_C128] = PERIOD_F64,
    };
    return periods[t];
}

static uint16_t half_like(uint64_t ordinal, uint64_t period, unsigned least)
{
    uint64_t v = ordinal % period * STRIDE_16 % period;
    return (uint16_t)((v & 1) << 15 | (least + (v >> 1)));
}

static uint32_t single(uint64_t ordinal)
{
    uint64_t v = ordinal % PERIOD_F32 * STRIDE_32 % PERIOD_F32;
    return (uint32_t)((v & 1) << 31 | (UINT64_C(0x00800000) + (v >> 1)));
}

static uint64_t double_bits(uint64_t ordinal)
{
    uint64_t z = (ordinal % PERIOD_F64 + 1) * STRIDE_64;
    uint64_t mantissa = z & ((UINT64_C(1) << 52) - 1);
    uint64_t exponent = 1 + (z >> 52) % 2046;
    return (z >> 63) << 63 | exponent << 52 | mantissa;
}

static void put2(void *out, uint64_t v)
{
    uint16_t narrow = (uint16_t)v;
    memcpy(out, &narrow, sizeof narrow);
}

static void put4(void *out, uint64_t v)
{
    uint32_t narrow = (uint32_t)v;
    memcpy(out, &narrow, sizeof narrow);
}

static void put8(void *out, uint64_t v)
{
    memcpy(out, &v, sizeof v);
}

/* Inlined for each type, so that a loop over elements has no switch in it. */
static inline __attribute__((always_inline)) void element_put(enum gat_dtype t, uint64_t ordinal,
                                                              unsigned char *at)
{
    switch (t) {
    case GAT_BOOL:
        *at = (ordinal & 1) == 0;
        break;
    case GAT_I8:
    case GAT_U8:
        *at = (unsigned char)(ordinal % PERIOD_8 + 1);
        break;
    case GAT_I16:
    case GAT_U16:
        put2(at, (ordinal % PERIOD_16 + 1) * STRIDE_16);
        break;
    case GAT_I32:
    case GAT_U32:
        put4(at, (ordinal % PERIOD_32 + 1) * STRIDE_32);
        break;
    case GAT_I64:
    case GAT_U64:
        put8(at, (ordinal % PERIOD_64 + 1) * STRIDE_64);
        break;
    case GAT_F16:
        put2(at, half_like(ordinal, PERIOD_F16, 0x0400));
        break;
    case GAT_BF16:
        put2(at, half_like(ordinal, PERIOD_BF16, 0x0080));
        break;
    case GAT_F32:
        put4(at, single(ordinal));
        break;
    case GAT_F64:
        put8(at, double_bits(ordinal));
        break;
    case GAT_C64:
        put4(at, single(ordinal));
        put4(at + 4, single(ordinal + PERIOD_F32 / 2));
        break;
    case GAT_C128:
        put8(at, double_bits(ordinal));
        put8(at + 8, double_bits(ordinal + PERIOD_F64 / 2));
        break;
    case GAT_STR:
    case GAT_DTYPE_COUNT:
        assert(false && "a number type");
    }
}

static inline __attribute__((always_inline)) void elements_put(enum gat_dtype t, size_t size,
                                                               uint64_t first, uint64_t count,
                                                               unsigned char *at)
{
    for (uint64_t k = 0; k < count; k++)
        element_put(t, first + k, at + k * size);
}

void gat_dtype_distinct_run(enum gat_dtype t, uint64_t first, uint64_t count, void *out)
{
    switch (t) {
    case GAT_BOOL: elements_put(GAT_BOOL, 1, first, count, out); break;
    case GAT_I8:
    case GAT_U8: elements_put(GAT_U8, 1, first, count, out); break;
    case GAT_I16:
    case GAT_U16: elements_put(GAT_U16, 2, first, count, out); break;
    case GAT_I32:
    case GAT_U32: elements_put(GAT_U32, 4, first, count, out); break;
    case GAT_I64:
    case GAT_U64: elements_put(GAT_U64, 8, first, count, out); break;
    case GAT_F16: elements_put(GAT_F16, 2, first, count, out); break;
    case GAT_BF16: elements_put(GAT_BF16, 2, first, count, out); break;
    case GAT_F32: elements_put(GAT_F32, 4, first, count, out); break;
    case GAT_F64: elements_put(GAT_F64, 8, first, count, out); break;
    case GAT_C64: elements_put(GAT_C64, 8, first, count, out); break;
    case GAT_C128: elements_put(GAT_C128, 16, first, count, out); break;
    case GAT_STR:
    case GAT_DTYPE_COUNT: assert(false && "a number type");
    }
}

void gat_dtype_distinct(enum gat_dtype t, uint64_t ordinal, void *out)
{
    gat_dtype_distinct_run(t, ordinal, 1, out);
}
