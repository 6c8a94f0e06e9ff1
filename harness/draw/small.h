/* small.h - all small cases of a variant: every shape of a few elements, every axis, every batch,
 * every index from -s-1 to s.
 *
 * Cases have numbers, so that some of them may be asked:
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

#include "draw/draft.h"
#include "draw/draws.h"

struct gat_small_shape {
    struct gat_draft draft; /* with all but its indices */
    uint64_t first;         /* number of its first case */
};
struct gat_small_way {
    GAT_SINGLE_MEMBERS; /* those that have nothing to do with shapes */
};
struct gat_small {
    unsigned n_shapes, n_ways; /* each shape comes in each way */
    struct gat_small_way ways[REF_REDUCTIONS + 2];
    struct gat_small_shape *shapes;
    uint64_t count; /* of cases */
};

/* Enumerate the cases of a scope of 1 to 4: data and indices have at most so many elements, and as
 * many dimensions, up to three, of at most as many places each.  In `a`, which must be as old as
 * *out. */
void gat_small_open(const struct gat_breed *b, enum gat_dtype data, enum gat_dtype indices,
                    int64_t scope, struct gat_arena *a, struct gat_small *out);
/* Case number `k` < count. */
void gat_small_at(const struct gat_small *s, uint64_t k, struct gat_draft *out);

/* Drawn cases: all of scope 1 and then all of scope 2, each once in an order that the seed draws,
 * in types that it draws too.  See struct gat_drawn_kind. */
void gat_small_begin(struct gat_draws *d);
bool gat_small_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                    struct gat_draft *out);

#endif
