/* lanes.c - one backend through the plan in parallel: pairs of parent and worker.
 *
 * A lane is a session of its own with the cases whose name falls to it.  Lanes
 * share nothing but the plan; what they find is put together point by point and
 * reported in the order of the plan, so the result does not depend on their number.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "ledger/interrupted.h"
#include "ledger/lanes.h"
#include "ledger/resume.h"
#include "ledger/summary.h"
#include "ledger/tap_lines.h"
#include "ledger/terminal.h"
#include "run/ahead.h"
#include "run/record_write.h"
#include "run/session.h"
#include "run/tally.h"
#include "run/waiver.h"

struct gat_lane {
    struct gat_run run; /* a copy with an arena of its own */
    struct gat_backend_ref backend;
    struct gat_session session;
    pthread_t thread;
    unsigned complete; /* points that are done; under `lock` */
    struct gat_lanes *all;
};

struct gat_lanes {
    unsigned count;
    struct gat_lane *lanes;
    struct gat_session front; /* the sum of all, for reporting */
    unsigned reported;
    pthread_mutex_t lock;
};

/* Put the findings of one lane among those already there, in order of member. */
static void findings_merge(struct gat_finding **at, struct gat_finding *f)
{
    while (f != NULL) {
        struct gat_finding *next = f->next;
        while (*at != NULL && (*at)->member < f->member)
            at = &(*at)->next;
        f->next = *at;
        *at = f;
        f = next;
    }
}

/* Findings of one lane come in the order in which they were settled: mostly that of members, so the
 * place of each is looked for after that of the last. */
static struct gat_finding *findings_sort(struct gat_finding *list)
{
    struct gat_finding *sorted = NULL, *last = NULL;
    while (list != NULL) {
        struct gat_finding *f = list;
        list = f->next;
        f->next = NULL;
        findings_merge(last != NULL && last->member < f->member ? &last->next : &sorted, f);
        last = f;
    }
    return sorted;
}

void gat_point_add(struct gat_arena *a, struct gat_point_state *into,
                   const struct gat_point_state *from)
{
    if (from->error != NULL)
        into->error = from->error;
    into->selected += from->selected;
    into->passed += from->passed;
    into->not_claimed += from->not_claimed;
    into->not_run += from->not_run;
    into->failed += from->failed;
    into->passed_hash += from->passed_hash;
    into->deaths += from->deaths;
    into->timeouts += from->timeouts;
    gat_told_add(a, into, from->told);
    gat_tally_add(a, &into->tally, &from->tally);
    gat_waivers_merge(a, into, from);
    if (from->gap != NULL && (into->gap == NULL || from->gap_member < into->gap_member)) {
        into->gap = from->gap;
        into->gap_member = from->gap_member;
    }
    findings_merge(&into->findings, findings_sort(from->findings));
}

/* Report what all lanes are past, the last of which is `lane`; the caller holds the lock or is
 * alone. */
static void points_report(struct gat_lanes *all, const struct gat_lane *lane)
{
    unsigned least = all->lanes[0].complete;
    for (unsigned k = 1; k < all->count; k++)
        least = all->lanes[k].complete < least ? all->lanes[k].complete : least;
    for (; all->reported < least; all->reported++) {
        struct gat_point_state *sum = &all->front.points[all->reported];
        for (unsigned k = 0; k < all->count; k++)
            gat_point_add(&all->front.run->arena, sum,
                          &all->lanes[k].session.points[all->reported]);
        gat_tally_point(&all->front, all->reported);
        sum->opened = lane->session.points[all->reported].opened; /* where it is open */
        gat_report_point(&all->front, sum);
        gat_screen_progress(&all->front.run->out, all->front.backend->name,
                            all->reported + 1, all->front.n_points);
    }
}

static void point_done(struct gat_session *s, unsigned point)
{
    struct gat_lane *lane = s->lane;
    struct gat_lanes *all = lane->all;
    pthread_mutex_lock(&all->lock);
    lane->complete = point + 1;
    points_report(all, lane);
    /* Nobody reads what is printed, and nothing else is kept. */
    const struct gat_output *out = &all->front.run->out;
    s->enough |= out->broken && out->records < 0;
    pthread_mutex_unlock(&all->lock);
}

static void *lane_run(void *user)
{
    struct gat_lane *lane = user;
    gat_session_run(&lane->session);
    return NULL;
}

/* Parent and worker of a lane share a processor: they take turns anyway. */
static void lane_pin(unsigned k)
{
    cpu_set_t set;
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    CPU_ZERO(&set);
    CPU_SET(k % (unsigned)(n > 0 ? n : 1), &set);
    (void)sched_setaffinity(0, sizeof set, &set); /* only a matter of speed */
}

