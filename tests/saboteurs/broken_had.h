/* broken_had.h - how many updates each element has had; of giants few pages are touched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BROKEN_HAD_H
#define GAT_BROKEN_HAD_H

#include <stdlib.h>
#include <sys/mman.h>

#include "broken.h"

static inline size_t broken_had_size(const struct broken *b)
{
    return ((size_t)gat_array_count(&b->a.output) + 1) * sizeof *b->had;
}

/* Zeros; NULL where there is no memory. */
static inline int32_t *broken_had_open(const struct broken *b)
{
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    if (!broken_is_giant(b))
        return calloc(broken_had_size(b), 1);
    void *at = mmap(NULL, broken_had_size(b), PROT_READ | PROT_WRITE, how, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static inline void broken_had_close(const struct broken *b)
{
    if (broken_is_giant(b))
        munmap(b->had, broken_had_size(b));
    else
        free(b->had);
}

#endif
