/* vague_error.c - reports every bad index, as another kind of error and too late.
 *
 * It claims neither that it names its errors nor that they are clean, so it
 * conforms; --strict holds it to both.
 *
 * verdict: pass
 * exit: 0
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (g->status == GAT_E_RANGE) {
        gather_put(g, 0, 0, 0);
        return GAT_E_INVALID;
    }
    return gather_run(g);
}

PLUGIN(0)
