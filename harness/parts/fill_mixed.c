/* fill_mixed.c - special values among ordinary ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parts/fill_mixed.h"

#include <string.h>

#include "dtype.h"
#include "real.h"

/* Values that a class of mistakes changes, each by what a kernel takes it for. */
enum special { ZERO, MINUS_ZERO, INFINITE, NAN_QUIET, NAN_SIGNALLING, DENORMAL, LARGEST, WHOLE,
               BITS, SPECIALS };
enum { LONG = 4096 }; /* elements that have room for all of them */

static uint64_t bits_of(const struct gat_real *f, enum special what, struct gat_prng *prng)
{
    uint64_t quiet = UINT64_C(1) << (f->mantissa - 1), draw = gat_prng_next(prng);
    uint64_t low = draw >> 8 & (2 * quiet - 1), top = gat_real_infinity(f);
    uint64_t sign = (draw & 1) != 0 ? gat_real_sign(f) : 0;
    switch ((int)what) {
    case ZERO: return 0;
    case MINUS_ZERO: return gat_real_sign(f);
    case INFINITE: return sign | top;
    case NAN_QUIET: return sign | top | quiet | low;
    case NAN_SIGNALLING: return sign | top | (low & ~quiet) | 1;
    case DENORMAL: return sign | (low == 0 ? 1 : low);
    case LARGEST: return sign | (top - 1 - (draw >> 8 & 3));
    default: return draw; /* the upper bits are cut */
    }
}

static uint64_t integer_of(size_t size, enum special what, struct gat_prng *prng)
{
    uint64_t top = UINT64_C(1) << (8 * size - 1), draw = gat_prng_next(prng);
    /* Close neighbours are what a comparison in too few bits takes for equal. */
    uint64_t close = draw >> 8 & ((draw & 4) != 0 ? 3 : 31);
    uint64_t odd = (UINT64_C(1) << (size > 4 && (draw & 2) != 0 ? 53 : 24)) + close;
    switch ((int)what) {
    case ZERO: return 0;
    case MINUS_ZERO: return ~UINT64_C(0);
    case INFINITE: return top;
    case NAN_QUIET: return top - 1;
    case LARGEST: return top - 1 - close % 4;
    case DENORMAL: return 1 + (draw & 3);
    case WHOLE: return (draw & 1) != 0 ? odd : ~odd + 1;
    default: return draw;
    }
}

static void special_put(enum gat_dtype t, enum special what, struct gat_prng *prng, void *to)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    size_t size = gat_dtype_size(t);
    for (unsigned k = 0; f != NULL && k < parts; k++) {
        uint64_t bits = bits_of(f, what, prng);
        if (what == WHOLE) /* a whole number that a narrower type rounds */
            gat_real_put(f, to, k, (double)((UINT64_C(1) << (f->mantissa < 24 ? f->mantissa : 24)) +
                                            (bits & 31)));
        else
            gat_bits_put(bits, f->size, (char *)to + k * f->size);
    }
    if (f == NULL) {
        uint64_t bits = integer_of(size, what, prng);
        memcpy(to, &bits, size); /* little-endian, as DLPack is */
    }
}

void gat_fill_sprinkle(struct gat_array *t, struct gat_prng *prng)
{
    size_t size = gat_dtype_size(t->dtype);
    static const unsigned char rareness[] = {0, 0, 1, 1, 2, 3, 5, 7};
    uint64_t count = (uint64_t)gat_array_count(t), draw = gat_prng_next(prng);
    unsigned rare = rareness[draw & 7], one = (unsigned)(draw >> 8) % SPECIALS;
    unsigned other = (draw >> 16 & 3) == 0 ? (unsigned)(draw >> 20) % SPECIALS : one;
    bool any = (draw >> 18 & 1) != 0 || count >= LONG;
    if (count == 0 || t->dtype == GAT_STR || t->dtype == GAT_BOOL)
        return;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t here = gat_prng_next(prng);
        if (rare > 0 && here >> (64 - rare) != 0)
            continue;
        enum special what = (enum special)(any ? (here >> 8) % SPECIALS
                                               : (here & 1) != 0 ? one : other);
        special_put(t->dtype, what, prng, (char *)t->data + k * size);
    }
    /* Loops begin and stop at the ends: half of the tensors have a special value at each. */
    if ((draw >> 28 & 1) != 0)
        special_put(t->dtype, (enum special)one, prng, t->data);
    if ((draw >> 29 & 1) != 0)
        special_put(t->dtype, (enum special)other, prng, (char *)t->data + (count - 1) * size);
}
