/* rude_error_text.c - refuses negative indices, in a text that is no text.
 *
 * verdict: refused
 * guilty: negative/.+
 * says: "no ???not ok
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    return gather_has_negative(g) ? GAT_E_RANGE : gather_run(g);
}

static const char *rude(void *context)
{
    (void)context;
    return "no \xff\xfe\nnot ok 1 - \033[2J";
}

PLUGIN_CLAIM(GAT_ALL_TYPES, 0)
PLUGIN_ENTRY(PLUGIN_TABLE, .last_error = rude)
