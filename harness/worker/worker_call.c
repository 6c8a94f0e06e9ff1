/* worker_call.c - one call into the backend: here, from another thread, or in another context; and
 * what it leaves behind.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/worker_call.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "base/clock.h"
#include "base/without.h"
#include "exchange/window.h"
#include "worker/adapter_together.h"
#include "worker/worker_device.h"

/* ---- here, from another thread, in another context ---- */

/* Between two looks at the process, each some 50 microseconds: so many small cases, or fewer large
 * ones, as a case that is asked again costs what its bytes cost; at an adapter's, fewer and those
 * that end a line of calls. */
enum { CASES_UNSEEN = 64, CASES_OF_ADAPTER = 32, WEIGHT_UNSEEN = 256 };
static const double MOST_EQUAL = 0.5; /* seconds of equal calls of an adapter in one process */

struct visit {
    const struct gat_host *host;
    const struct gat_order *order;
    const struct gat_call *call;
    struct gat_result *result;
};

static void run(const struct visit *v, void *context)
{
    const struct gat_backend *b = v->host->backend;
    struct gat_result *r = v->result;
    r->status = gat_device_serves(b) ? gat_device_run(b, context, v->order, v->call,
                                                      v->host->plain, r)
                                     : b->run(context, v->call);
    r->left = v->host->plain ? 0 : gat_watch_call(&v->host->watch);
}

/* A thread that stays, so that the backend meets the same two. */
static struct {
    const struct visit *visit;
    sem_t asked, done;
    bool stands;
} other;

static void *other_run(void *unused)
{
    (void)unused;
    for (;;) {
        while (sem_wait(&other.asked) != 0)
            continue;
        run(other.visit, other.visit->host->context);
        sem_post(&other.done);
    }
    return NULL;
}

static bool other_make(void)
{
    pthread_t thread;
    if (!other.stands)
        other.stands = sem_init(&other.asked, 0, 0) == 0 && sem_init(&other.done, 0, 0) == 0 &&
                       pthread_create(&thread, NULL, other_run, NULL) == 0;
    return other.stands;
}

static void from_thread(const struct visit *v)
{
    if (!other_make()) {
        run(v, v->host->context);
        return;
    }
    other.visit = v;
    sem_post(&other.asked);
    while (sem_wait(&other.done) != 0)
        continue;
}

/* Of the last call. */
static void *context_of(const struct gat_host *h)
{
    return h->has_other ? h->other : h->context;
}

/* A context that is opened for this call, and closed when its answer has been read; the next call
 * shows whether the first context still works.  Where open() gives none the call fails. */
static void in_context(struct gat_host *h, const struct visit *v)
{
    char why[128] = "";
    bool opens = GAT_HAS(h->backend, open);
    h->has_other = opens && h->backend->open(h->options, &h->other, why, sizeof why) == GAT_OK;
    if (h->has_other || !opens) {
        run(v, context_of(h));
        return;
    }
    why[sizeof why - 1] = '\0';
    snprintf(h->refusal, sizeof h->refusal, GAT_NO_CONTEXT "%s%s",
             why[0] != '\0' ? ": " : "", why);
    v->result->status = GAT_E_INTERNAL;
    v->result->left = 0;
}

const char *gat_visit_error(const struct gat_host *h)
{
    const char *text = NULL;
    if (h->refusal[0] != '\0')
        return h->refusal;
    if (GAT_HAS(h->backend, last_error))
        text = h->backend->last_error(context_of(h));
    return text != NULL ? text : "";
}

void gat_visit_close(struct gat_host *h)
{
    if (h->has_other && GAT_HAS(h->backend, close))
        h->backend->close(h->other);
    h->has_other = false;
    h->other = NULL;
    h->refusal[0] = '\0';
}

/* The repetition shifts the calls after it, which may meet an error that was meant for it.  Where
 * one of both succeeds and the other reports an error, the one counts that did not end as the first
 * call of the case, whose result lies before this one.  In place the call would change its own
 * input. */
