/* opt_pool.c - threads that wait for work.
 *
 * The caller works too and takes tasks from the same counter, so a thread that wakes
 * late costs nothing.  Work is left only when nobody is inside it any more.  A child
 * after fork() has no threads but the one that called it: it starts its own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_pool.h"

#include <signal.h>
#include <unistd.h>

static void tasks_do(const struct opt *o, struct opt_work *w, struct opt_scratch *s)
{
    for (;;) {
        int64_t number = atomic_fetch_add_explicit(&w->next, 1, memory_order_relaxed);
        if (number >= w->tasks || atomic_load_explicit(&w->outside, memory_order_relaxed))
            break;
        w->task(w, number, s);
    }
    if (w->stream)
        o->is.level->streams_end();
}

static void *thread_main(void *argument)
{
    struct opt_thread *t = argument;
    struct opt *o = t->owner;
    unsigned long seen = 0;
    pthread_mutex_lock(&o->lock);
    for (;;) {
        while (!o->stopping && (o->work == NULL || o->calls == seen))
            pthread_cond_wait(&o->called, &o->lock);
        if (o->stopping)
            break;
        seen = o->calls;
        struct opt_work *w = o->work;
        o->joined++;
        pthread_mutex_unlock(&o->lock);
        tasks_do(o, w, t->scratch);
        pthread_mutex_lock(&o->lock);
        if (--o->joined == 0)
            pthread_cond_signal(&o->finished);
    }
    pthread_mutex_unlock(&o->lock);
    return NULL;
}

static void pool_prepare(struct opt *o)
{
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->called, NULL);
    pthread_cond_init(&o->finished, NULL);
    o->process = getpid();
    o->started = 0;
    o->joined = 0;
    o->calls = 0;
    o->work = NULL;
}

/* Signals belong to the caller's threads, all but those that a thread raises itself. */
static void pool_start(struct opt *o)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t most, before;
    sigfillset(&most);
    for (unsigned k = 0; k < sizeof own / sizeof own[0]; k++)
        sigdelset(&most, own[k]);
    pthread_sigmask(SIG_SETMASK, &most, &before);
    while (o->started + 1 < o->is.threads) {
        struct opt_thread *t = &o->thread[o->started];
        t->owner = o;
        t->scratch = &o->scratch[o->started + 1];
        if (pthread_create(&t->id, NULL, thread_main, t) != 0)
            break; /* fewer do as well */
        o->started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void work_share(struct opt *o, struct opt_work *w)
{
    if (o->process != getpid())
        pool_prepare(o);
    if (o->started == 0)
        pool_start(o);
    pthread_mutex_lock(&o->lock);
    o->work = w;
    o->calls++;
    pthread_cond_broadcast(&o->called);
    pthread_mutex_unlock(&o->lock);
    tasks_do(o, w, o->scratch);
    pthread_mutex_lock(&o->lock);
    o->work = NULL;
    while (o->joined > 0)
        pthread_cond_wait(&o->finished, &o->lock);
    pthread_mutex_unlock(&o->lock);
}

bool opt_share(struct opt *o, struct opt_work *w, size_t size)
{
    atomic_init(&w->next, 0);
    atomic_init(&w->outside, false);
    if (w->tasks == 1 && !w->stream) /* without an atomic operation: 10 ns less */
        w->task(w, 0, o->scratch);
    else if (o->is.threads > 1 && w->tasks > 1 && size >= o->is.share_from)
        work_share(o, w);
    else
        tasks_do(o, w, o->scratch);
    return !atomic_load_explicit(&w->outside, memory_order_relaxed);
}

void opt_stop(struct opt *o)
{
    if (o->process != getpid())
        return; /* the threads, if any, are another process's */
    pthread_mutex_lock(&o->lock);
    o->stopping = true;
    pthread_cond_broadcast(&o->called);
    pthread_mutex_unlock(&o->lock);
    for (unsigned k = 0; k < o->started; k++)
        pthread_join(o->thread[k].id, NULL);
    pthread_cond_destroy(&o->called);
    pthread_cond_destroy(&o->finished);
    pthread_mutex_destroy(&o->lock);
    o->process = 0;
}
