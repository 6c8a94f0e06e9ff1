/* worker_call.c - one call into the backend: on operands of the host or of a device, here, from
 * another thread, or in another context; and what it leaves behind.
 *
 * Nothing on a device can be made inaccessible.  So each operand lies in a buffer of its own
 * between canaries, as far from a multiple of 64 as it lies in its window; the whole
 * buffer is written before the call, poison included, and looked at after it.
 * An input has to come back as it went; an output goes back into its window, where the
 * parent looks at it as at any other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/worker_call.h"

#include <pthread.h>
#include <semaphore.h>
#include <string.h>

#include "arena.h"
#include "base/without.h"
#include "worker/window.h"

/* ---- operands in memory of a device ---- */

enum { GUARD = 4096, ALIGN = 64 };

struct copy { /* of one operand */
    const unsigned char *window;
    void *buffer;
    unsigned char *bytes; /* of the buffer, as it was before the call */
    size_t lead, size, total;
    bool output;
};
struct trip {
    const struct gat_backend *b;
    void *context;
    unsigned n;
    struct copy copies[GAT_OPERANDS + 1];
    struct gat_operand operands[GAT_OPERANDS + 1];
};

bool gat_device_serves(const struct gat_backend *b)
{
    return GAT_HAS(b, mem) && GAT_HAS(b, prepare) && GAT_HAS(b, execute) && GAT_HAS(b, sync) &&
           GAT_HAS(b, release) && b->mem->struct_size >= offsetof(struct gat_mem, copy);
}

/* The buffer of an operand; work in place shares one. */
static gat_status copy_make(struct trip *v, unsigned k, const struct gat_order *o,
                            struct gat_arena *arena)
{
    struct copy *c = &v->copies[k];
    struct gat_tensor *t = &v->operands[k].tensor;
    c->window = t->data;
    c->size = o->size[k];
    c->output = v->operands[k].role != GAT_IN;
    c->lead = GUARD + (gat_without("device-alignment") ? 0 : (uintptr_t)c->window % ALIGN);
    t->device = v->b->mem->device;
    t->data = NULL;
    if (c->size == 0)
        return GAT_OK;
    for (unsigned j = 0; j < k; j++)
        if (v->copies[j].window == c->window && v->copies[j].buffer != NULL) {
            t->data = v->copies[j].buffer;
            t->byte_offset += v->copies[j].lead;
            return GAT_OK;
        }
    c->total = (c->lead + c->size + GUARD + ALIGN - 1) / ALIGN * ALIGN;
    c->bytes = gat_arena_raw(arena, c->total);
    memset(c->bytes, (int)o->canary, c->total);
    memcpy(c->bytes + c->lead, c->window, c->size);
    if (c->output && gat_without("device-poison"))
        memset(c->bytes + c->lead, 0, c->size);
    gat_status status = v->b->mem->alloc(v->context, c->total, &c->buffer);
    if (status != GAT_OK)
        c->buffer = NULL;
    t->data = c->buffer;
    t->byte_offset += c->lead;
    return status != GAT_OK
               ? status
               : v->b->mem->copy_in(v->context, c->buffer, 0, c->bytes, c->total);
}

/* The byte nearest to the operand that is not as it was: beside it, or, of an input, in it. */
static bool damage_find(const struct copy *c, const unsigned char *now, int64_t *at)
{
    const unsigned char *was = c->bytes;
    size_t end = c->lead + c->size;
    for (size_t k = c->output ? end : c->lead; k < c->total; k++)
        if (now[k] != was[k] && !gat_without(k < end ? "device-inputs" : "device-canary")) {
            *at = (int64_t)(k - c->lead);
            return true;
        }
    for (size_t k = c->lead; k > 0; k--)
        if (now[k - 1] != was[k - 1] && !gat_without("device-canary")) {
            *at = -(int64_t)(c->lead - (k - 1));
            return true;
        }
    return false;
}

static gat_status copy_return(struct trip *v, unsigned k, struct gat_arena *arena,
                              struct gat_result *r)
{
    struct copy *c = &v->copies[k];
    int64_t at;
    unsigned char *now = gat_arena_raw(arena, c->total);
    gat_status status = v->b->mem->copy_out(v->context, now, c->buffer, 0, c->total);
    if (status != GAT_OK)
        return status;
    if (r->damaged == 0 && damage_find(c, now, &at)) {
        r->damaged = k + 1;
        r->damage = at;
    }
    if (c->output)
        memcpy((unsigned char *)(uintptr_t)c->window, now + c->lead, c->size);
    return GAT_OK;
}

static gat_status plan_run(const struct trip *v, const struct gat_call *call)
{
    void *plan;
    gat_status status = v->b->prepare(v->context, call, &plan);
    if (status != GAT_OK)
        return status;
    status = v->b->execute(v->context, plan);
    if (status == GAT_OK)
        status = v->b->sync(v->context, plan);
    v->b->release(v->context, plan);
    return status;
}

