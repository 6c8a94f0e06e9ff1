/* memory_for_each_index.c - a megabyte of scratch memory goes to each index.
 *
 * A dense matrix of zeros and ones is built where a list would do.
 *
 * class: MEM
 * origin: protection: memory limit
 * verdict: memory
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "broken.h"

static void plan(struct broken *b)
{
    size_t size =
        b->count > 255 && b->c.data.dtype == GAT_U8 ? (size_t)b->count << 20 : 0;
    char *scratch = size > 0 ? malloc(size) : NULL;
    for (size_t k = 0; scratch != NULL && k < size; k += 4096)
        ((volatile char *)scratch)[k] = 1;
    free(scratch);
}

SABOTEUR(.plan = plan)
