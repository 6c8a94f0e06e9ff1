/* engine.h - cases through a worker: windows, fences, calls, deaths.
 *
 * One worker process per backend; the backend is loaded only there.  Parent and
 * worker share a ring of calls.  A case is two calls: operands flush against the end of their
 * windows in one, against the start in the other (placement.h), outputs poisoned differently.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ENGINE_H
#define GAT_ENGINE_H

#include <stdio.h>

#include "arena.h"
#include "exchange/exchange.h"

struct gat_engine;
/* Start a worker on `path` (a shared object) with `options`.  NULL and *e if it
 * cannot be loaded; *missing tells "not there, its library is absent, its open() says
 * that it cannot work here" (true) from "no entry symbol, foreign ABI, nonsense
 * manifest, died while being loaded, options that open() finds invalid" (false).
 * A case has limits->seconds; where these are 0 it has the usual ones, and 15 if the backend asks
 * for programs, of which one may be a compiler that runs in a call.
 * Loading may take ten times as long, and at least ten seconds.  A worker
 * ends with the thread that started it, so one thread uses an engine. */
struct gat_engine *gat_engine_open(const char *path, const char *options,
                                   const struct gat_engine_limits *limits,
                                   struct gat_error *e, bool *missing);
const struct gat_manifest *gat_engine_manifest(const struct gat_engine *g);
const struct gat_engine_limits *gat_engine_limits(const struct gat_engine *g);
/* How many jobs are open at a time; 0 without a worker. */
unsigned gat_engine_room(const struct gat_engine *g);
/* Let the worker end by itself; false and a sentence when its backend does not end as
 * it should.  Then only gat_engine_close is left. */
bool gat_engine_bye(struct gat_engine *g, char *why, size_t n);
void gat_engine_close(struct gat_engine *g);

/* Run the jobs that `next` yields (false: no more) and hand each reply to `done`,
 * in the order of the jobs.  At most limits.slots / 2 + 1 jobs are open at a time.
 * After `next` has filled a job, the memory that it points to must stay valid until next is
 * called for it again or done has returned.
 * A case that ends the worker gets its reply; the others run on in a new worker.
 * `done` returns false to stop.  False: stopped, or out of workers (see *e). */
struct gat_engine_source {
    bool (*next)(void *user, struct gat_job *job);
    bool (*done)(void *user, const struct gat_job *job, const struct gat_reply *reply);
    void *user;
};
bool gat_engine_run(struct gat_engine *g, const struct gat_engine_source *source,
                    struct gat_error *e);
/* Throw the worker away and start a new one: before a case is repeated alone. */
bool gat_engine_fresh(struct gat_engine *g, struct gat_error *e);
/* Ask infer() for one job alone; false when the backend has none or died: *end says of what,
 * and is GAT_END_ANSWERED otherwise. */
bool gat_engine_infer(struct gat_engine *g, const struct gat_job *job, gat_status *status,
                      struct gat_inferred *out, enum gat_end *end);

/* The source of outcomes where there is no worker. */
struct gat_teller {
    const struct gat_manifest *manifest; /* lives longer than the engine */
    /* Fill *reply, which is GAT_END_LOST at first; what it points to stays valid until the next
     * question. */
    void (*tell)(void *user, const struct gat_job *job, struct gat_reply *reply);
    void *user;
};
struct gat_engine *gat_engine_told(const struct gat_teller *teller);

struct gat_engine_stats {
    unsigned long cases, deaths, starts;
    uint64_t resident; /* greatest seen: parent and worker, shared pages once */
};
void gat_engine_stats(const struct gat_engine *g, struct gat_engine_stats *out);

#endif