static gat_status device_run(const struct gat_backend *b, void *context,
                             const struct gat_order *o, const struct gat_call *call,
                             struct gat_result *r)
{
    struct trip v = {.b = b, .context = context, .n = (unsigned)call->n_operands};
    static _Thread_local struct gat_arena arena; /* grows to the largest call and stays */
    struct gat_call there = *call;
    gat_status status = GAT_OK;
    memcpy(v.operands, call->operands, v.n * sizeof *v.operands);
    there.operands = v.operands;
    for (unsigned k = 0; status == GAT_OK && k < v.n; k++)
        if (v.operands[k].form != GAT_ABSENT && strcmp(v.operands[k].name, "axis") != 0)
            status = copy_make(&v, k, o, &arena);
    if (status == GAT_OK)
        status = plan_run(&v, &there);
    for (unsigned k = 0; k < v.n && status != GAT_E_LOST; k++)
        if (v.copies[k].buffer != NULL) {
            gat_status back = copy_return(&v, k, &arena, r);
            status = status == GAT_OK || back == GAT_E_LOST ? back : status;
        }
    for (unsigned k = 0; k < v.n; k++)
        if (v.copies[k].buffer != NULL)
            b->mem->free(context, v.copies[k].buffer);
    gat_arena_reset(&arena);
    return status;
}

/* ---- here, from another thread, in another context ---- */

enum { CASES_UNSEEN = 64 }; /* between two looks at the process, each some 50 microseconds */

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
    r->status = gat_device_serves(b) ? device_run(b, context, v->order, v->call, r)
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

/* A context that is opened for this call and closed after it; that the first one still works
 * is for the next call to show. */
static void in_context(const struct visit *v)
{
    const struct gat_host *h = v->host;
    char why[256] = "";
    void *context = NULL;
    bool can = GAT_HAS(h->backend, open) &&
               h->backend->open(h->options, &context, why, sizeof why) == GAT_OK;
    run(v, can ? context : h->context);
    if (can && GAT_HAS(h->backend, close))
        h->backend->close(context);
}

/* An answer that is wrong the first time stays: the second call is for those after it.  Work in
 * place would change what it works on. */
static void twice(const struct visit *v)
{
    run(v, v->host->context);
    uint32_t left = v->result->left;
    if (v->result->status != GAT_OK || v->call->operands[0].role == GAT_INOUT)
        return;
    run(v, v->host->context);
    v->result->left |= left;
}

void gat_visit_make(const struct gat_host *h, const struct gat_order *o,
                    const struct gat_call *call, struct gat_result *r)
{
    const struct visit v = {h, o, call, r};
    bool plain = h->plain || gat_device_serves(h->backend);
    enum gat_manner manner = plain ? GAT_CALL_PLAIN : (enum gat_manner)o->manner;
    if (manner == GAT_CALL_IN_CONTEXT)
        in_context(&v);
    else if (manner == GAT_CALL_TWICE)
        twice(&v);
    else if (manner == GAT_CALL_FROM_THREAD)
        from_thread(&v);
    else
        run(&v, h->context);
}

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

static void call_again(void *user)
{
    const struct visit *v = user;
    run(v, v->host->context);
}

/* The leaks that equal calls show.  An output that is data too gets back what the call left in
 * it; the status stays that of the call. */
static uint32_t equal_make(const struct visit *v)
{
    const struct gat_operand *first = &v->call->operands[0];
    size_t size = first->role == GAT_INOUT ? v->order->size[0] : 0;
    gat_status status = v->result->status;
    uint32_t left = v->result->left;
    struct gat_arena a = {0};
    unsigned char *kept = GAT_NEW_N(&a, unsigned char, size + 1);
    if (size > 0)
        memcpy(kept, first->tensor.data, size);
    uint32_t leaks = gat_watch_equal(call_again, (void *)(uintptr_t)v);
    if (size > 0)
        memcpy(first->tensor.data, kept, size);
    gat_arena_free(&a);
    v->result->status = status;
    v->result->left = left;
    return leaks;
}

void gat_visit_end(struct gat_host *h, const struct gat_order *o, const struct gat_call *call,
                   struct gat_result *r)
{
    const struct visit v = {h, o, call, r};
    bool watched = o->watched != 0 && o->giant.size == 0;
    r->trace = r->span = 0;
    if (h->plain || (++h->unseen < CASES_UNSEEN && !watched))
        return;
    uint32_t leaks = watched ? equal_make(&v) : 0;
    r->trace = gat_watch_look(&h->watch);
    if (fences_open(h, o))
        r->trace |= 1u << GAT_LEFT_FENCES;
    r->left |= watched ? leaks | (r->trace & ~GAT_LEAKS) : 0;
    r->span = h->unseen;
    h->unseen = 0;
}
