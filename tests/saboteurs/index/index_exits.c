/* index_exits.c - an index out of range ends the process in good order.
 *
 * A library prints a sentence and calls exit().
 *
 * class: OOB
 * origin: none known
 * verdict: exit
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "broken.h"

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    if (!broken_inside(b, at, index))
        exit(1);
    return true;
}

SABOTEUR(.inside = inside)
