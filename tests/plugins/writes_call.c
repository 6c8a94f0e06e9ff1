/* writes_call.c - folds a negative axis where the call holds it.
 *
 * verdict: input-written
 * guilty: negative-axis/.+
 * says: wrote to the call itself
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    union {
        const int64_t *given;
        int64_t *taken;
    } axis = {.given = NULL};
    for (uint64_t k = 0; k < g->call->n_attrs; k++)
        if (gat_text_same(g->call->attrs[k].name, "axis"))
            axis.given = &g->call->attrs[k].i;
    if (axis.given != NULL && *axis.given < 0)
        *axis.taken += g->data->ndim;
    return gather_run(g);
}

PLUGIN(0)
