/* candidate_part.h - between the files that make candidates; private to them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANDIDATE_PART_H
#define GAT_CANDIDATE_PART_H

#include "suite/candidate.h"

enum { GAT_CANDIDATE_VALUES = 64 }; /* elements of any operand */

/* Questions about reductions in small cases: each reduction stated, and data that
 * show a rule about arithmetic. */
enum gat_candidate_sum {
    GAT_SUM_ADD, GAT_SUM_MUL, GAT_SUM_MIN, GAT_SUM_MAX, GAT_SUM_MEAN,
    GAT_SUM_OF_BOOL, GAT_SUM_OF_COMPLEX, GAT_SUM_OVERFLOWS, GAT_SUM_WITH_NAN,
    GAT_SUM_NEGATIVE_MEAN, GAT_SUM_WITHOUT_DATA, GAT_SUMS
};
struct gat_candidate_terms {
    unsigned char data[16 * GAT_CANDIDATE_VALUES], updates[16 * GAT_CANDIDATE_VALUES];
};

#endif
