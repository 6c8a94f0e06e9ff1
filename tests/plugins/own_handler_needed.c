/* own_handler_needed.c - needs its own handler of faults, as runtimes of languages do.
 *
 * A page of its own cannot be read until the handler has opened it.
 *
 * verdict: pass
 * exit: 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "plugin.h"

enum { SIZE = 4096 };
static char *page;

static void make(int number, siginfo_t *info, void *context)
{
    (void)number;
    (void)context;
    if ((char *)info->si_addr < page || (char *)info->si_addr >= page + SIZE)
        abort();
    mprotect(page, SIZE, PROT_READ);
}

static gat_status answer(struct gather *g)
{
    struct sigaction act = {.sa_sigaction = make, .sa_flags = SA_SIGINFO}, old;
    if (page == NULL)
        page = mmap(NULL, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigaction(SIGSEGV, &act, NULL);
    sigaction(SIGSEGV, NULL, &old);
    if (old.sa_sigaction != make)
        return GAT_E_INTERNAL;
    mprotect(page, SIZE, PROT_NONE);
    if (((volatile char *)page)[1] != 0)
        return GAT_E_INTERNAL;
    return gather_run(g);
}

PLUGIN(0)
