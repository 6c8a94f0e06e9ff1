/* gpu_host.c - backend: the kernels of the GPU backends, read as C and run by the host.
 * inside: gpu
 *
 * A work-item is a call. A launch is one of them, or, with threads=N, N at once, each of which
 * takes every Nth row.  No device and no runtime is needed, and fences and
 * sanitizers see every byte that a kernel touches.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"
#include "kernel_units.h"

enum { MOST_THREADS = 64 };
struct host {
    struct gpu_context common;
    unsigned threads;
};

typedef void kernel(K_ARGS);
static kernel *const kernels[GPU_KERNELS] = {
    k_clear,   k_elect,    k_key,      k_check,    k_count,    k_sum,     k_scan,
    k_move,    k_join,     k_take_8,   k_take_16,  k_take_32,  k_take_64, k_take_128,
    k_place_8, k_place_16, k_place_32, k_place_64, k_place_128};

struct share { /* of a launch, for one thread */
    const struct gpu_launch *launch;
    uint64_t first, step, items;
};

static void *share_run(void *user)
{
    const struct share *s = user;
    const struct gpu_launch *l = s->launch;
    kernel *run = kernels[gpu_kernel_number(l)];
    k_u8 *far = l->far.buffer, *near = l->near.buffer, *indices = l->indices.buffer;
    for (uint64_t k = s->first; k < s->items; k += s->step)
        run(k, s->items, far + l->far.offset, indices + l->indices.offset, near + l->near.offset,
            l->notes, l->state, l->which, l->step);
    return NULL;
}

/* A work-item takes as many rows as leaves one to each thread. */
static gat_status launch(void *context, const struct gpu_launch *l)
{
    const struct host *h = context;
    pthread_t threads[MOST_THREADS];
    struct share shares[MOST_THREADS];
    uint64_t most = (uint64_t)h->threads * h->common.most_lanes;
    uint64_t items = l->items < most ? l->items : most;
    unsigned n = items < h->threads ? (unsigned)items : h->threads, started = 0;
    for (unsigned k = 0; k < n; k++) {
        shares[k] = (struct share){l, k, n, items};
        if (k > 0 && pthread_create(&threads[k], NULL, share_run, &shares[k]) != 0)
            break;
        started++;
    }
    if (started == n)
        share_run(&shares[0]);
    for (unsigned k = 1; k < started; k++)
        pthread_join(threads[k], NULL);
    return started == n ? GAT_OK : GAT_E_NOMEM;
}

static gat_status sync_(void *context)
{
    (void)context;
    return GAT_OK;
}

static gat_status alloc(void *context, uint64_t size, void **buffer)
{
    (void)context;
    *buffer = malloc(size);
    return *buffer == NULL ? GAT_E_NOMEM : GAT_OK;
}

static void free_(void *context, void *buffer)
{
    (void)context;
    free(buffer);
}

static gat_status copy_in(void *context, void *buffer, uint64_t at, const void *from, uint64_t size)
{
    (void)context;
    memcpy((char *)buffer + at, from, size);
    return GAT_OK;
}

static gat_status copy_out(void *context, void *to, void *buffer, uint64_t at, uint64_t size)
{
    (void)context;
    memcpy(to, (char *)buffer + at, size);
    return GAT_OK;
}

static const struct gat_mem mem = {.struct_size = sizeof mem,
                                   .device = {.type = 1},
                                   .alloc = alloc,
                                   .free = free_,
                                   .copy_in = copy_in,
                                   .copy_out = copy_out};
static const struct gpu_device device = {
    .mem = &mem, .launch = launch, .sync = sync_, .most_notes = UINT64_C(1) << 30, .host = true};

static void close_(void *context)
{
    gpu_close(context);
    free(context);
}

static struct gat_claim claims[GPU_CLAIMS]; /* filled when the one context is opened */
static struct gat_backend table;

static bool own_option(void *user, const char *name, const char *value)
{
    struct host *h = user;
    char *end;
    if (!gat_text_same(name, "threads"))
        return false;
    unsigned long n = strtoul(value, &end, 10);
    h->threads = (unsigned)n;
    return *value >= '0' && *value <= '9' && *end == '\0' && n >= 1 && n <= MOST_THREADS;
}

static gat_status open_(const char *options, void **context, char *why, size_t n)
{
    struct host *h = calloc(1, sizeof *h);
    if (h == NULL)
        return GAT_E_NOMEM;
    h->common.device = &device;
    h->common.most_lanes = 1;
    h->threads = 1;
    if (!gpu_options_read(&h->common, options, own_option, h, ", threads=1...64", why, n)) {
        free(h);
        return GAT_E_INVALID;
    }
    table.n_claims = gpu_claims_make(&h->common, claims);
    *context = h;
    return GAT_OK;
}

static struct gat_backend table = {.abi = GAT_ABI,
                                   .struct_size = sizeof table,
                                   .name = "gpu_host",
                                   .version = GAT_VERSION,
                                   .profile = "any",
                                   .claims = claims,
                                   .run = gpu_run,
                                   .open = open_,
                                   .close = close_,
                                   .last_error = gpu_last_error,
                                   .infer = gpu_infer,
                                   .call_us = 2};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
