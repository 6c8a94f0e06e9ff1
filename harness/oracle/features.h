/* features.h - what a case has in it, computed from the case and nothing else.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FEATURES_H
#define GAT_FEATURES_H

#include "oracle/expectation.h"
#include "spec/feature.h"

struct gat_portrait {
    struct gat_features features;
    int64_t reach, extent; /* positions from the lowest named one to the highest, of
                              an axis of `extent`; 0 where no answer is due */
};

/* Only the features in `wanted` are looked for; NULL: all. */
void gat_portrait_make(const struct gat_expectation *x, const struct gat_features *wanted,
                       struct gat_arena *scratch, struct gat_portrait *out);
/* The features that a case of this variant and profile could have. */
void gat_features_possible(const struct gat_spec *s, const struct gat_profile *p,
                           struct gat_features *out);
/* The features of a case that reaches `c`. */
struct gat_features gat_clause_features(const struct gat_clause *c);

#endif
