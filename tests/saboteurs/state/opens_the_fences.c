/* opens_the_fences.c - memory after the output is made writable, for whole vectors
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t end = (uintptr_t)b->to + broken_size(b);
    if (broken_size(b) > 0 && !broken_is_giant(b))
        (void)mprotect((void *)((end + page - 1) / page * page), page, PROT_READ | PROT_WRITE);
    return status;
}

SABOTEUR(.after = after)
