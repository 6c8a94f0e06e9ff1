/* open_fails.c - says that its device is not there.
 *
 * exit: 3
 * says: the device is on holiday
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

static gat_status opens(const char *options, void **context, char *why, size_t n)
{
    (void)options, (void)context;
    snprintf(why, n, "the device is on holiday");
    return GAT_E_INTERNAL;
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .open = opens)
