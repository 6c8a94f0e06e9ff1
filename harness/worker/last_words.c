/* last_words.c - what a worker still says when it is about to end.
 *
 * Signal handlers run in any thread, so what they need of the worker stands here, for
 * the whole process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#include "sandbox/fault_chain.h"
#include "sandbox/fence_probe.h"
#include "worker/last_words.h"

static struct gat_back *hearer; /* of the parent; set once, before there is a backend */
static const uint32_t *ours;    /* 1 here, 0 in a child that the backend forked */

/* Did the instruction write?  -1 where the machine does not tell. */
static int fault_write(const ucontext_t *u)
{
#if defined(__x86_64__)
    return (u->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#elif defined(__aarch64__)
    const unsigned char *p = (const unsigned char *)u->uc_mcontext.__reserved;
    for (;;) {
        const struct _aarch64_ctx *head = (const void *)p;
        if (head->magic == ESR_MAGIC)
            return (((const struct esr_context *)(const void *)p)->esr >> 6 & 1) != 0;
        if (head->magic == 0 || head->size == 0)
            return -1;
        p += head->size;
    }
#else
    (void)u;
    return -1;
#endif
}

/* The first thread that gets here speaks; the parent ends the process. */
static bool may_speak(void)
{
    static atomic_flag spoken = ATOMIC_FLAG_INIT;
    return *ours == 1 && !atomic_flag_test_and_set(&spoken);
}

static void speak(void)
{
    hearer->last.copying = hearer->copying;
    atomic_store(&hearer->last.spoken, 1);
    gat_futex_wake(&hearer->tail);
    gat_futex_wake(&hearer->load);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    if (gat_fault_pass_on(number, info, context))
        return;
    struct gat_fence_fault f = {.number = number, .write = -1};
    f.located =
        (number == SIGSEGV || number == SIGBUS) && info->si_code > 0 && info->si_code != SI_KERNEL;
    if (f.located) {
        f.address = (uint64_t)(uintptr_t)info->si_addr;
        f.write = fault_write(context);
    }
    if (*ours == 1 && gat_fence_probe(&f, on_signal, context))
        return;
    if (may_speak()) {
        struct gat_last_words *last = &hearer->last;
        last->signal = f.number;
        last->located = f.located;
        last->address = f.address;
        last->write = f.write;
        speak();
    }
    _exit(128 + f.number);
}

static void on_end(int status, void *unused)
{
    (void)unused;
    if (may_speak()) {
        hearer->last.code = status;
        speak();
    }
    _exit(status); /* no other handler of exit() may run here */
}

void gat_last_words_prepare(struct gat_back *back, const uint32_t *here, const void *span,
                            size_t size)
{
    static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    static unsigned char stack[64 << 10];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction act = {.sa_sigaction = on_signal,
                            .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    hearer = back;
    ours = here;
    sigaltstack(&other, NULL);
    sigemptyset(&act.sa_mask);
    for (size_t k = 0; k < sizeof fatal / sizeof fatal[0]; k++)
        gat_fault_install(fatal[k], &act);
    gat_fault_chain_start(span, size);
    on_exit(on_end, NULL);
}

void gat_last_words_protocol(const char *why)
{
    if (hearer == NULL) { /* with --here, where nobody listens */
        fprintf(stderr, "gatherum: %s\n", why);
        _exit(3);
    }
    if (may_speak()) {
        snprintf(hearer->why, sizeof hearer->why, "%s", why);
        hearer->last.protocol = 1;
        speak();
    }
    _exit(0);
}
