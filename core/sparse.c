/* sparse.c - address space that reads as zeros and takes no memory until opened.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sparse.h"

#include <sys/mman.h>
#include <unistd.h>

void *gat_sparse_map(void *where, size_t size)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *map = mmap(where, size, PROT_READ, where != NULL ? flags | MAP_FIXED : flags, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    /* A huge page would make 2 MiB of each element; where there are none this fails. */
    (void)madvise(map, size, MADV_NOHUGEPAGE);
    (void)madvise(map, size, MADV_DONTDUMP);
    return map;
}

static bool pages_protect(void *at, size_t size, int protection)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (uintptr_t)at & ~(page - 1);
    uintptr_t end = ((uintptr_t)at + size + page - 1) & ~(page - 1);
    return size == 0 || mprotect((void *)first, end - first, protection) == 0;
}

bool gat_sparse_open(void *at, size_t size)
{
    return pages_protect(at, size, PROT_READ | PROT_WRITE);
}

bool gat_sparse_close(void *at, size_t size)
{
    return pages_protect(at, size, PROT_READ);
}
