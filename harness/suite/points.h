/* points.h - from tests and variants to points; private to the catalogue and its candidates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_POINTS_H
#define GAT_POINTS_H

#include "parts/suite.h"

/* Apply every test to every variant and profile that it fits, unsorted. */
bool gat_points_make(struct gat_catalog *c, struct gat_error *e);

/* Add the point of a test that fits a variant, if there are types for it. */
void gat_catalog_add(struct gat_catalog *c, const struct gat_test *t, const struct gat_spec *s,
                   const struct gat_profile *profile);

/* Can this test be a case of the point of its generator?  In which types? */
bool gat_point_takes(struct gat_arena *scratch, const struct gat_point *p,
                     const struct gat_test *t, uint32_t *data, uint32_t *index,
                     struct gat_error *e);
/* An attribute that keeps the test from fitting the variant, or NULL; *lacking: the variant
 * requires what the test does not state, and otherwise has none of what it states. */
const char *gat_attr_misfit(const struct gat_test *t, const struct gat_spec *s, bool *lacking);

#endif
