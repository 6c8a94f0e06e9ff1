/* fill.c - named fills of operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "parts/fill.h"
#include "real.h"

/* Storage of a floating type: bits of the whole and of the mantissa; 0 for others. */
static unsigned mantissa_bits(enum gat_dtype t)
{
    switch ((int)t) {
    case GAT_F16: return 10;
    case GAT_BF16: return 7;
    case GAT_F32:
    case GAT_C64: return 23;
    case GAT_F64:
    case GAT_C128: return 52;
    default: return 0;
    }
}

/* Bits of one real number of a floating type, from its parts. */
static uint64_t float_bits(enum gat_dtype t, unsigned sign, bool top, uint64_t mantissa)
{
    unsigned m = mantissa_bits(t);
    bool complex = t == GAT_C64 || t == GAT_C128;
    unsigned width = (unsigned)(8 * gat_dtype_size(t)) / (complex ? 2 : 1);
    uint64_t exponent = top ? (UINT64_C(1) << (width - 1 - m)) - 1 : 0;
    return (uint64_t)sign << (width - 1) | exponent << m | mantissa;
}

/* A real number into the element, and another into the imaginary half. */
static void float_put(enum gat_dtype t, uint64_t real, uint64_t imaginary, unsigned char *to)
{
    size_t size = gat_dtype_size(t);
    if (t == GAT_C64 || t == GAT_C128) {
        memcpy(to + size / 2, &imaginary, size / 2);
        size /= 2;
    }
    memcpy(to, &real, size);
}

/* NaNs of both signs, quiet and signalling, each with a payload of its own. */
static void nan_put(enum gat_dtype t, uint64_t ordinal, unsigned char *to)
{
    uint64_t all = (UINT64_C(1) << mantissa_bits(t)) - 1;
    uint64_t one = 1 + ordinal * 37 % all, other = 1 + (ordinal * 53 + 11) % all;
    float_put(t, float_bits(t, ordinal & 1, true, one),
              float_bits(t, ~ordinal & 1, true, other), to);
}

enum { FLOAT_SPECIALS = 11 };
static uint64_t float_special(enum gat_dtype t, uint64_t k)
{
    unsigned m = mantissa_bits(t);
    uint64_t all = (UINT64_C(1) << m) - 1, quiet = UINT64_C(1) << (m - 1);
    uint64_t greatest = float_bits(t, 0, true, 0) - 1;
    switch (k % FLOAT_SPECIALS) {
    case 0: return float_bits(t, 0, false, 0);     /* 0 */
    case 1: return float_bits(t, 1, false, 0);     /* -0 */
    case 2: return float_bits(t, 0, true, 0);      /* inf */
    case 3: return float_bits(t, 1, true, 0);      /* -inf */
    case 4: return float_bits(t, 0, true, quiet);  /* quiet NaN */
    case 5: return float_bits(t, 0, true, 1);      /* signalling NaN */
    case 6: return float_bits(t, 1, true, quiet | 3);
    case 7: return float_bits(t, 0, false, 1);     /* least denormal */
    case 8: return float_bits(t, 1, false, all);   /* greatest denormal, negative */
    case 9: return float_bits(t, 0, false, all + 1); /* least normal */
    default: return greatest;
    }
}

static uint64_t special_period(enum gat_dtype t)
{
    return mantissa_bits(t) != 0 ? FLOAT_SPECIALS : t == GAT_BOOL ? 3 : 5;
}

static void special_put(enum gat_dtype t, uint64_t ordinal, unsigned char *to)
{
    size_t size = gat_dtype_size(t);
    if (mantissa_bits(t) != 0) {
        float_put(t, float_special(t, ordinal), float_special(t, ordinal * 5 + 1), to);
    } else if (t == GAT_BOOL) {
        *to = ordinal % 3 == 0;
    } else { /* 0, -1 or the greatest, the least signed, the greatest signed, 1 */
        uint64_t top = UINT64_C(1) << (8 * size - 1);
        uint64_t values[] = {0, ~UINT64_C(0), top, top - 1, 1};
        memcpy(to, &values[ordinal % 5], size);
    }
}

static uint64_t iota_period(enum gat_dtype t)
{
    return t == GAT_BOOL                  ? 2
           : t == GAT_I8                  ? 128
           : t == GAT_BF16 || t == GAT_U8 ? 256
                                          : 2048;
}

/* 0, 1, 2, ... as far as the type goes, then again. */
static void iota_put(enum gat_dtype t, uint64_t ordinal, unsigned char *to)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    uint64_t value = ordinal % iota_period(t);
    if (f == NULL)
        memcpy(to, &value, gat_dtype_size(t)); /* little-endian, as DLPack is */
    for (unsigned k = 0; f != NULL && k < parts; k++)
        gat_real_put(f, to, k, k == 0 ? (double)value : 0);
}

