/* engine.c - jobs through a worker, in order, past every death.
 *
 * Jobs that are not finished lie in a ring of entries; entry and windows of a job
 * depend on its number alone.  When the worker dies, the next call that it owed
 * an answer for is the guilty one; the others are placed again for a new worker,
 * which starts on the other seat while the old one is torn down.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/seat.h"
#include "engine/start.h"
#include "engine/workers.h"
#include "exchange/placement.h"
#include "exchange/reply.h"
#include "exchange/window.h"
#include "worker/manifest.h"

enum {
    BATCH = 8,             /* cases that are published together */
    SAMPLE = 256,          /* cases between two looks at the memory of the worker, ... */
    MEASURE = 10000        /* ... and of everybody */
};

struct gat_engine {
    struct gat_arena arena;
    struct gat_workers workers;
    struct gat_engine_limits limits;
    struct gat_manifest manifest;
    struct gat_engine_stats stats;
    struct gat_entry *entries;
    unsigned long head, tail; /* jobs taken from the source; jobs answered */
    bool lost;                /* the worker has just said that its device is */
    bool large_busy; /* a case is in the large windows; none is placed until it is done */
    bool ahead;      /* the job at `head` was asked for and waits for its place */
    bool dry;        /* the source of this run has said that it has no more */
    unsigned long measured;
    struct gat_reply_room room; /* of the reply that is being given */
    char scratch[sizeof((struct gat_feed *)0)->scratch];
    const struct gat_teller *teller; /* not NULL: there is no worker, and there was none */
};

/* ---- workers ---- */

/* Calls of an engine start at the entry of its oldest job. */
static uint32_t first_shift(const struct gat_engine *g)
{
    return (uint32_t)(2 * (g->tail % g->workers.geo.n_cases));
}

static bool worker_get(struct gat_engine *g, struct gat_error *e, bool *missing)
{
    return gat_workers_get(&g->workers, first_shift(g), e, missing);
}

/* ---- open, close ---- */

struct gat_engine *gat_engine_open(const char *path, const char *options,
                                   const struct gat_engine_limits *limits, struct gat_error *e,
                                   bool *missing)
{
    struct gat_arena arena = {0};
    if (!gat_start_check(path, options, e, missing))
        return NULL;
    gat_signals_tame();
    struct gat_engine *g = GAT_NEW(&arena, struct gat_engine);
    g->arena = arena;
    g->limits = *limits;
    g->workers.start = (struct gat_start){
        .path = gat_arena_print(&g->arena, strchr(path, '/') == NULL ? "./%s" : "%s", path),
        .options = gat_arena_text(&g->arena, options, strlen(options)),
        .file = -1,
        .giants = -1,
        .want_manifest = true,
        .spin = gat_spin_rounds(),
        .here = limits->here,
    };
    gat_geometry_make(&g->workers.geo, (limits->slots > 0 ? limits->slots : GAT_DEFAULT_SLOTS) / 2);
    g->entries = GAT_NEW_N(&g->arena, struct gat_entry, g->workers.geo.n_cases);
    g->workers.start.scratch = g->scratch;
    if (gat_start_prepare(&g->arena, &g->workers.start, g->scratch, &g->limits, e, missing) &&
        gat_workers_map(&g->workers, g->limits.seconds, e) && worker_get(g, e, missing) &&
        gat_manifest_take(&g->arena, g->workers.active, &g->workers.start, &g->manifest, e)) {
        const struct gat_manifest *m = &g->manifest;
        g->workers.start.want_manifest = false;
        g->workers.spares = !m->is_copied && !m->on_device && m->needs == 0;
        return g;
    }
    gat_engine_close(g);
    return NULL;
}

struct gat_engine *gat_engine_told(const struct gat_teller *teller)
{
    struct gat_arena arena = {0};
    struct gat_engine *g = GAT_NEW(&arena, struct gat_engine);
    g->arena = arena;
    g->teller = teller;
    g->manifest = *teller->manifest;
    g->workers.start.file = g->workers.start.giants = -1;
    return g;
}

