/* diagnose_sum.h - what became of the updates that one element is made of.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIAGNOSE_SUM_H
#define GAT_DIAGNOSE_SUM_H

#include "base/sentence.h"
#include "diagnose/subject.h"

/* "the sum of data[2] and 3 updates, updates[4] the first of them: 45" */
void gat_sum_due(const struct ref_case *c, const struct ref_answer *a, int64_t element,
                 struct gat_sentence *s);
/* The updates or the rule that a sentence about a wrong element blames. */
struct gat_blamed {
    enum ref_rule rule;
    unsigned mistakes; /* that are told, each of which alone explains it */
};

/* ": updates[4] = 7 is lost", or how far the element is from what the order of its terms
 * explains.  If another value of a rule (on NaN, on overflow) explains the element, b->rule is
 * that rule.  False, and nothing is told, if no update goes there and no update of another
 * element explains it. */
bool gat_sum_tell(const struct gat_expectation *x, const void *output,
                  const struct gat_subject *s, struct gat_blamed *b, struct gat_sentence *t);

#endif
