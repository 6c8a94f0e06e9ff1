/* engine.c - jobs through a worker, in order, past every death.
 *
 * Jobs that are not finished lie in a ring of entries; entry and windows of a job
 * depend on its number alone.  When the worker dies, the next call that it owed
 * an answer for is the guilty one; the others are placed again for a new worker,
 * which starts on the other seat while the old one is torn down.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/engine.h"
#include "engine/seat.h"
#include "engine/start.h"
#include "exchange/placement.h"
#include "exchange/reply.h"
#include "exchange/sparse_out.h"
#include "exchange/window.h"
#include "worker/manifest.h"

enum {
    BATCH = 8,             /* cases that are published together */
    SAMPLE = 256,          /* cases between two looks at the memory of the worker, ... */
    MEASURE = 10000,       /* ... and of everybody */
    LARGE_KEPT = 32 << 20, /* bytes that may stay in large windows between two cases */
    START_TRIES = 3
};

struct gat_engine {
    struct gat_arena arena;
    struct gat_geometry geo;
    struct gat_engine_limits limits;
    struct gat_start start;
    struct gat_manifest manifest;
    struct gat_engine_stats stats;
    unsigned char *map;
    struct gat_seat seats[2], *active, *other;
    struct gat_entry *entries;
    unsigned long head, tail; /* jobs taken from the source; jobs answered */
    bool lost;                /* the worker has just said that its device is */
    bool large_busy; /* a case is in the large windows; none is placed until it is done */
    bool ahead;      /* the job at `head` was asked for and waits for its place */
    unsigned long measured;
    struct gat_reply_room room; /* of the reply that is being given */
    char scratch[sizeof((struct gat_feed *)0)->scratch];
    const struct gat_teller *teller; /* not NULL: there is no worker, and there was none */
};

/* ---- workers ---- */

/* Calls of an engine start at the entry of its oldest job. */
static void seat_aim(struct gat_engine *g, struct gat_seat *s)
{
    s->shift = (uint32_t)(2 * (g->tail % g->geo.n_cases));
    s->feed->shift = s->shift;
}

/* Forget the worker; its seat is free when it is really gone. */
static void worker_drop(struct gat_engine *g)
{
    struct gat_seat *s = g->active;
    gat_seat_kill(s);
    g->active = g->other;
    g->other = s;
}

/* A worker on the active seat, which starts where no job was ever sent. */
static bool worker_get(struct gat_engine *g, struct gat_error *e, bool *missing)
{
    unsigned tries = g->start.want_manifest ? 1 : START_TRIES;
    double seconds = 10 * (g->limits.seconds > 1 ? g->limits.seconds : 1);
    if (g->active->state == GAT_SEAT_READY)
        return true;
    for (unsigned k = 0; k < tries; k++) {
        gat_seat_reap(g->active, true);
        g->stats.starts++;
        *missing = true; /* the machine's fault, until the backend is reached */
        if (!gat_seat_start(g->active, &g->start, e))
            return false;
        if (gat_seat_ready(g->active, g->start.path, seconds, e, missing)) {
            seat_aim(g, g->active);
            return true;
        }
        worker_drop(g);
    }
    return false;
}

/* ---- open, close ---- */

