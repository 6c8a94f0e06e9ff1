/* wild_string.c - answers with a string that lies nowhere.
 *
 * verdict: wrong-value
 * guilty: text/.+
 * says: a string that lies in memory that cannot be read
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    struct gat_string wild = {(const char *)(uintptr_t)64, UINT64_C(1) << 40};
    if (g->dtype == GAT_STR && g->data->ndim == 1)
        memcpy(g->to, &wild, sizeof wild);
    return status;
}

PLUGIN(0)
