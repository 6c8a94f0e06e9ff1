/* tally.h - counts, gaps and readings per point, and their sums per variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TALLY_H
#define GAT_TALLY_H

#include "run/run.h"

/* Counts, gaps and readings, per point and summed up per variant. */
void gat_tallies_make(struct gat_session *s);
void gat_tally_gap(struct gat_session *s, struct gat_point_state *state, unsigned member,
                   const char *gap, bool type_allowed);
/* A member is selected, of which no more than name and types are made.  False where it is not
 * claimed whatever else is in it, which is noted. */
bool gat_tally_take(struct gat_session *s, struct gat_point_state *state, unsigned k,
                    const struct gat_member *m);
void gat_tally_readings(struct gat_session *s, unsigned point, const struct gat_member *m,
                        unsigned k, gat_reading_set readings);
void gat_tally_exclude(struct gat_arena *a, struct gat_tally *t, unsigned combination,
                       const struct gat_exclusion *x);
/* Keep the first of two, in the order of the plan. */
void gat_tally_first(struct gat_arena *a, struct gat_exclusion *now,
                     const struct gat_exclusion *x);
void gat_tally_reason(struct gat_arena *a, struct gat_tally *t, const char *gap);
/* Add what another lane or shard found; texts are copied into `a`. */
void gat_tally_add(struct gat_arena *a, struct gat_tally *into, const struct gat_tally *from);
/* Count a passing member by the features of the set.  One that demands an error counts for that
 * feature alone, because it may pass for that reason.  Or add the counts of another lane or
 * shard.  The counts live in `a`. */
void gat_told_count(struct gat_arena *a, struct gat_point_state *state, uint64_t set);
void gat_told_add(struct gat_arena *a, struct gat_point_state *into, const uint16_t *more);
/* Add a point that is complete to its variant. */
void gat_tally_point(struct gat_session *s, unsigned point);
/* Does each combination of readings contradict some answer? */
bool gat_tally_contradicts(const struct gat_variant_tally *t);
/* The set of combinations that fit all answers. */
gat_reading_set gat_tally_left(const struct gat_variant_tally *t);

#endif
