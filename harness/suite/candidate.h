/* candidate.h - small cases in every direction, to look for one that tells.
 *
 * Does any case tell one rule value from another, or one variant from another?  A
 * search through a few ten thousand tiny cases, smallest first, answers that, and
 * what it finds is a case that a person can keep.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANDIDATE_H
#define GAT_CANDIDATE_H

#include "parts/suite.h"

struct gat_candidate {
    struct gat_test test;
    enum gat_dtype dtype, index_dtype;
    unsigned presentation; /* enum gat_presentation_id */
};

/* Takes one candidate; false ends the search. `scratch` is reset after each. */
typedef bool gat_candidate_see(void *user, const struct gat_candidate *c,
                               struct gat_arena *scratch);

#endif