/* The first lane uses the worker that is open already; the others start theirs. */
static bool lane_open(struct gat_lanes *all, unsigned k, struct gat_run *r,
                      const struct gat_backend_ref *b)
{
    struct gat_lane *lane = &all->lanes[k];
    struct gat_engine_limits limits = r->limits;
    struct gat_error e;
    bool missing;
    lane->run = *r;
    lane->run.arena = (struct gat_arena){0};
    lane->run.lane = k;
    lane->run.n_lanes = all->count;
    lane->backend = *b;
    lane->all = all;
    lane->session = (struct gat_session){.run = &lane->run,
                                         .backend = &lane->backend,
                                         .point_done = point_done,
                                         .keeps_pictures = gat_records_kept(&r->out),
                                         .lane = lane};
    limits.cache = gat_engine_limits(b->engine)->cache;
    if (k > 0)
        lane->backend.engine = gat_engine_open(b->path, b->options, &limits, &e, &missing);
    if (lane->backend.engine == NULL)
        return false;
    gat_session_prepare(&lane->session);
    return true;
}

static void lanes_open(struct gat_lanes *all, struct gat_run *r,
                       const struct gat_backend_ref *b)
{
    unsigned wanted = r->options->jobs > 1 ? (unsigned)r->options->jobs : 1;
    cpu_set_t before;
    bool pinned = wanted > 1 && sched_getaffinity(0, sizeof before, &before) == 0;
    all->lanes = GAT_NEW_N(&r->arena, struct gat_lane, wanted);
    all->count = wanted;
    for (unsigned k = 0; k < wanted; k++) {
        if (pinned)
            lane_pin(k);
        if (!lane_open(all, k, r, b))
            break;
        r->n_lanes = k + 1;
    }
    if (pinned)
        (void)sched_setaffinity(0, sizeof before, &before);
    /* Lanes that did not start leave their cases to the others; who reports has them all. */
    all->count = r->n_lanes;
    r->n_lanes = 1;
    for (unsigned k = 0; k < all->count; k++)
        all->lanes[k].run.n_lanes = all->count;
}

static void lanes_finish(struct gat_lanes *all)
{
    for (unsigned k = 0; k < all->count; k++) {
        struct gat_lane *lane = &all->lanes[k];
        all->front.cut |= lane->session.cut;
        if (lane->session.cut)
            all->front.cut_why = lane->session.cut_why;
    }
    if (gat_interrupted())
        gat_interrupted_close(&all->front, all->reported);
    gat_report_tally(&all->front);
    for (unsigned k = 0; k < all->count; k++) {
        if (k > 0)
            gat_engine_close(all->lanes[k].backend.engine);
        gat_arena_free(&all->lanes[k].run.arena);
    }
}

/* Points that the file has are not run again. */
static void lanes_skip(struct gat_lanes *all, unsigned n)
{
    all->reported = n;
    all->lanes[0].session.deaths = all->front.deaths;
    all->lanes[0].session.timeouts = all->front.timeouts;
    for (unsigned k = 0; k < all->count; k++) {
        all->lanes[k].complete = n;
        all->lanes[k].session.next_point = all->lanes[k].session.next_print = n;
    }
}

/* A lane that is alone leaves processors to a thread that makes its next cases. */
static struct gat_ahead *ahead_open(struct gat_lanes *all)
{
    const struct gat_run *r = &all->lanes[0].run;
    bool alone = all->count == 1 && r->n_shards == 1 && !r->limits.here;
    return alone ? gat_ahead_open(&all->lanes[0].session) : NULL;
}

static void lanes_work(struct gat_lanes *all)
{
    unsigned started = 1;
    struct gat_session *first = &all->lanes[0].session;
    first->ahead = ahead_open(all);
    while (started < all->count && pthread_create(&all->lanes[started].thread, NULL, lane_run,
                                                  &all->lanes[started]) == 0)
        started++;
    gat_session_run(first);
    gat_ahead_close(first->ahead);
    for (unsigned k = 1; k < all->count; k++) {
        if (k < started)
            pthread_join(all->lanes[k].thread, NULL);
        else
            gat_session_run(&all->lanes[k].session);
    }
}

void gat_lanes_run(struct gat_run *r, unsigned backend)
{
    const struct gat_backend_ref *b = &r->backends[backend];
    struct gat_lanes all = {.front = {.run = r, .backend = b, .is_front = true},
                            .lock = PTHREAD_MUTEX_INITIALIZER};
    unsigned n;
    lanes_open(&all, r, b);
    gat_session_prepare(&all.front);
    r->backends[backend].points = all.front.points;
    if (r->n_settings > 0)
        all.front.first_points = r->backends[backend - backend % r->n_settings].points;
    all.front.repeat = gat_resume_repeat(r, backend);
    gat_report_backend(&all.front);
    if (gat_resume_points(&all.front, backend, &n)) {
        lanes_skip(&all, n);
        lanes_work(&all);
        r->out.muted = gat_resume_closed(r, backend);
    }
    lanes_finish(&all);
}
