/* member.h - one case with its data.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_MEMBER_H
#define GAT_MEMBER_H

#include "parts/suite.h"
#include "parts/fill.h"

/* Make member `k` of an open point; all data live in `a`.  String views point into `a`.
 * Cannot fail: everything was checked when the catalogue was read. */
void gat_member_make(const struct gat_point *p, unsigned k, uint64_t seed,
                     struct gat_arena *a, struct gat_member *out);
/* Only its types, its name and the hash of that: enough to know whether it is wanted. */
void gat_member_name(const struct gat_point *p, unsigned k, struct gat_arena *a,
                     struct gat_member *out);
/* A member without data: attributes, shapes, types, and the axis where it is a
 * literal tensor. */
void gat_member_ask(const struct gat_point *p, unsigned k, struct gat_member *m);

/* Does the variant list its types? */
bool gat_member_is_allowed(const struct gat_point *p, const struct gat_member *m);
/* Is an error due whatever its elements are?  Costs less than to make it. */
bool gat_member_is_refused(const struct gat_point *p, unsigned k);
/* What follows the point's name and a slash in a member's: "int8,int64+strided", and
 * before it "name/" of a generated test. */
void gat_member_suffix(const struct gat_point *p, unsigned member, char *out, size_t size);
/* The axis as given, from the operand where there is one, else from the attribute. */
int64_t gat_axis_given(const struct ref_case *q);
/* The word for how its operands lie: "strided+inplace"; "" where it comes plainly. */
const char *gat_member_presented(const struct gat_member *m);

#endif
