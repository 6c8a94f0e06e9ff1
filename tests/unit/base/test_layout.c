/* test_layout.c - layouts: placing, taking back, gaps, over random shapes.
 *
 * What layout.c walks is held against coordinates that are multiplied out here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "dtype.h"
#include "layout.h"
#include "prng.h"
#include "tap.h"

enum { ROUNDS = 4000, MOST_BYTES = 1 << 17, CANARY = 0xA5 };

static const enum gat_dtype types[] = {GAT_I8, GAT_F16, GAT_F32, GAT_I64, GAT_C128};

struct sample {
    enum gat_layout_kind kind;
    enum gat_dtype dtype;
    int32_t ndim;
    int64_t shape[GAT_MAX_RANK], count;
    uint32_t repeats;
    uint64_t drawn;
};

static void sample_make(struct gat_prng *r, struct sample *s)
{
    *s = (struct sample){.kind = (enum gat_layout_kind)(gat_prng_next(r) % (GAT_PADDED + 1)),
                         .dtype = types[gat_prng_next(r) % 5],
                         .ndim = (int32_t)(gat_prng_next(r) % 6),
                         .count = 1};
    for (int32_t d = 0; d < s->ndim; d++) {
        s->shape[d] = (int64_t)(gat_prng_next(r) % 5) + (gat_prng_next(r) % 8 != 0);
        s->count *= s->shape[d];
        s->repeats |= (uint32_t)(gat_prng_next(r) % 3 == 0) << d;
    }
    if (s->kind != GAT_REPEATED)
        s->repeats = 0;
    s->drawn = gat_prng_next(r) % 2 == 0 ? 0 : gat_prng_next(r);
}

/* The place of an element, from its coordinates and the strides. */
static size_t place_of(const struct gat_layout *l, int64_t ordinal)
{
    int64_t at[GAT_MAX_RANK];
    size_t offset = 0;
    gat_shape_unravel(l->ndim, l->shape, ordinal, at);
    for (int32_t d = 0; d < l->ndim; d++)
        offset += (size_t)(at[d] * l->stride[d]);
    return l->lead + offset * l->esize;
}

/* Bytes of element `ordinal` where slices repeat: those of the first slice. */
static unsigned char byte_of(const struct gat_layout *l, int64_t ordinal, size_t byte)
{
    return (unsigned char)(1 + place_of(l, ordinal) * 7 + byte * 3);
}

static bool placed_right(const struct sample *s, const struct gat_layout *l, unsigned char *compact,
                         unsigned char *buffer, unsigned char *back)
{
    for (int64_t k = 0; k < s->count; k++)
        for (size_t b = 0; b < l->esize; b++)
            compact[(size_t)k * l->esize + b] = byte_of(l, k, b);
    memset(buffer, CANARY, MOST_BYTES);
    gat_layout_place(l, compact, buffer);
    memset(back, 0, MOST_BYTES);
    gat_layout_take(l, buffer, back);
    bool good = memcmp(back, compact, (size_t)s->count * l->esize) == 0;
    for (int64_t k = 0; k < s->count; k++) {
        size_t at = place_of(l, k);
        good &= at == gat_layout_at(l, k) && at + l->esize <= l->size &&
                memcmp(buffer + at, compact + (size_t)k * l->esize, l->esize) == 0;
    }
    for (size_t k = l->size; k < l->size + 64; k++)
        good &= buffer[k] == CANARY;
    return good;
}

/* Which bytes belong to elements, by marking them. */
static bool gaps_right(struct gat_prng *r, const struct sample *s, const struct gat_layout *l,
                       unsigned char *buffer, unsigned char *mark, unsigned *changed)
{
    size_t at = 0;
    memset(mark, 0, MOST_BYTES);
    for (int64_t k = 0; k < s->count; k++)
        memset(mark + place_of(l, k), 1, l->esize);
    if (gat_layout_gap(l, buffer, CANARY, &at))
        return false;
    if (l->size == 0)
        return true;
    size_t byte = gat_prng_next(r) % l->size;
    bool gap = mark[byte] == 0;
    buffer[byte] ^= 0xFF;
    bool found = gat_layout_gap(l, buffer, CANARY, &at);
    *changed += gap;
    return found == gap && (!gap || at == byte);
}

static void random_shapes(void)
{
    static unsigned char compact[MOST_BYTES], buffer[MOST_BYTES], other[MOST_BYTES];
    struct gat_prng r = {7};
    unsigned wrong = 0, gaps_wrong = 0, changed = 0, tried = 0;
    for (unsigned k = 0; k < ROUNDS; k++) {
        struct sample s;
        struct gat_layout l;
        sample_make(&r, &s);
        if (!gat_layout_make(s.kind, s.dtype, s.ndim, s.shape, s.repeats, s.drawn,
                             gat_dtype_size(s.dtype), &l) ||
            l.size + 64 > MOST_BYTES)
            continue;
        tried++;
        wrong += !placed_right(&s, &l, compact, buffer, other);
        gaps_wrong += !gaps_right(&r, &s, &l, buffer, other, &changed);
    }
    ok(tried > ROUNDS / 2, "%u layouts were tried", tried);
    is_int(wrong, 0, "elements lie where the strides say, come back, and nothing else changes");
    ok(changed > 100, "%u bytes of gaps were changed", changed);
    is_int(gaps_wrong, 0, "a changed byte of a gap is found, a changed element is none");
}

