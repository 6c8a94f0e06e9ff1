/* kill_plan.c - in which order a saboteur meets the cases.
 *
 * Most faults show in many places, so the search goes over everything three times, each
 * time with more: first some members of each test, in one variant; then some of each
 * point; then all others.  Which members come first is drawn by their names, and which
 * variant by that of the test, so variants and types take turns and the order is the
 * same in every run.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "judge/claims.h"
#include "kill/kill.h"
#include "kill/kill_plan.h"

/* Members of a point that come in the first and second round; a generator makes hundreds. */
enum { FIRST_WRITTEN = 2, FIRST_MADE = 24, SECOND_WRITTEN = 1, SECOND_MADE = 8 };

static uint64_t test_hash(const struct gat_test *t)
{
    return XXH3_64bits_withSeed(t->name, strlen(t->name), XXH3_64bits(t->topic, strlen(t->topic)));
}

/* A point and where it stands in the plan. */
struct place {
    const struct gat_test *test;
    unsigned at;
};

static int by_test(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->test != y->test)
        return (uintptr_t)x->test < (uintptr_t)y->test ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Choose one point of each test to lead. */
static bool *leaders_choose(struct gat_arena *a, const struct gat_point_state *points, unsigned n)
{
    struct place *places = GAT_NEW_N(a, struct place, n + 1);
    bool *leads = GAT_NEW_N(a, bool, n + 1);
    for (unsigned k = 0; k < n; k++)
        places[k] = (struct place){points[k].point->test, k};
    qsort(places, n, sizeof *places, by_test);
    for (unsigned from = 0, end; from < n; from = end) {
        for (end = from; end < n && places[end].test == places[from].test;)
            end++;
        leads[places[from + test_hash(places[from].test) % (end - from)].at] = true;
    }
    return leads;
}

/* The points of variants that the backend claims, moved to the front. */
static unsigned claimed_keep(const struct gat_manifest *m, struct gat_point_state *points,
                             unsigned n)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < n; k++)
        if (gat_claim_names(m, points[k].point->spec))
            points[kept++] = points[k];
    return kept;
}

/* Within a round: written cases, those of generators, then what takes as long as a
 * hundred others. */
enum { TURNS = 3 };

static unsigned turn_of(const struct gat_point *p)
{
    const struct gat_test *t = p->test;
    if (gat_point_closed(p))
        return 1;
    return t->data.fill == GAT_FILL_SPARSE || gat_test_large(t) ? 2 : 0;
}

/* The part of a point that a round has: its members from `least` to below `most`. */
static bool share_of(const struct gat_point_state *p, bool leads, unsigned round,
                     struct gat_point_state *out)
{
    bool made = gat_point_closed(p->point);
    unsigned first = !leads ? 0 : made ? FIRST_MADE : FIRST_WRITTEN;
    unsigned second = leads ? first : made ? SECOND_MADE : SECOND_WRITTEN;
    const unsigned ends[] = {0, first, second, UINT_MAX};
    *out = *p;
    out->least = ends[round];
    out->most = ends[round + 1];
    out->by_number = p->point->test->drawing != NULL;
    return out->least < out->most;
}

void gat_kill_plan(struct gat_session *s, const bool *guilty)
{
    struct gat_arena *a = &s->run->arena;
    const struct gat_point *all = s->run->catalog->points;
    unsigned n = claimed_keep(s->manifest, s->points, s->n_points), done = 0;
    bool *leads = leaders_choose(a, s->points, n);
    struct gat_point_state *sorted = GAT_NEW_N(a, struct gat_point_state, GAT_KILL_ROUNDS * n + 1);
    for (unsigned turn = 0; turn < TURNS * GAT_KILL_ROUNDS; turn++)
        for (unsigned k = 0; k < n; k++) {
            const struct gat_point *p = s->points[k].point;
            bool due = turn / TURNS + 1 < GAT_KILL_ROUNDS || guilty == NULL || guilty[p - all];
            if (due && turn_of(p) == turn % TURNS &&
                share_of(&s->points[k], leads[k], turn / TURNS, &sorted[done]))
                done++;
        }
    for (unsigned k = 0; k < done; k++)
        sorted[k].last_finding = &sorted[k].findings;
    s->points = sorted;
    s->n_points = done;
}
