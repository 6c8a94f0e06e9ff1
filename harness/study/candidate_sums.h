/* candidate_sums.h - candidates about reductions, and the numbers that show rules about them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANDIDATE_SUMS_H
#define GAT_CANDIDATE_SUMS_H

#include "study/candidate_part.h"

/* Turn a candidate with updates, for this variant, into one about `sum`; its data lie in
 * `terms`.  False when the variant has no such reduction or no such type. */
bool gat_candidate_reduce(struct gat_candidate *c, const struct gat_spec *s,
                          const struct gat_profile *p, enum gat_candidate_sum sum,
                          struct gat_candidate_terms *terms);

#endif