static void twice(const struct visit *v)
{
    bool accepted = v->result[-1].status == GAT_OK;
    run(v, v->host->context);
    const struct gat_result first = *v->result;
    if (first.status == GAT_E_LOST || first.status == GAT_E_FAULT ||
        v->call->operands[0].role == GAT_INOUT)
        return;
    run(v, v->host->context);
    v->result->left |= first.left;
    if ((first.status == GAT_OK) != accepted && v->result->status != GAT_E_LOST &&
        v->result->status != GAT_E_FAULT)
        v->result->status = first.status;
}

void gat_visit_make(struct gat_host *h, const struct gat_order *o, const struct gat_call *call,
                    struct gat_result *r)
{
    const struct visit v = {h, o, call, r};
    bool plain = h->plain || gat_device_serves(h->backend);
    double start = o->look == GAT_LOOK_EQUAL ? gat_seconds_now() : 0;
    enum gat_manner manner = plain ? GAT_CALL_PLAIN : (enum gat_manner)o->manner;
    if (manner == GAT_CALL_IN_CONTEXT)
        in_context(h, &v);
    else if (manner == GAT_CALL_TWICE)
        twice(&v);
    else if (manner == GAT_CALL_FROM_THREAD)
        from_thread(&v);
    else
        run(&v, h->context);
    h->seconds = o->look == GAT_LOOK_EQUAL ? gat_seconds_now() - start : 0;
}

/* ---- of an adapter: what it said; several calls ---- */

void gat_visit_told(const struct gat_host *h, struct gat_result *r)
{
    const struct gat_touched *t = gat_adapter_touched(h->context);
    r->has_stated = r->status == GAT_OK;
    if (r->has_stated != 0)
        r->stated = *gat_adapter_stated(h->context);
    r->fenced = r->status == GAT_E_FAULT ? GAT_FENCED : GAT_FENCED_NOT;
    r->damaged = t->operand;
    r->damage = t->byte;
    r->told = t->operand == 0 ? GAT_TOLD_NOTHING : t->write ? GAT_TOLD_WRITE : GAT_TOLD_READ;
}

/* Are equal calls made after it, as far as is known before it? */
static bool equal_due(const struct gat_host *h, const struct gat_order *o)
{
    return o->look == GAT_LOOK_EQUAL && h->watched && h->watch.ask != NULL && o->giant.size == 0 &&
           h->equal <= MOST_EQUAL;
}

/* Does a look follow it, so that no call may wait behind it? */
static bool look_due(const struct gat_host *h, const struct gat_order *o)
{
    return o->look == GAT_LOOK_MANY ||
           (o->is_second != 0 && (o->look == GAT_LOOK_AFTER || equal_due(h, o)));
}

/* May it be asked of an adapter before the call in front of it is answered? */
static bool can_wait_in_line(const struct gat_host *h, const struct gat_order *o)
{
    return o->kind == GAT_ORDER_RUN && !look_due(h, o) && o->giant.size == 0 &&
           o->set < h->geo->n_cases && o->has_texts == 0;
}

void gat_visits_ask(const struct gat_host *h, const struct gat_feed *feed, uint32_t n,
                    void (*map)(const struct gat_order *o))
{
    const unsigned char *descs = h->base + h->geo->at_feed + h->geo->desc;
    const struct gat_call *calls[GAT_MOST_TOGETHER];
    unsigned room = gat_together_room(h->context), found = 0;
    uint32_t there = atomic_load_explicit(&feed->head, memory_order_acquire) - n;
    for (; found < room && found < there; found++) {
        uint32_t at = (n + found + feed->shift) % (2 * h->geo->n_cases);
        const struct gat_desc *d =
            (const struct gat_desc *)(const void *)(descs + at / 2 * GAT_DESC_SIZE);
        if (!can_wait_in_line(h, &d->order[at % 2]))
            break;
        map(&d->order[at % 2]);
        calls[found] = &d->call[at % 2];
    }
    if (found > 0)
        gat_adapter_together(h->context, calls, found);
}

