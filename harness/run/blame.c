/* blame.c - was it this case, or what came before it?
 *
 * A death or a fault is repeated alone in a fresh worker.  Wrong values are first repeated all
 * together, in reverse order, in one fresh worker: a case that fails again is at fault itself.  A
 * case that passes there is repeated alone, at most three times per point, verdict and diagnosis,
 * and of an adapter, which may take seconds to start, until 24 have passed.  If it passes alone
 * too it is "unrepeatable", a verdict whose line to repeat it names the points before it; but for
 * a death by a signal from outside, which is the machine's fault.  Then those that failed again
 * may have failed by the cases before them there too: a few of them are repeated alone, and the
 * line of the others names the points before it.  A spent budget ends the run, not the repetition:
 * nothing is blamed that was seen once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/clock.h"
#include "base/without.h"
#include "diagnose/diagnose_end.h"
#include "diagnose/verdict.h"
#include "judge/alone.h"
#include "run/blame.h"
#include "run/run.h"
#include "run/session.h"
#include "run/watched.h"

enum {
    MOST_ALONE = 3,
    MOST_STARTED = 24, /* adapters for one suspect each that passed there */
    MOST_POINTS_WAIT = 64,
    MOST_WITH_SUSPECTS = 4096 /* calls that are made while some wait */
};

/* Or left it damaged; an adapter damages only its own copies of operands. */
static bool ended_worker(const struct gat_session *s, enum gat_verdict_class v)
{
    bool harmed = (v == GAT_V_FAULT_WRITE || v == GAT_V_FAULT_INPUT) && !s->manifest->is_copied;
    return harmed || v == GAT_V_FAULT_READ || v == GAT_V_CRASH || v == GAT_V_EXIT ||
           v == GAT_V_TIMEOUT || v == GAT_V_MEMORY;
}

void gat_session_fresh(struct gat_session *s)
{
    struct gat_error e;
    if (gat_engine_fresh(s->backend->engine, &e))
        return;
    s->cut = s->lost = true;
    s->cut_why = gat_arena_print(&s->run->arena, "no fresh worker: %s", e.text);
}

static void unrepeatable(struct gat_judgement *j, const char *where)
{
    char first[sizeof j->diagnosis];
    memcpy(first, j->diagnosis, sizeof first);
    snprintf(j->diagnosis, sizeof j->diagnosis, "in the crowd %s: %.*s; %s it passes",
             gat_verdict_name(j->verdict), (int)sizeof first - 80, first, where);
    if (j->verdict == GAT_V_PRINTED)
        snprintf(j->diagnosis, sizeof j->diagnosis,
                 "during this call something wrote to stdout, which belongs to the results; alone "
                 "it writes nothing, so a thread that an earlier call left running may have");
    j->verdict = GAT_V_UNREPEATABLE;
    j->tells = gat_verdict_tells_crowd(j->tells);
}

/* A call that takes a quarter of its time limit alone may need all of it beside other work. */
static bool merely_slow(const struct gat_session *s, const struct gat_suspect *x, double took)
{
    return x->finding.judgement.verdict == GAT_V_TIMEOUT &&
           took > gat_engine_limits(s->backend->engine)->seconds / 4;
}

/* Repeat one suspect alone; what it gets then is what counts. */
static void alone(struct gat_session *s, struct gat_suspect *x, bool new_worker)
{
    struct gat_finding again = x->finding;
    if (new_worker)
        gat_session_fresh(s);
    double began = gat_seconds_now();
    if (s->lost || !gat_session_one(s, x->point, GAT_LOOK_SELDOM, &again))
        return; /* the first verdict stands: there is no worker to ask */
    double took = gat_seconds_now() - began;
    gat_watch_tell(s, &again.judgement);
    x->finding.picture = again.picture;
    if (gat_passes(again.judgement.verdict) && x->finding.judgement.sent != 0) {
        gat_judge_sent(&x->finding.judgement);
        x->finding.crowded = true;
    } else if (gat_passes(again.judgement.verdict) && !merely_slow(s, x, took)) {
        unrepeatable(&x->finding.judgement, "alone");
        s->passed_alone++;
    } else
        x->finding = again;
}