static bool memory_make(struct gat_engine *g, struct gat_error *e)
{
    size_t size = 2 * g->geo.seat_size;
    if (!gat_start_files(&g->start, size, e))
        return false;
    void *map =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, g->start.file, 0);
    if (map == MAP_FAILED)
        return gat_fail(e, "", 0, 0, "no address space for a worker's windows (ulimit -v?): %s",
                        strerror(errno));
    madvise(map, size, MADV_DONTDUMP);
    g->map = map;
    for (unsigned k = 0; k < 2; k++) {
        struct gat_seat *s = &g->seats[k];
        s->geo = &g->geo;
        s->at = k * g->geo.seat_size;
        s->map = g->map + s->at;
        s->file = g->start.file;
        s->giants = g->start.giants;
        s->feed = (struct gat_feed *)(void *)s->map;
        s->back = (struct gat_back *)(void *)(s->map + g->geo.back);
        s->statm = -1;
    }
    g->active = &g->seats[0];
    g->other = &g->seats[1];
    return true;
}

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
    g->start = (struct gat_start){
        .path = gat_arena_print(&g->arena, strchr(path, '/') == NULL ? "./%s" : "%s", path),
        .options = gat_arena_text(&g->arena, options, strlen(options)),
        .file = -1,
        .giants = -1,
        .want_manifest = true,
        .spin = gat_spin_rounds(),
        .here = limits->here,
    };
    gat_geometry_make(&g->geo, (limits->slots > 0 ? limits->slots : GAT_DEFAULT_SLOTS) / 2);
    g->entries = GAT_NEW_N(&g->arena, struct gat_entry, g->geo.n_cases);
    g->start.scratch = g->scratch;
    if (gat_start_prepare(&g->arena, &g->start, g->scratch, &g->limits, e, missing) &&
        memory_make(g, e) && worker_get(g, e, missing) &&
        gat_manifest_take(&g->arena, g->active, &g->start, &g->manifest, e)) {
        g->start.want_manifest = false;
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
    g->start.file = g->start.giants = -1;
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
    return g->geo.n_cases;
}

bool gat_engine_bye(struct gat_engine *g, char *why, size_t n)
{
    return gat_seat_bye(g->active, why, n);
}

void gat_engine_close(struct gat_engine *g)
{
    const unsigned seats = g->teller == NULL ? 2 : 0;
    for (unsigned k = 0; k < seats; k++)
        gat_seat_quit(&g->seats[k], g->limits.seconds < 2 ? g->limits.seconds : 2);
    for (unsigned k = 0; k < seats; k++)
        gat_sparse_out_close(&g->seats[k]);
    if (g->map != NULL)
        munmap(g->map, 2 * g->geo.seat_size);
    gat_start_end(&g->start);
    struct gat_arena arena = g->arena;
    gat_arena_free(&arena);
}

bool gat_engine_fresh(struct gat_engine *g, struct gat_error *e)
{
    bool missing;
    if (g->start.here || g->teller != NULL)
        return true;
    if (g->active->used || g->active->state != GAT_SEAT_READY)
        worker_drop(g);
    return worker_get(g, e, &missing);
}

void gat_engine_stats(const struct gat_engine *g, struct gat_engine_stats *out)
{
    *out = g->stats;
    uint64_t size = gat_process_memory(0);
    for (unsigned k = 0; k < 2; k++)
        if (g->seats[k].state == GAT_SEAT_STARTED || g->seats[k].state == GAT_SEAT_READY)
            size += gat_process_memory(g->seats[k].pid);
    out->resident = size > out->resident ? size : out->resident;
}

/* ---- jobs ---- */

static unsigned position(const struct gat_engine *g, unsigned long job)
{
    return (unsigned)(job % g->geo.n_cases);
}

static uint32_t calls_before(const struct gat_engine *g, unsigned long job)
{
    return g->active->head - (uint32_t)(2 * (g->head - job));
}

/* Large windows go back to the system when much was placed there, on either seat. */
static void large_return(struct gat_engine *g, bool sparse_out)
{
    bool much = sparse_out || gat_seat_large(g->active) > LARGE_KEPT;
    g->large_busy = false;
    for (unsigned k = 0; k < 2 && much; k++) {
        gat_sparse_out_return(&g->seats[k]);
        gat_seat_large_return(&g->seats[k]);
    }
}

/* Ask for the job at `head`, unless that was done; false: the source is dry. */
static bool job_ask(struct gat_engine *g, const struct gat_engine_source *source)
{
    struct gat_entry *e = &g->entries[position(g, g->head)];
    if (g->ahead)
        return true;
    memset(&e->job, 0, sizeof e->job);
    g->ahead = source->next(source->user, &e->job);
    if (g->ahead)
        gat_entry_measure(&g->geo, e);
    return g->ahead;
}

