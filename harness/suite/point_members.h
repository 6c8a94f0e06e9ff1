/* point_members.h - the cases of a point: element type, index type and presentation.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_POINT_MEMBERS_H
#define GAT_POINT_MEMBERS_H

#include "parts/suite.h"

/* One member of the test for each of these types and its presentations, the plain one
 * always; there is room for them.  Where the variant is like another, a written test that
 * names no types and any test of a generator gets three, in profiles after the first one
 * of its types, drawn by its name. */
void gat_members_add(struct gat_point *p, const struct gat_test *t, uint32_t data,
                     uint32_t index);
/* The same for a written test that is the point itself.  Thousands of points have the members
 * of a few hundred sets of types, so those of the same set share theirs. */
void gat_members_share(struct gat_catalog *c, struct gat_point *p, uint32_t data, uint32_t index);

#endif
