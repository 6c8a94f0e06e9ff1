/* prints_progress.c - a line is printed to stdout.
 *
 * What a developer wanted to see once.
 *
 * class: CTL
 * origin: none known
 * verdict: printed
 * only: stdout
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "broken.h"

static void plan(struct broken *b)
{
    if (b->count > 64)
        printf("moving %lld\n", (long long)b->count);
}

SABOTEUR(.plan = plan)
