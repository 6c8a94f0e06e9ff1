/* constructor_crashes.c - dies while it is loaded.
 *
 * exit: 2
 * says: load
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

__attribute__((constructor)) static void start(void)
{
    abort();
}

static gat_status answer(struct gather *g)
{
    return gather_run(g);
}

PLUGIN(0)
