/* decimal.h - decimal text as an exact number; private to core.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DECIMAL_H
#define GAT_DECIMAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The magnitude 0.d1d2d3... * 10^exponent, without zeros at either end; n == 0 is
 * zero.  More digits than an exact double can have are refused. */
enum { GAT_DECIMAL_DIGITS = 800 };
struct gat_decimal {
    bool negative;
    long exponent;
    size_t n;
    char digits[GAT_DECIMAL_DIGITS];
};

/* Length of the decimal number that `text` begins with: [+-] digits [. digits]
 * [e [+-] digits]; 0 for none. */
size_t gat_decimal_span(const char *text);
/* Read a number of that span; false when it has too many digits. */
bool gat_decimal_read(const char *text, size_t span, struct gat_decimal *out);
/* The magnitude as an integer; false when it is none or does not fit. */
bool gat_decimal_integer(const struct gat_decimal *d, uint64_t *out);
/* The sign of d - value, both without their signs: -1, 0, 1.  Exact. */
int gat_decimal_compare(const struct gat_decimal *d, double value);

#endif
