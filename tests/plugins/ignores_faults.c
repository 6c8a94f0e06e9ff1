/* ignores_faults.c - has SIGSEGV ignored, and faults later in another case.
 *
 * verdict: out-of-bounds-write
 * guilty: rows/float32,.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->axis == 1)
        signal(SIGSEGV, SIG_IGN);
    if (is_rows(g) && g->dtype == GAT_F32)
        ((volatile char *)g->to)[g->to_size] = 0;
    return gather_run(g);
}

PLUGIN(0)
