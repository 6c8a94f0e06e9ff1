/* fence_probe.c - a read that a fence stopped may be the first half of a write.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/fence_probe.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <ucontext.h>

#if defined(__x86_64__)
enum { PAGE = 4096, MOST_STEPS = 16, NEAR = 64, TRAP_FLAG = 1 << 8 };

static struct {
    atomic_bool begun; /* one read of a process */
    struct gat_fence_fault read;
    unsigned steps;
} probe;
static _Thread_local bool steps; /* this thread does */

static bool gets_traps(void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction now;
    return sigaction(SIGTRAP, NULL, &now) == 0 && now.sa_sigaction == handler;
}

static bool begin(const struct gat_fence_fault *f, void (*handler)(int, siginfo_t *, void *))
{
    void *page = (void *)(uintptr_t)(f->address / PAGE * PAGE);
    if (!f->located || f->write != 0 || atomic_exchange(&probe.begun, true) ||
        !gets_traps(handler) || mprotect(page, PAGE, PROT_READ) != 0)
        return false;
    probe.read = *f;
    return true;
}

bool gat_fence_probe(struct gat_fence_fault *f, void (*handler)(int, siginfo_t *, void *),
                     void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    if (!steps && begin(f, handler)) {
        registers[REG_EFL] |= TRAP_FLAG;
        steps = true;
        return true;
    }
    if (!steps || (f->number == SIGTRAP && ++probe.steps < MOST_STEPS))
        return steps;
    registers[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    steps = false;
    bool same = f->located && f->write == 1 &&
                f->address - probe.read.address + NEAR <= 2 * (uint64_t)NEAR;
    if (!same)
        *f = probe.read;
    return false;
}
#else
bool gat_fence_probe(struct gat_fence_fault *f, void (*handler)(int, siginfo_t *, void *),
                     void *context)
{
    (void)f, (void)handler, (void)context;
    return false;
}
#endif
