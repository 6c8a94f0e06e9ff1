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
enum {
    LONG = 4096,      /* elements that have room for all of them, ... */
    SPARSE = 1 << 16, /* ... and so many that few are enough, or runs of them, but near the ends: */
    END = 512,
    RUN = 64
};
#define BYTES (~UINT64_C(0) / 0xFF) /* 1 in each byte */

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
    /* Upper halves of the element are equal, and the sign of the lower ones is not. */
    uint64_t halves = (UINT64_C(1) << (4 * size - 1)) + ((draw & 8) != 0 ? close : ~close);
    odd = (draw & 16) != 0 ? halves : odd;
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

/* What the type of an operand says of each element. */
struct form {
    size_t size;
    unsigned parts; /* of a floating or complex type; f is NULL for others */
    const struct gat_real *f;
};

static void special_put(const struct form *form, enum special what, struct gat_prng *prng, void *to)
{
    const struct gat_real *f = form->f;
    for (unsigned k = 0; f != NULL && k < form->parts; k++) {
        uint64_t bits = bits_of(f, what, prng);
        if (what == WHOLE) /* a whole number that a narrower type rounds */
            gat_real_put(f, to, k, (double)((UINT64_C(1) << (f->mantissa < 24 ? f->mantissa : 24)) +
                                            (bits & 31)));
        else
            gat_bits_put(bits, f->size, (char *)to + k * f->size);
    }
    if (f == NULL) {
        uint64_t bits = integer_of(form->size, what, prng);
        memcpy(to, &bits, form->size); /* little-endian, as DLPack is */
    }
}

/* Which kinds of special values a tensor has: two, or any. */
struct kinds {
    unsigned one, other;
    bool any, close; /* of all, or of the close ones */
};
/* A comparison of all bits alone tells these apart. */
static const unsigned char close_kinds[] = {ZERO, MINUS_ZERO, WHOLE, LARGEST, DENORMAL, WHOLE};
enum { CLOSE_KINDS = sizeof close_kinds };

static void one_put(const struct form *form, void *to)
{
    if (form->f != NULL)
        gat_real_put(form->f, to, 0, 1);
    else
        *(char *)to = 1;
}

/* One of 2^rare elements in [from, to) becomes special. */
static void stretch_sprinkle(const struct form *form, const struct kinds *kinds, unsigned rare,
                             uint64_t from, uint64_t to, char *data, struct gat_prng *prng)
{
    /* A byte of a number for each of eight elements, which is special where these bits are 0. */
    uint64_t chosen = BYTES * (0xFF00u >> rare & 0xFF);
    for (uint64_t k = from; k < to; k += 8) {
        uint64_t here = rare > 0 ? gat_prng_next(prng) & chosen : 0;
        if (((here - BYTES) & ~here & 0x80 * BYTES) == 0)
            continue; /* no byte is 0 */
        for (uint64_t j = k; j < k + 8 && j < to; j++, here >>= 8) {
            if ((here & 0xFF) != 0)
                continue;
            bool draws = kinds->any || kinds->close || kinds->one != kinds->other;
            uint64_t kind = draws ? gat_prng_next(prng) >> 8 : 0;
            unsigned what = kinds->close        ? close_kinds[kind % CLOSE_KINDS]
                            : kinds->any        ? (unsigned)(kind % SPECIALS)
                            : (kind & 1) != 0 ? kinds->one
                                              : kinds->other;
            special_put(form, (enum special)what, prng, data + j * form->size);
        }
    }
}

/* Every second run becomes a copy of some place of a stretch in which every second element is
 * special, as that takes less time than to draw each. */
static void runs_sprinkle(const struct form *form, const struct kinds *kinds, uint64_t from,
                          uint64_t to, char *data, struct gat_prng *prng)
{
    char stretch[LONG * 16];
    memcpy(stretch, data + from * form->size, LONG * form->size);
    stretch_sprinkle(form, kinds, 1, 0, LONG, stretch, prng);
    for (uint64_t k = from; k < to; k += RUN) {
        uint64_t draw = gat_prng_next(prng), n = to - k < RUN ? to - k : RUN;
        uint64_t at = (draw >> 8) % (LONG - RUN);
        if ((draw & 1) != 0)
            memcpy(data + k * form->size, stretch + at * form->size, n * form->size);
    }
}

