/* kill_plan.h - in which order a saboteur meets the cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_PLAN_H
#define GAT_KILL_PLAN_H

#include "kill/kill.h"

/* The points of a session as a saboteur meets them, in rounds.  Of a control
 * (`guilty` not NULL) all of those that killed somebody, and some members of each other. */
void gat_kill_plan(struct gat_session *s, const bool *guilty);

#endif
