/* cover_part.h - between the files that compute coverage; private to them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_COVER_PART_H
#define GAT_COVER_PART_H

#include "spec/feature.h"
#include "study/coverage.h"

enum { GAT_COVER_SLOTS = 8 }; /* other values of a rule */

/* A case, and what would change its expectation. */
struct gat_cover_hit {
    const char *name;
    const struct gat_profile *profile;
    enum ref_demand demand;
    bool weak, filled; /* filled: the answer has elements */
    struct gat_features features;
    uint8_t turned[REF_RULE_COUNT]; /* sets of slots */
    uint64_t readings;              /* set of readings, counted through all clauses */
};

/* One thing that no case of the catalogue tells. */
struct gat_cover_gap {
    struct gat_cover *cover;
    const struct gat_profile *profile;
    enum ref_rule rule;
    unsigned slot;
    const struct gat_reading *reading; /* or NULL: rule and slot */
    unsigned long consulted; /* candidates for which it could have mattered */
    const char *found;       /* one that tells */
    bool searched;           /* all candidates were seen, or one that tells */
};

struct gat_cover_work {
    const struct gat_catalog *catalog;
    const struct gat_spec *spec;
    struct gat_cover_those those;
    uint64_t seed;
    bool large; /* tests are asked that take long, and no others: see gat_test_large */
    struct gat_arena *a, member, trial;
    unsigned n_hits;
    struct gat_cover_hit *hits;
    unsigned n_gaps, n_before;
    struct gat_cover_gap *gaps, *before; /* before: those of the judgement before */
    struct gat_features possible;  /* in any profile */
    struct gat_features spoken_of; /* by clauses and edges */
};

/* After a search: does a candidate close it, or has none come near?  Otherwise no
 * case can tell. */
static inline bool gat_cover_gap_open(const struct gat_cover_gap *g)
{
    return g->found != NULL || g->consulted == 0;
}

#endif