const struct gat_manifest *gat_engine_manifest(const struct gat_engine *g)
{
    return &g->manifest;
}

const struct gat_engine_limits *gat_engine_limits(const struct gat_engine *g)
{
    return &g->limits;
}

unsigned gat_engine_room(const struct gat_engine *g)
{
    return g->workers.geo.n_cases;
}

bool gat_engine_bye(struct gat_engine *g, char *why, size_t n)
{
    struct gat_error e; /* then there is no worker, which it says */
    bool missing;
    (void)worker_get(g, &e, &missing);
    return gat_seat_bye(g->workers.active, why, n);
}

void gat_engine_close(struct gat_engine *g)
{
    gat_workers_close(&g->workers);
    struct gat_arena arena = g->arena;
    gat_arena_free(&arena);
}

bool gat_engine_fresh(struct gat_engine *g, struct gat_error *e)
{
    return g->workers.start.here || g->teller != NULL ||
           gat_workers_fresh(&g->workers, first_shift(g), e);
}

void gat_engine_stats(const struct gat_engine *g, struct gat_engine_stats *out)
{
    uint64_t size = gat_workers_memory(&g->workers);
    *out = g->stats;
    out->starts = g->workers.starts;
    out->resident = size > out->resident ? size : out->resident;
}

/* ---- jobs ---- */

static unsigned position(const struct gat_engine *g, unsigned long job)
{
    return (unsigned)(job % g->workers.geo.n_cases);
}

static uint32_t calls_before(const struct gat_engine *g, unsigned long job)
{
    return g->workers.active->head - (uint32_t)(2 * (g->head - job));
}

static void large_done(struct gat_engine *g, const struct gat_entry *e)
{
    if (!e->large)
        return;
    g->large_busy = false;
    gat_workers_return(&g->workers, e->sparse_out);
}

/* Ask for the job at `head`, unless that was done; false: the source is dry. */
static bool job_ask(struct gat_engine *g, const struct gat_engine_source *source)
{
    struct gat_entry *e = &g->entries[position(g, g->head)];
    if (g->ahead || g->dry)
        return g->ahead;
    memset(&e->job, 0, sizeof e->job);
    g->ahead = source->next(source->user, &e->job);
    g->dry = !g->ahead;
    if (g->ahead)
        gat_entry_measure(&g->workers.geo, e);
    return g->ahead;
}

/* Ask for jobs and place them while there is room.  While a large one is computed the next is made,
 * and placed after its answer: two would double the windows.  False: the source is dry. */
static bool engine_feed(struct gat_engine *g, const struct gat_engine_source *source)
{
    struct gat_seat *s = g->workers.active;
    uint32_t head = s->head;
    bool more = true;
    while (g->head - g->tail < g->workers.geo.n_cases) {
        unsigned at = position(g, g->head);
        struct gat_entry *e = &g->entries[at];
        more = job_ask(g, source);
        if (!more || g->large_busy)
            break;
        g->ahead = false;
        g->large_busy = e->large;
        e->hopeless = e->hopeless || !gat_entry_place(s, at, e);
        if (e->hopeless)
            gat_entry_skip(s, at);
        g->head++;
        head += 2;
        if (head - s->head == 2 * BATCH || g->large_busy)
            gat_seat_publish(s, head);
    }
    if (head != s->head)
        gat_seat_publish(s, head);
    return more;
}

static bool engine_answer(struct gat_engine *g, const struct gat_engine_source *source,
                          const struct gat_reply *reply)
{
    const struct gat_entry *e = &g->entries[position(g, g->tail)];
    bool more = source->done(source->user, &e->job, reply);
    large_done(g, e);
    g->tail++;
    g->stats.cases++;
    return more;
}

