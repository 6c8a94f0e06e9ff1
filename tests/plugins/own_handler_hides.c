/* own_handler_hides.c - reads beside an operand, and hides that with a handler of its own.
 *
 * verdict: out-of-bounds-read
 * guilty: rows/uint32,.+
 * says: past the end of data
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <signal.h>

#include "plugin.h"

static sigjmp_buf before;

static void hide(int number)
{
    siglongjmp(before, number);
}

static gat_status answer(struct gather *g)
{
    struct sigaction act = {.sa_handler = hide, .sa_flags = SA_NODEFER};
    sigaction(SIGSEGV, &act, NULL);
    if (is_rows(g) && g->dtype == GAT_U32 && sigsetjmp(before, 1) == 0)
        (void)((volatile char *)g->from)[g->from_size];
    return gather_run(g);
}

PLUGIN(0)
