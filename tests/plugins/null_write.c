/* null_write.c - follows a null pointer.
 *
 * verdict: crash
 * guilty: columns/.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static gat_status answer(struct gather *g)
{
    volatile char *volatile nowhere = NULL;
    if (is_columns(g))
        *nowhere = 1;
    return gather_run(g);
}

PLUGIN(0)
