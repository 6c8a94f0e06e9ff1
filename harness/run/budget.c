/* budget.c - fewer generated cases for a backend whose calls are slow.
 *
 * A backend says how long a small call takes.  With --budget each point that a generator
 * makes gets the same share of the time; of its members the first one is run, and those
 * whose name hash falls into the share.  So every point is still there, the choice is the same
 * in every run, shard and lane, and no clock is asked.  Written cases always run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/budget.h"
#include "run/run.h"

void gat_budget_share(struct gat_session *s)
{
    unsigned generated = 0;
    double seconds = s->run->options->budget;
    for (unsigned k = 0; k < s->n_points; k++)
        generated += gat_point_closed(s->points[k].point);
    if (seconds <= 0 || s->manifest->call_us == 0 || generated == 0)
        return;
    /* A case is two calls, and making, answering and judging it. */
    enum { OURS_US = 50 };
    double share = seconds * 1e6 / (2.0 * s->manifest->call_us + OURS_US) / generated;
    for (unsigned k = 0; k < s->n_points; k++)
        if (gat_point_closed(s->points[k].point))
            s->points[k].most = share < 1 ? 1 : share > 1e9 ? 0 : (unsigned)share;
}

bool gat_budget_spares(const struct gat_point_state *state, unsigned member, uint64_t name_hash)
{
    unsigned place = member == 0 ? 0 : (unsigned)((name_hash >> 32) % state->opened->n_members);
    return state->most > 0 && (place < state->least || place >= state->most);
}
