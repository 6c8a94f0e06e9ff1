/* gpu_run.c - a plan on the device: made, carried out, waited for and let go.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

static gat_status buffer_get(struct gpu_context *c, uint64_t size, void **buffer)
{
    gat_status status = c->device->mem->alloc(c, size, buffer);
    return status == GAT_OK ? status
                            : gpu_fail(c, status, "no %llu bytes of memory on the device",
                                       (unsigned long long)size);
}

/* Notes of many rows are kept for the next call: the pages of fresh memory cost more than these
 * rows do. */
static gat_status notes_get(struct gpu_context *c, struct gpu_plan *p, uint64_t size)
{
    p->notes_size = size;
    if (c->spare == NULL || c->spare_size < size || size < GPU_SPARE_LEAST)
        return buffer_get(c, size, &p->notes);
    p->notes = c->spare;
    p->notes_size = c->spare_size;
    c->spare = NULL;
    return GAT_OK;
}

static void notes_let_go(struct gpu_context *c, struct gpu_plan *p)
{
    bool keep = p->notes_size >= GPU_SPARE_LEAST && p->notes_size <= c->device->most_notes / 8;
    if (keep && c->spare != NULL && c->spare_size >= p->notes_size)
        keep = false;
    if (!keep) {
        c->device->mem->free(c, p->notes);
        return;
    }
    gpu_close(c);
    c->spare = p->notes;
    c->spare_size = p->notes_size;
}

void gpu_close(struct gpu_context *c)
{
    if (c->spare != NULL)
        c->device->mem->free(c, c->spare);
    c->spare = NULL;
}

/* State that all launches of a call share, in memory of the device. */
static gat_status state_make(struct gpu_context *c, struct gpu_plan *p, uint64_t notes_size)
{
    gat_status status = GAT_OK;
    if (p->n_launches > 0)
        status = buffer_get(c, sizeof p->first, &p->state);
    if (status == GAT_OK && notes_size > 0)
        status = notes_get(c, p, notes_size);
    if (status == GAT_OK && p->n_launches > 0)
        status = c->device->mem->copy_in(c, p->state, 0, &p->first, sizeof p->first);
    for (unsigned k = 0; k < p->n_launches; k++) {
        p->launches[k].state = p->state;
        p->launches[k].notes = p->notes;
    }
    return status;
}

gat_status gpu_prepare(void *context, const struct gat_call *call, void **plan)
{
    struct gpu_context *c = context;
    struct gpu_question q;
    uint64_t notes_size;
    *plan = NULL;
    gat_status status = gpu_question_read(c, call, true, &q);
    if (status != GAT_OK)
        return status;
    struct gpu_plan *p = malloc(sizeof *p);
    if (p == NULL)
        return gpu_fail(c, GAT_E_NOMEM, "no memory left");
    status = gpu_plan_make(c, &q, p, &notes_size);
    if (status == GAT_OK)
        status = state_make(c, p, notes_size);
    if (status == GAT_OK)
        *plan = p;
    else
        gpu_release(c, p);
    return status;
}

gat_status gpu_execute(void *context, void *plan)
{
    struct gpu_context *c = context;
    struct gpu_plan *p = plan;
    gat_status status = GAT_OK;
    for (unsigned k = 0; status == GAT_OK && k < p->n_launches; k++)
        if (p->launches[k].items > 0)
            status = c->device->launch(c, &p->launches[k]);
    return status;
}

gat_status gpu_sync(void *context, void *plan)
{
    struct gpu_context *c = context;
    struct gpu_plan *p = plan;
    k_u64 bad = K_NOWHERE;
    gat_status status = c->device->sync(c);
    if (status == GAT_OK && p->checks)
        status = c->device->mem->copy_out(c, &bad, p->state, 0, sizeof bad);
    if (status != GAT_OK || bad == K_NOWHERE)
        return status;
    status = c->device->mem->copy_in(c, p->state, 0, &p->first.bad, sizeof p->first.bad);
    return status != GAT_OK ? status
                            : gpu_fail(c, GAT_E_RANGE, "index number %llu is out of range",
                                       (unsigned long long)bad);
}