static void strides_are(enum gat_layout_kind kind, uint32_t repeats, int64_t a, int64_t b,
                        int64_t c, int64_t size, const char *name)
{
    static const int64_t shape[] = {2, 3, 5};
    struct gat_layout l = {.size = 0};
    bool made = gat_layout_make(kind, GAT_I16, 3, shape, repeats, 0, 8, &l);
    ok(made && l.stride[0] == a && l.stride[1] == b && l.stride[2] == c && (int64_t)l.size == size,
       "%s: [%lld,%lld,%lld], %zu bytes", name, (long long)l.stride[0], (long long)l.stride[1],
       (long long)l.stride[2], l.size);
}

static void known_strides(void)
{
    strides_are(GAT_COMPACT, 0, 15, 5, 1, 60, "compact");
    strides_are(GAT_STRIDED, 0, 34, 11, 2, 130, "strided");
    strides_are(GAT_PERMUTED, 0, 1, 2, 6, 60, "permuted");
    strides_are(GAT_REPEATED, 2, 5, 0, 1, 20, "repeated");
    strides_are(GAT_OFFSET, 0, 15, 5, 1, 84, "offset");
    strides_are(GAT_PADDED, 0, 18, 6, 1, 70, "padded");
}

static void too_large(void)
{
    static const int64_t shape[] = {INT64_C(1) << 32, INT64_C(1) << 29};
    struct gat_layout l;
    ok(gat_layout_make(GAT_COMPACT, GAT_I8, 2, shape, 0, 0, 1, &l), "2^61 bytes can be counted");
    ok(!gat_layout_make(GAT_STRIDED, GAT_C128, 2, shape, 0, 0, 16, &l), "2^66 bytes cannot");
    ok(!gat_layout_make(GAT_COMPACT, GAT_I8, 2, (const int64_t[]){INT64_C(1) << 62, 3}, 0, 0, 1,
                        &l),
       "nor can 3 * 2^62");
    ok(!gat_layout_make(GAT_PERMUTED, GAT_I8, 2, (const int64_t[]){3, INT64_C(1) << 62}, 0, 0, 1,
                        &l),
       "with whatever first");
    memset(&l, 0xEE, sizeof l);
    ok(gat_layout_make(GAT_COMPACT, GAT_I8, 2, (const int64_t[]){2, 3, 7}, 0, 0, 1, &l) &&
           l.shape[2] < 0,
       "extents after the rank are not looked at");
}

/* A tensor of the contract. */
static void of_tensor(void)
{
    static const int64_t shape[] = {2, 3}, strides[] = {1, 2};
    struct gat_tensor t = {.ndim = 2, .shape = shape, .byte_offset = 12};
    struct gat_layout l;
    memset(&l, 0xEE, sizeof l);
    gat_layout_of(&t, 4, &l);
    ok(l.stride[0] == 3 && l.stride[1] == 1 && l.lead == 12 && l.esize == 4 && l.ndim == 2 &&
           gat_layout_states_strides(&l),
       "no strides: compact");
    is_int((int64_t)l.size, 0, "it is no buffer, and has no size");
    t.strides = strides;
    gat_layout_of(&t, 4, &l);
    ok(l.stride[0] == 1 && l.stride[1] == 2, "strides as they are stated");
    is_int((int64_t)gat_layout_at(&l, 5), 12 + 4 * 5, "the last element");
}

/* Strides that a caller states may come in any order: gaps are found in that of addresses. */
static void gaps_of_any_order(void)
{
    static const int64_t shape[] = {2, 2, 2};
    static const int64_t orders[][3] = {{2, 5, 11}, {11, 5, 2}, {5, 11, 2},
                                        {5, 2, 11}, {2, 11, 5}, {11, 2, 5}};
    for (unsigned o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        struct gat_tensor t = {.ndim = 3, .shape = shape, .strides = orders[o], .byte_offset = 3};
        struct gat_layout l;
        unsigned char buffer[3 + 19];
        size_t at;
        unsigned wrong = 0;
        gat_layout_of(&t, 1, &l);
        for (size_t changed = 0; changed < sizeof buffer; changed++) {
            bool element = false;
            memset(buffer, CANARY, sizeof buffer);
            for (int64_t k = 0; k < 8; k++) {
                buffer[gat_layout_at(&l, k)] = 1;
                element |= gat_layout_at(&l, k) == changed;
            }
            buffer[changed] = 2;
            bool found = gat_layout_gap(&l, buffer, CANARY, &at);
            wrong += found == element || (found && at != changed);
        }
        is_int(wrong, 0, "each byte between elements is a gap, and no other");
    }
}

int main(void)
{
    gaps_of_any_order();
    known_strides();
    random_shapes();
    too_large();
    of_tensor();
    return done();
}
