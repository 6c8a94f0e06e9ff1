/* diagnose_end.h - a worker that did not come back, and bytes beside an operand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIAGNOSE_END_H
#define GAT_DIAGNOSE_END_H

#include "diagnose/ruling.h"

/* Tell of a worker that did not come back, a byte beside an operand, or a fault of our own.
 * False: it was none of these. */
bool gat_judge_end(const struct gat_expectation *x, const struct gat_reply *r,
                   struct gat_judgement *out);

/* A death by a signal that comes from outside a call, in a case that passes alone, says nothing
 * about the backend: the machine is at fault. */
void gat_judge_sent(struct gat_judgement *j);

#endif
