/* session.c - one backend through the plan.
 *
 * Members are made, expected and fed while the worker computes earlier ones; each
 * answer is judged as it comes back.  A member that does not pass becomes a
 * suspect.  After a while the feed pauses, the suspects are repeated
 * (blame.c), and the points that are complete are reported in the order of
 * the plan.  Nothing but a pass is recorded before it was repeated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/without.h"
#include "diagnose/verdict.h"
#include "export/picture.h"
#include "judge/claims.h"
#include "judge/job.h"
#include "judge/one_job.h"
#include "oracle/expect.h"
#include "run/ahead.h"
#include "run/blame.h"
#include "run/budget.h"
#include "run/determinism.h"
#include "run/first.h"
#include "run/plan.h"
#include "run/session.h"
#include "run/slot.h"
#include "run/spent.h"
#include "run/tally.h"
#include "run/waiver.h"
#include "run/watched.h"
#include "suite/member.h"

/* How long suspects may wait: the feed pauses when one of these is reached. */
enum { MOST_SUSPECTS = 128 };
/* Drawn members whose shapes are asked for, of so many first ones; more of a variant of which
 * more are drawn than is usual. */
enum { INFER_MOST = 16, INFER_LOOKED = 96, INFER_ANY = 4, INFER_MORE = 16 };

/* One more member passes plainly; `observed`: what --strict would say of it. */
static void pass_add(struct gat_session *s, unsigned point, unsigned member, uint64_t name_hash,
                     enum gat_verdict_class observed)
{
    struct gat_point_state *state = &s->points[point];
    state->passed++;
    state->passed_hash += name_hash;
    state->open--;
    state->tally.count[GAT_V_PASS]++;
    state->tally.observed[observed]++;
    (void)gat_waivers_note(s, state, member, NULL);
}

/* A case that failed once and is forgiven is one that passes: nothing is kept of it. */
static void pass_forgiven(struct gat_session *s, unsigned point, const struct gat_finding *f)
{
    struct gat_case_slot *slot = gat_slot_take(s);
    gat_member_name(s->points[point].opened, f->member, &slot->arena, &slot->member);
    pass_add(s, point, f->member, slot->member.name_hash, GAT_V_PASS);
    json_decref(f->picture);
    gat_slot_return(s, slot);
}

void gat_session_settle(struct gat_session *s, unsigned point, const struct gat_finding *settled)
{
    struct gat_point_state *state = &s->points[point];
    enum gat_verdict_class v = settled->judgement.verdict;
    if (v == GAT_V_PASS) {
        pass_forgiven(s, point, settled);
        return;
    }
    state->tally.count[v]++;
    if (v == GAT_V_NOT_RUN)
        state->not_run++;
    else if (gat_verdict_fails(v))
        state->failed++;
    else
        state->passed++;
    state->open--;
    struct gat_finding *f = GAT_NEW(&s->run->arena, struct gat_finding);
    *f = *settled;
    f->next = NULL;
    if (v != GAT_V_NOT_RUN && v != GAT_V_SUITE)
        f->waiver =
            gat_waivers_note(s, state, f->member, gat_verdict_fails(v) ? &f->judgement : NULL);
    state->tally.waived += f->waiver != NULL;
    *state->last_finding = f;
    state->last_finding = &f->next;
    if (s->settled != NULL)
        s->settled(s, point, f);
    if (gat_verdict_fails(v) && f->waiver == NULL && s->run->options->fail_fast) {
        s->cut = true;
        s->cut_why = "stopped at the first failure";
    }
}

/* Keep the finding of a case that does not plainly pass.  The first few that fail in a
 * point are drawn. */
static struct gat_finding finding_make(struct gat_session *s, struct gat_case_slot *slot,
                                       const struct gat_judgement *j, const struct gat_reply *reply)
{
    struct gat_point_state *state = &s->points[slot->point];
    struct gat_finding f = {.member = slot->k, .judgement = *j};
    gat_slot_describe(slot, &f);
    if (gat_verdict_fails(j->verdict) && j->verdict != GAT_V_NOT_RUN && s->keeps_pictures &&
        state->pictures < GAT_MOST_PICTURES) {
        state->pictures++;
        f.picture = gat_picture_make(&slot->expectation, reply, j, s->run->seed);
    }
    return f;
}

static void suspect_add(struct gat_session *s, struct gat_case_slot *slot,
                        const struct gat_judgement *j, const struct gat_reply *reply)
{
    if (s->n_suspects == s->room_suspects) {
        unsigned room = s->room_suspects == 0 ? 64 : 2 * s->room_suspects;
        struct gat_suspect *more = GAT_NEW_N(&s->run->arena, struct gat_suspect, room);
        if (s->n_suspects > 0)
            memcpy(more, s->suspects, s->n_suspects * sizeof *more);
        s->suspects = more;
        s->room_suspects = room;
    }
    s->suspects[s->n_suspects++] =
        (struct gat_suspect){.point = slot->point, .finding = finding_make(s, slot, j, reply)};
}