static bool answer_done(struct gat_engine *g, const struct gat_engine_source *source)
{
    unsigned at = position(g, g->tail);
    const struct gat_entry *e = &g->entries[at];
    struct gat_reply reply = {.end = GAT_END_LOST};
    if (e->hopeless) {
        reply.error_text = "the case is too large for the windows of a worker (1 GiB for each "
                           "operand, 4 KiB for names, shapes and attributes)";
    } else {
        gat_reply_room_grow(&g->arena, &g->room, e);
        gat_reply_read(g->workers.active, at, e, &g->room, &reply);
        g->lost = !g->workers.start.here &&
                  (gat_is_lost(reply.status[0]) || gat_is_lost(reply.status[1]));
    }
    return engine_answer(g, source, &reply);
}

/* All open jobs again, for a worker that has not seen them. */
static void engine_resend(struct gat_engine *g)
{
    struct gat_seat *s = g->workers.active;
    for (unsigned long job = g->tail; job != g->head; job++) {
        unsigned at = position(g, job);
        if (g->entries[at].hopeless)
            gat_entry_skip(s, at);
        else
            (void)gat_entry_place(s, at, &g->entries[at]);
    }
    if (g->head != g->tail)
        gat_seat_publish(s, s->head + (uint32_t)(2 * (g->head - g->tail)));
}

static bool engine_lost(struct gat_engine *g, const struct gat_engine_source *source,
                        const struct gat_error *e)
{
    struct gat_reply reply = {.end = GAT_END_LOST, .error_text = e->text};
    g->head += g->ahead;
    g->ahead = false;
    while (g->head != g->tail && engine_answer(g, source, &reply))
        continue;
    return false;
}

/* Open cases, or the next one, go on in a new worker. */
static bool engine_renew(struct gat_engine *g, const struct gat_engine_source *source,
                         struct gat_error *e)
{
    bool missing;
    if (g->head == g->tail && !job_ask(g, source))
        return true; /* whoever has a case later starts it */
    if (!worker_get(g, e, &missing))
        return engine_lost(g, source, e);
    engine_resend(g);
    return true;
}

/* The worker died: the oldest job is guilty, the others are not. */
static bool engine_bury(struct gat_engine *g, const struct gat_engine_source *source,
                        struct gat_death *d, struct gat_error *e)
{
    unsigned at = position(g, g->tail);
    uint32_t done = atomic_load(&g->workers.active->back->tail);
    unsigned call = done == calls_before(g, g->tail) + 1;
    struct gat_reply reply;
    gat_reply_death(g->workers.active, at, &g->entries[at], call, d, &g->room, &reply);
    gat_workers_drop(&g->workers);
    g->stats.deaths++;
    return engine_answer(g, source, &reply) && engine_renew(g, source, e);
}

/* What a case may take: its time for each 8 MiB of the largest operand that is begun, as a plain
 * loop on a slow machine needs; eight times at most. */
static struct gat_engine_limits limits_of(const struct gat_engine *g, unsigned long job)
{
    enum { EACH = 2048 /* weight of 8 MiB */, MOST = 8 };
    struct gat_engine_limits limits = g->limits;
    uint32_t times = 1 + g->entries[position(g, job)].weight / EACH;
    limits.seconds *= times < MOST ? times : MOST;
    return limits;
}

/* Wait for the oldest job, then answer all that are done. */
static bool engine_collect(struct gat_engine *g, const struct gat_engine_source *source,
                           struct gat_error *e)
{
    struct gat_death d = {0};
    uint32_t goal = calls_before(g, g->tail) + 2;
    const struct gat_engine_limits limits = limits_of(g, g->tail);
    enum gat_progress p = gat_seat_wait(g->workers.active, goal, &limits, &d);
    uint32_t done = atomic_load_explicit(&g->workers.active->back->tail, memory_order_acquire);
    if (p == GAT_PROGRESS_DEAD)
        return engine_bury(g, source, &d, e);
    if (done - goal > g->workers.active->head - goal)
        done = goal;
    while ((int32_t)(done - (calls_before(g, g->tail) + 2)) >= 0 && g->head != g->tail) {
        if (!answer_done(g, source))
            return false;
        if (g->lost) {
            gat_workers_drop(&g->workers);
            return engine_renew(g, source, e);
        }
    }
    return true;
}

/* A worker whose memory grows in quick calls is caught here.  The job in hand is blamed first;
 * its repetition alone tells. */
