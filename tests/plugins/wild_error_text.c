/* wild_error_text.c - answers right, but its error text lies nowhere.
 *
 * verdict: crash
 * guilty: (past-the-end|bad-axis)/.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

static const char *wild(void *context)
{
    (void)context;
    return (const char *)(uintptr_t)64;
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .last_error = wild)
