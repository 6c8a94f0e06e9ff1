/* damage.c - an element that came from the right place and lost bits on the way.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "arith.h"
#include "diagnose/damage.h"
#include "dtype.h"
#include "real.h"

static size_t part_size(enum gat_dtype t)
{
    return t == GAT_C64 || t == GAT_C128 ? gat_dtype_size(t) / 2
                                         : gat_dtype_size(t);
}

/* The bit that tells a quiet NaN from a signalling one, in each part. */
static unsigned quiet_bit(enum gat_dtype t)
{
    if (t == GAT_F16)
        return 9;
    if (t == GAT_BF16)
        return 6;
    return t == GAT_F32 || t == GAT_C64 ? 22 : 51;
}

static bool only_quieted(enum gat_dtype t, const unsigned char *got,
                         const unsigned char *want)
{
    size_t size = part_size(t), byte = quiet_bit(t) / 8;
    unsigned bit = 1u << quiet_bit(t) % 8;
    for (size_t k = 0; k < gat_dtype_size(t); k++) {
        unsigned lost = (unsigned)got[k] ^ want[k];
        if (lost != 0 && (k % size != byte || lost != bit || (got[k] & bit) == 0))
            return false;
    }
    return true;
}

static bool is_swapped(enum gat_dtype t, const unsigned char *got,
                       const unsigned char *want)
{
    size_t size = part_size(t);
    for (size_t k = 0; k < gat_dtype_size(t); k++)
        if (got[k] != want[k / size * size + size - 1 - k % size])
            return false;
    return size > 1;
}

static bool is_filled(const unsigned char *bytes, size_t size, unsigned char with)
{
    for (size_t k = 0; k < size; k++)
        if (bytes[k] != with)
            return false;
    return true;
}

/* Is only the beginning right, and the rest zero or unwritten?  A beginning that equals the rest
 * proves nothing. */
static bool beginning_tell(enum gat_dtype t, const unsigned char *got,
                           const unsigned char *want, unsigned char poison,
                           struct gat_sentence *s)
{
    size_t size = gat_dtype_size(t), right = 0;
    while (right < size && got[right] == want[right])
        right++;
    if (right == 0 || right == size)
        return false;
    bool zero = is_filled(got + right, size - right, 0);
    if (is_filled(got, size, got[right]))
        return false;
    if (!zero && !is_filled(got + right, size - right, poison))
        return false;
    if (part_size(t) < size && right >= size / 2 && zero)
        gat_sentence_add(s, ": the imaginary part is lost");
    else
        gat_sentence_add(
            s,
            ": only the first %zu of its %zu bytes are right, the others "
            "are %s",
            right, size, zero ? "zero" : "not written");
    return true;
}

static bool string_tell(const void *got, const void *want, struct gat_sentence *s)
{
    struct gat_string g, w;
    memcpy(&g, got, sizeof g);
    memcpy(&w, want, sizeof w);
    if (g.data == NULL || g.size >= w.size || memcmp(g.data, w.data, g.size) != 0)
        return false;
    gat_sentence_add(
        s, ": the string is cut after %" PRIu64 " of %" PRIu64 " bytes%s", g.size,
        w.size, w.data[g.size] == '\0' ? ", at a NUL byte" : "");
    return true;
}

bool gat_damage_flushed(enum gat_dtype t, const void *got, const void *want, bool loosely)
{
    unsigned parts, flushed = 0;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (f == NULL)
        return false;
    for (unsigned k = 0; k < parts; k++) {
        uint64_t g = gat_bits_get(f->size, (const char *)got + k * f->size);
        uint64_t w = gat_bits_get(f->size, (const char *)want + k * f->size);
        uint64_t rest = w & ~gat_real_sign(f);
        bool gone = (rest != 0 || (loosely && g != w)) && rest < UINT64_C(1) << f->mantissa &&
                    (g & ~gat_real_sign(f)) == 0;
        if (g != w && !gone)
            return false;
        flushed += gone;
    }
    return flushed > 0;
}

