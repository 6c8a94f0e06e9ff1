/* judge.c - from a case and what came back to a verdict.
 *
 * Nearly every case passes, so that is decided first, by comparing bytes; only
 * what does not pass is looked at closely.  Where an ambiguous clause mattered, the
 * oracle is asked again by each other reading of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sentence.h"
#include "base/without.h"
#include "diagnose/diagnose.h"
#include "diagnose/diagnose_end.h"
#include "diagnose/diagnose_status.h"
#include "diagnose/ruling.h"
#include "diagnose/verdict.h"
#include "dtype.h"
#include "judge/job.h"
#include "judge/judge.h"
#include "oracle/expect.h"
#include "sandbox/leftovers.h"
#include "spec/broken_words.h"

static bool readings_matter(const struct gat_expectation *x)
{
    const struct gat_profile *p = x->member->point->profile;
    return p->n_combinations > 1 && (x->answer.consulted & p->ambiguous) != 0;
}

static bool shape_same(const struct gat_array *made, const struct gat_inferred *stated)
{
    struct gat_scalar_type t = gat_dtype_code(made->dtype);
    return stated->ndim == made->ndim && t.code == stated->type.code &&
           t.bits == stated->type.bits && t.lanes == stated->type.lanes &&
           memcmp(stated->shape, made->shape,
                  (size_t)made->ndim * sizeof made->shape[0]) == 0;
}

/* The first of two answers that states another shape of its output than is due; then there are
 * no values to compare.  NULL: none. */
static const struct gat_inferred *stated_wrong(const struct gat_expectation *x,
                                               const struct gat_reply *r)
{
    if (r->status[0] != GAT_OK || r->status[1] != GAT_OK || gat_without("shape"))
        return NULL;
    for (unsigned k = 0; k < 2; k++)
        if (r->stated[k] != NULL && !shape_same(&x->answer.output, r->stated[k]))
            return r->stated[k];
    return NULL;
}

/* Both outputs are the canonical answer, bit for bit, and nothing else happened. */
static bool plainly_right(const struct gat_expectation *x,
                          const struct gat_reply *r)
{
    const struct ref_answer *a = &x->answer;
    if (x->oracle_wrong || x->weak || a->demand != REF_MUST_SUCCEED ||
        r->end != GAT_END_ANSWERED || r->canary || r->printed ||
        r->status[0] != GAT_OK || r->status[1] != GAT_OK ||
        a->output.dtype == GAT_STR || a->output.sparse != NULL || readings_matter(x) ||
        stated_wrong(x, r) != NULL)
        return false;
    size_t size = gat_array_size(&a->output);
    return size == 0 || (memcmp(a->output.data, r->output[0], size) == 0 &&
                         memcmp(a->output.data, r->output[1], size) == 0);
}

/* Have both the same values of these rules? */
static bool rules_agree(const struct ref_rules *a, const struct ref_rules *b, uint64_t rules)
{
    for (; rules != 0; rules &= rules - 1)
        if (a->value[__builtin_ctzll(rules)] != b->value[__builtin_ctzll(rules)])
            return false;
    return true;
}

/* The earlier combination that has the answer of combination k, because both agree in each rule
 * that mattered to it; k: none. */
static unsigned combination_like(const struct gat_profile *p, const uint64_t *consulted,
                                 unsigned k)
{
    unsigned j = 0;
    while (j < k && !rules_agree(&p->combinations[j], &p->combinations[k], consulted[j]))
        j++;
    return j;
}

/* Had the backend room for what is due by this other reading?  An answer of another shape than the
 * output that it was given fits no reading. */
static bool room_fits(const struct gat_expectation *x, const struct ref_answer *a,
                      const struct gat_reply *r)
{
    const struct gat_array *given = &x->answer.output, *due = &a->output;
    bool same = due->ndim == given->ndim &&
                memcmp(due->shape, given->shape,
                       (size_t)given->ndim * sizeof given->shape[0]) == 0;
    bool none = a->demand == REF_FREE || a->demand == REF_MUST_REPORT;
    return same || none || (r->status[0] != GAT_OK && r->status[1] != GAT_OK);
}

