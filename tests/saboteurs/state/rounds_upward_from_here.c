/* rounds_upward_from_here.c - the rounding mode is set for a call and not set back
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fenv.h>

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (b->count > 2)
        (void)fesetround(FE_UPWARD);
    return status;
}

SABOTEUR(.after = after)
