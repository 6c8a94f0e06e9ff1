/* candidates.h - small cases in every direction, to look for one that tells.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANDIDATES_H
#define GAT_CANDIDATES_H

#include "suite/candidate.h"

void gat_candidates_each(const struct gat_spec *s, const struct gat_profile *p,
                         const struct gat_profile *other, gat_candidate_see *see,
                         void *user);

#endif
