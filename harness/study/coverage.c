/* coverage.c - each case of a variant under every other value of the rules that
 * matter for it.
 *
 * One case stands for all element types of a test.  The others are asked only about what is then
 * still open, those of generators last.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "oracle/expect.h"
#include "oracle/features.h"
#include "study/answers_differ.h"
#include "study/cover_clause.h"
#include "study/cover_part.h"
#include "study/cover_search.h"
#include "study/coverage.h"
#include "suite/member.h"
#include "suite/point_open.h"

/* Tiles have an even number of bytes in every element type that variants with a
 * buffer list, so the next amount that a call can have is two bytes away. */
static bool number_slot(enum ref_rule rule, int64_t own, unsigned slot, int64_t *value)
{
    bool amount = rule == REF_buffer_size || rule == REF_max_elements;
    int64_t step = rule == REF_buffer_size ? 2 : 1;
    if (slot > 1 || (amount && own == 0))
        return false;
    *value = slot == 0 ? own - step : own + step;
    return *value >= 0 && (amount || *value <= GAT_MAX_RANK);
}

bool gat_cover_slot(enum ref_rule rule, int64_t own, unsigned slot, int64_t *value)
{
    char text[40];
    if (ref_rule_infos[rule].values == NULL)
        return number_slot(rule, own, slot, value);
    ref_rule_print(rule, slot, text, sizeof text);
    *value = slot;
    return text[0] != '\0' && own != (int64_t)slot;
}

bool gat_cover_reading(const struct gat_reading *r, struct ref_rules *rules)
{
    bool other = false;
    for (unsigned k = 0; k < r->n_rules; k++) {
        other |= rules->value[r->rule[k]] != r->value[k];
        rules->value[r->rule[k]] = r->value[k];
    }
    return other;
}

bool gat_cover_turns(struct gat_cover_work *w, const struct gat_expectation *x,
                     const struct ref_rules *rules)
{
    struct ref_case c;
    struct ref_answer other;
    gat_arena_reset(&w->trial);
    gat_answer_by(x->member, rules, &w->trial, &c, &other);
    return gat_answers_part(&c, &x->answer, &other);
}

static void rules_turn(struct gat_cover_work *w, const struct gat_expectation *x,
                       struct gat_cover_hit *hit)
{
    const struct ref_rules *own = &hit->profile->rules;
    for (unsigned r = 0; r < REF_RULE_COUNT; r++) {
        if ((x->answer.consulted >> r & 1) == 0 || w->spec->n_rule_clauses[r] == 0)
            continue;
        for (unsigned slot = 0; slot < GAT_COVER_SLOTS; slot++) {
            struct ref_rules rules = *own;
            if (gat_cover_slot((enum ref_rule)r, own->value[r], slot, &rules.value[r]) &&
                gat_cover_turns(w, x, &rules))
                hit->turned[r] |= (uint8_t)(1u << slot);
        }
    }
}

static void readings_turn(struct gat_cover_work *w, const struct gat_expectation *x,
                          struct gat_cover_hit *hit)
{
    unsigned bit = 0;
    for (unsigned k = 0; k < w->spec->n_clauses; k++) {
        const struct gat_clause *c = &w->spec->clauses[k];
        for (unsigned i = 0; i < c->n_readings && bit < 64; i++, bit++) {
            struct ref_rules rules = hit->profile->rules;
            uint64_t touched = 0;
            for (unsigned r = 0; r < c->readings[i].n_rules; r++)
                touched |= UINT64_C(1) << c->readings[i].rule[r];
            if ((touched & x->answer.consulted) != 0 &&
                gat_cover_reading(&c->readings[i], &rules) && gat_cover_turns(w, x, &rules))
                hit->readings |= UINT64_C(1) << bit;
        }
    }
}

static struct gat_cover_hit *hit_add(struct gat_cover_work *w)
{
    GAT_GROW(w->a, w->hits, w->n_hits);
    return &w->hits[w->n_hits++];
}

/* The test's name, once for all of its members. */
static const char *name_of(struct gat_cover_work *w, const struct gat_point *p, unsigned k)
{
    const char *last = w->n_hits > 1 ? w->hits[w->n_hits - 2].name : "";
    if (p->tests == NULL)
        return p->name;
    const char *name = gat_arena_print(w->a, "%s/%s", p->name, p->tests[k]->name);
    return strcmp(name, last) == 0 ? last : name;
}

/* Ask one case; with `wanted`, only if it has the features of one of these sets. */
static void member_ask(struct gat_cover_work *w, const struct gat_point *p, unsigned k,
                       const struct gat_features *wanted, unsigned n_wanted)
{
    struct gat_portrait portrait;
    struct gat_expectation x;
    gat_arena_reset(&w->member);
    struct gat_member *m = GAT_NEW(&w->member, struct gat_member);
    gat_member_make(p, k, w->seed, &w->member, m);
    gat_expect(m, &w->member, &x);
    gat_portrait_make(&x, &w->spoken_of, &w->member, &portrait);
    bool meant = n_wanted == 0;
    for (unsigned i = 0; i < n_wanted && !meant; i++)
        meant = gat_features_hold(&portrait.features, &wanted[i]);
    if (!meant)
        return;
    struct gat_cover_hit *hit = hit_add(w);
    *hit = (struct gat_cover_hit){.name = name_of(w, p, k),
                                  .profile = p->profile,
                                  .demand = x.answer.demand,
                                  .weak = x.weak,
                                  .filled = gat_array_count(&x.answer.output) > 0,
                                  .features = portrait.features};
    rules_turn(w, &x, hit);
    readings_turn(w, &x, hit);
}

