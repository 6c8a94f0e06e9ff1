/* point_open.h - a generator's point with all of its members.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_POINT_OPEN_H
#define GAT_POINT_OPEN_H

#include "parts/suite.h"

/* The point with its members: itself when it was written, a copy in `a` with all
 * that is made of this seed when it is a generator's or of drawn cases.  NULL and *e when
 * the script fails or makes a case that is none. */
const struct gat_point *gat_point_open(const struct gat_point *p, uint64_t seed,
                                       struct gat_arena *a, struct gat_error *e);
/* May the pattern select a member of a generator's point?  Its members' names are asked for, which
 * takes less than to open it. */
bool gat_point_reached(const struct gat_point *p, uint64_t seed, const char *pattern);

#endif
