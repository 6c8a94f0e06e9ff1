/* finding.h - what is kept of a case that does not plainly pass.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FINDING_H
#define GAT_FINDING_H

#include "run/run.h"

/* Findings of a point, the first ones, of which those that tell most are shown. */
enum { GAT_MOST_COMPARED = 32 };

/* Fill in what the case itself tells: hash, size, and the features that may explain it. */
void gat_finding_describe(struct gat_finding *f, const struct gat_expectation *x,
                          struct gat_arena *scratch);

#endif