/* The set of readings that fit; `fit` holds already whether the decided one does. */
static gat_reading_set readings_others(const struct gat_expectation *x, uint32_t flags,
                                       const struct gat_reply *r, gat_reading_set fit,
                                       struct gat_arena *arena)
{
    const struct gat_profile *p = x->member->point->profile;
    const struct gat_array *made = &x->answer.output;
    uint64_t consulted[GAT_MAX_READINGS] = {x->answer.consulted};
    for (unsigned k = 1; k < p->n_combinations; k++) {
        struct ref_case c;
        struct ref_answer a;
        struct gat_ruling ruling;
        unsigned like = combination_like(p, consulted, k);
        consulted[k] = UINT64_MAX;
        if (like < k) {
            consulted[k] = consulted[like];
            fit |= (fit >> like & 1) << k;
            continue;
        }
        gat_arena_reset(arena);
        gat_answer_by(x->member, &p->combinations[k], arena, &c, &a);
        consulted[k] = a.consulted;
        if (!room_fits(x, &a, r))
            continue;
        a.output.ndim = made->ndim;
        memcpy(a.output.shape, made->shape, sizeof a.output.shape);
        gat_ruling_make(&c, &a, flags, r, &ruling);
        if (ruling.verdict == GAT_V_PASS)
            fit |= UINT64_C(1) << k;
    }
    return fit;
}

/* The readings by which the answer is right, as a set of combinations.  Each needs an
 * answer of its own, and only one of them is in memory at a time. */
static gat_reading_set readings_find(const struct gat_expectation *x, uint32_t flags,
                                     const struct gat_reply *r, bool decided)
{
    const struct gat_profile *p = x->member->point->profile;
    struct gat_arena one = {0};
    gat_reading_set fit = readings_others(x, flags, r, decided, &one);
    gat_arena_free(&one);
    return fit == gat_profile_readings(p) ? GAT_EVERY_READING : fit;
}

enum policy { POLICY_NONE, POLICY_OBEYED, POLICY_BROKEN };

/* The declaration of the backend about an index out of range, which narrows what the
 * document says. */
static enum policy policy_judge(const struct gat_expectation *x,
                                const struct gat_claim *claim,
                                const struct gat_reply *r, struct gat_arena *arena)
{
    struct ref_rules rules = *x->member->question.rules;
    struct ref_case c;
    struct ref_answer a;
    struct gat_ruling ruling;
    if (claim->out_of_range == NULL || x->answer.bad_at < 0 || gat_without("policy") ||
        !ref_rule_parse(REF_out_of_range, claim->out_of_range,
                        &rules.value[REF_out_of_range]))
        return POLICY_NONE;
    gat_answer_by(x->member, &rules, arena, &c, &a);
    gat_ruling_make(&c, &a, claim->flags, r, &ruling);
    return ruling.verdict == GAT_V_PASS ? POLICY_OBEYED : POLICY_BROKEN;
}

static void policy_add(const struct gat_expectation *x,
                       const struct gat_claim *claim, enum policy policy,
                       struct gat_judgement *out)
{
    struct gat_sentence s = {out->diagnosis, sizeof out->diagnosis,
                             strlen(out->diagnosis)};
    if (out->verdict == GAT_V_PASS && policy == POLICY_BROKEN) {
        out->verdict = GAT_V_POLICY;
        gat_sentence_place(&s, "indices", &x->member->question.indices,
                           x->answer.bad_at);
        gat_sentence_add(
            &s,
            " is out of range, the document allows this answer, and the "
            "backend declares '%s' and does something else",
            claim->out_of_range);
    } else if (out->verdict != GAT_V_PASS && policy != POLICY_NONE) {
        gat_sentence_add(&s, policy == POLICY_OBEYED
                                 ? "; it does what it declares, '%s'"
                                 : "; nor does it do what it declares, '%s'",
                         claim->out_of_range);
    }
}

static void ruling_tell(const struct gat_expectation *x, const struct gat_reply *r,
                        const struct gat_ruling *ruling, struct gat_judgement *out)
{
    out->verdict = ruling->verdict;
    switch ((int)ruling->verdict) {
    case GAT_V_PASS: break;
    case GAT_V_UNWRITTEN:
    case GAT_V_WRONG:
    case GAT_V_UNSTABLE: gat_diagnose_value(x, r, ruling, out); break;
    default: gat_diagnose_status(x, r, ruling, out); break;
    }
}

