/* screen.h - a run as a person at a terminal sees it: one moving line, the first failures as they
 * come, and a summary with causes at the end.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LEDGER_SCREEN_H
#define GAT_LEDGER_SCREEN_H

#include "run/run.h"

/* Decide by stdout and options whether a person reads, and keep records for the summary; an exit
 * code.  r->screen is NULL where TAP or records are due; then the others do nothing. */
int gat_screen_open(struct gat_run *r);
/* A backend begins. */
void gat_screen_backend(const struct gat_session *s);
/* A point of it is complete; its findings are still there. */
void gat_screen_point(const struct gat_session *s, const struct gat_point_state *p);
/* The summary, made by reports/summary.lua from the records of the run; `code`, or GAT_EXIT_OURS
 * where it could not be made. */
int gat_screen_end(struct gat_run *r, int code);

#endif
