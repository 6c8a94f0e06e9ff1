/* worker_call.h - one call into the backend: here, from another thread, or in another context; and
 * what it leaves behind.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORKER_CALL_H
#define GAT_WORKER_CALL_H

#include "exchange/ring.h"
#include "sandbox/watch.h"

/* The backend that the worker calls, and the state of the process so far. */
struct gat_host {
    const struct gat_backend *backend;
    void *context;
    const char *options;
    const struct gat_geometry *geo;
    const unsigned char *base; /* of the span */
    bool plain;                /* every call is a plain one, and the thread is not looked at */
    bool watched;              /* the process is looked at */
    struct gat_watch watch;
    uint32_t unseen; /* cases since the last look */
    uint32_t weight; /* of these */
    double seconds;  /* of the call, where equal ones follow it */
    double equal;    /* seconds that equal calls have taken */
    void *other;     /* the context that was opened for the last call, if any */
    bool has_other;
    char refusal[192]; /* why the last call had none, which it was to have, or "" */
};
/* Make the call in the manner that the order asks for; the result gets its status and what it
 * left behind in its thread.  What it answered may belong to its context until gat_visit_close. */
void gat_visit_make(struct gat_host *h, const struct gat_order *o, const struct gat_call *call,
                    struct gat_result *r);
/* What the backend says of the last call, or "". */
const char *gat_visit_error(const struct gat_host *h);
/* Close the context that was opened for the last call alone. */
void gat_visit_close(struct gat_host *h);
/* Of an adapter: shape and type of its answer, and what it says of its copies, which lay between
 * fences where it says fault. */
void gat_visit_told(const struct gat_host *h, struct gat_result *r);
/* Of an adapter that takes calls together: call n of the ring and as many after it as go in one
 * line.  map() opens the windows of a call. */
void gat_visits_ask(const struct gat_host *h, const struct gat_feed *feed, uint32_t n,
                    void (*map)(const struct gat_order *o));
/* After the second call of a case, and both of one that is to be made many times more: look at the
 * process, if this case asks for it or many before it did not. */
void gat_visit_end(struct gat_host *h, const struct gat_order *o, const struct gat_call *call,
                   struct gat_result *r);

#endif