static void simply(struct gat_judgement *out, enum gat_verdict_class v,
                   const char *text)
{
    out->verdict = v;
    snprintf(out->diagnosis, sizeof out->diagnosis, "%s", text);
}

static bool has_latitude(const struct ref_answer *a)
{
    return a->demand == REF_MAY_EITHER || a->demand == REF_FREE ||
           a->unspecified != NULL || a->last_writer != NULL || a->ranges != NULL;
}

static void judgement_start(struct gat_judgement *out)
{
    out->verdict = out->observed = GAT_V_PASS;
    out->clause = "";
    out->owed = NULL;
    out->sent = 0;
    out->readings = GAT_EVERY_READING;
    out->latitude = out->one_call = out->owes_error = false;
    out->left = 0;
    out->element = -1;
    out->n_wrong = 0;
    out->mistakes = out->tells = 0;
    out->came[0] = out->diagnosis[0] = '\0';
}

/* Promises about errors that this backend never made: worth telling, no failure. */
static void promises_observe(const struct gat_expectation *x, uint32_t flags,
                             const struct gat_reply *reply, struct gat_judgement *out)
{
    const uint32_t all = GAT_NAMES_ERRORS | GAT_CLEAN_ERRORS;
    if ((flags & all) == all || reply->status[0] == GAT_OK)
        return;
    struct gat_ruling ruling;
    gat_ruling_make(&x->member->question, &x->answer, flags | all, reply, &ruling);
    if (ruling.verdict == GAT_V_WRONG_KIND || ruling.verdict == GAT_V_DIRTY_ERROR)
        out->observed = ruling.verdict;
}

/* The promise of the claim about errors, as far as it is judged. */
static uint32_t promises_of(const struct gat_claim *claim)
{
    uint32_t less = (gat_without("error-kind") ? GAT_NAMES_ERRORS : 0u) |
                    (gat_without("clean-error") ? GAT_CLEAN_ERRORS : 0u);
    return claim->flags & ~less;
}

static bool shape_is_sane(const struct gat_inferred *shape)
{
    return shape->ndim >= 0 && shape->ndim <= GAT_MAX_RANK;
}

/* The element type that a stated type is, or GAT_DTYPE_COUNT. */
static enum gat_dtype type_stated(const struct gat_scalar_type *stated)
{
    int t = 0;
    for (; t < GAT_DTYPE_COUNT; t++) {
        struct gat_scalar_type code = gat_dtype_code((enum gat_dtype)t);
        if (code.code == stated->code && code.bits == stated->bits && code.lanes == stated->lanes)
            break;
    }
    return (enum gat_dtype)t;
}

/* `who` states a wrong shape, a wrong type, or both. */
static void shape_tell(const struct gat_expectation *x, const struct gat_inferred *stated,
                       const char *who, struct gat_judgement *out)
{
    const struct gat_array *made = &x->answer.output;
    struct gat_sentence s;
    struct gat_array other = {.ndim = stated->ndim};
    enum gat_dtype type = type_stated(&stated->type);
    out->verdict = GAT_V_WRONG_SHAPE;
    gat_sentence_start(&s, out->diagnosis, sizeof out->diagnosis);
    gat_sentence_add(&s, "%s ", who);
    if (!shape_is_sane(stated)) {
        gat_sentence_add(&s, "a rank that no tensor has");
        gat_sentence_shape(&s, " where the shape", made);
        gat_sentence_add(&s, " is due");
        return;
    }
    memcpy(other.shape, stated->shape, sizeof other.shape);
    bool same = other.ndim == made->ndim &&
                memcmp(other.shape, made->shape, (size_t)made->ndim * sizeof *made->shape) == 0;
    if (!same) {
        gat_sentence_shape(&s, "the shape", &other);
        gat_sentence_shape(&s, " where", made);
        gat_sentence_add(&s, " is due");
    }
    if (type != made->dtype)
        gat_sentence_add(&s, "%selements of type %s where %s is due", same ? "" : ", and ",
                         type == GAT_DTYPE_COUNT ? "no known name" : gat_dtype_name(type),
                         gat_dtype_name(made->dtype));
}

