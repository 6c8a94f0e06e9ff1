/* watched.c - which of the cases that a look at the process covers left something behind there?
 *
 * The worker looks at its process after some cases (sandbox/watch.h), so a look that finds
 * something accuses several.  They are asked again in their order, with a look after each: a leak
 * is what grows in each round of them, and a state that one of them leaves shows right after it.
 * The case that is found so is called many times in a fresh worker, and where that shows nothing
 * it is asked in turn with the one before it.  A kind is told a few times in a session; what is
 * asked again for nothing, as after looks at a cache that fills up, is less than what was asked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/watched.h"

#include <string.h>

#include "base/sentence.h"
#include "base/without.h"
#include "judge/job.h"
#include "run/session.h"
#include "run/slot.h"
#include "run/spent.h"
#include "sandbox/watch.h"
#include "suite/member.h"

enum {
    MOST_TOLD = 3,
    VAIN_AT_FIRST = 512,  /* weight that may be spent for nothing ... */
    VAIN_PART = 2,        /* ... and one of so many of what was asked */
    RENEWAL = 64,         /* weight of a process */
    ROUNDS = 5,           /* one after the other, in each of which a leak grows */
    COUNTED_CALLS = 1200, /* some faults come in the thousandth call */
    COUNTED_WEIGHT = 1 << 15
};
static const uint32_t memory = 1u << GAT_LEFT_MEMORY;

/* Cases in the order in which they are asked. */
struct span {
    struct gat_watched_case *cases;
    unsigned n;
};

/* Cases of a span that are made: they stay for the next round, as far as memory goes. */
enum { MOST_MADE = 32 << 20 /* bytes of operands */ };
struct made {
    struct gat_case_slot *slots[2 * GAT_WATCHED_SPAN];
    size_t size;
};

/* Kinds of which more is to be told. */
static uint32_t kinds_open(const struct gat_watched *w)
{
    uint32_t set = 0;
    for (unsigned k = 0; k < GAT_LEFTOVERS; k++)
        set |= w->told[k] < MOST_TOLD ? 1u << k : 0;
    return set;
}

static bool is_last(const struct gat_watched *w, const struct gat_watched_case *c)
{
    const struct gat_watched_case *last = &w->suspects[w->n > 0 ? w->n - 1 : 0];
    return w->n > 0 && last->point == c->point && last->member == c->member;
}

/* The last `n` cases, one of which may have left `trace` behind, after those of looks to which
 * nobody has attended yet. */
static void suspects_add(struct gat_watched *w, unsigned n, uint32_t trace)
{
    enum { MOST = sizeof w->suspects / sizeof w->suspects[0] };
    n = n < w->n_recent ? n : w->n_recent;
    unsigned drop = w->n + n > MOST ? w->n + n - MOST : 0;
    w->n -= drop;
    memmove(w->suspects, w->suspects + drop, w->n * sizeof w->suspects[0]);
    for (unsigned k = 0; k < n; k++)
        if (w->recent[n - 1 - k].passed && /* others may end the process again */
            !is_last(w, &w->recent[n - 1 - k]))
            w->suspects[w->n++] = w->recent[n - 1 - k];
    w->trace |= trace;
}

/* Of the last `n` cases so many that what asking them twice costs may be spent for nothing: all of
 * them, and the one before where that may be spent too; or none. */
static unsigned affordable(const struct gat_watched *w, unsigned n, bool of_memory)
{
    uint64_t most = VAIN_AT_FIRST + w->asked / VAIN_PART, cost = w->vain[of_memory];
    for (unsigned k = 0; k < n && k < w->n_recent; k++)
        cost += 2 * w->recent[k].weight;
    bool more = n < w->n_recent && cost + 2 * w->recent[n].weight <= most;
    return cost > most ? 0 : n + more;
}

void gat_watch_note(struct gat_session *s, unsigned point, unsigned member, bool passed,
                    const struct gat_reply *reply)
{
    struct gat_watched *w = &s->watched;
    memmove(&w->recent[1], &w->recent[0], sizeof w->recent - sizeof w->recent[0]);
    w->recent[0] = (struct gat_watched_case){point, member, reply->weight, 0, passed, false};
    w->n_recent += w->n_recent < GAT_WATCHED_SPAN;
    w->unseen = reply->span > 0 ? 0 : w->unseen + 1;
    w->asked += reply->weight;
    uint32_t trace = reply->trace & kinds_open(w);
    unsigned n = 0;
    if (reply->end == GAT_END_ANSWERED && reply->span > 0 && trace != 0 &&
        !gat_without("leftovers"))
        n = affordable(w, reply->span, trace == memory);
    if (n > 0)
        suspects_add(w, n, trace);
}