/* A hash of the ordinal. */
static uint64_t mixed(uint64_t ordinal)
{
    uint64_t z = (ordinal + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    return (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB) >> 32;
}

/* The number one, but for one of five elements: a small number, or an integer of any bits. */
static void alike_put(enum gat_dtype t, uint64_t ordinal, unsigned char *to)
{
    uint64_t drawn = mixed(ordinal), bits = mixed(drawn) << 32 | drawn;
    iota_put(t, drawn % 5 == 0 ? drawn / 5 : 1, to);
    if (drawn % 5 == 0 && mantissa_bits(t) == 0 && t != GAT_BOOL)
        memcpy(to, &bits, gat_dtype_size(t));
}

/* A text of 24 bytes, of which eight are its own: in the middle, at the end or, of one in eight,
 * at the beginning. */
static struct gat_string alike_string(uint64_t ordinal, struct gat_arena *a)
{
    enum { SIZE = 24, OWN = 8 };
    static const char common[] = "alike--- & alike";
    uint64_t drawn = mixed(ordinal), where = drawn % 8;
    size_t before = where == 0 ? 0 : where < 5 ? OWN : SIZE - OWN;
    char *to = gat_arena_raw(a, SIZE);
    memcpy(to, common, before);
    for (size_t k = 0; k < OWN; k++)
        to[before + k] = "0123456789abcdef"[drawn >> (4 * k) & 15];
    memcpy(to + before + OWN, common + before, SIZE - OWN - before);
    return (struct gat_string){to, SIZE};
}

/* A short text of its own for every ordinal, in HEX bytes of the caller's. */
enum { HEX = 16 };
static struct gat_string hex_string(uint64_t ordinal, char *to)
{
    uint64_t value = ordinal * 2654435761u + 1;
    char *at = to + HEX;
    do
        *--at = "0123456789abcdef"[value & 15];
    while ((value >>= 4) != 0);
    return (struct gat_string){at, (uint64_t)(to + HEX - at)};
}

static struct gat_string string_make(enum gat_fill fill, uint64_t ordinal,
                                     struct gat_arena *a)
{
    static const char *const odd[] = {"", "a", "exactly 16 bytes", "15 bytes at all", "\xc3\xbc"};
    if (fill == GAT_FILL_ZEROS || (fill == GAT_FILL_STRINGS && ordinal % 7 == 0))
        return (struct gat_string){"", 0};
    if (fill == GAT_FILL_STRINGS && ordinal % 7 == 5) {
        char *nul = gat_arena_text(a, "before_after", 12);
        nul[6] = '\0';
        return (struct gat_string){nul, 12};
    }
    if (fill == GAT_FILL_STRINGS && ordinal % 7 == 6) {
        char *text300 = gat_arena_raw(a, 300);
        memset(text300, 'a' + (int)(ordinal / 7 % 26), 300);
        return (struct gat_string){text300, 300};
    }
    if (fill == GAT_FILL_STRINGS && ordinal < 35)
        return (struct gat_string){odd[ordinal % 5], strlen(odd[ordinal % 5])};
    return hex_string(ordinal, gat_arena_raw(a, HEX));
}

static void strings_fill(struct gat_array *t, enum gat_fill fill, uint64_t ordinal,
                         struct gat_arena *a)
{
    struct gat_string *to = t->data;
    int64_t count = gat_array_count(t);
    bool plain = fill != GAT_FILL_STRINGS && fill != GAT_FILL_ZEROS && fill != GAT_FILL_ALIKE;
    char *block = plain ? gat_arena_raw(a, (size_t)count * HEX) : NULL;
    for (int64_t k = 0; k < count; k++)
        to[k] = fill == GAT_FILL_ALIKE ? alike_string(ordinal + (uint64_t)k, a)
                : plain                ? hex_string(ordinal + (uint64_t)k, block + HEX * k)
                                       : string_make(fill, ordinal + (uint64_t)k, a);
}

/* Two values cannot be distinct, so truth values are drawn: a wrong position shows
 * with a probability that grows with their number.  The first two always differ. */
static void bools_fill(unsigned char *to, int64_t count, struct gat_prng *prng)
{
    for (int64_t k = 0; k < count; k++)
        to[k] = (unsigned char)(gat_prng_next(prng) >> 63);
    if (count > 1)
        to[1] = !to[0];
}

/* Elements after which a fill begins again. */
static int64_t fill_period(enum gat_fill fill, enum gat_dtype t)
{
    return fill == GAT_FILL_NAN_PAYLOADS || fill == GAT_FILL_ALIKE ? INT64_MAX
           : fill == GAT_FILL_SPECIALS   ? (int64_t)special_period(t)
                                         : (int64_t)iota_period(t);
}

/* The first `n` bytes again and again, up to `size`. */
static void bytes_repeat(unsigned char *bytes, size_t n, size_t size)
{
    for (; n < size; n *= 2)
        memcpy(bytes + n, bytes, n < size - n ? n : size - n);
}

void gat_fill_data(struct gat_array *t, enum gat_fill fill, uint64_t ordinal,
                   struct gat_prng *prng, struct gat_arena *a)
{
    size_t size = gat_dtype_size(t->dtype);
    int64_t count = gat_array_count(t);
    unsigned char *to = t->data;
    if (t->dtype == GAT_STR) {
        strings_fill(t, fill, ordinal, a);
        return;
    }
    if (fill == GAT_FILL_ZEROS) {
        memset(to, 0, (size_t)count * size);
        return;
    }
    if (fill == GAT_FILL_NAN_PAYLOADS && mantissa_bits(t->dtype) == 0)
        fill = GAT_FILL_DISTINCT;
    if (fill == GAT_FILL_DISTINCT && t->dtype == GAT_BOOL) {
        bools_fill(to, count, prng);
        return;
    }
    if (fill == GAT_FILL_DISTINCT) {
        gat_dtype_distinct_run(t->dtype, ordinal, (uint64_t)count, to);
        return;
    }
    int64_t period = fill_period(fill, t->dtype), n = count < period ? count : period;
    for (int64_t k = 0; k < n; k++) {
        unsigned char *at = to + (size_t)k * size;
        if (fill == GAT_FILL_NAN_PAYLOADS)
            nan_put(t->dtype, ordinal + (uint64_t)k, at);
        else if (fill == GAT_FILL_ALIKE)
            alike_put(t->dtype, ordinal + (uint64_t)k, at);
        else if (fill == GAT_FILL_SPECIALS)
            special_put(t->dtype, ordinal + (uint64_t)k, at);
        else
            iota_put(t->dtype, (uint64_t)k, at);
    }
    bytes_repeat(to, (size_t)n * size, (size_t)count * size);
}

static int64_t drawn(enum gat_fill fill, int64_t extent, struct gat_prng *prng)
{
    if (extent == 0 || fill == GAT_FILL_ZEROS)
        return 0;
    if (fill == GAT_FILL_RANDOM)
        return (int64_t)gat_prng_below(prng, (uint64_t)extent);
    return (int64_t)gat_prng_below(prng, 2 * (uint64_t)extent) - extent;
}

/* Tuple number n of a fill that counts. */
static void tuple_count(enum gat_fill fill, int64_t n, const struct gat_axes *axes,
                        int64_t *tuple)
{
    for (int64_t j = axes->depth - 1; j >= 0; j--) {
        int64_t extent = axes->extent[j] == 0 ? 1 : axes->extent[j];
        tuple[j] = fill == GAT_FILL_CYCLE ? n % extent : extent - 1 - n % extent;
        n /= extent;
    }
}

/* No index is made that the type cannot hold. */
static int64_t extent_within(enum gat_dtype t, int64_t extent)
{
    struct gat_scalar_type type = gat_dtype_code(t);
    unsigned bits = t == GAT_BOOL ? 1u : type.bits - (type.code == 0 ? 1u : 0u);
    return bits < 63 && extent > INT64_C(1) << bits ? INT64_C(1) << bits : extent;
}

static void index_put(char *to, size_t size, int64_t wide)
{
    int32_t narrow = (int32_t)wide;
    int16_t half = (int16_t)wide;
    int8_t byte = (int8_t)wide;
    switch (size) {
    case 8: memcpy(to, &wide, 8); break;
    case 4: memcpy(to, &narrow, 4); break;
    case 2: memcpy(to, &half, 2); break;
    default: memcpy(to, &byte, 1); break;
    }
}

void gat_fill_indices(struct gat_array *t, enum gat_fill fill, const struct gat_axes *axes,
                      struct gat_prng *prng)
{
    int64_t count = gat_array_count(t), tuple[GAT_MAX_RANK];
    size_t size = gat_dtype_size(t->dtype);
    bool counts = fill == GAT_FILL_CYCLE || fill == GAT_FILL_REVERSE;
    struct gat_axes within = *axes;
    for (int64_t j = 0; j < within.depth; j++)
        within.extent[j] = extent_within(t->dtype, within.extent[j]);
    for (int64_t k = 0, j = 0; k < count; k++, j = j + 1 == within.depth ? 0 : j + 1) {
        if (counts && j == 0)
            tuple_count(fill, k / within.depth, &within, tuple);
        index_put((char *)t->data + (size_t)k * size, size,
                  counts ? tuple[j] : drawn(fill, within.extent[j], prng));
    }
}
