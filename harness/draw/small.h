/* small.h - all small cases of a variant: every shape of a few elements, every axis, every batch,
 * every index from -s-1 to s.
 *
 * Cases have numbers, so that who cannot ask all of them asks some:
 *
 *     gat_breed_make(spec, profile, 0, &breed);
 *     gat_small_open(&breed, GAT_I32, GAT_I64, 4, &arena, &small);
 *     for (uint64_t k = 0; k < small.count; k++) {
 *         gat_small_at(&small, k, &draft);
 *         gat_draft_candidate(&draft, spec, profile, &arena, &candidate);
 *
 * A number is the same case wherever the breed, the types and the scope are the same.  Some are
 * wrong, or none that the variant can be asked: gat_candidate_misfit tells.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SMALL_H
#define GAT_SMALL_H

#include "arena.h"
#include "draw/draft.h"

struct gat_small_shape {
    struct gat_draft draft; /* with all but its indices */
    uint64_t first;         /* number of its first case */
};
struct gat_small_way {
    int64_t reduction; /* enum ref_reduction + 1; 0: not stated */
    bool has_initial, initial;
};
struct gat_small {
    unsigned n_shapes, n_ways; /* each shape comes in each way */
    struct gat_small_way ways[REF_REDUCTIONS + 2];
    struct gat_small_shape *shapes;
    uint64_t count; /* of cases */
};

/* Enumerate the shapes of data with at most `most` elements (1 to 8) in at most three dimensions,
 * and what goes with each; in `a`, which must be as old as *out. */
void gat_small_open(const struct gat_breed *b, enum gat_dtype data, enum gat_dtype indices,
                    int64_t most, struct gat_arena *a, struct gat_small *out);
/* Case number `k` < count. */
void gat_small_at(const struct gat_small *s, uint64_t k, struct gat_draft *out);

#endif
