/* race_update_torn.c - two threads place all updates, the first halves and then the second.
 *
 * A real race: nobody decides who is later, and an element with two updates may
 * end as half of one and half of another.
 *
 * class: DUP
 * origin: microsoft/onnxruntime#24070
 * verdict: wrong-value unstable unrepeatable
 * operators: scatter scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken_race.h"

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->scatters && b->count > RACE_END)
        race_put(b, to, from, n);
    else
        broken_put(b, to, from, n);
}

static gat_status after(struct broken *b, gat_status status)
{
    if (status == GAT_OK && b->scatters && b->count > RACE_END)
        race_run(b);
    return status;
}

SABOTEUR(.put = put, .after = after)