static void pass_count(struct gat_session *s, struct gat_case_slot *slot)
{
    struct gat_point_state *state = &s->points[slot->point];
    gat_tally_readings(s, slot->point, &slot->member, slot->k, slot->seen.readings);
    gat_answers_tally(s, slot->point, &slot->member, slot->k, &slot->seen);
    if (s->keeps_pictures)
        gat_told_count(&s->run->arena, state, gat_slot_telling(slot));
    pass_add(s, slot->point, slot->k, slot->member.name_hash, slot->seen.observed);
}

/* Then the rest of the plan is dropped, and no suspect is repeated. */
static bool is_interrupted(struct gat_session *s)
{
    if (gat_interrupted())
        s->enough = s->lost = true;
    return gat_interrupted();
}

/* The first answer that is no pass decides; then the member is not run again. */
static void answer_note(struct gat_session *s, struct gat_case_slot *slot,
                        const struct gat_reply *reply)
{
    struct gat_judgement j;
    gat_judge(&slot->expectation, slot->claim, reply, &slot->arena, &j);
    gat_watch_note(s, slot->point, slot->k, j.verdict == GAT_V_PASS && slot->left == 0, reply);
    gat_watch_tell(s, &j);
    if (j.verdict == GAT_V_PASS) {
        gat_answers_see(&slot->seen, s->run, &slot->expectation, reply, &j);
        return;
    }
    slot->settled = true;
    slot->left = 0;
    if (s->again == slot)
        s->again = NULL;
    if (j.verdict == GAT_V_WEAK || j.verdict == GAT_V_SUITE || j.verdict == GAT_V_NOTED) {
        const struct gat_finding f = finding_make(s, slot, &j, reply);
        gat_session_settle(s, slot->point, &f);
    } else {
        suspect_add(s, slot, &j, reply);
    }
}

static bool answer_take(void *user, const struct gat_job *job, const struct gat_reply *reply)
{
    struct gat_session *s = user;
    struct gat_case_slot *slot = job->user;
    slot->out--;
    if (!slot->settled) {
        gat_spent_note(s, slot->point, reply->end);
        answer_note(s, slot, reply);
    }
    gat_suspects_pause(s);
    if (slot->out + slot->left == 0) {
        if (!slot->settled)
            pass_count(s, slot);
        gat_slot_return(s, slot);
    }
    /* What is under way would only spend more of what is spent already. */
    return !s->cut && !is_interrupted(s);
}

/* Drawn cases take long to make, and where all of a point are asked the next one is known. */
static void case_make(struct gat_session *s, const struct gat_point_state *state, unsigned k,
                      struct gat_case_slot *slot)
{
    if (s->ahead != NULL && state->opened->test->drawing != NULL && state->whole &&
        s->run->failed == NULL)
        gat_ahead_take(s->ahead, state->opened, k, slot);
    else
        gat_slot_make(slot, state->opened, k);
}

/* Make the next member that is selected and claimed; false at the end, and after a
 * generator's last: then its members are settled before others are made. */
static bool member_next(struct gat_session *s, struct gat_case_slot *slot)
{
    for (; s->next_point < s->n_points; s->next_point++, s->next_member = 0) {
        struct gat_point_state *state = &s->points[s->next_point];
        if (s->next_member == 0 && gat_plan_leaves(s, state))
            continue;
        while (gat_plan_open(s->run, state) && s->next_member < state->opened->n_members) {
            unsigned k = s->next_member++;
            gat_arena_reset(&slot->arena);
            gat_member_name(state->opened, k, &slot->arena, &slot->member);
            if (!gat_plan_selects(s->run, state, k, slot->member.name_hash))
                continue;
            if (gat_budget_spares(s, state, k, slot->member.name_hash)) {
                state->tally.spared++;
                continue;
            }
            if (!gat_tally_take(s, state, k, &slot->member))
                continue;
            case_make(s, state, k, slot);
            const char *gap = gat_claim_gap(s->manifest, &slot->expectation, &slot->claim);
            if (gap == NULL) {
                slot->point = s->next_point;
                slot->k = k;
                return true;
            }
            gat_tally_gap(s, state, k, gap, slot->member.question.type_allowed);
        }
        if (state->opened != state->point) {
            if (s->ahead != NULL)
                gat_ahead_leave(s->ahead);
            s->next_point++;
            s->next_member = 0;
            return false;
        }
    }
    return false;
}

