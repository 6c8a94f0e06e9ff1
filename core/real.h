/* real.h - floating-point numbers of any width as doubles, and back by one rounding.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_REAL_H
#define GAT_REAL_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gatherum/backend.h"

struct gat_real {
    unsigned size;     /* bytes */
    unsigned mantissa; /* stored bits */
    unsigned exponent; /* bits */
    int digits;        /* decimal digits that tell all values apart */
};

/* The format of the parts of a floating or complex type; NULL for another type. */
const struct gat_real *gat_real_of(enum gat_dtype t, unsigned *parts);

static inline uint64_t gat_real_infinity(const struct gat_real *f)
{
    return ((UINT64_C(1) << f->exponent) - 1) << f->mantissa;
}
static inline uint64_t gat_real_sign(const struct gat_real *f)
{
    return UINT64_C(1) << (8 * f->size - 1);
}
/* A canonical quiet NaN: "nan". */
static inline uint64_t gat_real_nan(const struct gat_real *f)
{
    return gat_real_infinity(f) | UINT64_C(1) << (f->mantissa - 1);
}

/* The magnitude of a finite double, in bits, rounded to nearest even. */
uint64_t gat_real_narrow(uint64_t magnitude, const struct gat_real *f);
/* A finite number. */
double gat_real_widen(uint64_t bits, const struct gat_real *f);

/* Part `k` of an element, NaN and infinity too; a NaN loses its payload on the way
 * back. */
double gat_real_get(const struct gat_real *f, const void *element, unsigned k);
void gat_real_put(const struct gat_real *f, void *element, unsigned k, double value);

/* An unsigned number of 2, 4 or 8 bytes at any address. */
static inline void gat_bits_put(uint64_t bits, size_t size, void *out)
{
    uint16_t b2 = (uint16_t)bits;
    uint32_t b4 = (uint32_t)bits;
    if (size == 2)
        memcpy(out, &b2, sizeof b2);
    else if (size == 4)
        memcpy(out, &b4, sizeof b4);
    else
        memcpy(out, &bits, sizeof bits);
}
static inline uint64_t gat_bits_get(size_t size, const void *in)
{
    uint16_t b2;
    uint32_t b4;
    uint64_t b8;
    if (size == 2)
        return memcpy(&b2, in, sizeof b2), b2;
    if (size == 4)
        return memcpy(&b4, in, sizeof b4), b4;
    return memcpy(&b8, in, sizeof b8), b8;
}

#endif
