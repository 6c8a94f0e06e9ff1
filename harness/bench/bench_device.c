/* bench_device.c - a row of `gatherum bench` in memory of a device.
 *
 * Operands are brought there and a plan is prepared before anything is timed; a sample is
 * so many executions and one wait.  The other form copies as many useful bytes from one
 * place of the device to another, which is what a gather is measured by.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_device.h"
#include "exchange/ring.h"
#include "worker/worker_device.h"

bool gat_bench_device_copies(const struct gat_backend *b)
{
    return gat_device_serves(b) && b->mem->struct_size > offsetof(struct gat_mem, copy) &&
           b->mem->copy != NULL;
}

static gat_status operands_bring(struct gat_bench_device *d, const struct gat_workload *w,
                                 const struct gat_call *call)
{
    const struct gat_mem *mem = d->backend->mem;
    gat_status status = GAT_OK;
    d->call = *call;
    d->call.operands = d->operands;
    for (unsigned k = 0; k < w->n_operands && status == GAT_OK; k++) {
        struct gat_tensor *t = &d->operands[k].tensor;
        size_t size = gat_array_size(&w->operands[k]);
        d->operands[k] = call->operands[k];
        status = mem->alloc(d->context, size, &d->buffers[k]);
        if (status == GAT_OK)
            status = mem->copy_in(d->context, d->buffers[k], 0, t->data, size);
        t->data = d->buffers[k];
        t->device = mem->device;
    }
    return status;
}

bool gat_bench_device_make(struct gat_bench_device *d, const struct gat_backend *b,
                           void *context, const struct gat_workload *w,
                           const struct gat_call *call)
{
    *d = (struct gat_bench_device){.backend = b, .context = context, .useful = (size_t)w->useful};
    if (!gat_device_serves(b))
        return true;
    gat_status status = operands_bring(d, w, call);
    d->n = w->n_operands;
    for (unsigned k = 0; k < 2 && status == GAT_OK && gat_bench_device_copies(b); k++)
        status = b->mem->alloc(context, d->useful, &d->areas[k]);
    if (status == GAT_OK)
        status = b->prepare(context, &d->call, &d->plan);
    if (status == GAT_OK)
        return true;
    d->plan = NULL;
    gat_bench_device_free(d);
    return false;
}

void gat_bench_device_free(struct gat_bench_device *d)
{
    if (d->plan != NULL)
        d->backend->release(d->context, d->plan);
    for (unsigned k = 0; k < GAT_BENCH_OPERANDS; k++)
        if (d->buffers[k] != NULL)
            d->backend->mem->free(d->context, d->buffers[k]);
    for (unsigned k = 0; k < 2; k++)
        if (d->areas[k] != NULL)
            d->backend->mem->free(d->context, d->areas[k]);
    *d = (struct gat_bench_device){0};
}

gat_status gat_bench_device_run(struct gat_bench_device *d, unsigned form, long calls)
{
    gat_status status = GAT_OK;
    for (long k = 0; k < calls && status == GAT_OK; k++)
        status = form == 0 ? d->backend->execute(d->context, d->plan)
                           : d->backend->mem->copy(d->context, d->areas[1], 0, d->areas[0], 0,
                                                   d->useful);
    return status != GAT_OK ? status : d->backend->sync(d->context, d->plan);
}

void gat_bench_device_poison(struct gat_bench_device *d, const void *poison, size_t size)
{
    if (d->plan != NULL)
        (void)d->backend->mem->copy_in(d->context, d->buffers[d->n - 1], 0, poison, size);
}

void gat_bench_device_answer(struct gat_bench_device *d, void *to, size_t size)
{
    if (d->plan != NULL)
        (void)d->backend->mem->copy_out(d->context, to, d->buffers[d->n - 1], 0, size);
}
