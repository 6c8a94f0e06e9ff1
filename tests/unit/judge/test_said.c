/* test_said.c - what the judge says of thousands of drawn replies is what it said before:
 * tests/fixtures/drawn/said.txt.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/diagnose.h"
#include "diagnose/verdict.h"
#include "judge/claims.h"
#include "judge/job.h"
#include "judge/judge.h"
#include "parts/attribute.h"
#include "judge_case.h"
#include "drawn_reply.h"
#include "ledger.h"

enum { CASES = 16000, REPLIES = 4 };

static struct drawn_case d;
static struct ledger said;

/* A diagnosis by its parts, and what else a judgement holds by its verdict. */
static void judgement_say(uint64_t of, const struct gat_judgement *j)
{
    char line[LEDGER_TEXT + 200], form[40];
    ledger_say(&said, of, j->diagnosis);
    snprintf(line, sizeof line, "%s; %lld of %lld, %u %u, readings %x, left %x, %d %d, %s, %s, %s",
             j->diagnosis, (long long)j->element, (long long)j->n_wrong, j->mistakes, j->tells,
             (unsigned)j->readings, j->left, j->latitude, j->one_call,
             gat_verdict_name(j->observed), j->clause, j->came);
    snprintf(form, sizeof form, "VERDICT %s", gat_verdict_name(j->verdict));
    ledger_count(&said, of, form, line);
}

/* Covers the case, or nearly so. */
static void claim_draw(struct gat_claim *c)
{
    static const char *const declared[] = {"error", "clamp", "wrap", "zero", "fill", "drop"};
    static const char *const attrs[][6] = {
        {NULL}, {"axis", "reduction"}, {"axis=0", "axis=1", "batch_dims", "reduction=add"},
        {"axis", "batch_dims=0", "reduction=min", "reduction=mul", "slice_sizes"}};
    const char **variants = GAT_NEW_N(&d.arena, const char *, 3);
    *c = (struct gat_claim){.op = drawn_below(&d, 9) == 0 ? "fold" : d.spec->op,
                            .variants = variants};
    variants[0] = drawn_below(&d, 3) == 0 ? "other-1" : d.spec->variant;
    variants[1] = drawn_below(&d, 3) == 0 ? d.spec->alias : "other-2";
    int64_t known = drawn_below(&d, 5);
    c->attrs = known == 4 ? NULL : attrs[known];
    c->data_types = drawn_below(&d, 6) == 0 ? (uint32_t)gat_prng_next(&d.prng) : UINT32_MAX;
    c->index_types = drawn_below(&d, 6) == 0 ? (uint32_t)gat_prng_next(&d.prng) : UINT32_MAX;
    c->min_rank = (int32_t)drawn_below(&d, 12) / 8;
    c->max_rank = drawn_below(&d, 4) == 0 ? (int32_t)drawn_below(&d, 4) : 16;
    c->min_align = UINT32_C(1) << drawn_below(&d, 7);
    c->flags = (uint32_t)gat_prng_next(&d.prng);
    int64_t k = drawn_below(&d, 24);
    c->out_of_range = k < 6 ? declared[k] : NULL;
}

/* What a picture says of the first elements. */
static void trace_say(uint64_t of, const struct drawn_reply *y, const struct gat_judgement *j)
{
    struct gat_tracer t;
    struct gat_traced got;
    char line[LEDGER_TEXT];
    if (j->element < 0 || j->verdict != GAT_V_WRONG)
        return;
    gat_tracer_start(&t, &d.x, &y->r, 0, j->element);
    for (int64_t e = j->element; e < y->n && e < j->element + 4; e++) {
        gat_trace_element(&t, e, &got);
        snprintf(line, sizeof line, "PICTURE %s, DUE %s, HOLDS %s", got.kind, got.due, got.holds);
        ledger_say(&said, of, line);
    }
}

/* ---- claims and jobs ---- */

static const char *or_none(const char *gap)
{
    return gap == NULL ? "none" : gap;
}