void gat_watch_tell(struct gat_session *s, struct gat_judgement *j)
{
    struct gat_watched *w = &s->watched;
    if (j->verdict != GAT_V_PASS || gat_without("leftovers"))
        return;
    j->left &= s->run->options->strict ? j->left : kinds_open(w);
    for (unsigned k = 0; k < GAT_LEFTOVERS; k++)
        w->told[k] += j->left >> k & 1;
    gat_judge_left(j, s->run->options->strict);
}

/* ---- again ---- */

struct round {
    struct gat_session *session;
    const struct span *all;
    struct made *made;
    unsigned given, answered;
    bool ended; /* a call did not come back, so another process goes on */
    uint32_t set;
};

static void made_drop(struct gat_session *s, struct made *m, unsigned k)
{
    m->size -= gat_slot_size(m->slots[k]);
    gat_slot_return(s, m->slots[k]);
    m->slots[k] = NULL;
}

static void made_drop_all(struct gat_session *s, struct made *m)
{
    for (unsigned k = 0; k < sizeof m->slots / sizeof m->slots[0]; k++)
        if (m->slots[k] != NULL)
            made_drop(s, m, k);
}

static bool round_next(void *user, struct gat_job *job)
{
    struct round *r = user;
    struct gat_session *s = r->session;
    unsigned k = r->given;
    if (k == r->all->n || s->cut || s->enough)
        return false;
    if (r->made->slots[k] == NULL) {
        r->made->slots[k] = gat_slot_made(s, r->all->cases[k].point, r->all->cases[k].member);
        r->made->size += gat_slot_size(r->made->slots[k]);
    }
    gat_job_fill(&r->made->slots[k]->expectation, r->made->slots[k]->claim, job);
    job->look = GAT_LOOK_AFTER;
    r->given++;
    return true;
}

static bool round_done(void *user, const struct gat_job *job, const struct gat_reply *reply)
{
    struct round *r = user;
    struct gat_session *s = r->session;
    struct gat_watched_case *c = &r->all->cases[r->answered];
    (void)job;
    gat_spent_note(s, c->point, reply->end);
    s->watched.spent += c->weight;
    c->trace = reply->trace;
    c->grew |= (c->trace & GAT_LEAKS) != 0;
    r->ended |= reply->end != GAT_END_ANSWERED;
    r->set |= c->trace;
    if (r->made->size > MOST_MADE)
        made_drop(s, r->made, r->answered);
    r->answered++;
    return !s->cut;
}

/* What the looks after the cases of one round see; 0 if there is no worker any more.  A process
 * that begins in a round grows by what it loads, which is no leak. */
static uint32_t round_make(struct gat_session *s, const struct span *all, struct made *made)
{
    struct round r = {.session = s, .all = all, .made = made};
    struct gat_engine_source source = {round_next, round_done, &r};
    struct gat_error e; /* of which whoever runs the next case tells */
    bool good = gat_engine_run(s->backend->engine, &source, &e);
    uint32_t seen = r.ended ? r.set & ~(uint32_t)GAT_LEAKS : r.set;
    return good && r.answered == all->n ? seen : 0;
}

/* The same of a case alone, once. */
static uint32_t one_make(struct gat_session *s, struct gat_watched_case *c)
{
    struct made made = {.size = 0};
    const struct span one = {c, 1};
    uint32_t set = round_make(s, &one, &made);
    made_drop_all(s, &made);
    return set;
}

/* The same of states.  Those that an adapter puts back count in a second round, as a first one may
 * have loaded a library that sets one for good. */
static uint32_t states_round(struct gat_session *s, const struct span *all)
{
    struct made made = {.size = 0};
    uint32_t set = round_make(s, all, &made),
             kept[sizeof s->watched.suspects / sizeof s->watched.suspects[0]];
    for (unsigned k = 0; k < all->n; k++)
        kept[k] = s->manifest->looks ? all->cases[k].trace & ~GAT_PUT_BACK : 0;
    if (s->manifest->looks)
        set = (set & ~GAT_PUT_BACK) | round_make(s, all, &made);
    for (unsigned k = 0; k < all->n; k++)
        all->cases[k].trace |= kept[k];
    made_drop_all(s, &made);
    return set;
}

/* A pool fills up for more calls than a few rounds of few cases make: does memory grow in rounds of
 * more calls too? */
static bool memory_leaks(struct gat_session *s, const struct span *all, struct made *made)
{
    unsigned calls = 2 * all->n, rounds = calls < GAT_EQUAL_CALLS ? ROUNDS : 0;
    bool grows = true;
    for (unsigned k = 0; k < rounds && grows; k++) {
        uint32_t grown = 0;
        for (unsigned asked = 0; asked < GAT_EQUAL_CALLS; asked += calls)
            grown |= round_make(s, all, made);
        grows = (grown & memory) != 0;
    }
    return grows;
}

