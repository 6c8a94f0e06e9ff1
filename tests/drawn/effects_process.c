/* effects_process.c - memory beside operands, and what a call leaves behind in the process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "effects.h"

void drawn_outside(const struct drawn_fault *f, const struct drawn_call *d)
{
    bool reads = f->effect == EFFECT_READ_AFTER || f->effect == EFFECT_READ_BEFORE;
    bool after = f->effect == EFFECT_READ_AFTER || f->effect == EFFECT_WRITE_AFTER;
    bool input = f->effect == EFFECT_WRITE_INPUT;
    const char *name = input || (reads && f->amount % 2 == 0) ? "indices"
                       : reads                                ? "data"
                                                              : "output";
    const struct gat_tensor *t = gat_operand_get(d->came, name);
    uint64_t size = t == NULL ? 0 : drawn_span(t);
    char *at = t == NULL ? NULL : gat_tensor_data(t);
    if (size == 0)
        return;
    volatile char *beside = input ? at : after ? at + size + f->amount - 1 : at - f->amount;
    if (reads)
        (void)*beside;
    else
        *beside = (char)(*beside ^ 0x5a);
}

static void *wait_for_ever(void *never)
{
    while (never == NULL)
        pause();
    return never;
}

static void thread_leave(void)
{
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, 1 << 16);
    (void)pthread_create(&thread, &attr, wait_for_ever, NULL);
    pthread_attr_destroy(&attr);
}

static void denormals_flush(void)
{
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    fpcr |= UINT64_C(1) << 24;
    __asm__ volatile("msr fpcr, %0" : : "r"(fpcr));
#endif
}

void drawn_leak(const struct drawn_fault *f)
{
    static char *volatile kept;
    switch ((int)f->effect) {
    case EFFECT_LEAK_MEMORY:
        kept = malloc((size_t)f->amount);
        if (kept != NULL)
            memset(kept, 1, (size_t)f->amount);
        break;
    case EFFECT_LEAK_FILE: (void)!open("/dev/null", O_RDONLY); break;
    case EFFECT_LEAK_THREAD: thread_leave(); break;
    case EFFECT_LEAK_ROUNDING: (void)fesetround(FE_UPWARD); break;
    case EFFECT_LEAK_DENORMALS: denormals_flush(); break;
    case EFFECT_LEAK_HANDLER: (void)signal(SIGFPE, SIG_IGN); break;
    case EFFECT_LEAK_FOLDER: (void)!chdir("/tmp"); break;
    default: break;
    }
}
