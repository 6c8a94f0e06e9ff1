/* interrupted.c - a run that somebody interrupts: what is known is told, and what is missing.
 *
 * Points are reported when they are complete, and so are they here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ledger/interrupted.h"

#include <signal.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/interrupt.h"
#include "judge/claims.h"
#include "run/budget.h"
#include "run/plan.h"
#include "suite/member.h"

/* Scripts of many points take longer to open than somebody waits who interrupts. */
static const double SECONDS_COUNTED = 1;

static unsigned long members_count(struct gat_session *s, struct gat_point_state *state)
{
    struct gat_arena scratch = {0};
    unsigned long n = 0;
    for (unsigned k = 0; k < state->opened->n_members; k++) {
        struct gat_member m;
        gat_arena_reset(&scratch);
        gat_member_name(state->opened, k, &scratch, &m);
        n += gat_plan_selects(s->run, state, k, m.name_hash) &&
             !gat_budget_spares(s, state, k, m.name_hash) &&
             gat_claim_early_gap(s->manifest, state->opened->spec, &m) == NULL;
    }
    gat_arena_free(&scratch);
    return n;
}

static void rest_count(struct gat_session *s, unsigned from)
{
    struct gat_run *r = s->run;
    double until = gat_seconds_now() + SECONDS_COUNTED;
    for (unsigned k = from; k < s->n_points; k++) {
        struct gat_point_state *state = &s->points[k];
        if (gat_claim_unnamed(s->manifest, state->point->spec) != NULL)
            continue;
        r->more_unjudged |= gat_seconds_now() > until;
        if (r->more_unjudged)
            return;
        if (!gat_plan_open(r, state))
            continue;
        r->unjudged += members_count(s, state);
        gat_plan_close(state);
    }
}

void gat_interrupted_close(struct gat_session *front, unsigned reported)
{
    front->run->out.muted = true;
    front->run->out.jsonl = false;
    for (unsigned k = reported; k < front->n_points; k++)
        for (unsigned i = 0; i < front->n_tallies; i++)
            if (front->tallies[i].profile == front->points[k].point->profile)
                front->tallies[i].unfinished |=
                    gat_claim_unnamed(front->manifest, front->tallies[i].spec) == NULL;
    rest_count(front, reported);
}

void gat_interrupted_tell(struct gat_run *r, unsigned backend)
{
    for (; backend < r->n_backends; backend++) {
        struct gat_session s = {.run = r, .backend = &r->backends[backend]};
        if (s.backend->engine == NULL)
            continue;
        s.manifest = gat_engine_manifest(s.backend->engine);
        s.n_points = gat_plan_points(r, s.manifest->profile, &s.points);
        gat_budget_share(&s);
        rest_count(&s, 0);
    }
    fprintf(r->out.silent ? stderr : stdout,
            "%sinterrupted: %s%lu of the selected cases %s not judged\n",
            r->out.silent ? "gatherum: " : "Bail out!  ", r->more_unjudged ? "at least " : "",
            r->unjudged, r->unjudged == 1 ? "is" : "are");
}

void gat_interrupted_end(void)
{
    if (!gat_interrupted())
        return;
    fflush(stdout);
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}
