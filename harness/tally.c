/* tally.c - counts, gaps and readings per variant, from one lane or from all.
 *
 * Nothing here depends on the order in which answers came: lanes and shards add up
 * to what one run alone would have found.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "presentation.h"
#include "run.h"
#include "without.h"

void gat_tallies_make(struct gat_session *s)
{
    s->tallies = GAT_NEW_N(&s->run->arena, struct gat_variant_tally, s->n_points + 1);
    for (unsigned k = 0; k < s->n_points; k++) {
        const struct gat_point *p = s->points[k].point;
        if (gat_tally_of(s, p) != NULL)
            continue;
        struct gat_variant_tally *t = &s->tallies[s->n_tallies++];
        t->spec = p->spec;
        t->profile = p->profile;
        t->readings = UINT32_MAX;
    }
}

struct gat_variant_tally *gat_tally_of(struct gat_session *s, const struct gat_point *p)
{
    for (unsigned k = 0; k < s->n_tallies; k++)
        if (s->tallies[k].profile == p->profile)
            return &s->tallies[k];
    return NULL;
}

/* Reasons are few and sorted, so that their list does not depend on the lanes. */
static void gap_add(struct gat_arena *a, struct gat_variant_tally *t, const char *gap)
{
    unsigned at = 0;
    const unsigned most = sizeof t->gaps / sizeof t->gaps[0];
    while (at < t->n_gaps && strcmp(t->gaps[at], gap) < 0)
        at++;
    if ((at < t->n_gaps && strcmp(t->gaps[at], gap) == 0) || at == most)
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
    struct gat_variant_tally *t = gat_tally_of(s, state->point);
    state->not_claimed++;
    state->open--;
    t->count[GAT_V_NOT_CLAIMED]++;
    if (state->gap == NULL) {
        state->gap = gat_arena_print(&s->run->arena, "%s", gap);
        state->gap_member = member;
    }
    /* Nobody has to claim a type that the variant itself leaves out, or views. */
    if (gat_presentation_is_gap(gap))
        t->extra++;
    else if (type_allowed)
        gap_add(&s->run->arena, t, gap);
    else
        t->foreign++;
}

static void exclude(struct gat_variant_tally *t, unsigned k, unsigned point, unsigned member)
{
    t->readings &= ~(UINT32_C(1) << k);
    if (t->excluded[k].known &&
        (t->excluded[k].point < point ||
         (t->excluded[k].point == point && t->excluded[k].member <= member)))
        return;
    t->excluded[k].known = true;
    t->excluded[k].point = point;
    t->excluded[k].member = member;
}

bool gat_tally_contradicts(const struct gat_variant_tally *t)
{
    if (gat_without("readings"))
        return false;
    for (unsigned k = 0; k < t->profile->n_combinations; k++)
        if (!t->excluded[k].known)
            return false;
    return true;
}

void gat_tally_readings(struct gat_session *s, unsigned point, unsigned member,
                        uint32_t readings)
{
    const struct gat_point *p = s->points[point].point;
    if (p->profile->n_combinations == 1 || readings == UINT32_MAX)
        return;
    struct gat_variant_tally *t = gat_tally_of(s, p);
    for (unsigned k = 0; k < p->profile->n_combinations; k++)
        if ((readings >> k & 1) == 0)
            exclude(t, k, point, member);
}

void gat_tallies_merge(struct gat_session *into, const struct gat_session *from)
{
    for (unsigned k = 0; k < into->n_tallies; k++) {
        struct gat_variant_tally *t = &into->tallies[k];
        const struct gat_variant_tally *f = &from->tallies[k];
        t->foreign += f->foreign;
        t->extra += f->extra;
        for (int v = 0; v < GAT_V_COUNT; v++) {
            t->count[v] += f->count[v];
            t->observed[v] += f->observed[v];
        }
        for (unsigned g = 0; g < f->n_gaps; g++)
            gap_add(&into->run->arena, t, f->gaps[g]);
        for (unsigned c = 0; c < t->profile->n_combinations; c++)
            if (f->excluded[c].known)
                exclude(t, c, f->excluded[c].point, f->excluded[c].member);
    }
}
