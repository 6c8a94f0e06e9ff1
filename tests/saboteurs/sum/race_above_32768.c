/* race_above_32768.c - above 32768 updates two threads place them, and tear them.
 *
 * The race of race_update_torn.c, which up to that number does not take place: smaller
 * cases are answered by one thread.
 *
 * class: DUP
 * origin: microsoft/onnxruntime#18048
 * verdict: wrong-value unstable unrepeatable
 * operators: scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken_race.h"

enum { SERIAL = 32768 };

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->scatters && b->count > SERIAL)
        race_put(b, to, from, n);
    else
        broken_put(b, to, from, n);
}

static gat_status after(struct broken *b, gat_status status)
{
    if (status == GAT_OK && b->scatters && b->count > SERIAL)
        race_run(b);
    return status;
}

SABOTEUR(.put = put, .after = after)
