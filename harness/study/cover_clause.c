/* cover_clause.c - is a clause covered by the cases at hand?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/options.h"
#include "study/cover_clause.h"
#include "oracle/features.h"
#include "study/cover_part.h"
#include "study/coverage.h"
#include "spec/spec_rules.h"

enum side { KEEPS, BREAKS, ANY };
static const struct {
    enum ref_rule rule;
    enum side side;
    enum gat_feature feature;
} edges[] = {
#define EDGE(rule, side, feature) {REF_##rule, side, GAT_F_##feature},
#include "study/edges.def"
#undef EDGE
};
enum { N_EDGES = sizeof edges / sizeof edges[0] };

void gat_cover_edges(struct gat_features *out)
{
    for (unsigned e = 0; e < N_EDGES; e++)
        gat_features_add(out, edges[e].feature);
}

/* A clause that is being judged. */
struct judging {
    struct gat_cover_work *w;
    struct gat_cover *out;
    struct gat_features wanted;
    uint64_t rules; /* those that the clause decides or supports */
    uint64_t first_reading;
};

static uint64_t rules_of_clause(const struct gat_spec *s, const struct gat_clause *c)
{
    uint64_t set = 0;
    for (unsigned r = 0; r < REF_RULE_COUNT; r++)
        for (unsigned k = 0; k < s->n_rule_clauses[r]; k++)
            if (&s->clauses[s->rule_clauses[r][k]] == c)
                set |= UINT64_C(1) << r;
    return set;
}

static bool reaches(const struct judging *j, const struct gat_cover_hit *h)
{
    return gat_features_hold(&h->features, &j->wanted);
}

static bool on_side(const struct gat_cover_hit *h, enum side side)
{
    return side == ANY || (side == KEEPS) == (h->demand == REF_MUST_SUCCEED);
}

/* A clause about what goes where needs an answer in which a wrong place shows. */
static bool answers(const struct gat_cover_hit *h, enum ref_rule rule)
{
    return h->demand == REF_MUST_SUCCEED && (rule == REF_shape || (h->filled && !h->weak));
}

static bool is_formula(unsigned rule)
{
    return rule == REF_value || rule == REF_shape;
}

/* ---- lists of cases ---- */

static bool is_about(const struct judging *j, const struct gat_cover_hit *h)
{
    bool about = false;
    if (!reaches(j, h))
        return false;
    for (unsigned r = 0; r < REF_RULE_COUNT && !about; r++)
        if ((j->rules >> r & 1) != 0)
            about = is_formula(r) ? answers(h, (enum ref_rule)r) : h->turned[r] != 0;
    for (unsigned e = 0; e < N_EDGES && !about && j->out->clause->n_reached_by == 0; e++)
        about = (j->rules >> edges[e].rule & 1) != 0 &&
                gat_features_have(&h->features, edges[e].feature) && on_side(h, edges[e].side);
    for (unsigned k = 0; k < j->out->clause->n_readings && !about; k++)
        about = (h->readings >> (j->first_reading + k) & 1) != 0;
    return about;
}

static void hit_list(const struct judging *j, const struct gat_cover_hit *h)
{
    struct gat_list *list = h->demand == REF_MUST_SUCCEED  ? &j->out->passing
                             : h->demand == REF_MUST_REPORT ? &j->out->failing
                                                            : &j->out->other;
    for (unsigned k = 0; k < list->count; k++)
        if (list->items[k] == h->name)
            return;
    gat_list_add(j->w->a, list, h->name);
}

/* ---- what is missing ---- */

static void missing_add(const struct judging *j, const char *text)
{
    gat_list_add(j->w->a, &j->out->missing, text);
}

static void gap_add(const struct judging *j, const struct gat_profile *p, enum ref_rule rule,
                    unsigned slot, const struct gat_reading *reading)
{
    struct gat_cover_work *w = j->w;
    GAT_GROW(w->a, w->gaps, w->n_gaps);
    w->gaps[w->n_gaps++] = (struct gat_cover_gap){
        .cover = j->out, .profile = p, .rule = rule, .slot = slot, .reading = reading};
}

static const char *features_text(const struct judging *j)
{
    const struct gat_clause *c = j->out->clause;
    const char *text = "";
    for (unsigned k = 0; k < c->n_reached_by; k++)
        text = gat_arena_print(j->w->a, "%s%s%s", text, k > 0 ? ", " : " with ",
                               c->reached_by[k]);
    return text;
}

static void formula_judge(const struct judging *j, enum ref_rule rule)
{
    for (unsigned k = 0; k < j->w->n_hits; k++)
        if (reaches(j, &j->w->hits[k]) && answers(&j->w->hits[k], rule))
            return;
    missing_add(j, gat_arena_print(j->w->a, "no case%s demands an answer%s", features_text(j),
                                   rule == REF_value ? " in which a wrong place shows" : ""));
}

