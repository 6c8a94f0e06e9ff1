/* terms.h - what is kept of the terms of one reduced number; private to ref.
 *
 * The terms come one by one, in any order; what is kept of them is enough to tell
 * what the reduction is, how far an implementation may be from it, and whether the
 * loss of a term would show.  A complex number is two of these.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TERMS_H
#define GAT_TERMS_H

#include "arith.h"
#include "ref.h"

/* The kinds of numbers among the terms. */
enum {
    TERMS_NAN = 1, TERMS_PLUS_INFINITY = 2, TERMS_MINUS_INFINITY = 4,
    TERMS_PLUS_ZERO = 8, TERMS_MINUS_ZERO = 16, TERMS_OTHER = 32,
    TERMS_MINUS_ONE = 64 /* a factor that is an integer */
};

struct ref_terms {
    int64_t count;  /* of terms, the element of data among them if it counts */
    unsigned kinds; /* set of the above */
    bool negative;  /* the product of all signs */
    /* add, mean: the sum is sum + rest; plus and minus are the sums of the magnitudes
     * of positive and of negative terms.  mul: the product is sum * 2^scale (imaginary
     * part, of a complex one: rest; else rest is what the last factor lost), and plus
     * bounds its magnitude likewise.  min, max: sum is the best so far, and rest the worst. */
    double sum, rest, plus, minus;
    double least;     /* the least magnitude above 0 of an update; of a complex product minus and
                         this are the last factor that is not 0 */
    int64_t low;      /* add: of all terms the least exponent of a lowest bit; mul: the
                         sum of them */
    int64_t scale, up, down; /* mul: sums of all positive and negative exponents */
    /* integers: the result modulo 2^64, and magnitudes that stop at 2^64 - 1 */
    uint64_t bits, above, below;
    bool beyond; /* a magnitude passed 2^64 - 1 */
};

/* How a reduction is judged: the rules that matter for it. */
struct ref_manner {
    enum ref_reduction reduction; /* sub is the sum of data and updates turned round */
    bool subtracts;
    enum gat_dtype dtype;
    const struct gat_real *form; /* NULL: integers */
    int64_t overflow, precision, nan, zero_sign, mean_rounding, mean_of; /* values of rules */
};

void ref_terms_start(const struct ref_manner *m, struct ref_terms *t);
/* A term of `parts` numbers, parts as many terms. */
void ref_terms_add(const struct ref_manner *m, struct ref_terms *t, unsigned parts,
                   const void *element, bool update);
/* The reduction into `element`, how far from it is right too into `ranges`, one for each
 * part.  True: nothing can be said of this element. */
bool ref_terms_end(const struct ref_manner *m, const struct ref_terms *t, unsigned parts,
                   void *element, struct ref_range *ranges);
/* Is an integer sum or product beyond its type, or may be on the way? */
bool ref_terms_overflow(const struct ref_manner *m, const struct ref_terms *t);
/* Could the answer without one of the updates be taken for right? */
bool ref_terms_hide(const struct ref_manner *m, const struct ref_terms *t,
                    const struct ref_range *range);

#endif