static bool round_parts(enum gat_dtype t, const void *number, void *to)
{
    memcpy(to, number, gat_dtype_size(t));
    for (size_t k = 0; k < gat_dtype_size(t); k += sizeof(double)) {
        double x, y;
        memcpy(&x, (const char *)number + k, sizeof x);
        y = (double)(float)x;
        memcpy((char *)to + k, &y, sizeof y);
    }
    return !gat_dtype_same(t, number, to);
}

bool gat_damage_round(enum gat_dtype t, const void *from, bool single, void *to)
{
    enum gat_number number = gat_number_of(t);
    if (single && (t == GAT_F64 || t == GAT_C128))
        return round_parts(t, from, to);
    if (number != GAT_SIGNED && number != GAT_UNSIGNED)
        return false;
    uint64_t x = gat_integer_get(t, from), y = 0;
    double value = number == GAT_SIGNED ? single ? (double)(float)(int64_t)x : (double)(int64_t)x
                   : single             ? (double)(float)x
                                        : (double)x;
    if (value < 0x1p63) /* no integer is below -0x1p63 */
        y = (uint64_t)(int64_t)value;
    else if (number == GAT_UNSIGNED && value < 0x1p64)
        y = (uint64_t)value;
    else /* conversions of most machines stop at the end */
        y = gat_integer_most(t);
    gat_integer_put(t, to, y);
    return gat_integer_get(t, to) != x;
}

/* Is the integer `got` what `want` becomes in a float with so many bits? */
static bool is_rounded_integer(enum gat_dtype t, const void *got, const void *want, bool single)
{
    char value[16];
    return gat_damage_round(t, want, single, value) && gat_dtype_same(t, value, got);
}

/* Is each part of `got` what float32 makes of that of `want`? */
static bool is_rounded_real(enum gat_dtype t, const void *got, const void *want)
{
    if (t != GAT_F64 && t != GAT_C128)
        return false;
    for (size_t k = 0; k < gat_dtype_size(t); k += sizeof(double)) {
        double g, w;
        memcpy(&g, (const char *)got + k, sizeof g);
        memcpy(&w, (const char *)want + k, sizeof w);
        double single = (double)(float)w;
        if (memcmp(&g, &single, sizeof g) != 0 && memcmp(&g, &w, sizeof g) != 0)
            return false;
    }
    return true;
}

/* Is each part of `got` that of `want`, or the NaN that arithmetic makes? */
static bool is_plain_nan(enum gat_dtype t, const void *got, const void *want)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (f == NULL)
        return false;
    for (unsigned k = 0; k < parts; k++) {
        uint64_t g = gat_bits_get(f->size, (const char *)got + k * f->size);
        uint64_t w = gat_bits_get(f->size, (const char *)want + k * f->size);
        if (g != w && (g & ~gat_real_sign(f)) != gat_real_nan(f))
            return false;
    }
    return true;
}

/* Is a part the NaN that arithmetic makes?  One bit of an infinity makes it too. */
static bool has_plain_nan(enum gat_dtype t, const void *element)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    bool plain = false;
    for (unsigned k = 0; f != NULL && k < parts; k++)
        plain |= (gat_bits_get(f->size, (const char *)element + k * f->size) &
                  ~gat_real_sign(f)) == gat_real_nan(f);
    return plain;
}

bool gat_damage_flips(enum gat_dtype t, const void *got, const void *want)
{
    size_t size = part_size(t), all = gat_dtype_size(t), at = 0;
    const unsigned char *g = got, *w = want;
    int bits = 0;
    if (t == GAT_STR || size < 4)
        return false;
    for (size_t k = 0; k < all; k++) {
        bits += __builtin_popcount((unsigned)g[k] ^ w[k]);
        at = g[k] != w[k] ? k : at;
    }
    size_t part = at / size * size; /* a zero and a power of two are apart by one bit too */
    return bits == 1 && at % size >= size / 2 && !is_filled(g + part, size, 0) &&
           !is_filled(w + part, size, 0) && !has_plain_nan(t, got);
}

static const char *const damages[] = {
    ": the sign of zero is lost",        ": a signalling NaN was quieted",
    ": the payload of a NaN is changed", ": a denormal number was flushed to zero",
    ": rounded as float64 does",         ": rounded as float32 does",
    ": its bytes are swapped",           ": the payload of a NaN is changed",
    ": one bit of it is flipped",        ": a zero has got a sign",
    ": a NaN became a zero"};
