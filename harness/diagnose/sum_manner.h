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

#endif
