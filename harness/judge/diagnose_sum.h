/* diagnose_sum.h - what became of the updates that one element is made of.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIAGNOSE_SUM_H
#define GAT_DIAGNOSE_SUM_H

#include "base/sentence.h"
#include "ref.h"

/* How many updates are combined in this element; 0 where nothing is. */
int64_t gat_sum_updates(const struct ref_case *c, const struct ref_answer *a, int64_t element);
/* "the sum of data[2] and 3 updates, updates[4] the first of them: 45" */
void gat_sum_due(const struct ref_case *c, const struct ref_answer *a, int64_t element,
                 struct gat_sentence *s);
/* ": updates[4] = 7 is lost", or how far `got` is from what rounding explains.  Returns the rule of
 * which another value explains it, as one about NaN or overflow; else REF_value. */
enum ref_rule gat_sum_tell(const struct ref_case *c, const struct ref_answer *a, int64_t element,
                           const void *got, struct gat_sentence *s);

#endif
