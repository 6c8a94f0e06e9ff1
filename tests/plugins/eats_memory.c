/* eats_memory.c - takes memory without end, and touches it.
 *
 * verdict: memory
 * guilty: rows/int16,int64
 * options: --memory 256
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    /* It ends at 2 GiB, so that a limit that does not work costs a test and not
     * the machine. */
    if (is_rows(g) && g->dtype == GAT_I16 && g->index_dtype == GAT_I64)
        for (int k = 0; k < 2048; k++) {
            char *block = malloc(1 << 20);
            for (int at = 0; block != NULL && at < 1 << 20; at += 512)
                ((volatile char *)block)[at] = 1;
        }
    return gather_run(g);
}

PLUGIN(0)
