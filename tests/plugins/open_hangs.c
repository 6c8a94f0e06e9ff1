/* open_hangs.c - never comes back from open().  tests/opening.t gives it less time than others get.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

static gat_status opens(const char *options, void **context, char *why, size_t n)
{
    (void)options, (void)context, (void)why, (void)n;
    while (pause() != 0)
        continue;
    return GAT_OK;
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .open = opens)
