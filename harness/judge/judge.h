/* judge.h - from a case and what came back to a verdict with its reason.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_JUDGE_H
#define GAT_JUDGE_H

#include "suite/catalog.h"
#include "worker/engine.h"

enum gat_verdict_class {
#define VERDICT(id, name, clause, sentence) GAT_V_##id,
#include "judge/verdicts.def"
#undef VERDICT
    GAT_V_COUNT
};
const char *gat_verdict_name(enum gat_verdict_class v);
const char *gat_verdict_sentence(enum gat_verdict_class v);
/* The clause of our own that such a case breaks; "" where it is the document's. */
const char *gat_verdict_clause(enum gat_verdict_class v);
/* What a clause of our own demands, by its id; "" for any other. */
const char *gat_own_clause(const char *id);
/* Does a case with this verdict keep a backend from conforming? */
bool gat_verdict_fails(enum gat_verdict_class v);

/* What the oracle says about a member: made before the worker is asked, because
 * buffers are sized by it.  Lives in the arena it was made in. */
struct gat_expectation {
    const struct gat_member *member;
    struct ref_answer answer; /* canonical, by the decided reading */
    bool oracle_wrong;        /* it contradicts a literal of the case: a suite error */
    bool weak;                /* a wrong position could not have shown */
    char oracle_why[160];
};
void gat_expect(const struct gat_member *m, struct gat_arena *a,
                struct gat_expectation *out);

struct gat_judgement {
    enum gat_verdict_class verdict;
    const char *clause;    /* id of the clause that was broken or "" */
    uint32_t readings;     /* set of combinations that the answer satisfies */
    bool latitude;         /* two answers may legitimately differ here */
    /* for WRONG, UNWRITTEN, UNSTABLE: the first element */
    int64_t element, n_wrong;
    enum gat_verdict_class observed; /* of a pass: what --strict would have found, or
                                        GAT_V_PASS */
    char diagnosis[400];   /* one sentence: what is wrong and where it came from;
                              no addresses, no process ids */
};
/* `claim` is the claim that covers the member (flags such as GAT_CLEAN_ERRORS). */
void gat_judge(const struct gat_expectation *x, const struct gat_claim *claim,
               const struct gat_reply *reply, struct gat_arena *a,
               struct gat_judgement *out);

/* The same for what infer() stated; `came` is false when the worker did not survive
 * the question.  True: right. */
bool gat_judge_infer(const struct gat_expectation *x, bool came, gat_status status,
                     const struct gat_inferred *shape, struct gat_judgement *out);

/* The readings that fit `combinations`, a set of the profile's: "clause: reading"
 * for each clause of which not every reading does; "" if there is none. */
void gat_readings_print(const struct gat_spec *s, const struct gat_profile *p,
                        uint32_t combinations, char *out, size_t size);

/* Why a backend's manifest does not cover a member; NULL when it does, then
 * *claim is the claim that does. */
const char *gat_claim_gap(const struct gat_manifest *manifest,
                          const struct gat_expectation *x,
                          const struct gat_claim **claim);

/* What no claim of the manifest names, "the operator" or "the variant"; NULL when one names both. */
const char *gat_claim_unnamed(const struct gat_manifest *manifest, const struct gat_spec *s);
bool gat_claim_names(const struct gat_manifest *manifest, const struct gat_spec *s);

#endif
