/* shrink_steps.h - all cases that are one step from a case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHRINK_STEPS_H
#define GAT_SHRINK_STEPS_H

#include "hunt/step.h"

bool gat_steps_each(const struct gat_candidate *c, struct gat_arena *scratch,
                    gat_step_see *see, void *user);
/* Renumber the axis before dimension d of data is removed; an invalid axis stays invalid. */
void gat_axis_follow(struct gat_candidate *c, int32_t d);

#endif