/* Leaks: what grows in each of the last rounds.  One in which nothing grows ends it, but for the
 * first `least`. */
static uint32_t rounds_leak(struct gat_session *s, const struct span *all, unsigned least)
{
    struct made made = {.size = 0};
    unsigned grew[GAT_LEFTOVERS] = {0};
    uint32_t grown = GAT_LEAKS, set = 0;
    (void)one_make(s, &all->cases[all->n - 1]); /* what grows is seen from the first look on */
    all->cases[all->n - 1].grew = false;
    for (unsigned k = 0; (k < least || grown != 0) && k < least + ROUNDS && set == 0; k++) {
        grown = round_make(s, all, &made) & GAT_LEAKS & kinds_open(&s->watched);
        for (unsigned kind = 0; kind < GAT_LEFTOVERS; kind++) {
            grew[kind] = (grown >> kind & 1) != 0 ? grew[kind] + 1 : 0;
            set |= grew[kind] >= ROUNDS ? 1u << kind : 0;
        }
    }
    if ((set & memory) != 0 && !memory_leaks(s, all, &made))
        set &= ~memory;
    made_drop_all(s, &made);
    return set;
}

static bool worker_renew(struct gat_session *s)
{
    struct gat_error e; /* of which whoever runs the next case tells */
    s->watched.renewed = true;
    s->watched.spent += RENEWAL;
    return !s->cut && !s->enough && gat_engine_fresh(s->backend->engine, &e);
}

/* Pools of memory fill up slowly: where memory alone grows the cases are asked once more in a fresh
 * process, as often as calls may be counted. */
static uint32_t span_leaks(struct gat_session *s, const struct span *all)
{
    uint32_t set = rounds_leak(s, all, 0);
    if (set != memory)
        return set;
    uint64_t weight = 0;
    for (unsigned k = 0; k < all->n; k++)
        weight += all->cases[k].weight;
    uint64_t least = COUNTED_WEIGHT / weight, often = COUNTED_CALLS / (2 * all->n);
    least = least < often ? least : often;
    return worker_renew(s) ? rounds_leak(s, all, (unsigned)least) : 0;
}

/* The first case after which the last look saw one of the kinds, or the number of cases. */
static unsigned guilty_find(const struct span *all, uint32_t kinds)
{
    unsigned k = 0;
    while (k < all->n && (all->cases[k].trace & kinds) == 0)
        k++;
    return k;
}

static unsigned last_passed(const struct span *all)
{
    unsigned k = all->n - 1;
    while (k > 0 && !all->cases[k].passed)
        k--;
    return k;
}

/* ---- what is told ---- */

static void settle(struct gat_session *s, struct gat_watched_case *c, struct gat_finding *f)
{
    c->passed = false;
    gat_session_reopen(s, c->point, c->member);
    gat_session_settle(s, c->point, f);
}

/* Alone, made many times in a fresh worker, it leaves something behind. */
static bool alone_tell(struct gat_session *s, struct gat_watched_case *c)
{
    struct gat_finding f = {.member = c->member};
    if (!worker_renew(s) || !gat_session_one(s, c->point, GAT_LOOK_MANY, &f))
        return false;
    gat_watch_tell(s, &f.judgement);
    if (f.judgement.verdict != GAT_V_NOTED && f.judgement.verdict != GAT_V_LEFT)
        return false;
    settle(s, c, &f);
    return true;
}

/* Of those kinds, what case `at` leaves behind where it comes after the one before it alone. */
static uint32_t pair_leave(struct gat_session *s, const struct span *all, unsigned at,
                           uint32_t kinds)
{
    struct gat_watched_case two[] = {all->cases[(at + all->n - 1) % all->n], all->cases[at]};
    const struct span pair = {two, 2};
    if (all->n < 2 || !worker_renew(s))
        return 0;
    if ((kinds & GAT_LEAKS) != 0)
        return rounds_leak(s, &pair, 0);
    (void)states_round(s, &pair);
    return two[1].trace & kinds;
}

static void after_add(struct gat_session *s, const struct gat_watched_case *c, char *text,
                      size_t size)
{
    char suffix[192];
    struct gat_sentence t = {text, size, strlen(text)};
    gat_member_suffix(s->points[c->point].opened, c->member, suffix, sizeof suffix);
    gat_sentence_add(&t, "; so it is right after %s/%s", s->points[c->point].point->name, suffix);
}

/* What grows in some rounds alone may come in each so many calls: of the first case after which
 * something grew, many are made. */
