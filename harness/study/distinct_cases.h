/* distinct_cases.h - a few cases in place of all, chosen for what they have in them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DISTINCT_CASES_H
#define GAT_DISTINCT_CASES_H

#include "suite/catalog.h"

/* Is member k of an open point among those to choose from?  Of a point that is closed, with k
 * GAT_ANY_MEMBER: may one of its members be? */
enum { GAT_ANY_MEMBER = -1 };
typedef bool gat_distinct_wants(const void *user, const struct gat_point *p, int k);

struct gat_distinct {
    unsigned n;
    const char **names; /* of cases, in the order in which they were chosen */
};

/* At most `most` cases, each the one that adds most features, element types and demands of its
 * variant to those before it; fewer when nothing is left to add.  Neither drawn nor large cases,
 * nor views.  Names live in `a`.  False and *e when the script of a generator fails. */
bool gat_distinct_choose(const struct gat_catalog *c, gat_distinct_wants *wants, const void *user,
                         unsigned most, uint64_t seed, struct gat_arena *a,
                         struct gat_distinct *out, struct gat_error *e);

#endif
