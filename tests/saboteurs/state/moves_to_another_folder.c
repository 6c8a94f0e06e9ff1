/* moves_to_another_folder.c - the working directory is changed to find a file
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (b->count > 2)
        (void)!chdir("/");
    return status;
}

SABOTEUR(.after = after)
