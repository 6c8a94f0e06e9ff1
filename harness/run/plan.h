/* plan.h - which points and members a run is about.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PLAN_H
#define GAT_PLAN_H

#include "run/run.h"

/* The points and members that patterns, profile and shard select. */
unsigned gat_plan_points(struct gat_run *r, const char *backend_profile,
                         struct gat_point_state **out);
/* Make the members of a point; false when its script fails: state->error says how.
 * Written points are open always; closing leaves them so. */
bool gat_plan_open(struct gat_run *r, struct gat_point_state *state);
void gat_plan_close(struct gat_point_state *state);
/* Set used[k] where word k of the command selects the point or any of its members.  Opens it to
 * know, once for all words. */
void gat_plan_use(const struct gat_run *r, const struct gat_point *p, bool *used);
/* True if this lane skips the generator of the point: another lane owns the point, or the
 * backend does not claim the variant, which is noted as one case not claimed. */
bool gat_plan_leaves(struct gat_session *s, struct gat_point_state *state);
/* The state must be open. */
bool gat_plan_selects(const struct gat_run *r, const struct gat_point_state *state, unsigned member,
                      uint64_t name_hash);
/* The same without regard to shard and lane. */
bool gat_plan_wants(const struct gat_run *r, const struct gat_point_state *state, unsigned member,
                    uint64_t name_hash);
/* As the first of these; the name is made in `scratch`. */
bool gat_plan_selects_member(const struct gat_run *r, const struct gat_point_state *state,
                             unsigned member, struct gat_arena *scratch);
/* Has a variant, of whatever operator, the profile that --profile names?  An exit code. */
int gat_profile_check(const struct gat_options *o);
/* Is this point judged for a backend of that device class? */
bool gat_profile_fits(const struct gat_point *p, const char *wanted);
bool gat_plan_selects_point(const struct gat_run *r, const struct gat_point *p);
/* Does the point share the line of an earlier one?  The points of a variant that no claim names
 * share one, unless members have lines of their own; with --like all such variants share one. */
bool gat_plan_folds(const struct gat_run *r, const struct gat_manifest *m,
                    const struct gat_point_state *points, unsigned k);
/* Are there variants that the backend claims and whose document can be read in several ways?  Then
 * whether one of them fits all answers has a line of its own. */
bool gat_plan_reads(const struct gat_manifest *m, const struct gat_point_state *points, unsigned n);

#endif
