/* decimal.c - decimal text as an exact number.
 *
 * The C library rounds a decimal to the nearest double, but does not say whether
 * and in which direction: rounding that double again, to a narrower type, would
 * need to know.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "decimal.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t digits_at(const char *text)
{
    size_t n = 0;
    while (is_digit(text[n]))
        n++;
    return n;
}

size_t gat_decimal_span(const char *text)
{
    size_t at = text[0] == '+' || text[0] == '-';
    size_t whole = digits_at(text + at), fraction = 0;
    at += whole;
    if (text[at] == '.') {
        fraction = digits_at(text + at + 1);
        at += 1 + fraction;
    }
    if (whole + fraction == 0)
        return 0;
    if (text[at] == 'e' || text[at] == 'E') {
        size_t sign = text[at + 1] == '+' || text[at + 1] == '-';
        size_t n = digits_at(text + at + 1 + sign);
        if (n > 0)
            at += 1 + sign + n;
    }
    return at;
}

/* The exponent in `text`, held inside +-10^6: far beyond every type. */
static long exponent_read(const char *text, const char *end)
{
    bool negative = *text == '-';
    long value = 0;
    for (text += negative || *text == '+'; text < end; text++)
        if (value < 100000)
            value = value * 10 + (*text - '0');
    return negative ? -value : value;
}

bool gat_decimal_read(const char *text, size_t span, struct gat_decimal *out)
{
    const char *end = text + span;
    bool point = false;
    out->negative = *text == '-';
    out->exponent = 0;
    out->n = 0;
    size_t zeros = 0; /* seen, and dropped unless another digit follows */
    for (text += out->negative || *text == '+'; text < end; text++) {
        if (*text == 'e' || *text == 'E') {
            out->exponent += exponent_read(text + 1, end);
            break;
        }
        if (*text == '.') {
            point = true;
            continue;
        }
        bool leading = out->n == 0 && *text == '0';
        if (!point && !leading)
            out->exponent++;
        if (point && leading)
            out->exponent--;
        if (leading)
            continue;
        if (*text == '0') {
            zeros++;
            continue;
        }
        if (zeros >= GAT_DECIMAL_DIGITS - out->n)
            return false;
        memset(out->digits + out->n, '0', zeros);
        out->n += zeros;
        out->digits[out->n++] = *text;
        zeros = 0;
    }
    return true;
}

bool gat_decimal_integer(const struct gat_decimal *d, uint64_t *out)
{
    uint64_t value = 0;
    *out = 0;
    if (d->n == 0)
        return true;
    if (d->exponent > 20 || d->exponent < (long)d->n)
        return false;
    for (long k = 0; k < d->exponent; k++) {
        unsigned digit = k < (long)d->n ? (unsigned)(d->digits[k] - '0') : 0u;
        if (__builtin_mul_overflow(value, UINT64_C(10), &value) ||
            __builtin_add_overflow(value, digit, &value))
            return false;
    }
    *out = value;
    return true;
}

int gat_decimal_compare(const struct gat_decimal *d, double value)
{
    char text[GAT_DECIMAL_DIGITS];
    struct gat_decimal v;
    int n = snprintf(text, sizeof text, "%.770e", fabs(value));
    bool fits = gat_decimal_read(text, (size_t)n, &v);
    assert(fits); /* no double has more digits */
    if (d->n == 0 || v.n == 0)
        return (d->n > 0) - (v.n > 0);
    if (d->exponent != v.exponent)
        return d->exponent > v.exponent ? 1 : -1;
    size_t common = d->n < v.n ? d->n : v.n;
    int order = memcmp(d->digits, v.digits, common);
    if (order == 0)
        return (d->n > common) - (v.n > common);
    return order > 0 ? 1 : -1;
}