/* A value that a copy through another type, or by arithmetic, changes. */
static void frail_put(const struct form *form, struct gat_prng *prng, void *to)
{
    static const enum special frail[] = {MINUS_ZERO, NAN_QUIET, NAN_SIGNALLING, DENORMAL, WHOLE};
    uint64_t k = gat_prng_next(prng) >> 8;
    special_put(form, frail[k % (sizeof frail / sizeof frail[0])], prng, to);
}

/* Loops begin and stop at the ends: half of the tensors have a special value at each, and more of
 * the long ones, which are few. */
static void ends_sprinkle(const struct form *form, const struct kinds *kinds, uint64_t draw,
                          uint64_t count, char *data, struct gat_prng *prng)
{
    char *ends[] = {data, data + (count - 1) * form->size};
    for (unsigned k = 0; k < 2; k++, draw >>= 2)
        if (count >= LONG && (draw & 3) != 0)
            frail_put(form, prng, ends[k]);
        else if ((draw & 1) != 0)
            special_put(form, (enum special)(k == 0 ? kinds->one : kinds->other), prng, ends[k]);
}

/* One end of the tensor becomes a single value, 0, 1 or the one that is there: an eighth of the
 * elements up to half of them, or all where `whole`.  A kernel may take the rest for the same. */
static void end_flatten(const struct form *form, uint64_t draw, uint64_t count, bool whole,
                        char *data)
{
    bool last = (draw >> 8) % 4 == 0;
    uint64_t n = whole && (draw >> 10) % 4 == 0 ? count : count >> (1 + draw % 3);
    char *at = data + (last ? count - n : 0) * form->size, value[16] = {0};
    if ((draw >> 12) % 4 == 0)
        memcpy(value, last ? data + (count - 1) * form->size : data, form->size);
    if ((draw >> 12) % 4 == 1)
        one_put(form, value);
    for (uint64_t k = 0; k < n; k++)
        memcpy(at + k * form->size, value, form->size);
}

/* Two kinds, or any; of the close ones those of a pair where few elements meet. */
static struct kinds kinds_of(const struct gat_mix *mix, uint64_t count)
{
    enum { FEW = 64 };
    uint64_t draw = mix->draw >> 8;
    unsigned one = mix->close ? close_kinds[draw % CLOSE_KINDS] : (unsigned)(draw % SPECIALS);
    bool both = (draw >> 8 & 3) == 0, any = (draw >> 10 & 1) != 0 || count >= LONG;
    if (mix->close)
        return (struct kinds){one, one <= MINUS_ZERO ? one ^ 1 : one, false, count >= FEW};
    return (struct kinds){one, both ? (unsigned)(draw >> 12) % SPECIALS : one, any, false};
}

void gat_fill_sprinkle(struct gat_array *t, const struct gat_mix *mix, struct gat_prng *prng)
{
    struct form form = {.size = gat_dtype_size(t->dtype)};
    static const unsigned char rareness[] = {0, 0, 1, 1, 2, 3, 5, 7};
    uint64_t count = (uint64_t)gat_array_count(t), draw = mix->draw;
    unsigned rare = mix->close ? draw & 1 : rareness[draw & 7];
    struct kinds kinds = kinds_of(mix, count);
    if (count == 0 || t->dtype == GAT_STR || t->dtype == GAT_BOOL)
        return;
    form.f = gat_real_of(t->dtype, &form.parts);
    bool sparse = count >= SPARSE && rare < 6;
    uint64_t first = sparse ? END : count, last = sparse ? count - END : count;
    stretch_sprinkle(&form, &kinds, sparse && rare == 0 ? 1 : rare, 0, first, t->data, prng);
    if (sparse && (draw >> 40 & 1) != 0)
        runs_sprinkle(&form, &kinds, first, last, t->data, prng);
    else
        stretch_sprinkle(&form, &kinds, 6, first, last, t->data, prng);
    stretch_sprinkle(&form, &kinds, sparse && rare == 0 ? 1 : rare, last, count, t->data, prng);
    ends_sprinkle(&form, &kinds, draw >> 28, count, t->data, prng);
    uint64_t flat = gat_prng_next(prng);
    if (flat >> (mix->updates ? 62 : 61) == 0)
        end_flatten(&form, flat >> 8, count, mix->updates, t->data);
}

void gat_fill_frail(struct gat_array *t, int64_t at, struct gat_prng *prng)
{
    struct form form = {.size = gat_dtype_size(t->dtype)};
    if (t->dtype == GAT_STR || t->dtype == GAT_BOOL)
        return;
    form.f = gat_real_of(t->dtype, &form.parts);
    frail_put(&form, prng, (char *)t->data + (size_t)at * form.size);
}
