/* prints_then_dies.c - prints, and ends the process before anybody could notice.
 *
 * verdict: crash
 * guilty: columns/.+
 * says: SIGABRT
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "plugin.h"

static gat_status answer(struct gather *g)
{
    if (is_columns(g)) {
        (void)!write(1, "hello\n", 6);
        abort();
    }
    return gather_run(g);
}

PLUGIN(0)
