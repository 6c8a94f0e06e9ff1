/* arith.c - the one place that computes with elements.
 *
 * Elements narrower than a double are computed as doubles and rounded once more. For
 * one sum or product of numbers with at most 24 digits the result is that of a single
 * rounding.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith.h"

#include <math.h>

#include "dtype.h"

static const struct {
    enum gat_number number;
    uint64_t most, least; /* of an integer: the greatest, the magnitude of the least */
} kinds[GAT_DTYPE_COUNT] = {
    [GAT_I8] = {GAT_SIGNED, INT8_MAX, UINT64_C(1) << 7},
    [GAT_I16] = {GAT_SIGNED, INT16_MAX, UINT64_C(1) << 15},
    [GAT_I32] = {GAT_SIGNED, INT32_MAX, UINT64_C(1) << 31},
    [GAT_I64] = {GAT_SIGNED, INT64_MAX, UINT64_C(1) << 63},
    [GAT_U8] = {.number = GAT_UNSIGNED, .most = UINT8_MAX},
    [GAT_U16] = {.number = GAT_UNSIGNED, .most = UINT16_MAX},
    [GAT_U32] = {.number = GAT_UNSIGNED, .most = UINT32_MAX},
    [GAT_U64] = {.number = GAT_UNSIGNED, .most = UINT64_MAX},
    [GAT_F16] = {.number = GAT_REAL},
    [GAT_BF16] = {.number = GAT_REAL},
    [GAT_F32] = {.number = GAT_REAL},
    [GAT_F64] = {.number = GAT_REAL},
    [GAT_C64] = {.number = GAT_COMPLEX},
    [GAT_C128] = {.number = GAT_COMPLEX},
};

enum gat_number gat_number_of(enum gat_dtype t)
{
    return kinds[t].number;
}

uint64_t gat_integer_most(enum gat_dtype t)
{
    return kinds[t].most;
}

uint64_t gat_integer_least(enum gat_dtype t)
{
    return kinds[t].least;
}

uint64_t gat_integer_get(enum gat_dtype t, const void *element)
{
    size_t size = gat_dtype_size(t);
    uint64_t bits = size == 1 ? *(const unsigned char *)element : gat_bits_get(size, element);
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return kinds[t].number == GAT_SIGNED ? (bits ^ sign) - sign : bits;
}

void gat_integer_put(enum gat_dtype t, void *element, uint64_t bits)
{
    size_t size = gat_dtype_size(t);
    if (size == 1)
        *(unsigned char *)element = (unsigned char)bits;
    else
        gat_bits_put(bits, size, element);
}

uint64_t gat_integer_divide(enum gat_dtype t, uint64_t sum, uint64_t count)
{
    if (kinds[t].number != GAT_SIGNED || (int64_t)sum >= 0)
        return sum / count;
    return 0 - ((0 - sum) + (count - 1)) / count;
}

bool gat_arith_has(enum gat_dtype t, enum gat_arith op)
{
    enum gat_number n = kinds[t].number;
    return n != GAT_NO_NUMBER && (n != GAT_COMPLEX || (op != GAT_MIN && op != GAT_MAX));
}

static uint64_t integers_join(enum gat_dtype t, enum gat_arith op, uint64_t a, uint64_t b)
{
    switch (op) {
    case GAT_ADD: return a + b;
    case GAT_SUB: return a - b;
    case GAT_MUL: return a * b;
    case GAT_MIN: return gat_integer_below(t, b, a) ? b : a;
    case GAT_MAX: return gat_integer_below(t, a, b) ? b : a;
    }
    return a;
}

static double reals_join(enum gat_arith op, double a, double b)
{
    bool minus = signbit(a) != 0;
    switch (op) {
    case GAT_ADD: return a + b;
    case GAT_SUB: return a - b;
    case GAT_MUL: return a * b;
    case GAT_MIN: return isnan(a) ? a : isnan(b) || b < a || (b == a && !minus) ? b : a;
    case GAT_MAX: return isnan(a) ? a : isnan(b) || b > a || (b == a && minus) ? b : a;
    }
    return a;
}

static void complex_multiply(const struct gat_real *f, void *to, const void *with)
{
    double a = gat_real_get(f, to, 0), b = gat_real_get(f, to, 1);
    double c = gat_real_get(f, with, 0), d = gat_real_get(f, with, 1);
    gat_real_put(f, to, 0, a * c - b * d);
    gat_real_put(f, to, 1, a * d + b * c);
}

void gat_arith_join(enum gat_dtype t, enum gat_arith op, void *to, const void *with)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (f == NULL) {
        gat_integer_put(t, to, integers_join(t, op, gat_integer_get(t, to),
                                             gat_integer_get(t, with)));
    } else if (parts == 2 && op == GAT_MUL) {
        complex_multiply(f, to, with);
    } else {
        for (unsigned k = 0; k < parts; k++)
            gat_real_put(f, to, k, reals_join(op, gat_real_get(f, to, k),
                                              gat_real_get(f, with, k)));
    }
}
