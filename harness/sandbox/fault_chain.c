/* fault_chain.c - the worker's handler first, then the backend's.
 *
 * The program exports the functions that install handlers, so a plug-in and the libraries
 * that it brings find these before those of the C library.  Everything that is not SIGSEGV
 * or SIGBUS in a worker goes on to the C library.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/fault_chain.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
enum { KEPT = 16 }; /* readers end before this many handlers more are installed */

typedef int (*install_fn)(int, const struct sigaction *, struct sigaction *);

/* The handler that the backend installed last for one of the signals. */
struct theirs {
    struct sigaction kept[KEPT];
    _Atomic unsigned count; /* of all that were ever installed; the last one counts */
};

static struct {
    _Atomic bool on;
    uintptr_t start, end;
    struct theirs segv, bus;
} chain;

static int libc_sigaction(int number, const struct sigaction *act, struct sigaction *old)
{
    static _Atomic(install_fn) found;
    install_fn f = atomic_load(&found);
    if (f == NULL) {
        *(void **)&f = dlsym(RTLD_NEXT, "sigaction");
        atomic_store(&found, f);
    }
    return f(number, act, old);
}

static struct theirs *theirs_of(int number)
{
    if (!atomic_load(&chain.on))
        return NULL;
    return number == SIGSEGV ? &chain.segv : number == SIGBUS ? &chain.bus : NULL;
}

static struct sigaction theirs_now(const struct theirs *t)
{
    unsigned n = atomic_load(&t->count);
    return n == 0 ? (struct sigaction){.sa_handler = SIG_DFL} : t->kept[(n - 1) % KEPT];
}

/* ---- what a backend calls ---- */

EXPORT int sigaction(int number, const struct sigaction *restrict act,
                     struct sigaction *restrict old)
{
    struct theirs *t = theirs_of(number);
    if (t == NULL)
        return libc_sigaction(number, act, old);
    struct sigaction was = theirs_now(t);
    if (act != NULL) {
        t->kept[atomic_load(&t->count) % KEPT] = *act;
        atomic_fetch_add(&t->count, 1);
    }
    if (old != NULL)
        *old = was;
    return 0;
}

typedef void (*handler_fn)(int);

static handler_fn handler_set(int number, handler_fn handler, int flags)
{
    struct sigaction act = {.sa_handler = handler, .sa_flags = flags}, old;
    sigemptyset(&act.sa_mask);
    return sigaction(number, &act, &old) == 0 ? old.sa_handler : SIG_ERR;
}

EXPORT handler_fn signal(int number, handler_fn handler)
{
    return handler_set(number, handler, SA_RESTART);
}

EXPORT handler_fn ssignal(int number, handler_fn handler)
{
    return handler_set(number, handler, SA_RESTART);
}

EXPORT handler_fn bsd_signal(int number, handler_fn handler);
EXPORT handler_fn bsd_signal(int number, handler_fn handler)
{
    return handler_set(number, handler, SA_RESTART);
}

EXPORT handler_fn sysv_signal(int number, handler_fn handler)
{
    return handler_set(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

EXPORT handler_fn __sysv_signal(int number, handler_fn handler)
{
    return handler_set(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

/* ---- what the worker calls ---- */

void gat_fault_chain_start(const void *start, size_t size)
{
    chain.start = (uintptr_t)start;
    chain.end = chain.start + size;
    atomic_store(&chain.on, true);
}

void gat_fault_install(int number, const struct sigaction *act)
{
    libc_sigaction(number, act, NULL);
}

/* Only the machine gives an address; who sends the signal does not. */
static bool is_in_span(const siginfo_t *info)
{
    uintptr_t at = (uintptr_t)info->si_addr;
    return info->si_code > 0 && info->si_code != SI_KERNEL && at >= chain.start &&
           at < chain.end;
}

bool gat_fault_pass_on(int number, siginfo_t *info, void *context)
{
    struct theirs *t = theirs_of(number);
    sigset_t before;
    if (t == NULL || is_in_span(info))
        return false;
    struct sigaction act = theirs_now(t);
    if (act.sa_handler == SIG_DFL || act.sa_handler == SIG_IGN)
        return false;
    if (((unsigned)act.sa_flags & SA_RESETHAND) != 0)
        handler_set(number, SIG_DFL, 0);
    if ((act.sa_flags & SA_NODEFER) == 0)
        sigaddset(&act.sa_mask, number);
    int number_of_error = errno;
    pthread_sigmask(SIG_BLOCK, &act.sa_mask, &before);
    if ((act.sa_flags & SA_SIGINFO) != 0)
        act.sa_sigaction(number, info, context);
    else
        act.sa_handler(number);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = number_of_error;
    return true;
}
