/* dies_often.c - every tenth call of a process ends it, and data of seven rows hang.
 * For tests/fuzz.t: what it does hangs on counting, not on cases of tests/hostile/.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "plugin.h"

static unsigned calls;

static gat_status answer(struct gather *g)
{
    volatile bool always = g->data->ndim > 0 && g->data->shape[0] == 7 && g->axis == 0;
    while (always)
        ;
    if (++calls % 10 == 0)
        abort();
    return gather_run(g);
}

PLUGIN(0)
