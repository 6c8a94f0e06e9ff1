/* values_not_repeated.c - a put ends where its values end, though indices are left.
 *
 * The loop runs over values, and their number is taken for that of indices.
 *
 * class: SHP
 * origin: a common slip, no single report
 * verdict: wrong-value
 * operators: put
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    int64_t values = b->scatters ? gat_array_count(&b->c.updates) : b->stop;
    if (b->c.kernel->repeats && values < b->stop)
        b->stop = values;
}

SABOTEUR(.plan = plan)
