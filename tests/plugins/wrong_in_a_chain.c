/* wrong_in_a_chain.c - one wrong row, behind comparisons that no feature of a case tells apart.
 * For tests/fuzz_counters.t, with counters of coverage and without: who sees how far a case
 * came gets there step by step, and who does not has to draw all of it at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plugin.h"

static volatile int steps;

static bool is_met(const struct gather *g)
{
    const int64_t *shape = g->data->shape;
    if (g->data->ndim != 3)
        return false;
    steps = 1;
    if (shape[0] != 5)
        return false;
    steps = 2;
    if (shape[1] != 7)
        return false;
    steps = 3;
    if (shape[2] != 3)
        return false;
    steps = 4;
    if (g->axis != 1)
        return false;
    steps = 5;
    return g->count == 6;
}

static gat_status answer(struct gather *g)
{
    gat_status status = gather_run(g);
    if (status == GAT_OK && is_met(g) && g->to_size > 0)
        g->to[0] ^= 1;
    return status;
}

PLUGIN(0)
