/* damage.h - bits lost on the way from the right place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DAMAGE_H
#define GAT_DAMAGE_H

#include "base/sentence.h"

/* The ways in which `want` became `got`, as a set; 0: none is known. */
uint64_t gat_damages(enum gat_dtype t, const void *got, const void *want);
/* ": the sign of zero is lost" */
const char *gat_damage_words(unsigned damage);
/* The damages that other mistakes, which leave zeros, look like where what is due is of their kind:
 * float32 makes zeros of small numbers, and a zero in place of a NaN may be any zero. */
extern const uint64_t gat_damages_of_zero;
/* What arithmetic does to any NaN; and a zero in place of a NaN. */
extern const uint64_t gat_damages_of_sum, gat_damages_no_nan;
/* A NaN with another payload; a NaN from another place looks the same. */
bool gat_damage_is_vague(uint64_t set);
/* The value of an integer after a trip through float32 or, if not `single`, float64, and that of
 * a float64 or complex128 after float32; false: it stays the same, or is none of these. */
bool gat_damage_round(enum gat_dtype t, const void *from, bool single, void *to);
/* One bit of the upper half differs, in elements of four bytes or more; in shorter ones that is
 * often chance. */
bool gat_damage_flips(enum gat_dtype t, const void *got, const void *want);
/* Are denormal parts zeros, and the others right?  `loosely`: the sign of a zero is not looked at
 * either, as where an operand that is denormal counts as a zero. */
bool gat_damage_flushed(enum gat_dtype t, const void *got, const void *want, bool loosely);
/* If `got` is `want` with its sign of zero, its NaN payload or its byte order
 * spoilt, say so and return true. */
bool gat_damage_tell(enum gat_dtype t, const void *got, const void *want,
                     struct gat_sentence *s);
/* As above, where only the beginning is right.  `poison` filled the output. */
bool gat_cut_tell(enum gat_dtype t, const void *got, const void *want,
                  unsigned char poison, struct gat_sentence *s);
/* Is every byte of the element zero? */
bool gat_damage_is_zero(enum gat_dtype t, const void *element);

#endif
