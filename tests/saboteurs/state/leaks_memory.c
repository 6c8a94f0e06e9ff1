/* leaks_memory.c - a scratch buffer is taken for each call and never given back
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    static char *volatile scratch;
    (void)b;
    scratch = malloc(200);
    if (scratch != NULL)
        scratch[0] = 1;
    return status;
}

SABOTEUR(.after = after)