/* What is printed is no fault of its own where there is another, but may be why: stdout may be
 * full. */
static void printed_add(const struct gat_reply *reply, struct gat_judgement *out)
{
    struct gat_sentence s = {out->diagnosis, sizeof out->diagnosis, strlen(out->diagnosis)};
    if (reply->printed)
        gat_sentence_add(&s, "; it also wrote to stdout, which holds %d MiB of a call",
                         GAT_STDOUT_MIB);
}

static void judge(const struct gat_expectation *x, const struct gat_claim *claim,
                  const struct gat_reply *reply, struct gat_arena *a,
                  struct gat_judgement *out)
{
    if (plainly_right(x, reply) || gat_judge_end(x, reply, out))
        return;
    const struct gat_inferred *stated = stated_wrong(x, reply);
    if (stated != NULL && (x->answer.demand == REF_MUST_SUCCEED ||
                           x->answer.demand == REF_MAY_EITHER)) {
        shape_tell(x, stated, "its answer has", out);
        out->clause = gat_clause_id(x, REF_shape);
        return;
    }
    struct gat_ruling ruling;
    gat_ruling_make(&x->member->question, &x->answer, promises_of(claim), reply, &ruling);
    if (readings_matter(x)) {
        bool decided = ruling.verdict == GAT_V_PASS;
        out->readings = readings_find(x, promises_of(claim), reply, decided);
        if (out->readings != 0)
            ruling.verdict = GAT_V_PASS;
    }
    ruling_tell(x, reply, &ruling, out);
    policy_add(x, claim, policy_judge(x, claim, reply, a), out);
    if (out->verdict != GAT_V_PASS) {
        printed_add(reply, out);
        return;
    }
    promises_observe(x, claim->flags, reply, out);
    if (reply->printed)
        simply(out, GAT_V_PRINTED, "wrote to stdout, which belongs to the results");
    else if (x->weak)
        simply(out, GAT_V_WEAK,
               x->answer.hides_update
                   ? "rounding may move some sum so far that a lost update could hide in it; "
                     "take fewer updates, or updates that differ less"
                   : "all places that the output could come from hold the same "
                     "value; give them different ones");
}

/* How the operands lay, where that is not the usual way. */
static void presentation_add(const struct gat_expectation *x, const struct gat_claim *claim,
                             struct gat_judgement *out)
{
    char text[256];
    struct gat_sentence s = {out->diagnosis, sizeof out->diagnosis, strlen(out->diagnosis)};
    if (gat_presentation_tell(x, claim->min_align, text, sizeof text))
        gat_sentence_add(&s, "; presented: %s", text);
}

/* A failure in one of the two calls alone may come of how that call was made. */
static void manner_add(const struct gat_expectation *x, const struct gat_claim *claim,
                       const struct gat_reply *r, struct gat_judgement *out)
{
    static const char *const told[] = {
        [GAT_CALL_FROM_THREAD] = "; the second call came from another thread",
        [GAT_CALL_IN_CONTEXT] = "; the first call was made in a context of its own, which was "
                                "closed before the second",
        [GAT_CALL_TWICE] = "; the second call was made twice"};
    enum gat_manner manner = gat_job_manner(x->member, claim);
    bool one = r->end != GAT_END_ANSWERED || out->one_call || r->status[0] != r->status[1];
    struct gat_sentence s = {out->diagnosis, sizeof out->diagnosis, strlen(out->diagnosis)};
    bool refused = r->end == GAT_END_ANSWERED && r->status[0] != GAT_OK &&
                   strncmp(r->error_text, GAT_NO_CONTEXT, sizeof GAT_NO_CONTEXT - 1) == 0;
    if (out->verdict == GAT_V_PASS || manner == GAT_CALL_PLAIN || !one || refused)
        return;
    gat_sentence_add(&s, "%s", told[manner]);
}

