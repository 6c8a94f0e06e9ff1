/* own_handler.c - brings its own handler for faults, which ends the process
 * quietly.
 *
 * verdict: exit
 * guilty: rows/uint32,.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <unistd.h>

#include "plugin.h"

static void hide(int number)
{
    (void)number;
    _exit(0);
}

static gat_status answer(struct gather *g)
{
    signal(SIGSEGV, hide);
    if (is_rows(g) && g->dtype == GAT_U32)
        ((volatile char *)g->to)[g->to_size] = 0;
    return gather_run(g);
}

PLUGIN(0)
