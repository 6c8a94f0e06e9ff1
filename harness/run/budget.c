/* budget.c - fewer cases for a backend whose calls are slow.
 *
 * A backend says how long a small call takes.  With --budget written cases get so many
 * seconds, and those that generators make and that are drawn as many.  Of each kind each point gets
 * the same share, one case at least: of the members whose types the backend claims those whose
 * name hashes are smallest.  So every point is still there, the choice is the same in every run,
 * shard and lane, and no clock is asked.
 *
 * Without --budget and --draw, drawn cases alone are fewer for such a backend, and more of each
 * variant where few are asked of a backend and claimed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "judge/claims.h"
#include "run/budget.h"
#include "run/run.h"
#include "suite/member.h"

#define DRAWN_SECONDS 0.5 /* of each point of drawn cases */

/* How many cases fit into that time; a case costs two calls, and making, answering and judging
 * it. */
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

/* Where a run has few variants, they share the usual number of drawn cases of a run; an adapter,
 * whose calls take longer, gets fewer. */
static void draws_share(struct gat_session *s)
{
    enum { DRAWN = 19800, MOST_TIMES = 20, MOST_OF_ADAPTER = 10 };
    unsigned usual = 0;
    for (unsigned k = 0; k < s->n_points; k++)
        usual += is_drawn(s, &s->points[k]) ? s->points[k].point->test->draws : 0;
    unsigned most = s->manifest->is_copied ? MOST_OF_ADAPTER : MOST_TIMES;
    unsigned times = usual == 0 ? 1 : DRAWN / usual > most ? most : DRAWN / usual;
    for (unsigned k = 0; k < s->n_points; k++)
        if (is_drawn(s, &s->points[k]))
            s->points[k].times = times;
}

void gat_budget_share(struct gat_session *s)
{
    unsigned n[2] = {0}; /* claimed points that are written, and that a generator makes */
    const struct gat_options *o = s->run->options;
    if (o->draw == NULL)
        draws_share(s);
    for (unsigned k = 0; k < s->n_points; k++)
        s->points[k].constants = s->backend->constants;
    for (unsigned k = 0; k < s->n_points; k++)
        if (gat_claim_names(s->manifest, s->points[k].point->spec))
            n[gat_point_closed(s->points[k].point)]++;
    if (s->manifest->call_us == 0)
        return;
    for (unsigned k = 0; k < s->n_points; k++) {
        struct gat_point_state *state = &s->points[k];
        bool drawn = state->point->test->drawing != NULL && state->whole;
        unsigned sharers = n[gat_point_closed(state->point)];
        if (o->budget > 0 && sharers > 0)
            state->most = cases_within(s, o->budget / sharers);
        else if (drawn && o->draw == NULL)
            state->most = cases_within(s, DRAWN_SECONDS);
    }
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The range of name hashes that run: of the members whose types are claimed, in the order of
 * their hashes, those from `least` to below `most`. */
static void bounds_find(const struct gat_session *s, struct gat_point_state *state)
{
    struct gat_arena scratch = {0};
    struct gat_member m;
    unsigned n = 0;
    uint64_t *hashes = GAT_NEW_N(&scratch, uint64_t, state->opened->n_members + 1);
    for (unsigned k = 0; k < state->opened->n_members; k++) {
        gat_member_name(state->opened, k, &scratch, &m);
        if (gat_claim_takes(s->manifest, state->opened->spec, &m))
            hashes[n++] = m.name_hash;
    }
    qsort(hashes, n, sizeof *hashes, by_number);
    state->bounded = true;
    state->above = state->least == 0   ? 0
                   : state->least >= n ? UINT64_MAX
                                       : hashes[state->least - 1];
    state->up_to = state->most >= n ? UINT64_MAX : hashes[state->most - 1];
    gat_arena_free(&scratch);
}

bool gat_budget_spares(const struct gat_session *s, struct gat_point_state *state, unsigned k,
                       uint64_t name_hash)
{
    if (state->most == 0)
        return false;
    if (state->by_number)
        return k < state->least || k >= state->most;
    if (!state->bounded)
        bounds_find(s, state);
    return (state->least > 0 && name_hash <= state->above) || name_hash > state->up_to;
}
