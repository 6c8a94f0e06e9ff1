/* shrink_steps.h - all cases that are one step from a case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHRINK_STEPS_H
#define GAT_SHRINK_STEPS_H

#include "hunt/step.h"

bool gat_steps_each(const struct gat_candidate *c, struct gat_arena *scratch,
                    gat_step_see *see, void *user);
/* The axis when dimension d of data goes, which is still there: an axis that is no axis stays none,
 * at or after the end, or before the start. */
void gat_axis_follow(struct gat_candidate *c, int32_t d);

#endif
