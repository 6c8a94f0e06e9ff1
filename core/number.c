/* number.c - one element as text: parse and print.
 *
 * Every float type narrower than a double is made by one rounding, from the bits
 * of the nearest double.  Where that double was rounded itself and its error could
 * matter, its last bit is first made to tell (rounding to odd).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal.h"
#include "dtype.h"
#include "real.h"

/* Is the nearest double, `value`, the number itself?  -1: not known this way. */
static int exact_quickly(const struct gat_decimal *d)
{
    if (d->n > 15)
        return -1;
    if (d->exponent >= (long)d->n)
        return d->exponent <= 15 ? 1 : -1;
    if ((long)d->n - d->exponent > 22)
        return -1;
    uint64_t integer = 0, fives = 1;
    for (size_t k = 0; k < d->n; k++)
        integer = integer * 10 + (uint64_t)(d->digits[k] - '0');
    for (long k = d->exponent; k < (long)d->n; k++)
        fives *= 5;
    return integer % fives == 0;
}

static uint64_t double_magnitude(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits & ~(UINT64_C(1) << 63);
}

/* A decimal number of `span` bytes, rounded once; false when it is too large.
 * `exact` may be NULL: to know it can cost far more than the number itself. */
static bool decimal_to_bits(const char *text, size_t span, const struct gat_real *f,
                            uint64_t *bits, bool *exact)
{
    struct gat_decimal d;
    if (!gat_decimal_read(text, span, &d))
        return false;
    double value = strtod(text, NULL);
    if (isinf(value))
        return false;
    uint64_t magnitude = double_magnitude(value);
    int same = exact_quickly(&d);
    if (same < 0 && exact != NULL)
        same = gat_decimal_compare(&d, value) == 0;
    *bits = gat_real_narrow(magnitude, f);
    if (same != 1 && f->mantissa < 52 &&
        gat_real_narrow(magnitude - (magnitude > 0), f) != gat_real_narrow(magnitude + 1, f)) {
        int order = gat_decimal_compare(&d, value);
        if (order != 0)
            *bits = gat_real_narrow((magnitude - (order < 0)) | 1, f);
    }
    if (exact != NULL)
        *exact = same == 1 && (f->mantissa == 52 || gat_real_widen(*bits, f) == fabs(value));
    if (*bits == gat_real_infinity(f))
        return false;
    if (d.negative)
        *bits |= gat_real_sign(f);
    return true;
}

static bool starts_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

static size_t hex_span(const char *text)
{
    return text[0] == '0' && text[1] == 'x'
               ? 2 + strspn(text + 2, "0123456789abcdefABCDEF")
               : 0;
}

/* One floating number at the start of `text`: bytes that it takes, or 0.  `exact`
 * is left alone where nothing can be rounded. */
static size_t part_parse(const char *text, const struct gat_real *f, uint64_t *bits,
                         bool *exact)
{
    if (exact != NULL)
        *exact = true;
    size_t span = hex_span(text);
    if (span > 0) {
        *bits = strtoull(text, NULL, 16);
        return span > 2 && span <= 2 + 2 * (size_t)f->size ? span : 0;
    }
    bool minus = text[0] == '-', sign = minus || text[0] == '+';
    *bits = minus ? gat_real_sign(f) : 0;
    if (starts_with(text + sign, "nan")) {
        *bits |= gat_real_nan(f);
        return sign + 3u;
    }
    if (starts_with(text + sign, "inf")) {
        *bits |= gat_real_infinity(f);
        return sign + 3u;
    }
    span = gat_decimal_span(text);
    return span > 0 && decimal_to_bits(text, span, f, bits, exact) ? span : 0;
}

static bool float_parse(const struct gat_real *f, unsigned parts, const char *text,
                        void *out, bool *exact)
{
    uint64_t value[2];
    bool also = true;
    size_t span = part_parse(text, f, &value[0], exact);
    value[1] = 0;
    if (span == 0)
        return false;
    if (parts == 2 && strcmp(text + span, "i") == 0) {
        value[1] = value[0];
        value[0] = 0;
    } else if (parts == 2 && (text[span] == '+' || text[span] == '-')) {
        /* The sign belongs to the number, but bits bring their own. */
        text += span + (hex_span(text + span + 1) > 0 && text[span] == '+');
        span = part_parse(text, f, &value[1], exact != NULL ? &also : NULL);
        if (span == 0 || strcmp(text + span, "i") != 0)
            return false;
    } else if (text[span] != '\0') {
        return false;
    }
    if (exact != NULL)
        *exact = *exact && also;
    for (unsigned k = 0; k < parts; k++)
        gat_bits_put(value[k], f->size, (char *)out + k * f->size);
    return true;
}

static bool bool_parse(const char *text, void *out)
{
    bool one = strcmp(text, "1") == 0 || strcmp(text, "true") == 0;
    unsigned char byte = one;
    memcpy(out, &byte, 1);
    return one || strcmp(text, "0") == 0 || strcmp(text, "false") == 0;
}

