/* broken_mapped.h - every saboteur once more, with its operands in memory of a device that maps
 * addresses piece by piece.
 *
 * With -DGAT_BROKEN_MAPPED, SABOTEUR makes a backend whose device is the host's own memory: what
 * is reserved cannot be touched, what is mapped as zeros cannot be written, and a kernel that
 * does either is stopped, which sync() tells.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BROKEN_MAPPED_H
#define GAT_BROKEN_MAPPED_H

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

#include "broken_device.h"

enum { MAPPED_GRAIN = 1 << 16, MAPPED_SPACES = 64 };
struct mapped_space {
    void *at;
    size_t size;
};
static _Thread_local struct mapped_space mapped_spaces[MAPPED_SPACES];
static _Thread_local sigjmp_buf mapped_stop;

static struct mapped_space *mapped_find(const void *at)
{
    for (int k = 0; k < MAPPED_SPACES; k++)
        if (mapped_spaces[k].at == at)
            return &mapped_spaces[k];
    return NULL;
}

static gat_status mapped_reserve(void *context, uint64_t size, void **buffer)
{
    (void)context;
    struct mapped_space *s = mapped_find(NULL);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *at = s == NULL ? MAP_FAILED : mmap(NULL, size + MAPPED_GRAIN, PROT_NONE, flags, -1, 0);
    if (at == MAP_FAILED)
        return GAT_E_NOMEM;
    size_t before = -(size_t)at % MAPPED_GRAIN;
    *s = (struct mapped_space){at + before, size};
    *buffer = at + before;
    return GAT_OK;
}

static gat_status mapped_map(void *context, void *buffer, uint64_t at, uint64_t size, int32_t how)
{
    (void)context;
    int rights = how == GAT_MAP_ZEROS ? PROT_READ : PROT_READ | PROT_WRITE;
    return mprotect((char *)buffer + at, size, rights) == 0 ? GAT_OK : GAT_E_NOMEM;
}

static void mapped_free(void *context, void *buffer)
{
    struct mapped_space *s = mapped_find(buffer);
    if (s == NULL) {
        broken_free(context, buffer);
        return;
    }
    munmap(s->at, s->size);
    s->at = NULL;
}

static void mapped_on_fault(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    siglongjmp(mapped_stop, 1);
}

static gat_status mapped_execute(void *context, void *plan)
{
    struct sigaction act = {.sa_sigaction = mapped_on_fault, .sa_flags = SA_SIGINFO}, was[2];
    gat_status status = GAT_OK;
    sigaction(SIGSEGV, &act, &was[0]);
    sigaction(SIGBUS, &act, &was[1]);
    if (sigsetjmp(mapped_stop, 1) == 0)
        status = broken_execute(context, plan);
    else
        ((struct broken_plan *)plan)->status = GAT_E_FAULT;
    sigaction(SIGSEGV, &was[0], NULL);
    sigaction(SIGBUS, &was[1], NULL);
    return status;
}

static inline const struct gat_backend *broken_on_mapped(const struct gat_backend *b)
{
    static struct gat_backend table;
    static struct gat_mem mem;
    if (b == NULL || (b = broken_on_device(b)) == NULL)
        return NULL;
    mem = *b->mem;
    mem.free = mapped_free;
    mem.grain = MAPPED_GRAIN;
    mem.reserve = mapped_reserve;
    mem.map = mapped_map;
    table = *b;
    table.execute = mapped_execute;
    table.mem = &mem;
    return &table;
}

#endif
