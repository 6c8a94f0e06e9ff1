/* index_aborts.c - an index out of range ends the process by abort().
 *
 * A check that is meant for the developer meets the input of a user.
 *
 * class: OOB
 * origin: CVE-2022-35991
 * verdict: crash
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    if (!broken_inside(b, at, index))
        abort();
    return true;
}

SABOTEUR(.inside = inside)