static bool sometimes_tell(struct gat_session *s, const struct span *all)
{
    unsigned k = 0;
    while (k < all->n && !(all->cases[k].grew && all->cases[k].passed))
        k++;
    return k < all->n && alone_tell(s, &all->cases[k]);
}

/* What case `at` leaves behind with the help of those before it. */
static void crowd_tell(struct gat_session *s, const struct span *all, unsigned at, uint32_t kinds)
{
    struct gat_watched_case *c = &all->cases[at];
    struct gat_finding f = {.member = c->member};
    uint32_t two = pair_leave(s, all, at, kinds);
    if (!worker_renew(s) || !gat_session_one(s, c->point, GAT_LOOK_SELDOM, &f) ||
        f.judgement.verdict != GAT_V_PASS)
        return; /* it has another verdict, or a state that each call shows */
    char *text = f.judgement.diagnosis;
    f.judgement.left = two != 0 ? two : kinds;
    f.crowded = true;
    gat_watch_tell(s, &f.judgement);
    if (f.judgement.verdict == GAT_V_PASS)
        return; /* enough of that kind was told */
    struct gat_sentence t = {text, sizeof f.judgement.diagnosis, strlen(text)};
    if (two != 0)
        after_add(s, &all->cases[(at + all->n - 1) % all->n], text, sizeof f.judgement.diagnosis);
    else if ((kinds & GAT_LEAKS) != 0)
        gat_sentence_add(&t, "; so it is when the %u cases up to this one come again and again",
                         all->n);
    else
        gat_sentence_add(&t, "; so it is after some of the cases up to this one");
    settle(s, c, &f);
}

static bool guilty_tell(struct gat_session *s, const struct span *all, unsigned at, uint32_t kinds)
{
    if (kinds == 0 || at >= all->n || !all->cases[at].passed)
        return false;
    /* Memory of one case alone, or of a language that also compiles functions, would show there. */
    bool alone = kinds == memory && (all->n == 1 || s->manifest->looks);
    if (!alone_tell(s, &all->cases[at]) && !alone)
        crowd_tell(s, all, at, kinds);
    return true;
}

/* A state that the process was left in: by the case after which it shows again in a fresh worker,
 * or else by one of them, as a look saw it. */
static bool states_tell(struct gat_session *s, const struct span *all, uint32_t kinds)
{
    if (kinds == 0 || !worker_renew(s))
        return false;
    (void)states_round(s, all);
    unsigned at = guilty_find(all, kinds);
    if (at < all->n)
        kinds &= all->cases[at].trace;
    else if (s->manifest->looks)
        kinds &= ~GAT_PUT_BACK; /* a library was loaded */
    if (at == all->n)
        at = last_passed(all);
    return guilty_tell(s, all, at, kinds);
}

/* What the cases since the last look left in the process is seen before anything is asked again,
 * or before it ends; they are suspects too. */
static void rest_look(struct gat_session *s)
{
    struct gat_watched *w = &s->watched;
    suspects_add(w, w->unseen, 0);
    if (w->n == 0)
        return; /* none of them passed */
    w->trace |= one_make(s, &w->suspects[w->n - 1]) & ~GAT_LEAKS;
}

void gat_watch_attend(struct gat_session *s)
{
    struct gat_watched *w = &s->watched;
    bool at_end = s->next_point >= s->n_points && !s->manifest->is_copied;
    bool ends = at_end || s->held != NULL; /* and another process begins */
    if (w->unseen > 0 && (w->n > 0 || ends) && !gat_without("leftovers"))
        rest_look(s);
    if (at_end && w->n > 0)
        w->trace |= GAT_LEAKS;
    const struct span all = {w->suspects, w->n};
    uint32_t kinds = all.n > 0 ? w->trace & kinds_open(w) : 0; /* who failed has a verdict */
    if (kinds != 0) {
        uint64_t before = w->spent;
        uint32_t leaks = (kinds & GAT_LEAKS) != 0 ? span_leaks(s, &all) : 0;
        bool told = leaks != 0 ? guilty_tell(s, &all, guilty_find(&all, leaks), leaks)
                               : sometimes_tell(s, &all);
        told |= states_tell(s, &all, kinds & ~GAT_LEAKS);
        w->vain[kinds == memory] += told ? 0 : w->spent - before;
    }
    struct gat_error e; /* of which whoever runs the next case tells */
    /* A process without the states that were found. */
    if (w->renewed && !s->cut)
        (void)gat_engine_fresh(s->backend->engine, &e);
    w->renewed = false;
    w->n = 0;
    w->trace = 0;
    w->unseen = 0;
    w->n_recent = 0; /* their points may be closed from now on */
}
