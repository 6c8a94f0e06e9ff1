/* tally.c - counts, gaps and readings per point, and their sums per variant.
 *
 * Nothing here depends on the order in which answers came: lanes and shards add up
 * to what one run alone would have found.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/without.h"
#include "judge/claims.h"
#include "run/tally.h"
#include "run/waiver.h"
#include "study/telling.h"
#include "suite/member.h"

void gat_tallies_make(struct gat_session *s)
{
    s->tallies = GAT_NEW_N(&s->run->arena, struct gat_variant_tally, s->n_points + 1);
    for (unsigned k = 0; k < s->n_points; k++) {
        const struct gat_point *p = s->points[k].point;
        unsigned i = 0;
        while (i < s->n_tallies && s->tallies[i].profile != p->profile)
            i++;
        if (i == s->n_tallies)
            s->tallies[s->n_tallies++] =
                (struct gat_variant_tally){.spec = p->spec, .profile = p->profile};
    }
}

/* Reasons are few and sorted, so that their list does not depend on the lanes. */
void gat_tally_reason(struct gat_arena *a, struct gat_tally *t, const char *gap)
{
    unsigned at = 0;
    const unsigned most = GAT_MOST_GAPS;
    if (t->gaps == NULL)
        t->gaps = GAT_NEW_N(a, const char *, most);
    while (at < t->n_gaps && strcmp(t->gaps[at], gap) < 0)
        at++;
    if (at == most || (at < t->n_gaps && strcmp(t->gaps[at], gap) == 0))
        return;
    if (t->n_gaps == most)
        t->n_gaps--;
    memmove(&t->gaps[at + 1], &t->gaps[at], (t->n_gaps - at) * sizeof t->gaps[0]);
    t->gaps[at] = gat_arena_print(a, "%s", gap);
    t->n_gaps++;
}

void gat_tally_gap(struct gat_session *s, struct gat_point_state *state, unsigned member,
                   const char *gap, bool type_allowed)
{
    state->not_claimed++;
    state->open--;
    state->tally.count[GAT_V_NOT_CLAIMED]++;
    if (state->gap == NULL) {
        state->gap = gat_arena_print(&s->run->arena, "%s", gap);
        state->gap_member = member;
    }
    /* Nobody has to claim a type that the variant itself leaves out, or views. */
    if (gat_presentation_is_gap(gap))
        state->tally.extra++;
    else if (type_allowed)
        gat_tally_reason(&s->run->arena, &state->tally, gap);
    else
        state->tally.foreign++;
}

bool gat_tally_take(struct gat_session *s, struct gat_point_state *state, unsigned k,
                    const struct gat_member *m)
{
    const char *gap = gat_claim_early_gap(s->manifest, state->opened->spec, m);
    state->selected++;
    state->open++;
    if (gap != NULL)
        gat_tally_gap(s, state, k, gap, gat_member_is_allowed(state->opened, m));
    return gap == NULL;
}

void gat_tally_first(struct gat_arena *a, struct gat_exclusion *now,
                     const struct gat_exclusion *x)
{
    if (now->known &&
        (now->point < x->point || (now->point == x->point && now->member <= x->member)))
        return;
    *now = *x;
    now->known = true;
    now->name = gat_arena_print(a, "%s", x->name);
}

void gat_tally_exclude(struct gat_arena *a, struct gat_tally *t, unsigned combination,
                       const struct gat_exclusion *x)
{
    if (t->excluded == NULL)
        t->excluded = GAT_NEW_N(a, struct gat_exclusion, GAT_MAX_READINGS);
    gat_tally_first(a, &t->excluded[combination], x);
}

bool gat_tally_contradicts(const struct gat_variant_tally *t)
{
    if (t->sum.excluded == NULL || gat_without("readings"))
        return false;
    for (unsigned k = 0; k < t->profile->n_combinations; k++)
        if (!t->sum.excluded[k].known)
            return false;
    return true;
}

gat_reading_set gat_tally_left(const struct gat_variant_tally *t)
{
    gat_reading_set left = GAT_EVERY_READING;
    for (unsigned k = 0; t->sum.excluded != NULL && k < t->profile->n_combinations; k++)
        if (t->sum.excluded[k].known)
            left &= ~(UINT64_C(1) << k);
    return left;
}

void gat_tally_readings(struct gat_session *s, unsigned point, const struct gat_member *m,
                        unsigned k, gat_reading_set readings)
{
    const struct gat_point *p = s->points[point].point;
    const struct gat_exclusion x = {.point = point, .member = k, .name = m->name};
    if (p->profile->n_combinations == 1 || readings == GAT_EVERY_READING)
        return;
    for (unsigned c = 0; c < p->profile->n_combinations; c++)
        if ((readings >> c & 1) == 0)
            gat_tally_exclude(&s->run->arena, &s->points[point].tally, c, &x);
}

void gat_tally_add(struct gat_arena *a, struct gat_tally *into, const struct gat_tally *from)
{
    into->foreign += from->foreign;
    into->extra += from->extra;
    into->spared += from->spared;
    into->waived += from->waived;
    for (int v = 0; v < GAT_V_COUNT; v++) {
        into->count[v] += from->count[v];
        into->observed[v] += from->observed[v];
    }
    into->open += from->open;
    into->answers += from->answers;
    if (from->varies.known)
        gat_tally_first(a, &into->varies, &from->varies);
    for (unsigned g = 0; g < from->n_gaps; g++)
        gat_tally_reason(a, into, from->gaps[g]);
    for (unsigned c = 0; from->excluded != NULL && c < GAT_MAX_READINGS; c++)
        if (from->excluded[c].known)
            gat_tally_exclude(a, into, c, &from->excluded[c]);
}

static void told_need(struct gat_arena *a, struct gat_point_state *state)
{
    if (state->told == NULL)
        state->told = GAT_NEW_N(a, uint16_t, GAT_TELLINGS);
}

static void told_more(uint16_t *count, unsigned more)
{
    *count = (uint16_t)(*count + more > UINT16_MAX ? UINT16_MAX : *count + more);
}

void gat_told_count(struct gat_arena *a, struct gat_point_state *state, uint64_t set)
{
    const uint64_t error = UINT64_C(1) << GAT_TELLING_must_fail;
    if (set != 0)
        told_need(a, state);
    for (set = (set & error) != 0 ? error : set; set != 0; set &= set - 1)
        told_more(&state->told[__builtin_ctzll(set)], 1);
}

void gat_told_add(struct gat_arena *a, struct gat_point_state *into, const uint16_t *more)
{
    if (more != NULL)
        told_need(a, into);
    for (unsigned k = 0; more != NULL && k < GAT_TELLINGS; k++)
        told_more(&into->told[k], more[k]);
}

void gat_tally_point(struct gat_session *s, unsigned point)
{
    const struct gat_point_state *state = &s->points[point];
    if (s->is_front)
        gat_waivers_point(s, state);
    for (unsigned k = 0; k < s->n_tallies; k++)
        if (s->tallies[k].profile == state->point->profile)
            gat_tally_add(&s->run->arena, &s->tallies[k].sum, &state->tally);
}
