/* sum_manner.h - other arithmetic that would give one element of a reduction the value it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUM_MANNER_H
#define GAT_SUM_MANNER_H

#include "diagnose/sum.h"

/* Other reductions, and other values of the rules of arithmetic: a set of enum gat_sum_kind. */
uint64_t gat_sum_manners(struct gat_sum *m);
/* Integers of min or max that were compared as if they had a sign, or as if they had none. */
bool gat_sum_is_other_sign(const struct gat_sum *m);
/* Has one bit flipped?  Of floating-point numbers that are computed one of the exponent's, by which
 * they are far from what is due: near it many a mistake makes a number that one bit tells apart. */
bool gat_sum_is_flipped(const struct gat_sum *m);

#endif
