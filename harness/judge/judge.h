/* judge.h - from a case and what came back to a verdict with its reason.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_JUDGE_H
#define GAT_JUDGE_H

#include "diagnose/judgement.h"
#include "engine/engine.h"
#include "oracle/expectation.h"
#include "suite/catalog.h"

/* `claim` is the claim that covers the member (flags such as GAT_CLEAN_ERRORS). */
void gat_judge(const struct gat_expectation *x, const struct gat_claim *claim,
               const struct gat_reply *reply, struct gat_arena *a,
               struct gat_judgement *out);

/* A pass that left something behind becomes a verdict of its own, which fails if `strict`. */
void gat_judge_left(struct gat_judgement *out, bool strict);

/* Judge what infer() stated; `came` is false when the worker did not survive
 * the question.  True: right. */
bool gat_judge_infer(const struct gat_expectation *x, bool came, gat_status status,
                     const struct gat_inferred *shape, struct gat_judgement *out);

#endif
