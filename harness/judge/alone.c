/* alone.c - a case that nobody wrote, through a backend.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/alone.h"

#include <string.h>

#include "judge/claims.h"
#include "judge/job.h"
#include "judge/one_job.h"
#include "oracle/expect.h"

bool gat_attempt_ready(const struct gat_trial *t, struct gat_attempt *x)
{
    gat_expect(x->member, &x->arena, &x->expectation);
    return gat_claim_gap(t->manifest, &x->expectation, &x->claim) == NULL;
}

void gat_attempt_job(struct gat_attempt *x, struct gat_job *job)
{
    gat_job_fill(&x->expectation, x->claim, job);
}

struct single {
    struct gat_attempt *x;
    struct gat_judgement *out;
};

static void single_done(void *user, const struct gat_reply *reply)
{
    struct single *one = user;
    gat_judge(&one->x->expectation, one->x->claim, reply, &one->x->arena, one->out);
}

static bool lost(struct gat_trial *t, const struct gat_error *e)
{
    snprintf(t->why, sizeof t->why, "%s", e->text);
    t->lost = t->why;
    return false;
}

bool gat_attempt_infer(struct gat_trial *t, struct gat_attempt *x, struct gat_judgement *out)
{
    struct gat_job job;
    struct gat_inferred shape;
    gat_status status = GAT_OK;
    if (!t->manifest->has_infer)
        return true;
    gat_attempt_job(x, &job);
    enum gat_end end;
    bool came = gat_engine_infer(t->engine, &job, &status, &shape, &end);
    return gat_judge_infer(&x->expectation, came, status, &shape, out);
}

bool gat_attempt_run(struct gat_trial *t, struct gat_attempt *x, bool fresh,
                     struct gat_judgement *out)
{
    struct single one = {.x = x, .out = out};
    struct gat_job job;
    struct gat_error e = {0};
    if (fresh && !gat_engine_fresh(t->engine, &e))
        return lost(t, &e);
    gat_attempt_job(x, &job);
    bool answered = gat_engine_one(t->engine, &job, single_done, &one, &e);
    t->cases++;
    if (!answered || out->verdict == GAT_V_SUITE)
        return lost(t, &e);
    struct gat_judgement stated;
    if (out->verdict == GAT_V_PASS && !gat_attempt_infer(t, x, &stated))
        *out = stated;
    return true;
}
