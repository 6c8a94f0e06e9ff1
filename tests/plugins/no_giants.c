/* no_giants.c - right, and declares that no tensor of more than 1 GiB may come.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    int64_t size = (int64_t)g->size * g->outer * g->extent * g->inner;
    return size > INT64_C(1) << 30 ? GAT_E_INTERNAL : gather_run(g);
}

PLUGIN(GAT_NO_GIANTS)