/* ---- what it leaves ---- */

/* Is memory beside a window of that call open, which is a fence? */
static bool fences_open(const struct gat_host *h, const struct gat_order *o)
{
    size_t size = gat_window_size(h->geo, o->set);
    for (unsigned w = 0; o->windows >> w != 0; w++) {
        const unsigned char *at = h->base + gat_window_span(h->geo, o->set, w);
        if ((o->windows >> w & 1) != 0 &&
            (gat_memory_opened(at - 1) || gat_memory_opened(at + size)))
            return true;
    }
    return false;
}

/* An adapter that takes calls together is asked for several in a line. */
static void calls_again(void *user, unsigned n)
{
    const struct visit *v = user;
    const struct gat_call *same[GAT_MOST_TOGETHER];
    for (unsigned k = 0; k < GAT_MOST_TOGETHER; k++)
        same[k] = v->call;
    for (unsigned done = 0; done < n; done++) {
        unsigned room = v->host->watch.ask != NULL ? gat_together_room(v->host->context) : 0;
        if (room > 0)
            gat_adapter_together(v->host->context, same, room < n - done ? room : n - done);
        run(v, v->host->context);
    }
}

/* What equal calls show.  The output gets back what the call left in it, for it is judged; the
 * status stays that of the call. */
static uint32_t equal_make(const struct visit *v)
{
    uint64_t last = v->call->n_operands - 1;
    unsigned char *out = v->call->operands[last].tensor.data;
    size_t size = v->order->size[last];
    gat_status status = v->result->status;
    uint32_t left = v->result->left;
    struct gat_arena a = {0};
    unsigned char *kept = GAT_NEW_N(&a, unsigned char, size + 1);
    if (size > 0)
        memcpy(kept, out, size);
    uint32_t leaks = gat_watch_equal(&v->host->watch, calls_again, (void *)(uintptr_t)v);
    if (size > 0)
        memcpy(out, kept, size);
    gat_arena_free(&a);
    v->result->status = status;
    v->result->left = left;
    return leaks;
}

/* What some calls equal to this one leave, of what only the adapter sees; where they are quick. */
static uint32_t equal_leave(struct gat_host *h, const struct visit *v)
{
    if (!equal_due(h, v->order) || h->seconds > MOST_EQUAL / GAT_EQUAL_CALLS)
        return 0;
    double start = gat_seconds_now();
    uint32_t set = equal_make(v) & (1u << GAT_LEFT_MEMORY | GAT_PUT_BACK);
    h->equal += gat_seconds_now() - start;
    return set;
}

void gat_visit_end(struct gat_host *h, const struct gat_order *o, const struct gat_call *call,
                   struct gat_result *r)
{
    const struct visit v = {h, o, call, r};
    bool looked = (o->look == GAT_LOOK_AFTER || o->look == GAT_LOOK_MANY) && o->giant.size == 0;
    bool many = looked && o->look == GAT_LOOK_MANY;
    r->trace = r->span = 0;
    if (r->status == GAT_E_LOST || r->status == GAT_E_FAULT) /* another worker is started */
        return;
    bool apart = h->watch.pid > 0;
    r->trace = equal_leave(h, &v);
    r->span = r->trace != 0;
    h->unseen++;
    h->weight += o->weight;
    if (!h->watched || r->span > 0 ||
        (h->unseen < (apart ? CASES_OF_ADAPTER : CASES_UNSEEN) && h->weight < WEIGHT_UNSEEN &&
         !looked) ||
        (apart && gat_together_waits(h->context)))
        return;
    uint32_t left = many ? equal_make(&v) : 0;
    r->trace = gat_watch_look(&h->watch, looked);
    if (!apart && fences_open(h, o))
        r->trace |= 1u << GAT_LEFT_FENCES;
    r->left |= many ? left | (r->trace & ~GAT_LEAKS) : 0;
    r->span = h->unseen;
    h->unseen = h->weight = 0;
}
