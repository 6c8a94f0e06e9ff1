/* unmaps_output.c - unmaps the page that its output lies in, and is right
 * otherwise.
 *
 * verdict: out-of-bounds-write
 * guilty: rows/uint32,.+
 * says: byte 0 of output
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_rows(g) && g->dtype == GAT_U32)
        munmap((void *)((uintptr_t)g->to / 4096 * 4096), 4096);
    return gather_run(g);
}

PLUGIN(0)
