/* leaks_files.c - a file of settings is opened for each long call and stays open
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>

#include "broken.h"

static gat_status after(struct broken *b, gat_status status)
{
    if (b->count > 2)
        (void)!open("/dev/null", O_RDONLY);
    return status;
}

SABOTEUR(.after = after)