static void slot_not_run(struct gat_session *s, struct gat_case_slot *slot, const char *why)
{
    struct gat_judgement j = {.verdict = GAT_V_NOT_RUN, .clause = "", .element = -1};
    snprintf(j.diagnosis, sizeof j.diagnosis, "%s", why);
    const struct gat_finding f = finding_make(s, slot, &j, NULL);
    gat_session_settle(s, slot->point, &f);
}

/* The next member that is not left out with the rest of its variant; false as member_next(). */
static bool member_asked(struct gat_session *s, struct gat_case_slot *slot)
{
    while (member_next(s, slot)) {
        const char *why = gat_spent_why(s, &s->points[slot->point]);
        if (why == NULL)
            return true;
        slot_not_run(s, slot, why);
    }
    return false;
}

/* The next member into `s->again`, to be given as often as --repeat says; or into `s->held`. */
static bool slot_next(struct gat_session *s)
{
    if (s->cut || is_interrupted(s) || s->enough || (s->pause != 0 && s->asked >= s->pause))
        return false;
    if (s->held != NULL) {
        s->again = s->held;
        s->held = NULL;
        return true;
    }
    struct gat_case_slot *slot = gat_slot_take(s);
    if (!member_asked(s, slot)) {
        gat_slot_return(s, slot);
        return false;
    }
    slot->left = 1 + s->run->repeats;
    slot->out = 0;
    slot->settled = false;
    slot->seen = (struct gat_answers){0};
    *(gat_comes_first(s, slot->point, slot->k) ? &s->held : &s->again) = slot;
    return s->held == NULL;
}

static bool job_next(void *user, struct gat_job *job)
{
    struct gat_session *s = user;
    if (s->again == NULL && !slot_next(s))
        return false;
    struct gat_case_slot *slot = s->again;
    slot->out++;
    s->asked++;
    if (--slot->left == 0)
        s->again = NULL;
    gat_job_fill(&slot->expectation, slot->claim, job);
    job->user = slot;
    job->look = gat_look_after(s, slot->point, slot->k);
    return true;
}

/* A case alone. */
struct single {
    struct gat_session *session;
    struct gat_case_slot *slot;
    struct gat_finding *finding;
};

static void single_done(void *user, const struct gat_reply *reply)
{
    struct single *one = user;
    struct gat_finding *f = one->finding;
    const struct gat_expectation *x = &one->slot->expectation;
    gat_judge(x, one->slot->claim, reply, &one->slot->arena, &f->judgement);
    f->trace = reply->trace;
    gat_spent_note(one->session, one->slot->point, reply->end);
    if (f->picture != NULL && gat_verdict_fails(f->judgement.verdict)) {
        json_decref(f->picture);
        f->picture = gat_picture_make(x, reply, &f->judgement, one->session->run->seed);
    }
}

bool gat_session_one(struct gat_session *s, unsigned point, enum gat_look look,
                     struct gat_finding *f)
{
    if (is_interrupted(s))
        return false;
    struct gat_case_slot *slot = gat_slot_made(s, point, f->member);
    struct single one = {.session = s, .slot = slot, .finding = f};
    struct gat_job job;
    struct gat_error e;
    gat_job_fill(&slot->expectation, slot->claim, &job);
    job.look = look;
    bool good = gat_engine_one(s->backend->engine, &job, single_done, &one, &e);
    gat_slot_describe(slot, f);
    gat_slot_return(s, slot);
    return good;
}

/* Note as not run all that is selected and was not fed as often as it should have been. */
static void rest_not_run(struct gat_session *s)
{
    s->held = NULL;
    for (struct gat_case_slot *open = s->slots; open != NULL; open = open->older) {
        if (open->out + open->left == 0)
            continue;
        if (!open->settled)
            slot_not_run(s, open, s->cut_why);
        open->out = open->left = 0;
        gat_slot_return(s, open);
    }
    struct gat_case_slot *slot = gat_slot_take(s);
    while (s->next_point < s->n_points)
        if (member_next(s, slot))
            slot_not_run(s, slot, s->cut_why);
    gat_slot_return(s, slot);
}

static bool has_finding(const struct gat_point_state *state, unsigned member)
{
    const struct gat_finding *f = state->findings;
    while (f != NULL && f->member != member)
        f = f->next;
    return f != NULL;
}

/* A member that passed gets another verdict after all: it is open once more. */
static void pass_withdraw(struct gat_point_state *state, uint64_t name_hash)
{
    state->passed--;
    state->passed_hash -= name_hash;
    state->open++;
    state->tally.count[GAT_V_PASS]--;
}

void gat_session_reopen(struct gat_session *s, unsigned point, unsigned member)
{
    struct gat_case_slot *slot = gat_slot_take(s);
    gat_member_name(s->points[point].opened, member, &slot->arena, &slot->member);
    pass_withdraw(&s->points[point], slot->member.name_hash);
    gat_slot_return(s, slot);
}

