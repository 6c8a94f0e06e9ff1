/* open_crashes.c - dies when it is opened.
 *
 * exit: 2
 * says: open
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

static gat_status opens(const char *options, void **context, char *why, size_t n)
{
    (void)options, (void)context, (void)why, (void)n;
    abort();
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .open = opens)
