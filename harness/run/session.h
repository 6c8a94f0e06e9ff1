/* session.h - one backend through the plan.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SESSION_H
#define GAT_SESSION_H

#include "run/run.h"

/* One lane of a run.  Prepare, then run. */
void gat_session_prepare(struct gat_session *s);
void gat_session_run(struct gat_session *s);
/* A member's final verdict, when it is not a plain pass; takes its picture over. */
void gat_session_settle(struct gat_session *s, unsigned point, const struct gat_finding *f);
/* Run one member alone in the worker as it is; the judgement that it gets, what a look saw, and a
 * new picture where the finding had one. */
bool gat_session_one(struct gat_session *s, unsigned point, enum gat_look look,
                     struct gat_finding *f);
/* A member that passed gets another verdict after all. */
void gat_session_reopen(struct gat_session *s, unsigned point, unsigned member);

#endif
