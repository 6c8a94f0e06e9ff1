/* open_fails_rudely.c - says why it cannot open, on several lines and with no valid
 * text.
 *
 * exit: 3
 * says: first second ?[31m??
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
    snprintf(why, n, "first\nsecond \033[31m\xff\xfe");
    return GAT_E_INTERNAL;
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .open = opens)