enum { SIGN, QUIETED, PLAIN, FLUSHED, DOUBLE, SINGLE, SWAPPED, PAYLOAD, FLIPPED, SIGNED, NO_NAN };

/* Is each part of `got` that of `want`, or a zero in place of a NaN? */
static bool is_nan_zeroed(enum gat_dtype t, const void *got, const void *want)
{
    unsigned parts, zeroed = 0;
    const struct gat_real *f = gat_real_of(t, &parts);
    for (unsigned k = 0; f != NULL && k < parts; k++) {
        uint64_t g = gat_bits_get(f->size, (const char *)got + k * f->size);
        uint64_t w = gat_bits_get(f->size, (const char *)want + k * f->size);
        bool gone = (w & ~gat_real_sign(f)) > gat_real_infinity(f) && (g & ~gat_real_sign(f)) == 0;
        if (g != w && !gone)
            return false;
        zeroed += gone;
    }
    return zeroed > 0;
}

/* Has each part of `got` no sign that `want` has not? */
static bool is_less_signed(enum gat_dtype t, const void *got, const void *want)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    uint64_t gained = 0;
    assert(f != NULL);
    for (unsigned k = 0; k < parts; k++)
        gained |= gat_bits_get(f->size, (const char *)got + k * f->size) &
                  ~gat_bits_get(f->size, (const char *)want + k * f->size) & gat_real_sign(f);
    return gained == 0;
}

uint64_t gat_damages(enum gat_dtype t, const void *got, const void *want)
{
    if (t == GAT_STR)
        return 0;
    if (gat_dtype_same_zero(t, got, want))
        return is_less_signed(t, got, want) ? 1u << SIGN : 1u << SIGNED;
    if (gat_dtype_same_nan(t, got, want))
        return (only_quieted(t, got, want)  ? 1u << QUIETED
               : is_plain_nan(t, got, want) ? 1u << PLAIN
                                            : 1u << PAYLOAD) |
               (is_rounded_real(t, got, want) ? 1u << SINGLE : 0);
    if (is_nan_zeroed(t, got, want))
        return 1u << NO_NAN;
    bool wide = is_rounded_integer(t, got, want, false);
    bool single = is_rounded_integer(t, got, want, true) || is_rounded_real(t, got, want);
    bool flushed = gat_damage_flushed(t, got, want, false);
    return (flushed ? 1u << FLUSHED : 0) | (wide ? 1u << DOUBLE : 0) |
           (single && !wide ? 1u << SINGLE : 0) | (is_swapped(t, got, want) ? 1u << SWAPPED : 0) |
           (gat_damage_flips(t, got, want) ? 1u << FLIPPED : 0);
}

const uint64_t gat_damages_of_zero = UINT64_C(1) << SINGLE | UINT64_C(1) << NO_NAN;
const uint64_t gat_damages_of_sum = UINT64_C(1) << PLAIN;
const uint64_t gat_damages_no_nan = UINT64_C(1) << NO_NAN;

bool gat_damage_is_vague(uint64_t damages_set)
{
    return damages_set == 1u << PAYLOAD || damages_set == 1u << SIGNED;
}

const char *gat_damage_words(unsigned damage)
{
    return damages[damage];
}

bool gat_damage_tell(enum gat_dtype t, const void *got, const void *want,
                     struct gat_sentence *s)
{
    uint64_t set = gat_damages(t, got, want);
    if (set != 0)
        gat_sentence_add(s, "%s", damages[__builtin_ctzll(set)]);
    return set != 0;
}

bool gat_cut_tell(enum gat_dtype t, const void *got, const void *want,
                  unsigned char poison, struct gat_sentence *s)
{
    return t == GAT_STR ? string_tell(got, want, s)
                        : beginning_tell(t, got, want, poison, s);
}

bool gat_damage_is_zero(enum gat_dtype t, const void *element)
{
    static const unsigned char none[16];
    return t != GAT_STR && memcmp(element, none, gat_dtype_size(t)) == 0;
}
