/* one_job.h - one job alone through a backend.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONE_JOB_H
#define GAT_ONE_JOB_H

#include "engine/engine.h"

/* Run the job; `done` gets `user` and the reply, which is valid until it returns.  False, with *e
 * where there is a reason: no reply came. */
bool gat_engine_one(struct gat_engine *g, const struct gat_job *job,
                    void (*done)(void *user, const struct gat_reply *reply), void *user,
                    struct gat_error *e);

#endif