static void claims_say(uint64_t of)
{
    struct gat_claim claims[3];
    struct gat_manifest m = {.claims = claims};
    const struct gat_claim *claim = NULL;
    char line[LEDGER_TEXT];
    m.n_claims = (unsigned)drawn_below(&d, 4);
    for (unsigned k = 0; k < m.n_claims; k++)
        claim_draw(&claims[k]);
    const char *gap = gat_claim_gap(&m, &d.x, &claim);
    const char *early = gat_claim_early_gap(&m, d.spec, &d.member);
    const char *unnamed = gat_claim_unnamed(&m, d.spec);
    bool strict = m.n_claims > 0 && gat_manifest_strict(&d.arena, &m)->claims[0].flags ==
                                        (claims[0].flags | GAT_NAMES_ERRORS | GAT_CLEAN_ERRORS);
    snprintf(line, sizeof line, "%d: %s, %s, %s, %d %d %d %d",
             claim == NULL ? -1 : (int)(claim - claims), or_none(gap), or_none(early),
             or_none(unnamed),
             gat_claim_names(&m, d.spec), gat_claim_takes(&m, d.spec, &d.member), strict,
             gap != NULL && gat_presentation_is_gap(gap));
    char form[LEDGER_TEXT], words[80];
    snprintf(words, sizeof words, "CLAIM %s", gap == NULL ? "covers it" : gap);
    ledger_form_of(words, form);
    ledger_count(&said, of, form, line);
}

static void job_say(uint64_t of)
{
    struct gat_claim claim;
    struct gat_job j;
    char line[LEDGER_TEXT + 200], form[40];
    claim_draw(&claim);
    gat_job_fill(&d.x, drawn_below(&d, 9) == 0 ? NULL : &claim, &j);
    size_t used = (size_t)snprintf(line, sizeof line, "%s %s %s %u %d %llx %d %d %d", j.op,
                                   j.variant, j.profile, j.min_align, j.output.ndim,
                                   (unsigned long long)j.placed, j.presented, j.in_place,
                                   (int)j.manner);
    for (unsigned k = 0; k < j.n_inputs; k++)
        used += (size_t)snprintf(line + used, sizeof line - used, " %s %d %d %d %x",
                                 j.input_names[k], j.inputs[k].ndim, j.inputs[k].dtype,
                                 j.layout[k], j.repeats[k]);
    snprintf(line + used, sizeof line - used, " %u %d %d", j.n_attrs, j.attrs == d.member.attrs,
             j.layout[GAT_MAX_INPUTS]);
    snprintf(form, sizeof form, "JOB of %u operands, manner %d", j.n_inputs, (int)j.manner);
    ledger_count(&said, of, form, line);
}

static void infer_say(uint64_t of)
{
    struct drawn_reply y;
    struct gat_judgement j;
    reply_right(&d, &y);
    reply_states(&d, &y);
    gat_status status = drawn_below(&d, 4) == 0 ? (gat_status)drawn_below(&d, 8) : GAT_OK;
    gat_judge_infer(&d.x, drawn_below(&d, 9) > 0, status, &y.stated, &j);
    judgement_say(of, &j);
}

static void replies_say(uint64_t of)
{
    struct gat_claim claim;
    for (unsigned k = 0; k < REPLIES; k++) {
        struct drawn_reply y;
        struct gat_judgement j;
        struct gat_arena a = {0};
        claim_draw(&claim);
        reply_draw(&d, &y);
        gat_judge(&d.x, &claim, &y.r, &a, &j);
        judgement_say(of, &j);
        trace_say(of, &y, &j);
        gat_judge_left(&j, (k & 1) != 0);
        if (j.left != 0)
            judgement_say(of, &j);
        gat_arena_free(&a);
    }
    infer_say(of);
}

int main(int argc, char **argv)
{
    unsigned made = 0;
    if (!home_read())
        return done();
    for (uint64_t k = 0; made < CASES; k++) {
        if (!drawn_make(&d, k))
            continue;
        made++;
        replies_say(k);
        claims_say(k);
        job_say(k);
    }
    ledger_check(&said, "tests/fixtures/drawn/said.txt", argc > 1 && strcmp(argv[1], "write") == 0);
    gat_arena_free(&d.arena);
    return home_done();
}
