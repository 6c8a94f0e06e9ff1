/* resume.h - run --resume: go on after the last complete point of a file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RESUME_H
#define GAT_RESUME_H

#include "run/run.h"

/* Read what the file has, before the plan is made; an exit code. */
int gat_resume_open(struct gat_run *r, const char *path);
/* With plan and backends known: is it the same run?  Then cut off what is not complete,
 * and write on after it; an exit code. */
int gat_resume_begin(struct gat_run *r, const char *path);
void gat_resume_end(struct gat_run *r);
/* Has the file anything of the k-th backend? */
bool gat_resume_has(const struct gat_run *r, unsigned backend);
/* Report the points that the file has; how many.  False: r->bad_history says why. */
bool gat_resume_points(struct gat_session *s, unsigned backend, unsigned *n);
/* Has it all of the backend; of the run? */
bool gat_resume_closed(const struct gat_run *r, unsigned backend);
bool gat_resume_ended(const struct gat_run *r);
/* The command that repeats a case, as the file has it, or NULL. */
const char *gat_resume_repeat(const struct gat_run *r, unsigned backend);

#endif
