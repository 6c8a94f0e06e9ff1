/* memory_for_each_index.c - scratch memory for each index adds up to 160 MiB.
 *
 * A dense matrix of zeros and ones is built where a list would do; here for few
 * cases, because memory takes time.
 *
 * class: MEM
 * origin: none known
 * verdict: memory
 * operators: gather gather_elements scatter scatter_elements
 * only: memory-limit
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "broken.h"

static void plan(struct broken *b)
{
    bool many = b->count > 0 && b->count % 1025 == 0;
    bool here = b->c.data.dtype == GAT_U8 && b->c.indices.dtype == GAT_I64;
    size_t size = many && here ? (size_t)160 << 20 : 0;
    char *scratch = size > 0 ? malloc(size) : NULL;
    for (size_t k = 0; scratch != NULL && k < size; k += 4096)
        ((volatile char *)scratch)[k] = 1;
    free(scratch);
}

SABOTEUR(.plan = plan)