/* How well different elements of this type can be told apart. */
static unsigned type_worth(enum gat_dtype t)
{
    return t == GAT_BOOL || t == GAT_STR ? 0 : gat_dtype_size(t) == 1 ? 1 : 2;
}

/* Members first..end-1 are of one test.  A large one is asked last, and only about what
 * is open: it meets every other value of each rule. */
static void test_ask(struct gat_cover_work *w, const struct gat_point *p, unsigned first,
                     unsigned end, const struct gat_features *wanted, unsigned n_wanted)
{
    unsigned best = first;
    for (unsigned k = first + 1; k < end; k++)
        if (type_worth((enum gat_dtype)p->members[k][0]) >
            type_worth((enum gat_dtype)p->members[best][0]))
            best = k;
    if (gat_test_large(gat_point_test(p, first)) != w->large)
        return;
    if (n_wanted == 0)
        member_ask(w, p, best, NULL, 0);
    for (unsigned k = first; n_wanted > 0 && k < end; k++)
        if (k != best || p->tests != NULL || w->large)
            member_ask(w, p, k, wanted, n_wanted);
}

static void point_ask(struct gat_cover_work *w, const struct gat_point *p,
                      const struct gat_features *wanted, unsigned n_wanted)
{
    for (unsigned m = 0, end; m < p->n_members; m = end) {
        end = m + 1;
        while (end < p->n_members && gat_point_test(p, end) == gat_point_test(p, m))
            end++;
        test_ask(w, p, m, end, wanted, n_wanted);
    }
}

/* The cases that stand for their tests; or all others, where a clause is open that
 * they have the features for. */
static bool cases_ask(struct gat_cover_work *w, bool written, const struct gat_features *wanted,
                      unsigned n_wanted, struct gat_error *e)
{
    struct gat_arena members = {0};
    bool good = true;
    for (unsigned k = 0; k < w->catalog->n_points && good; k++) {
        const struct gat_point *p = &w->catalog->points[k];
        if (p->spec != w->spec || p->test->drawing != NULL || written == gat_point_closed(p))
            continue; /* a seed that happens to meet a clause covers it for nobody else */
        if (w->those.wants != NULL && !w->those.wants(w->those.by, p))
            continue;
        p = gat_point_open(p, w->seed, &members, e);
        good = p != NULL;
        if (good)
            point_ask(w, p, wanted, n_wanted);
        gat_arena_reset(&members);
    }
    gat_arena_free(&members);
    return good;
}

/* Judge the clauses by all hits so far; for the rest a search may show that no case can tell. */
static void clauses_judge(struct gat_cover_work *w, struct gat_cover *out)
{
    w->before = w->gaps;
    w->n_before = w->n_gaps;
    w->n_gaps = 0;
    w->gaps = NULL;
    for (unsigned k = 0; k < w->spec->n_clauses; k++) {
        out[k] = (struct gat_cover){.clause = &w->spec->clauses[k]};
        if (out[k].clause->untestable == NULL)
            gat_cover_judge(w, &out[k]);
    }
    gat_cover_search(w);
}

static bool is_open(const struct gat_cover_work *w, const struct gat_cover *c)
{
    bool open = c->missing.count > 0;
    for (unsigned k = 0; k < w->n_gaps; k++)
        open |= w->gaps[k].cover == c && gat_cover_gap_open(&w->gaps[k]);
    return open;
}

/* Ask the others about what is still open; false when a script fails. */
static bool open_ask(struct gat_cover_work *w, bool written, struct gat_cover *out,
                     struct gat_error *e)
{
    unsigned n = 0;
    struct gat_features *wanted = GAT_NEW_N(w->a, struct gat_features, w->spec->n_clauses + 1);
    for (unsigned k = 0; k < w->spec->n_clauses; k++)
        if (is_open(w, &out[k]))
            wanted[n++] = gat_clause_features(out[k].clause);
    if (n == 0)
        return true;
    bool good = cases_ask(w, written, wanted, n, e);
    clauses_judge(w, out);
    return good;
}

bool gat_coverage_make(const struct gat_catalog *c, const struct gat_spec *s, uint64_t seed,
                       struct gat_arena *a, struct gat_cover *out, struct gat_error *e)
{
    return gat_coverage_of(c, s, (struct gat_cover_those){0}, seed, a, out, e);
}

bool gat_coverage_of(const struct gat_catalog *c, const struct gat_spec *s,
                     struct gat_cover_those those, uint64_t seed, struct gat_arena *a,
                     struct gat_cover *out, struct gat_error *e)
{
    struct gat_cover_work w = {.catalog = c, .spec = s, .those = those, .seed = seed, .a = a};
    gat_cover_edges(&w.spoken_of);
    for (unsigned k = 0; k < s->n_profiles; k++) {
        struct gat_features possible;
        gat_features_possible(s, &s->profiles[k], &possible);
        gat_features_unite(&w.possible, &possible);
    }
    for (unsigned k = 0; k < s->n_clauses; k++) {
        struct gat_features set = gat_clause_features(&s->clauses[k]);
        gat_features_unite(&w.spoken_of, &set);
    }
    bool good = cases_ask(&w, true, NULL, 0, e);
    clauses_judge(&w, out);
    for (unsigned turn = 0; turn < 2 && good; turn++) {
        w.large = turn == 1;
        good = open_ask(&w, true, out, e) && open_ask(&w, false, out, e);
    }
    gat_cover_gaps_print(&w);
    for (unsigned k = 0; k < s->n_clauses; k++)
        out[k].covered = out[k].clause->untestable == NULL && out[k].missing.count == 0;
    gat_arena_free(&w.member);
    gat_arena_free(&w.trial);
    return good;
}