void gpu_release(void *context, void *plan)
{
    struct gpu_context *c = context;
    struct gpu_plan *p = plan;
    if (p == NULL)
        return;
    if (p->state != NULL)
        c->device->mem->free(c, p->state);
    if (p->notes != NULL)
        notes_let_go(c, p);
    free(p);
}

/* ---- operands of the host ---- */

enum { MOST_OPERANDS = 8 };
struct visit {
    struct gat_operand operands[MOST_OPERANDS];
    void *host[MOST_OPERANDS];    /* where an operand lies ... */
    uint64_t size[MOST_OPERANDS]; /* ... with so many bytes, */
    void *buffer[MOST_OPERANDS];  /* and its copy on the device */
    uint64_t n;
};

/* Bytes from the first element of a tensor to the end of its last one. */
static uint64_t span(const struct gat_tensor *t)
{
    uint64_t esize = t->type.bits / 8, last = 0, dense = 1;
    if (t->ndim < 0 || t->ndim > GAT_MAX_RANK)
        return 0; /* the question will refuse it */
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        if (t->shape[d] <= 0)
            return 0;
        uint64_t stride = t->strides != NULL ? (uint64_t)t->strides[d] : dense;
        last += ((uint64_t)t->shape[d] - 1) * stride;
        dense *= (uint64_t)t->shape[d];
    }
    return (last + 1) * esize;
}

/* Outputs are copied in too: what an answer leaves open stays as it was. */
static gat_status operand_bring(struct gpu_context *c, struct visit *v, uint64_t k)
{
    struct gat_tensor *t = &v->operands[k].tensor;
    gat_status status = GAT_OK;
    if (v->operands[k].form == GAT_ABSENT || gat_text_same(v->operands[k].name, "axis"))
        return status;
    v->host[k] = gat_tensor_data(t);
    v->size[k] = span(t);
    for (uint64_t j = 0; j < k && v->size[k] > 0; j++)
        if (v->buffer[j] != NULL && v->host[j] == v->host[k]) {
            t->data = v->buffer[j]; /* work in place */
            t->byte_offset = 0;
            return status;
        }
    t->byte_offset = 0;
    t->data = NULL;
    if (v->size[k] == 0)
        return status;
    status = buffer_get(c, v->size[k], &v->buffer[k]);
    t->data = v->buffer[k];
    return status != GAT_OK ? status
                            : c->device->mem->copy_in(c, v->buffer[k], 0, v->host[k], v->size[k]);
}

static gat_status visit_run(struct gpu_context *c, const struct gat_call *call)
{
    void *plan;
    gat_status status = gpu_prepare(c, call, &plan);
    if (status == GAT_OK)
        status = gpu_execute(c, plan);
    if (status == GAT_OK)
        status = gpu_sync(c, plan);
    gpu_release(c, plan);
    return status;
}

const char *gpu_last_error(void *context)
{
    return ((struct gpu_context *)context)->error;
}

gat_status gpu_run(void *context, const struct gat_call *call)
{
    struct gpu_context *c = context;
    struct visit v = {.n = call->n_operands};
    struct gat_call there = *call;
    gat_status status = GAT_OK;
    if (c->device->host)
        return visit_run(c, call);
    if (v.n > MOST_OPERANDS)
        return gpu_fail(c, GAT_E_INVALID, "a call of %llu operands", (unsigned long long)v.n);
    memcpy(v.operands, call->operands, v.n * sizeof *v.operands);
    there.operands = v.operands;
    for (uint64_t k = 0; status == GAT_OK && k < v.n; k++)
        status = operand_bring(c, &v, k);
    if (status == GAT_OK)
        status = visit_run(c, &there);
    for (uint64_t k = 0; k < v.n; k++)
        if (v.buffer[k] != NULL && status == GAT_OK && v.operands[k].role != GAT_IN)
            status = c->device->mem->copy_out(c, v.host[k], v.buffer[k], 0, v.size[k]);
    for (uint64_t k = 0; k < v.n; k++)
        if (v.buffer[k] != NULL)
            c->device->mem->free(c, v.buffer[k]);
    return status;
}