/* The next member from *k on that is claimed and that the budget leaves, whatever shard or lane
 * it falls to; of drawn ones after a few those alone that have no answer. */
static bool infer_next(struct gat_session *s, struct gat_point_state *state,
                       struct gat_case_slot *slot, unsigned *k)
{
    bool drawn = state->opened->test->drawing != NULL;
    unsigned n = state->opened->n_members, times = state->times > 1 ? INFER_MORE : 1;
    unsigned end = drawn && n > INFER_LOOKED * times ? INFER_LOOKED * times : n;
    for (; *k < end; ++*k) {
        if (drawn && *k >= INFER_ANY * times && !gat_member_is_refused(state->opened, *k))
            continue;
        gat_slot_make(slot, state->opened, *k);
        if (gat_plan_wants(s->run, state, *k, slot->member.name_hash) &&
            !gat_budget_spares(s, state, *k, slot->member.name_hash) &&
            gat_claim_gap(s->manifest, &slot->expectation, &slot->claim) == NULL)
            return true;
    }
    return false;
}

static bool infer_one(struct gat_session *s, struct gat_case_slot *slot)
{
    struct gat_job job;
    struct gat_inferred shape;
    gat_status status;
    struct gat_judgement j;
    enum gat_end end;
    gat_job_fill(&slot->expectation, slot->claim, &job);
    bool came = gat_engine_infer(s->backend->engine, &job, &status, &shape, &end);
    gat_spent_note(s, slot->point, end);
    if (gat_judge_infer(&slot->expectation, came, status, &shape, &j))
        return true;
    const struct gat_finding f = finding_make(s, slot, &j, NULL);
    pass_withdraw(&s->points[slot->point], slot->member.name_hash);
    gat_session_settle(s, slot->point, &f);
    return false;
}

/* Shape and type are part of the answer where a backend states them: asked of the first member
 * of a point, and of some more that are drawn, if it passed. */
static void infer_ask(struct gat_session *s, unsigned point)
{
    struct gat_point_state *state = &s->points[point];
    if (!s->manifest->has_infer || state->infer_asked || s->cut || gat_without("shape"))
        return;
    state->infer_asked = true;
    struct gat_case_slot *slot = gat_slot_take(s);
    unsigned most = INFER_MOST * (state->times > 1 ? INFER_MORE : 1);
    unsigned asked = state->opened->test->drawing != NULL ? most : 1;
    slot->point = point;
    for (slot->k = 0; asked > 0 && infer_next(s, state, slot, &slot->k); slot->k++, asked--)
        if (gat_plan_selects(s->run, state, slot->k, slot->member.name_hash) &&
            !has_finding(state, slot->k) && !infer_one(s, slot))
            break;
    gat_slot_return(s, slot);
}

static void points_print(struct gat_session *s, bool all)
{
    while (s->next_print < s->n_points && (all || s->next_print < s->next_point) &&
           s->points[s->next_print].open == 0) {
        if (s->points[s->next_print].selected > s->points[s->next_print].not_claimed)
            infer_ask(s, s->next_print);
        gat_tally_point(s, s->next_print);
        s->point_done(s, s->next_print);
        gat_plan_close(&s->points[s->next_print++]);
    }
}

void gat_session_prepare(struct gat_session *s)
{
    s->manifest = gat_engine_manifest(s->backend->engine);
    if (s->most_suspects == 0)
        s->most_suspects = MOST_SUSPECTS;
    if (s->run->options->strict)
        s->manifest = gat_manifest_strict(&s->run->arena, s->manifest);
    s->n_points = gat_plan_points(s->run, s->manifest->profile, &s->points);
    gat_budget_share(s);
    gat_tallies_make(s);
}

void gat_session_run(struct gat_session *s)
{
    struct gat_engine_source source = {job_next, answer_take, s};
    struct gat_error e = {0};
    while (!s->enough &&
           (s->next_point < s->n_points || s->held != NULL || s->n_suspects + s->watched.n > 0)) {
        if (!gat_engine_run(s->backend->engine, &source, &e) && !s->cut) {
            s->cut = s->lost = true;
            s->cut_why = gat_arena_print(&s->run->arena, "%s", e.text);
        }
        if (is_interrupted(s))
            break;
        if (!s->cut && gat_suspects_wait(s))
            continue;
        gat_session_attribute(s);
        if (is_interrupted(s))
            break;
        gat_watch_attend(s);
        if (s->held != NULL && !s->cut)
            gat_session_fresh(s);
        s->pause = s->fed_points = 0;
        if (s->cut)
            rest_not_run(s);
        points_print(s, false);
    }
    if (!s->enough)
        points_print(s, true);
    for (unsigned k = s->next_print; k < s->n_points; k++)
        gat_tally_point(s, k); /* what is known of the rest */
    gat_slots_free(s);
}
