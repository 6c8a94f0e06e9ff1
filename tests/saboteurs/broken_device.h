/* broken_device.h - saboteurs whose operands lie in memory of a device.
 *
 * The device is the heap: what alloc() gives is 64-byte aligned memory, and a plan is a
 * call in which buffers have become addresses.  SABOTEUR_ON_DEVICE(.place = function) is a
 * SABOTEUR that takes its calls so.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BROKEN_DEVICE_H
#define GAT_BROKEN_DEVICE_H

#include <stdlib.h>

#include "broken.h"

enum { BROKEN_OPERANDS = 8 };
struct broken_plan {
    struct gat_call call;
    struct gat_operand operands[BROKEN_OPERANDS];
    gat_status status;
};
static gat_status (*broken_run)(void *context, const struct gat_call *call);

static gat_status broken_alloc(void *context, uint64_t size, void **buffer)
{
    (void)context;
    *buffer = aligned_alloc(64, (size_t)size);
    return *buffer == NULL ? GAT_E_NOMEM : GAT_OK;
}

static void broken_free(void *context, void *buffer)
{
    (void)context;
    free(buffer);
}

static gat_status broken_copy_in(void *context, void *buffer, uint64_t at, const void *from,
                                 uint64_t size)
{
    (void)context;
    memcpy((char *)buffer + at, from, (size_t)size);
    return GAT_OK;
}

static gat_status broken_copy_out(void *context, void *to, void *buffer, uint64_t at,
                                  uint64_t size)
{
    (void)context;
    memcpy(to, (const char *)buffer + at, (size_t)size);
    return GAT_OK;
}

static gat_status broken_prepare(void *context, const struct gat_call *call, void **plan)
{
    (void)context;
    struct broken_plan *p = calloc(1, sizeof *p);
    if (p == NULL || call->n_operands > BROKEN_OPERANDS) {
        free(p);
        return GAT_E_NOMEM;
    }
    p->call = *call;
    memcpy(p->operands, call->operands, (size_t)call->n_operands * sizeof *call->operands);
    p->call.operands = p->operands;
    for (uint64_t k = 0; k < call->n_operands; k++)
        p->operands[k].tensor.device.type = 1;
    *plan = p;
    return GAT_OK;
}

static gat_status broken_execute(void *context, void *plan)
{
    struct broken_plan *p = plan;
    p->status = broken_run(context, &p->call);
    return GAT_OK;
}

static gat_status broken_sync(void *context, void *plan)
{
    (void)context;
    return ((struct broken_plan *)plan)->status;
}

static void broken_release(void *context, void *plan)
{
    (void)context;
    free(plan);
}

static inline const struct gat_backend *broken_on_device(const struct gat_backend *b)
{
    static const struct gat_mem mem = {.struct_size = sizeof mem,
                                       .device = {.type = 12},
                                       .alloc = broken_alloc,
                                       .free = broken_free,
                                       .copy_in = broken_copy_in,
                                       .copy_out = broken_copy_out};
    static struct gat_backend table;
    if (b == NULL)
        return NULL;
    table = *b;
    broken_run = b->run;
    table.prepare = broken_prepare;
    table.execute = broken_execute;
    table.sync = broken_sync;
    table.release = broken_release;
    table.mem = &mem;
    return &table;
}

#define SABOTEUR_ON_DEVICE(...)                                                    \
    static const struct faults saboteur_faults = {__VA_ARGS__};                    \
    const struct gat_backend *gat_backend_get(uint32_t host_abi)                   \
    {                                                                              \
        return broken_on_device(broken_backend(host_abi, &saboteur_faults));       \
    }

#endif
