/* npu_launch.c - cores as threads, and what a kernel did on all of them.
 *
 * Every core beyond the first has a thread, started when the first large kernel comes
 * and kept.  Small kernels run on one core after the other in the caller: the division
 * of work is the same, and waking a thread costs more than such a kernel.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "npu.h"

struct npu_device {
    const struct npu_product *product;
    unsigned cores, threads; /* threads that run: of the cores 1, 2, ... */
    bool eager;              /* threads even for small kernels */
    struct npu_core *core[NPU_MOST_CORES];
    pthread_t thread[NPU_MOST_CORES];
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    npu_kernel *kernel;
    const void *job;
    int64_t units;
    unsigned long round; /* of kernels that threads take part in */
    unsigned running, born;
    bool end;
};

static void core_prepare(struct npu_core *c)
{
    if (c->broken != NPU_KEPT) /* else none is set */
        memset(c->flags, 0, sizeof c->flags);
    c->broken = NPU_KEPT;
    c->bad_index = false;
    c->atomic = NPU_NONE;
    c->sents = 0;
    c->taken = 0;
    c->start = c->next;
    c->counters = (struct npu_counters){0};
    memset(c->clock, 0, sizeof c->clock);
    for (int p = 0; p < NPU_PIPES; p++)
        c->last[p] = c->next - 1;
}

static void flags_check(struct npu_core *c)
{
    for (int from = 0; from < NPU_PIPES; from++)
        for (int to = 0; to < NPU_PIPES; to++)
            for (int k = 0; k < NPU_EVENTS; k++)
                if (c->flags[from][to][k].set)
                    npu_break(c, NPU_FLAG_LEFT, "event %d is set at the end", k);
}

static void core_run(struct npu_core *c, npu_kernel *kernel, const void *job)
{
    core_prepare(c);
    kernel(c, job);
    flags_check(c);
    if (c->atomic != NPU_NONE)
        npu_break(c, NPU_ATOMIC_LEFT, "copies out still combine at the end");
    for (int p = 0; p < NPU_PIPES; p++)
        if (c->counters.cycles < c->clock[p])
            c->counters.cycles = c->clock[p];
}

static void *thread_main(void *argument)
{
    struct npu_device *d = argument;
    pthread_mutex_lock(&d->lock);
    struct npu_core *mine = d->core[++d->born];
    unsigned long seen = 0;
    for (;;) {
        while (!d->end && d->round == seen)
            pthread_cond_wait(&d->work, &d->lock);
        if (d->end)
            break;
        seen = d->round;
        pthread_mutex_unlock(&d->lock);
        if (mine->id < d->units)
            core_run(mine, d->kernel, d->job);
        pthread_mutex_lock(&d->lock);
        if (--d->running == 0)
            pthread_cond_signal(&d->done);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

/* A thread per core beyond the first; false when the system gives too few. */
static bool threads_start(struct npu_device *d)
{
    while (d->threads + 1 < d->cores) {
        if (pthread_create(&d->thread[d->threads], NULL, thread_main, d) != 0)
            return false;
        d->threads++;
    }
    return true;
}

static void all_run(struct npu_device *d, npu_kernel *kernel, const void *job, int64_t units)
{
    pthread_mutex_lock(&d->lock);
    d->kernel = kernel;
    d->job = job;
    d->units = units;
    d->running = d->threads;
    d->round++;
    pthread_cond_broadcast(&d->work);
    pthread_mutex_unlock(&d->lock);
    core_run(d->core[0], kernel, job);
    pthread_mutex_lock(&d->lock);
    while (d->running > 0)
        pthread_cond_wait(&d->done, &d->lock);
    pthread_mutex_unlock(&d->lock);
}

static void counters_add(struct npu_counters *all, const struct npu_counters *one)
{
    all->in += one->in;
    all->out += one->out;
    all->padding += one->padding;
    all->copies += one->copies;
    all->vector += one->vector;
    all->scalar += one->scalar;
    all->instructions += one->instructions;
    if (all->cycles < one->cycles)
        all->cycles = one->cycles;
}

bool npu_launch(struct npu_device *d, npu_kernel *kernel, const void *job, int64_t units,
                bool small, struct npu_ran *ran)
{
    unsigned busy = units < d->cores ? (unsigned)units : d->cores;
    if ((small && !d->eager) || d->cores == 1 || !threads_start(d))
        for (unsigned k = 0; k < busy; k++)
            core_run(d->core[k], kernel, job);
    else
        all_run(d, kernel, job, units);
    bool kept = true;
    ran->bad_index = false;
    ran->counters = (struct npu_counters){0};
    ran->why[0] = '\0';
    for (unsigned k = 0; k < busy; k++) {
        const struct npu_core *c = d->core[k];
        ran->bad_index |= c->bad_index;
        counters_add(&ran->counters, &c->counters);
        if (kept && c->broken != NPU_KEPT)
            snprintf(ran->why, sizeof ran->why, "%s: %s (core %u)", npu_rule_name(c->broken),
                     c->what, k);
        kept &= c->broken == NPU_KEPT;
    }
    return kept;
}

struct npu_device *npu_device_new(const struct npu_product *p, unsigned cores, bool eager)
{
    struct npu_device *d = cores > p->cores ? NULL : calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->product = p;
    d->eager = eager;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->work, NULL);
    pthread_cond_init(&d->done, NULL);
    for (; d->cores < cores; d->cores++) {
        struct npu_core *c = calloc(1, sizeof *c); /* pages come when they are touched */
        if (c == NULL) {
            npu_device_free(d);
            return NULL;
        }
        c->id = d->cores;
        c->cores = cores;
        c->product = p;
        c->next = 1;
        d->core[d->cores] = c;
    }
    return d;
}

void npu_device_free(struct npu_device *d)
{
    if (d == NULL)
        return;
    pthread_mutex_lock(&d->lock);
    d->end = true;
    pthread_cond_broadcast(&d->work);
    pthread_mutex_unlock(&d->lock);
    for (unsigned k = 0; k < d->threads; k++)
        pthread_join(d->thread[k], NULL);
    for (unsigned k = 0; k < d->cores; k++)
        free(d->core[k]);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->work);
    pthread_cond_destroy(&d->done);
    free(d);
}
