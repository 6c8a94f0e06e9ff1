/* alone.h - a case that nobody wrote, through a backend: does it pass, and alone too?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ALONE_H
#define GAT_ALONE_H

#include "judge/judge.h"
#include "suite/candidate.h"

/* Where a case is tried. */
struct gat_trial {
    struct gat_engine *engine;
    const struct gat_manifest *manifest;
    unsigned long cases; /* how many went through */
    const char *lost;    /* why there is no worker any more, or NULL */
    char why[512];
};

/* A case on its way: everything lives in `arena`. */
struct gat_attempt {
    struct gat_arena arena;
    const struct gat_member *member;
    struct gat_expectation expectation;
    const struct gat_claim *claim;
};

/* Prepare the attempt for x->member.  False: the backend does not claim that case. */
bool gat_attempt_ready(const struct gat_trial *t, struct gat_attempt *x);
/* The call as the contract states it. */
void gat_attempt_job(struct gat_attempt *x, struct gat_job *job);
/* Run it alone, in a fresh worker if so wanted; infer() is asked after a pass.  False:
 * there is no worker any more. */
bool gat_attempt_run(struct gat_trial *t, struct gat_attempt *x, bool fresh,
                     struct gat_judgement *out);
/* Ask infer() about a case that passed; true when that is right too. */
bool gat_attempt_infer(struct gat_trial *t, struct gat_attempt *x, struct gat_judgement *out);

static inline bool gat_passes(enum gat_verdict_class v)
{
    return v == GAT_V_PASS || v == GAT_V_WEAK || v == GAT_V_NOTED;
}

#endif