static bool same_finding(const struct gat_suspect *a, const struct gat_suspect *b)
{
    return a->point == b->point && a->finding.judgement.verdict == b->finding.judgement.verdict &&
           strcmp(a->finding.judgement.diagnosis, b->finding.judgement.diagnosis) == 0;
}

static unsigned settled_alike(const struct gat_suspect *done, unsigned n,
                              const struct gat_suspect *x)
{
    unsigned alike = 0;
    for (unsigned k = 0; k < n; k++)
        alike += same_finding(&done[k], x);
    return alike;
}

void gat_suspects_pause(struct gat_session *s)
{
    bool soon = s->watched.n > 0 || s->n_suspects >= s->most_suspects;
    unsigned more = soon ? gat_engine_room(s->backend->engine) : MOST_WITH_SUSPECTS;
    unsigned long at = ++s->answered + more;
    if ((soon || s->n_suspects > 0) && (s->pause == 0 || at < s->pause))
        s->pause = at;
}

bool gat_suspects_wait(struct gat_session *s)
{
    return s->manifest->is_copied && !s->run->options->fail_fast && s->n_suspects > 0 &&
           s->n_suspects < s->most_suspects && s->held == NULL && s->watched.n == 0 && !s->enough &&
           s->next_point < s->n_points && s->asked < s->pause && ++s->fed_points < MOST_POINTS_WAIT;
}

/* One of these cases fails by what came before it, so those that failed again may, too; but for
 * the one that was the first of the fresh worker. */
static void doubt(struct gat_session *s, struct gat_suspect *list, const bool *again, unsigned n)
{
    unsigned asked = 0;
    while (n > 0 && ended_worker(s, list[n - 1].finding.judgement.verdict))
        n--;
    for (unsigned k = 0; k + 1 < n; k++) {
        if (!again[k])
            continue;
        if (asked++ < MOST_ALONE)
            alone(s, &list[k], true);
        else
            list[k].finding.crowded = true;
    }
}

void gat_session_attribute(struct gat_session *s)
{
    if (s->n_suspects == 0)
        return;
    unsigned n = s->n_suspects;
    struct gat_suspect *list = s->suspects;
    bool *again = GAT_NEW_N(&s->run->arena, bool, n);
    bool first = true, by_others = false;
    for (unsigned k = n; k-- > 0;) {
        struct gat_finding f = list[k].finding;
        if (ended_worker(s, f.judgement.verdict) || s->lost)
            continue;
        if (first)
            gat_session_fresh(s);
        first = false;
        if (s->lost || !gat_session_one(s, list[k].point, GAT_LOOK_SELDOM, &f))
            continue;
        gat_watch_tell(s, &f.judgement);
        again[k] = !gat_passes(f.judgement.verdict);
        list[k].finding.picture = f.picture;
        if (again[k])
            list[k].finding = f;
    }
    for (unsigned k = 0; k < n; k++) {
        if (again[k] || gat_without("repetition"))
            continue;
        if (ended_worker(s, list[k].finding.judgement.verdict))
            alone(s, &list[k], true);
        else if (settled_alike(list, k, &list[k]) >= MOST_ALONE)
            unrepeatable(&list[k].finding.judgement, "alone");
        else if (s->manifest->is_copied && s->passed_alone >= MOST_STARTED)
            unrepeatable(&list[k].finding.judgement, "in another order");
        else
            alone(s, &list[k], true);
        by_others |= list[k].finding.judgement.verdict == GAT_V_UNREPEATABLE;
    }
    if (by_others)
        doubt(s, list, again, n);
    for (unsigned k = 0; k < n; k++)
        gat_session_settle(s, list[k].point, &list[k].finding);
    s->n_suspects = 0;
}
