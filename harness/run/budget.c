/* budget.c - fewer generated cases for a backend whose calls are slow.
 *
 * A backend says how long a small call takes.  With --budget each point that a generator
 * makes gets the same share of the time; of its members the first one is run, and those
 * whose name hash falls into the share.  So every point is still there, the choice is the same
 * in every run, shard and lane, and no clock is asked.  Written cases always run.
 *
 * Without --budget and --draw, drawn cases alone are fewer for such a backend, and more of each
 * variant where few are asked of a backend and claimed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/claims.h"
#include "run/budget.h"
#include "run/run.h"

#define DRAWN_SECONDS 0.5 /* of each point of drawn cases */

/* The time of so many cases; a case costs two calls, and making, answering and judging it. */
static unsigned cases_within(const struct gat_session *s, double seconds)
{
    enum { OURS_US = 50 };
    double n = seconds * 1e6 / (2.0 * s->manifest->call_us + OURS_US);
    return n < 1 ? 1 : n > 1e9 ? 0 : (unsigned)n;
}

static bool is_drawn(const struct gat_session *s, const struct gat_point_state *state)
{
    return state->point->test->drawing != NULL && state->whole &&
           gat_claim_names(s->manifest, state->point->spec);
}

/* Where a run has few variants, they share the usual number of drawn cases of a run. */
static void draws_share(struct gat_session *s)
{
    enum { DRAWN = 12000, MOST_TIMES = 10 };
    unsigned usual = 0;
    for (unsigned k = 0; k < s->n_points; k++)
        usual += is_drawn(s, &s->points[k]) ? s->points[k].point->test->draws : 0;
    unsigned times = usual == 0 ? 1 : DRAWN / usual > MOST_TIMES ? MOST_TIMES : DRAWN / usual;
    for (unsigned k = 0; k < s->n_points; k++)
        if (is_drawn(s, &s->points[k]))
            s->points[k].times = times;
}

void gat_budget_share(struct gat_session *s)
{
    unsigned generated = 0;
    const struct gat_options *o = s->run->options;
    if (o->draw == NULL)
        draws_share(s);
    for (unsigned k = 0; k < s->n_points; k++)
        generated += gat_point_closed(s->points[k].point);
    if (s->manifest->call_us == 0 || generated == 0)
        return;
    for (unsigned k = 0; k < s->n_points; k++) {
        struct gat_point_state *state = &s->points[k];
        bool drawn = state->point->test->drawing != NULL && state->whole;
        if (o->budget > 0 && gat_point_closed(state->point))
            state->most = cases_within(s, o->budget / generated);
        else if (drawn && o->draw == NULL)
            state->most = cases_within(s, DRAWN_SECONDS);
    }
}

bool gat_budget_spares(const struct gat_point_state *state, unsigned member, uint64_t name_hash)
{
    unsigned place = member == 0 ? 0 : (unsigned)((name_hash >> 32) % state->opened->n_members);
    return state->most > 0 && (place < state->least || place >= state->most);
}
