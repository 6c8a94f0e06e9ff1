/* dtype.h - the one place that knows sixteen element types.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DTYPE_H
#define GAT_DTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gatherum/backend.h"

#define GAT_REAL_TYPES                                                                             \
    (GAT_BIT(GAT_F16) | GAT_BIT(GAT_BF16) | GAT_BIT(GAT_F32) | GAT_BIT(GAT_F64))

/*@ axiomatic Sizes { logic integer size_of(integer dtype); } */
/*@ terminates \true;
    assigns \nothing;
    ensures \result == size_of(t) && 1 <= \result <= 64;
*/
size_t gat_dtype_size(enum gat_dtype t); /* bytes per element */
const char *gat_dtype_name(enum gat_dtype t);
/* GAT_DTYPE_COUNT for a name that is not an element type. */
enum gat_dtype gat_dtype_find(const char *name);
struct gat_scalar_type gat_dtype_code(enum gat_dtype t);

/* A number as a person writes it into one element at `out`.  Integers must fit;
 * floating types round to nearest even, "nan" "inf" "-inf" "-0.0" are numbers;
 * complex takes the real part here and 0 as the imaginary one; bool takes 0, 1,
 * false, true.  False: this text is no value of the type (strings never come
 * here).  `exact` tells whether nothing was rounded; NULL is faster. */
bool gat_dtype_parse(enum gat_dtype t, const char *text, void *out, bool *exact);
/* The element at `in` as text that gat_dtype_parse reads back to the same bits
 * where the type allows ("nan" and its payload as 0x... aside); strings are
 * quoted and escaped.  At most `size` bytes including the terminator. */
void gat_dtype_print(enum gat_dtype t, const void *in, char *out, size_t size);

/* Are these two elements the same answer?  Bit for bit; strings by content. */
bool gat_dtype_same(enum gat_dtype t, const void *a, const void *b);
/* The first: does the element differ from `want` only in the payload or quietness of a
 * NaN? The second: only in the sign of a zero? The diagnosis asks. */
bool gat_dtype_same_nan(enum gat_dtype t, const void *got, const void *want);
bool gat_dtype_same_zero(enum gat_dtype t, const void *got, const void *want);

/* Element `ordinal` of a sequence in which as many neighbours as the type allows
 * are distinct, and none is zero, all-ones, a NaN or a poison byte pattern as
 * far as that is possible.  Period: 2 for bool, 251 for one byte, 65,521 for two
 * bytes of integer, and so on; see gat_dtype_period.  Strings are not made here. */
void gat_dtype_distinct(enum gat_dtype t, uint64_t ordinal, void *out);
/* `count` such elements, one after another, from element `first` of the sequence on. */
void gat_dtype_distinct_run(enum gat_dtype t, uint64_t first, uint64_t count, void *out);
uint64_t gat_dtype_period(enum gat_dtype t);

/* The element that the policy "fill" puts into the output for an index out of range;
 * see out_of_range in backend.h. */
/*@ requires \valid((char *)out + (0 .. size_of(t) - 1));
    terminates \true;
    assigns ((char *)out)[0 .. size_of(t) - 1];
*/
void gat_dtype_fill(enum gat_dtype t, void *out);

#endif