void gat_judge(const struct gat_expectation *x, const struct gat_claim *claim,
               const struct gat_reply *reply, struct gat_arena *a,
               struct gat_judgement *out)
{
    judgement_start(out);
    out->latitude = has_latitude(&x->answer);
    judge(x, claim, reply, a, out);
    manner_add(x, claim, reply, out);
    out->left = reply->end == GAT_END_ANSWERED ? reply->left : 0;
    if (out->verdict == GAT_V_PASS && out->observed == GAT_V_PASS && out->left != 0)
        out->observed = GAT_V_LEFT;
    if (out->verdict != GAT_V_PASS)
        presentation_add(x, claim, out);
    if (out->clause[0] == '\0')
        out->clause = gat_verdict_clause(out->verdict);
    bool both = !out->one_call && reply->status[0] == reply->status[1];
    out->tells = gat_verdict_tells(out->verdict, out->mistakes, both);
}

void gat_judge_left(struct gat_judgement *out, bool strict)
{
    struct gat_sentence s;
    const char *between = "left behind: ";
    if (out->verdict != GAT_V_PASS || out->left == 0)
        return;
    out->verdict = strict ? GAT_V_LEFT : GAT_V_NOTED;
    out->clause = gat_verdict_clause(out->verdict);
    gat_sentence_start(&s, out->diagnosis, sizeof out->diagnosis);
    for (unsigned k = 0; k < GAT_LEFTOVERS; k++) {
        if ((out->left >> k & 1) == 0)
            continue;
        gat_sentence_add(&s, "%s%s", between, gat_leftover_words((enum gat_leftover)k));
        between = ", ";
    }
}

/* Must such a call be refused whatever the values of its operands are? */
static bool is_refused_by_form(const struct gat_expectation *x)
{
    uint64_t form = UINT64_C(1) << REF_bad_rank | UINT64_C(1) << REF_bad_sizes |
                          UINT64_C(1) << REF_bad_axis | UINT64_C(1) << REF_negative_batch_dims |
                          UINT64_C(1) << REF_bad_batch | UINT64_C(1) << REF_empty_tuple |
                          UINT64_C(1) << REF_bad_depth | UINT64_C(1) << REF_bad_windows |
                          UINT64_C(1) << REF_bad_type | UINT64_C(1) << REF_bad_index_type;
    form &= ~x->member->point->profile->ambiguous; /* by another reading there may be an answer */
    return x->answer.demand == REF_MUST_REPORT && (form >> x->answer.rule & 1) != 0 &&
           x->member->question.axis_tensor.ndim < 0;
}

static bool infer_fails(struct gat_judgement *out)
{
    out->verdict = GAT_V_WRONG_SHAPE;
    out->clause = "GAT-11";
    return false;
}

bool gat_judge_infer(const struct gat_expectation *x, bool came, gat_status status,
                     const struct gat_inferred *shape, struct gat_judgement *out)
{
    enum ref_demand demand = x->answer.demand;
    struct gat_sentence s;
    judgement_start(out);
    gat_sentence_start(&s, out->diagnosis, sizeof out->diagnosis);
    if (!came) {
        gat_sentence_add(&s, "did not survive infer()");
        return infer_fails(out);
    }
    if (status == GAT_E_UNSUPPORTED) /* it does not know */
        return true;
    if (status != GAT_OK) {
        gat_sentence_add(&s, "infer() reported %s", gat_status_words(status));
        return demand == REF_MUST_SUCCEED && !readings_matter(x) ? infer_fails(out) : true;
    }
    if (is_refused_by_form(x)) {
        struct gat_array stated = {.ndim = shape->ndim};
        memcpy(stated.shape, shape->shape, sizeof stated.shape);
        gat_sentence_add(&s, "infer() states");
        if (shape_is_sane(shape))
            gat_sentence_shape(&s, " the shape", &stated);
        const char *broken = gat_broken_words(x->answer.rule);
        gat_sentence_add(&s, " where the call is refused (%s)",
                         broken != NULL ? broken : "it breaks a demand");
        return infer_fails(out);
    }
    bool open = demand != REF_MUST_SUCCEED && (demand != REF_MAY_EITHER || readings_matter(x));
    if (open || shape_same(&x->answer.output, shape))
        return true;
    shape_tell(x, shape, "infer() states", out);
    return infer_fails(out);
}
