/* step.h - what the files of the shrinker hand to each other: cases that are one step away.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_STEP_H
#define GAT_STEP_H

#include "suite/candidate.h"

/* Call `see` with each case that is one step from `c`, until it returns true; what the
 * case holds lives in `scratch`, which `see` may not reset.  True: `see` took one. */
typedef bool gat_step_see(void *user, const struct gat_candidate *c);

/* Literals of at most so many elements; more stay fills. */
enum { GAT_MOST_LITERALS = 4096 };

#endif
