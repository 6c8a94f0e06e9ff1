/* drops_imaginary.c - keeps the real half of a complex number.
 *
 * verdict: wrong-value
 * guilty: imaginary/.+
 * says: the imaginary part is lost; all 2
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    if (g->dtype == GAT_C64 && g->data->ndim == 1)
        for (size_t at = 0; at < g->to_size; at += 8)
            memset(g->to + at + 4, 0, 4);
    return status;
}

PLUGIN(0)
