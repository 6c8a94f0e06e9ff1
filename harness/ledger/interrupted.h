/* interrupted.h - a run that somebody interrupts: what is known is told, and what is missing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_INTERRUPTED_H
#define GAT_INTERRUPTED_H

#include "run/run.h"

/* The points of the front session from `reported` on have no verdict; nothing more is recorded, so
 * that --resume goes on where the run was. */
void gat_interrupted_close(struct gat_session *front, unsigned reported);
/* The last words, after the summary: how many cases are not judged, those of the backends from
 * `backend` on among them. */
void gat_interrupted_tell(struct gat_run *r, unsigned backend);
/* The program ends as SIGINT ends one, which is 130 to a shell. */
void gat_interrupted_end(void);

#endif
