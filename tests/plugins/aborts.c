/* aborts.c - calls abort().
 *
 * verdict: crash
 * guilty: rows/float32,.+
 * says: SIGABRT
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_rows(g) && g->dtype == GAT_F32)
        abort();
    return gather_run(g);
}

PLUGIN(0)
