/* dtype.c - names, sizes and sameness of the sixteen element types.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"

#include <string.h>

static const struct {
    const char *name;
    struct gat_scalar_type type;
    size_t size;
} dtypes[GAT_DTYPE_COUNT] = {
#define X(id, name, code, bits) {name, {code, bits, 1}, bits / 8},
    GAT_DTYPE_MAP(X)
#undef X
};

size_t gat_dtype_size(enum gat_dtype t)
{
    return dtypes[t].size;
}

const char *gat_dtype_name(enum gat_dtype t)
{
    return dtypes[t].name;
}

enum gat_dtype gat_dtype_find(const char *name)
{
    unsigned t = 0;
    while (t < GAT_DTYPE_COUNT && strcmp(dtypes[t].name, name) != 0)
        t++;
    return (enum gat_dtype)t;
}

struct gat_scalar_type gat_dtype_code(enum gat_dtype t)
{
    return dtypes[t].type;
}

static bool string_same(const void *a, const void *b)
{
    struct gat_string x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (x.size != y.size)
        return false;
    if (x.size == 0 || x.data == y.data)
        return true;
    return x.data != NULL && y.data != NULL && memcmp(x.data, y.data, x.size) == 0;
}

bool gat_dtype_same(enum gat_dtype t, const void *a, const void *b)
{
    return t == GAT_STR ? string_same(a, b) : memcmp(a, b, dtypes[t].size) == 0;
}

/* How many floating numbers an element consists of, their size in bytes, and the
 * bits of an infinity: a magnitude above them is a NaN. */
static unsigned float_parts(enum gat_dtype t, size_t *size, uint64_t *infinity)
{
    static const struct {
        unsigned parts;
        uint64_t infinity;
    } table[GAT_DTYPE_COUNT] = {
        [GAT_F16] = {1, 0x7C00},
        [GAT_BF16] = {1, 0x7F80},
        [GAT_F32] = {1, 0x7F800000},
        [GAT_F64] = {1, UINT64_C(0x7FF0000000000000)},
        [GAT_C64] = {2, 0x7F800000},
        [GAT_C128] = {2, UINT64_C(0x7FF0000000000000)},
    };
    if (table[t].parts > 0)
        *size = dtypes[t].size / table[t].parts;
    *infinity = table[t].infinity;
    return table[t].parts;
}

static uint64_t bits_at(const void *at, size_t size)
{
    uint16_t b2;
    uint32_t b4;
    uint64_t b8;
    if (size == 2) {
        memcpy(&b2, at, sizeof b2);
        return b2;
    }
    if (size == 4) {
        memcpy(&b4, at, sizeof b4);
        return b4;
    }
    memcpy(&b8, at, sizeof b8);
    return b8;
}

enum excuse { EXCUSE_NAN, EXCUSE_ZERO };

/* Are all parts equal, where two NaN (or two zeros) count as equal? */
static bool same_but(enum gat_dtype t, const void *got, const void *want,
                     enum excuse excuse)
{
    size_t size = 0;
    uint64_t infinity;
    unsigned parts = float_parts(t, &size, &infinity), excused = 0;
    for (unsigned k = 0; k < parts; k++) {
        uint64_t x = bits_at((const char *)got + k * size, size);
        uint64_t y = bits_at((const char *)want + k * size, size);
        if (x == y)
            continue;
        uint64_t sign = UINT64_C(1) << (8 * size - 1);
        x &= ~sign;
        y &= ~sign;
        if (excuse == EXCUSE_NAN ? x <= infinity || y <= infinity : x != 0 || y != 0)
            return false;
        excused++;
    }
    return excused > 0;
}

bool gat_dtype_same_nan(enum gat_dtype t, const void *got, const void *want)
{
    return same_but(t, got, want, EXCUSE_NAN);
}

bool gat_dtype_same_zero(enum gat_dtype t, const void *got, const void *want)
{
    return same_but(t, got, want, EXCUSE_ZERO);
}

static void bits_put(void *to, uint64_t bits, size_t size)
{
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    memcpy(to, size == 2 ? (const void *)&b2 : size == 4 ? (const void *)&b4 : &bits, size);
}

void gat_dtype_fill(enum gat_dtype t, void *out)
{
    static const struct gat_string none = {"", 0};
    size_t size = dtypes[t].size, part = size;
    uint64_t infinity;
    bool is_signed = t == GAT_I8 || t == GAT_I16 || t == GAT_I32 || t == GAT_I64;
    if (t == GAT_STR) {
        memcpy(out, &none, sizeof none);
    } else if (float_parts(t, &part, &infinity) > 0) {
        memset(out, 0, size);
        /* Quiet: the exponent of infinity and the highest bit below it. */
        bits_put(out, infinity | (infinity & (0 - infinity)) >> 1, part);
    } else if (t == GAT_BOOL) {
        memset(out, 1, size);
    } else if (is_signed) {
        uint64_t least = UINT64_C(1) << (8 * size - 1);
        if (size == 1)
            memset(out, 0x80, 1);
        else
            bits_put(out, least, size);
    } else {
        memset(out, 0xFF, size);
    }
}
