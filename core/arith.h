/* arith.h - the one place that computes with elements: what a type counts as, and two
 * elements made one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ARITH_H
#define GAT_ARITH_H

#include <stdbool.h>

#include "real.h"

enum gat_number { GAT_NO_NUMBER, GAT_SIGNED, GAT_UNSIGNED, GAT_REAL, GAT_COMPLEX };
/* Truth values and strings are no numbers. */
enum gat_number gat_number_of(enum gat_dtype t);

/* An integer, widened to 64 bits; the low bits of one. */
uint64_t gat_integer_get(enum gat_dtype t, const void *element);
void gat_integer_put(enum gat_dtype t, void *element, uint64_t bits);
/* The greatest value, and the magnitude of the least, of an integer type. */
uint64_t gat_integer_most(enum gat_dtype t);
uint64_t gat_integer_least(enum gat_dtype t);
/* Is a below b?  Both widened. */
static inline bool gat_integer_below(enum gat_dtype t, uint64_t a, uint64_t b)
{
    return gat_number_of(t) == GAT_SIGNED ? (int64_t)a < (int64_t)b : a < b;
}
/* sum / count, rounded down; both widened, count > 0. */
uint64_t gat_integer_divide(enum gat_dtype t, uint64_t sum, uint64_t count);

enum gat_arith { GAT_ADD, GAT_SUB, GAT_MUL, GAT_MIN, GAT_MAX };
/* Is there such an operation on elements of this type? */
bool gat_arith_has(enum gat_dtype t, enum gat_arith op);
/* *to = *to op *with, in the type itself: integers modulo 2^bits, floating-point
 * numbers rounded once to nearest even.  NaN wins in min and max, and -0 is below +0.
 * The elements may lie at any address. */
void gat_arith_join(enum gat_dtype t, enum gat_arith op, void *to, const void *with);

#endif
