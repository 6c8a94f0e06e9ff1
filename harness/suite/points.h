/* points.h - from tests and variants to points; private to the catalogue and its candidates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_POINTS_H
#define GAT_POINTS_H

#include "suite/catalog.h"

/* Apply every test to every variant and profile that it fits, unsorted. */
bool gat_points_make(struct gat_catalog *c, struct gat_error *e);

/* Can this test be a case of the point of its generator?  In which types? */
bool gat_point_takes(struct gat_arena *scratch, const struct gat_point *p,
                     const struct gat_test *t, uint32_t *data, uint32_t *index,
                     struct gat_error *e);
/* An attribute that keeps the test from fitting the variant, or NULL; *lacking: the variant
 * requires what the test does not state, and otherwise has none of what it states. */
const char *gat_attr_misfit(const struct gat_test *t, const struct gat_spec *s, bool *lacking);
/* One member of the test for each of these types and its presentations, the plain one
 * always; there is room for them.  Where the variant is like another, a written test that
 * names no types and any test of a generator gets three, in profiles behind the first one
 * of its types, drawn by its name. */
void gat_members_add(struct gat_point *p, const struct gat_test *t, uint32_t data,
                     uint32_t index);
/* The same for a written test that is the point itself.  Thousands of points have the members
 * of a few hundred sets of types, so those of the same set share theirs. */
void gat_members_share(struct gat_catalog *c, struct gat_point *p, uint32_t data, uint32_t index);
/* Run the script of a generator's point; each test that it emits, read and complete,
 * goes to `take`.  Tests live in `a`, their nodes only until `take` returns. */
typedef bool gat_test_take(void *user, struct gat_test *t, struct gat_error *e);
bool gat_script_run(const struct gat_point *p, uint64_t seed, struct gat_arena *a,
                    gat_test_take *take, void *user, struct gat_error *e);

#endif