static bool integer_parse(enum gat_dtype t, const char *text, void *out)
{
    struct gat_scalar_type type = gat_dtype_code(t);
    struct gat_decimal d = {.n = 0};
    uint64_t value;
    size_t span = hex_span(text);
    if (span > 0) {
        value = strtoull(text, NULL, 16);
        if (span == 2 || span > 18 || text[span] != '\0')
            return false;
    } else {
        span = gat_decimal_span(text);
        if (span == 0 || text[span] != '\0' || !gat_decimal_read(text, span, &d) ||
            !gat_decimal_integer(&d, &value))
            return false;
    }
    uint64_t most = UINT64_MAX >> (64 - type.bits);
    if (type.code == 0) /* signed */
        most = (most >> 1) + d.negative;
    else if (d.negative)
        most = 0;
    if (value > most)
        return false;
    if (d.negative)
        value = 0 - value;
    uint8_t byte = (uint8_t)value;
    if (type.bits == 8)
        memcpy(out, &byte, 1);
    else
        gat_bits_put(value, type.bits / 8u, out);
    return true;
}

bool gat_dtype_parse(enum gat_dtype t, const char *text, void *out, bool *exact)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (exact != NULL)
        *exact = true;
    if (t == GAT_STR || strlen(text) >= 2 * (size_t)GAT_DECIMAL_DIGITS)
        return false;
    if (f != NULL)
        return float_parse(f, parts, text, out, exact);
    return t == GAT_BOOL ? bool_parse(text, out) : integer_parse(t, text, out);
}

/* The shortest decimal that reads back to the same bits. */
static void part_print(const struct gat_real *f, uint64_t bits, char *out, size_t size)
{
    uint64_t magnitude = bits & ~gat_real_sign(f), again;
    const char *sign = bits == magnitude ? "" : "-";
    if (bits == gat_real_nan(f)) {
        snprintf(out, size, "nan");
    } else if (magnitude > gat_real_infinity(f)) {
        snprintf(out, size, "0x%llx", (unsigned long long)bits); /* a NaN has all digits */
    } else if (magnitude == gat_real_infinity(f)) {
        snprintf(out, size, "%sinf", sign);
    } else {
        /* Start with the digits before the point: 100.0, not 1e+02. */
        int digits = 0;
        for (double p = 10; p <= gat_real_widen(magnitude, f) && digits < f->digits; p *= 10)
            digits++;
        digits = digits == f->digits ? 0 : digits;
        do
            snprintf(out, size, "%.*g", ++digits, gat_real_widen(bits, f));
        while (digits < f->digits &&
               (part_parse(out, f, &again, NULL) == 0 || again != bits));
        if (strpbrk(out, ".e") == NULL)
            snprintf(out + strlen(out), size - strlen(out), ".0");
    }
}

static void string_print(const void *in, char *out, size_t size)
{
    struct gat_string s;
    memcpy(&s, in, sizeof s);
    if (s.data == NULL && s.size > 0) {
        snprintf(out, size, "(no text)");
        return;
    }
    size_t used = (size_t)snprintf(out, size, "\"");
    for (uint64_t k = 0; k < s.size && used < size; k++) {
        unsigned char c = (unsigned char)s.data[k];
        const char *format = c < 0x20 || c >= 0x7f      ? "\\x%02x"
                             : c == '"' || c == '\\' ? "\\%c"
                                                     : "%c";
        used += (size_t)snprintf(out + used, size - used, format, c);
    }
    if (used < size)
        used += (size_t)snprintf(out + used, size - used, "\"");
    if (used >= size && size > 4) /* mark the text as cut */
        memset(out + size - 4, '.', 3);
}

static void integer_print(enum gat_dtype t, const void *in, char *out, size_t size)
{
    struct gat_scalar_type type = gat_dtype_code(t);
    uint64_t bits = *(const unsigned char *)in;
    if (type.bits > 8)
        bits = gat_bits_get(type.bits / 8u, in);
    uint64_t sign = UINT64_C(1) << (type.bits - 1);
    if (type.code == 0)
        snprintf(out, size, "%lld", (long long)((bits ^ sign) - sign));
    else if (t != GAT_BOOL)
        snprintf(out, size, "%llu", (unsigned long long)bits);
    else if (bits > 1)
        snprintf(out, size, "0x%02llx", (unsigned long long)bits);
    else
        snprintf(out, size, bits == 1 ? "true" : "false");
}

void gat_dtype_print(enum gat_dtype t, const void *in, char *out, size_t size)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (t == GAT_STR) {
        string_print(in, out, size);
    } else if (f == NULL) {
        integer_print(t, in, out, size);
    } else {
        char text[2][48] = {"", ""};
        for (unsigned k = 0; k < parts; k++)
            part_print(f, gat_bits_get(f->size, (const char *)in + k * f->size), text[k],
                       sizeof text[k]);
        if (parts == 1)
            snprintf(out, size, "%s", text[0]);
        else
            snprintf(out, size, "%s%s%si", text[0], text[1][0] == '-' ? "" : "+",
                     text[1]);
    }
}
