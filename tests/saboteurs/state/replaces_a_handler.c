/* replaces_a_handler.c - a handler of SIGFPE is installed in each call of doubles
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (b->c.data.dtype == GAT_F64)
        (void)signal(SIGFPE, SIG_IGN);
    return status;
}

SABOTEUR(.after = after)