static bool engine_weigh(struct gat_engine *g, const struct gat_engine_source *source,
                         struct gat_error *e)
{
    struct gat_death d = {.end = GAT_END_MEMORY};
    if (g->head == g->tail || !gat_seat_too_big(g->workers.active, g->limits.memory))
        return true;
    return engine_bury(g, source, &d, e);
}

/* Stopped: nobody takes what is still under way. */
static void engine_forget(struct gat_engine *g)
{
    struct gat_death ignored;
    if (g->workers.start.here)
        (void)gat_seat_wait(g->workers.active, g->workers.active->head, &g->limits, &ignored);
    else
        gat_workers_drop(&g->workers);
    g->tail = g->head;
    g->large_busy = false;
}

/* gat_engine_run for results that were told: there is no worker. */
static bool engine_tell(const struct gat_teller *t, const struct gat_engine_source *source)
{
    for (;;) {
        struct gat_job job = {0};
        struct gat_reply reply = {.end = GAT_END_LOST, .error_text = ""};
        if (!source->next(source->user, &job))
            return true;
        t->tell(t->user, &job, &reply);
        if (!source->done(source->user, &job, &reply))
            return false;
    }
}

bool gat_engine_run(struct gat_engine *g, const struct gat_engine_source *source,
                    struct gat_error *e)
{
    bool missing, more = true, going = true;
    unsigned long weighed = g->stats.cases;
    memset(e, 0, sizeof *e);
    g->dry = false;
    if (g->teller != NULL)
        return engine_tell(g->teller, source);
    if (!worker_get(g, e, &missing))
        return false;
    while (going && (more || g->head != g->tail)) {
        more = more && engine_feed(g, source);
        going = g->head == g->tail || engine_collect(g, source, e);
        if (going && g->stats.cases - weighed >= SAMPLE) {
            weighed = g->stats.cases;
            going = engine_weigh(g, source, e);
        }
    }
    if (!going && g->head != g->tail)
        engine_forget(g);
    g->ahead = false;
    if (g->stats.cases - g->measured >= MEASURE) {
        g->measured = g->stats.cases;
        gat_engine_stats(g, &g->stats);
    }
    return going;
}

/* Inputs only, one call; the second is left out. */
static bool infer_place(struct gat_engine *g, unsigned at, const struct gat_job *job)
{
    struct gat_entry *e = &g->entries[at];
    struct gat_desc *d = gat_seat_desc(g->workers.active, at);
    e->job = *job;
    gat_entry_measure(&g->workers.geo, e);
    if (e->hopeless || !gat_entry_place(g->workers.active, at, e))
        return false;
    d->call[0].n_operands = job->n_inputs;
    d->order[0].kind = GAT_ORDER_INFER;
    d->order[1].kind = GAT_ORDER_NONE;
    return true;
}

bool gat_engine_infer(struct gat_engine *g, const struct gat_job *job, gat_status *status,
                      struct gat_inferred *out, enum gat_end *end)
{
    struct gat_error e;
    struct gat_death d;
    bool missing;
    assert(g->head == g->tail);
    *end = GAT_END_ANSWERED;
    if (!worker_get(g, &e, &missing))
        return false;
    struct gat_seat *s = g->workers.active;
    unsigned at = position(g, g->head);
    if (!infer_place(g, at, job))
        return false;
    gat_seat_publish(s, s->head + 2);
    enum gat_progress p = gat_seat_wait(s, s->head, &g->limits, &d);
    g->tail = ++g->head;
    large_done(g, &g->entries[at]);
    if (p == GAT_PROGRESS_DEAD) {
        *end = d.end;
        g->stats.deaths++;
        gat_workers_drop(&g->workers);
        return false;
    }
    *status = s->back->results[2 * at].status;
    memcpy(out, &s->back->inferred, sizeof *out);
    if (out->ndim < 0 || out->ndim > GAT_MAX_RANK)
        out->ndim = -1; /* no shape at all */
    return s->back->has_infer != 0;
}