/* Ask for jobs and place them while there is room.  While a large one is computed the next is made,
 * and placed after its answer: two would double the windows.  False: the source is dry. */
static bool engine_feed(struct gat_engine *g, const struct gat_engine_source *source)
{
    struct gat_seat *s = g->active;
    uint32_t head = s->head;
    bool more = true;
    while (g->head - g->tail < g->geo.n_cases) {
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
    if (e->large)
        large_return(g, e->sparse_out);
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
        gat_reply_read(g->active, at, e, &g->room, &reply);
        g->lost = !g->start.here && (gat_is_lost(reply.status[0]) || gat_is_lost(reply.status[1]));
    }
    return engine_answer(g, source, &reply);
}

/* All open jobs again, for a worker that has not seen them. */
static void engine_resend(struct gat_engine *g)
{
    struct gat_seat *s = g->active;
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

/* Open cases go on in a new worker. */
static bool engine_renew(struct gat_engine *g, const struct gat_engine_source *source,
                         struct gat_error *e)
{
    bool missing;
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
    uint32_t done = atomic_load(&g->active->back->tail);
    unsigned call = done == calls_before(g, g->tail) + 1;
    struct gat_reply reply;
    gat_reply_death(g->active, at, &g->entries[at], call, d, &g->room, &reply);
    worker_drop(g);
    g->stats.deaths++;
    return engine_answer(g, source, &reply) && engine_renew(g, source, e);
}

/* Wait for the oldest job, then answer all that are done. */
static bool engine_collect(struct gat_engine *g, const struct gat_engine_source *source,
                           struct gat_error *e)
{
    struct gat_death d = {0};
    uint32_t goal = calls_before(g, g->tail) + 2;
    enum gat_progress p = gat_seat_wait(g->active, goal, &g->limits, &d);
    uint32_t done = atomic_load_explicit(&g->active->back->tail, memory_order_acquire);
    if (p == GAT_PROGRESS_DEAD)
        return engine_bury(g, source, &d, e);
    if (done - goal > g->active->head - goal)
        done = goal;
    while ((int32_t)(done - (calls_before(g, g->tail) + 2)) >= 0 && g->head != g->tail) {
        if (!answer_done(g, source))
            return false;
        if (g->lost) {
            worker_drop(g);
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
    if (g->head == g->tail || !gat_seat_too_big(g->active, g->limits.memory))
        return true;
    return engine_bury(g, source, &d, e);
}

/* Stopped: nobody takes what is still under way. */
static void engine_forget(struct gat_engine *g)
{
    struct gat_death ignored;
    if (g->start.here)
        (void)gat_seat_wait(g->active, g->active->head, &g->limits, &ignored);
    else
        worker_drop(g);
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
    struct gat_death d;
    memset(e, 0, sizeof *e);
    if (g->teller != NULL)
        return engine_tell(g->teller, source);
    /* It may have died since the last job, of a thread that was left behind. */
    if (g->active->state == GAT_SEAT_READY && gat_seat_dead(g->active, &d))
        worker_drop(g);
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
    struct gat_desc *d = gat_seat_desc(g->active, at);
    e->job = *job;
    gat_entry_measure(&g->geo, e);
    if (e->hopeless || !gat_entry_place(g->active, at, e))
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
    struct gat_seat *s = g->active;
    unsigned at = position(g, g->head);
    if (!infer_place(g, at, job))
        return false;
    gat_seat_publish(s, s->head + 2);
    enum gat_progress p = gat_seat_wait(s, s->head, &g->limits, &d);
    g->tail = ++g->head;
    if (g->entries[at].large)
        large_return(g, g->entries[at].sparse_out);
    if (p == GAT_PROGRESS_DEAD) {
        *end = d.end;
        g->stats.deaths++;
        worker_drop(g);
        return false;
    }
    *status = s->back->results[2 * at].status;
    memcpy(out, &s->back->inferred, sizeof *out);
    if (out->ndim < 0 || out->ndim > GAT_MAX_RANK)
        out->ndim = -1; /* no shape at all */
    return s->back->has_infer != 0;
}