/* Profiles with the same value of a rule stand for each other. */
static bool slot_told(const struct judging *j, enum ref_rule rule, unsigned slot, int64_t own)
{
    for (unsigned k = 0; k < j->w->n_hits; k++) {
        const struct gat_cover_hit *h = &j->w->hits[k];
        if (h->profile->rules.value[rule] == own && (h->turned[rule] >> slot & 1) != 0 &&
            reaches(j, h))
            return true;
    }
    return false;
}

static bool profile_reached(const struct judging *j, const struct gat_profile *p)
{
    for (unsigned k = 0; k < j->w->n_hits; k++)
        if (j->w->hits[k].profile == p && reaches(j, &j->w->hits[k]))
            return true;
    return false;
}

/* A profile in which no case reaches the clause may be none that it is about. */
static void rule_judge(const struct judging *j, enum ref_rule rule)
{
    const struct gat_spec *s = j->w->spec;
    bool reached = false;
    for (unsigned k = 0; k < s->n_profiles; k++)
        reached |= profile_reached(j, &s->profiles[k]);
    if (!reached)
        missing_add(j, gat_arena_print(j->w->a, "no case%s", features_text(j)));
    for (unsigned k = 0; k < s->n_profiles; k++) {
        const struct gat_profile *p = &s->profiles[k];
        int64_t value, own = p->rules.value[rule];
        if (reached && !profile_reached(j, p))
            continue;
        for (unsigned slot = 0; slot < GAT_COVER_SLOTS; slot++)
            if (gat_cover_slot(rule, own, slot, &value) && gat_rule_suits(s, rule, value) &&
                !slot_told(j, rule, slot, own))
                gap_add(j, p, rule, slot, NULL);
    }
}

static void edges_judge(const struct judging *j)
{
    static const char *const sides[] = {" that demands an answer", " that demands none", ""};
    for (unsigned e = 0; e < N_EDGES; e++) {
        bool found = (j->rules >> edges[e].rule & 1) == 0 ||
                     !gat_features_have(&j->w->possible, edges[e].feature);
        for (unsigned k = 0; k < j->w->n_hits && !found; k++)
            found = gat_features_have(&j->w->hits[k].features, edges[e].feature) &&
                    on_side(&j->w->hits[k], edges[e].side);
        if (!found)
            missing_add(j, gat_arena_print(j->w->a, "no case with %s%s",
                                           gat_feature_infos[edges[e].feature].words,
                                           sides[edges[e].side]));
    }
}

static void readings_judge(const struct judging *j)
{
    const struct gat_clause *c = j->out->clause;
    for (unsigned i = 0; i < c->n_readings; i++) {
        bool told = c->readings[i].n_rules == 0 || strcmp(c->readings[i].name, c->decision) == 0;
        for (unsigned k = 0; k < j->w->n_hits && !told; k++)
            told = (j->w->hits[k].readings >> (j->first_reading + i) & 1) != 0;
        for (unsigned p = 0; p < j->w->spec->n_profiles && !told; p++) {
            struct ref_rules rules = j->w->spec->profiles[p].rules;
            if (gat_cover_reading(&c->readings[i], &rules))
                gap_add(j, &j->w->spec->profiles[p], REF_value, 0, &c->readings[i]);
        }
    }
}

static void level_judge(const struct judging *j)
{
    const struct gat_cover *out = j->out;
    if (out->clause->level == GAT_ERROR && out->failing.count == 0)
        missing_add(j, "no case that demands an error");
    if (out->clause->level == GAT_UNDEFINED && out->other.count == 0)
        missing_add(j, "no case that leaves something open");
    if (out->missing.count == 0 && out->passing.count + out->failing.count + out->other.count == 0)
        missing_add(j, "no case depends on it");
}

void gat_cover_judge(struct gat_cover_work *w, struct gat_cover *out)
{
    struct judging j = {.w = w, .out = out, .wanted = gat_clause_features(out->clause)};
    j.rules = rules_of_clause(w->spec, out->clause);
    for (const struct gat_clause *c = w->spec->clauses; c < out->clause; c++)
        j.first_reading += c->n_readings;
    if (j.rules == 0) {
        missing_add(&j, "it decides and supports no rule");
        return;
    }
    for (unsigned k = 0; k < w->n_hits; k++)
        if (is_about(&j, &w->hits[k]))
            hit_list(&j, &w->hits[k]);
    for (unsigned r = 0; r < REF_RULE_COUNT; r++)
        if ((j.rules >> r & 1) != 0 && is_formula(r))
            formula_judge(&j, (enum ref_rule)r);
        else if ((j.rules >> r & 1) != 0)
            rule_judge(&j, (enum ref_rule)r);
    if (out->clause->n_reached_by == 0)
        edges_judge(&j);
    readings_judge(&j);
    level_judge(&j);
}
