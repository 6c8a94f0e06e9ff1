/* one_job.c - one job alone through a backend.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/one_job.h"

struct one {
    const struct gat_job *job;
    void (*done)(void *user, const struct gat_reply *reply);
    void *user;
    bool given, answered;
};

static bool one_next(void *user, struct gat_job *job)
{
    struct one *one = user;
    bool due = !one->given;
    if (due)
        *job = *one->job;
    one->given = true;
    return due;
}

static bool one_done(void *user, const struct gat_job *job, const struct gat_reply *reply)
{
    struct one *one = user;
    (void)job;
    one->done(one->user, reply);
    one->answered = true;
    return true;
}

bool gat_engine_one(struct gat_engine *g, const struct gat_job *job,
                    void (*done)(void *user, const struct gat_reply *reply), void *user,
                    struct gat_error *e)
{
    struct one one = {.job = job, .done = done, .user = user};
    struct gat_engine_source source = {one_next, one_done, &one};
    return gat_engine_run(g, &source, e) && one.answered;
}
