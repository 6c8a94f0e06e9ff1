/* answers_differ.h - do two answers to one question differ in what they admit?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ANSWERS_DIFFER_H
#define GAT_ANSWERS_DIFFER_H

#include "suite/candidate.h"

/* Do two answers to the operands of `c` demand or admit different things?  Kinds of
 * errors are not compared. */
bool gat_answers_part(const struct ref_case *c, const struct ref_answer *x,
                      const struct ref_answer *y);

#endif
