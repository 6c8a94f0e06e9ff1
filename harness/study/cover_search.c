/* cover_search.c - could any case close a gap in the coverage?
 *
 * A value of a rule that no candidate tells, although the rule mattered for some, makes no
 * difference for this variant: `error` and `either` are one where the formula has no answer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"
#include "oracle/expect.h"
#include "oracle/features.h"
#include "suite/print_yaml.h"
#include "study/candidates.h"
#include "study/cover_part.h"
#include "study/cover_search.h"
#include "study/coverage.h"
#include "suite/candidate.h"
#include "suite/candidate_member.h"

static uint64_t rules_of(const struct gat_cover_gap *g)
{
    uint64_t set = 0;
    if (g->reading == NULL)
        return UINT64_C(1) << g->rule;
    for (unsigned k = 0; k < g->reading->n_rules; k++)
        set |= UINT64_C(1) << g->reading->rule[k];
    return set;
}

static bool rules_change(const struct gat_cover_gap *g, struct ref_rules *rules)
{
    if (g->reading != NULL)
        return gat_cover_reading(g->reading, rules);
    return gat_cover_slot(g->rule, rules->value[g->rule], g->slot, &rules->value[g->rule]);
}

struct search {
    struct gat_cover_work *w;
    const struct gat_profile *profile;
    unsigned n_open;
};

static bool candidate_see(void *user, const struct gat_candidate *c, struct gat_arena *scratch)
{
    struct search *s = user;
    struct gat_expectation x;
    struct gat_portrait portrait;
    bool drawn = false;
    gat_expect(gat_candidate_member(c, s->w->spec, s->profile, scratch), scratch, &x);
    for (unsigned k = 0; k < s->w->n_gaps; k++) {
        struct gat_cover_gap *g = &s->w->gaps[k];
        struct ref_rules rules = s->profile->rules;
        struct gat_features wanted;
        if (g->profile != s->profile || g->searched || g->found != NULL ||
            (rules_of(g) & x.answer.consulted) == 0 || !rules_change(g, &rules))
            continue;
        if (!drawn)
            gat_portrait_make(&x, &s->w->spoken_of, scratch, &portrait);
        drawn = true;
        wanted = gat_clause_features(g->cover->clause);
        if (!gat_features_hold(&portrait.features, &wanted))
            continue;
        g->consulted++;
        if (!gat_cover_turns(s->w, &x, &rules))
            continue;
        g->found = gat_candidate_print(c, s->w->a);
        s->n_open--;
    }
    return s->n_open > 0;
}

/* "index_domain: wraps is not told from nonnegative" */
static const char *gap_text(const struct gat_cover_work *w, const struct gat_cover_gap *g)
{
    char own[40], other[40];
    const char *at = g->profile->name[0] != '\0' ? " @" : "";
    int64_t value = 0, mine = g->profile->rules.value[g->rule];
    if (g->reading != NULL)
        return gat_arena_print(w->a, "reading '%s' is not told from '%s'%s%s", g->reading->name,
                               g->cover->clause->decision, at, g->profile->name);
    (void)gat_cover_slot(g->rule, mine, g->slot, &value);
    ref_rule_print(g->rule, mine, own, sizeof own);
    ref_rule_print(g->rule, value, other, sizeof other);
    return gat_arena_print(w->a, "%s: %s is not told from %s%s%s", ref_rule_infos[g->rule].name,
                           own, other, at, g->profile->name);
}

/* What a search for the same gap found before: candidates do not depend on cases. */
static void gap_recall(const struct gat_cover_work *w, struct gat_cover_gap *g)
{
    for (unsigned k = 0; k < w->n_before && !g->searched; k++) {
        const struct gat_cover_gap *b = &w->before[k];
        if (b->cover == g->cover && b->profile == g->profile && b->reading == g->reading &&
            b->rule == g->rule && b->slot == g->slot)
            *g = *b;
    }
}

void gat_cover_search(struct gat_cover_work *w)
{
    for (unsigned k = 0; k < w->n_gaps; k++)
        gap_recall(w, &w->gaps[k]);
    for (unsigned p = 0; p < w->spec->n_profiles; p++) {
        struct search s = {.w = w, .profile = &w->spec->profiles[p]};
        for (unsigned k = 0; k < w->n_gaps; k++)
            s.n_open += w->gaps[k].profile == s.profile && !w->gaps[k].searched;
        if (s.n_open > 0)
            gat_candidates_each(w->spec, s.profile, NULL, candidate_see, &s);
    }
    for (unsigned k = 0; k < w->n_gaps; k++)
        w->gaps[k].searched = true;
}

void gat_cover_gaps_print(struct gat_cover_work *w)
{
    for (unsigned k = 0; k < w->n_gaps; k++) {
        const struct gat_cover_gap *g = &w->gaps[k];
        const char *text = gap_text(w, g);
        if (gat_cover_gap_open(g) && g->reading == NULL)
            gat_list_add(w->a, &g->cover->confused, text);
        if (g->found != NULL)
            text = gat_arena_print(w->a, "%s; this would: %s", text, g->found);
        gat_list_add(w->a, gat_cover_gap_open(g) ? &g->cover->missing : &g->cover->untold, text);
    }
}
