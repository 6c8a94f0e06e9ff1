/* worker_device.c - a call whose operands lie in memory of a device.
 *
 * Nothing there can be made inaccessible.  So each operand lies in a buffer of its own
 * between canaries, as far from a multiple of 64 as it lies in its window; the whole
 * buffer is written before the call, poison included, and looked at after it.
 * An input has to come back as it went; an output goes back into its window, where the
 * parent looks at it as at any other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arena.h"
#include "base/without.h"
#include "worker/ring.h"
#include "worker/worker_device.h"

enum { GUARD = 4096, ALIGN = 64 };

struct copy { /* of one operand */
    const unsigned char *window;
    void *buffer;
    unsigned char *bytes; /* of the buffer, as it was before the call */
    size_t lead, size, total;
    bool output;
};
struct visit {
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
static gat_status copy_make(struct visit *v, unsigned k, const struct gat_order *o,
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

static gat_status copy_return(struct visit *v, unsigned k, struct gat_arena *arena,
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

static gat_status plan_run(const struct visit *v, const struct gat_call *call)
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

gat_status gat_device_run(const struct gat_backend *b, void *context,
                          const struct gat_order *o, const struct gat_call *call,
                          struct gat_result *r)
{
    struct visit v = {.b = b, .context = context, .n = (unsigned)call->n_operands};
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
