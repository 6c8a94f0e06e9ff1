/* diff_find.c - where two variants part, each time with a smallest case.
 *
 * The two specs say what differs; the oracle, asked by the rules of both, shows that it
 * makes a difference.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "oracle/expect.h"
#include "study/answers_differ.h"
#include "suite/print_yaml.h"
#include "study/candidates.h"
#include "study/diff.h"
#include "study/diff_expected.h"
#include "study/diff_find.h"
#include "parts/attribute.h"
#include "suite/candidate_member.h"

struct finding {
    const struct gat_side *side;
    struct gat_arena *a, trial;
    unsigned n;
    struct gat_difference *all;
    bool typed; /* each difference of types has its sample */
};

static struct gat_difference *difference_add(struct finding *f, enum gat_difference_kind kind,
                                             const char *what)
{
    GAT_GROW(f->a, f->all, f->n);
    struct gat_difference *d = &f->all[f->n++];
    *d = (struct gat_difference){.kind = kind, .what = what};
    return d;
}

/* ---- what differs ---- */

/* "wraps", or "wraps or nonnegative" where the readings leave that open; the decided
 * value first. */
static const char *rule_text(struct finding *f, const struct gat_profile *p, enum ref_rule rule)
{
    char value[40];
    ref_rule_print(rule, p->rules.value[rule], value, sizeof value);
    const char *text = gat_arena_text(f->a, value, strlen(value));
    for (unsigned k = 1; k < p->n_combinations; k++) {
        bool seen = false;
        for (unsigned i = 0; i < k; i++)
            seen |= p->combinations[i].value[rule] == p->combinations[k].value[rule];
        ref_rule_print(rule, p->combinations[k].value[rule], value, sizeof value);
        if (!seen)
            text = gat_arena_print(f->a, "%s or %s", text, value);
    }
    return text;
}

/* A combination of p's readings in which the rule has not the value `than`. */
static const struct ref_rules *other_reading(const struct gat_profile *p, enum ref_rule rule,
                                             int64_t than)
{
    for (unsigned k = 0; k < p->n_combinations; k++)
        if (p->combinations[k].value[rule] != than)
            return &p->combinations[k];
    return NULL;
}

static void rule_compare(struct finding *f, enum ref_rule rule)
{
    const struct gat_profile *p[2] = {f->side[0].profile, f->side[1].profile};
    const char *text[2] = {rule_text(f, p[0], rule), rule_text(f, p[1], rule)};
    bool decided = p[0]->rules.value[rule] != p[1]->rules.value[rule];
    if (strcmp(text[0], text[1]) == 0)
        return;
    struct gat_difference *d =
        difference_add(f, decided ? GAT_DIFF_RULE : GAT_DIFF_READING, ref_rule_infos[rule].name);
    d->rule = rule;
    for (int k = 0; k < 2; k++) {
        d->text[k] = text[k];
        d->rules[k] = &p[k]->rules;
    }
    if (decided)
        return;
    const struct ref_rules *other = other_reading(p[0], rule, p[1]->rules.value[rule]);
    if (other != NULL)
        d->rules[0] = other;
    else if ((other = other_reading(p[1], rule, p[0]->rules.value[rule])) != NULL)
        d->rules[1] = other;
}

static void types_add(struct finding *f, enum gat_difference_kind kind, uint32_t types, bool first)
{
    const char *words = kind == GAT_DIFF_TYPE ? "element type" : "index type";
    const char *names = "";
    if (types == 0)
        return;
    for (int t = 0; t < GAT_DTYPE_COUNT; t++)
        if ((types & GAT_BIT(t)) != 0)
            names = gat_arena_print(f->a, "%s%s%s", names, names[0] != '\0' ? ", " : " ",
                                    gat_dtype_name((enum gat_dtype)t));
    struct gat_difference *d = difference_add(
        f, kind,
        gat_arena_print(f->a, "%s%s%s", words, (types & (types - 1)) != 0 ? "s" : "", names));
    d->types = types;
    d->text[0] = first ? "listed" : "not listed";
    d->text[1] = first ? "not listed" : "listed";
}

static void types_compare(struct finding *f, enum gat_difference_kind kind, uint32_t one,
                          uint32_t two)
{
    types_add(f, kind, one & ~two, true);
    types_add(f, kind, two & ~one, false);
}

static const char *attr_text(struct finding *f, const struct gat_spec *s, const char *name)
{
    const struct gat_attr_spec *a = gat_attr_find(s, name);
    if (a == NULL)
        return "none";
    if (a->has_otherwise)
        return gat_arena_print(f->a, "%lld when not given", (long long)a->otherwise);
    return a->required ? "required" : "optional";
}

static void attrs_compare(struct finding *f)
{
    for (int k = 0; k < 2; k++)
        for (unsigned i = 0; i < f->side[k].spec->n_attrs; i++) {
            const char *name = f->side[k].spec->attrs[i].name;
            const char *one = attr_text(f, f->side[0].spec, name);
            const char *two = attr_text(f, f->side[1].spec, name);
            bool seen = k == 1 && strcmp(one, "none") != 0;
            if (seen || strcmp(one, two) == 0)
                continue;
            struct gat_difference *d = difference_add(f, GAT_DIFF_ATTRIBUTE, name);
            d->text[0] = one;
            d->text[1] = two;
        }
}

static void differences_list(struct finding *f)
{
    const struct gat_profile *p[2] = {f->side[0].profile, f->side[1].profile};
    if (f->side[0].spec->kernel != f->side[1].spec->kernel) {
        struct gat_difference *d = difference_add(f, GAT_DIFF_FORMULA, "formula");
        d->text[0] = f->side[0].spec->kernel->name;
        d->text[1] = f->side[1].spec->kernel->name;
    }
    for (int r = 0; r < REF_RULE_COUNT; r++)
        rule_compare(f, (enum ref_rule)r);
    types_compare(f, GAT_DIFF_TYPE, p[0]->data_types, p[1]->data_types);
    types_compare(f, GAT_DIFF_INDEX_TYPE, p[0]->index_types, p[1]->index_types);
    attrs_compare(f);
}

/* ---- that it makes a difference ---- */

/* Both sides' answers to a candidate, by these rules. */
struct asked {
    const struct gat_member *member[2];
    struct ref_case c[2];
    struct ref_answer x[2];
};

static void candidate_ask(const struct finding *f, const struct gat_candidate *c,
                          const struct ref_rules *const rules[2], struct gat_arena *scratch,
                          struct asked *out)
{
    for (int k = 0; k < 2; k++) {
        out->member[k] = gat_candidate_member(c, f->side[k].spec, f->side[k].profile, scratch);
        gat_answer_by(out->member[k], rules[k], scratch, &out->c[k], &out->x[k]);
    }
}

static bool answers_part(const struct asked *q)
{
    return gat_answers_part(&q->c[0], &q->x[0], &q->x[1]);
}

static bool consults(const struct asked *q, enum ref_rule rule)
{
    return ((q->x[0].consulted | q->x[1].consulted) >> rule & 1) != 0;
}

/* Would the first side answer differently if it had the second's value of the rule? */
static bool parts_alone(struct finding *f, const struct gat_difference *d, const struct asked *q)
{
    struct ref_rules rules = *d->rules[0];
    struct ref_case c;
    struct ref_answer x;
    rules.value[d->rule] = d->rules[1]->value[d->rule];
    gat_arena_reset(&f->trial);
    gat_answer_by(q->member[0], &rules, &f->trial, &c, &x);
    return gat_answers_part(&c, &q->x[0], &x);
}

static void sample_put(struct finding *f, struct gat_difference *d, const struct gat_candidate *c,
                       const struct asked *q, bool apart)
{
    d->sample = gat_candidate_print(c, f->a);
    d->apart = apart;
    for (int k = 0; k < 2; k++)
        d->expected[k] = gat_expected_print(&q->c[k], &q->x[k], f->a);
}

static void rule_try(struct finding *f, struct gat_difference *d, const struct gat_candidate *c,
                     struct gat_arena *scratch)
{
    struct asked q;
    candidate_ask(f, c, d->rules, scratch, &q);
    if (!consults(&q, d->rule) || !answers_part(&q))
        return;
    /* Two formulas part in most cases: then only the rule alone counts. */
    bool alike = f->side[0].spec->kernel == f->side[1].spec->kernel;
    bool apart = parts_alone(f, d, &q);
    if (apart || (d->sample == NULL && alike))
        sample_put(f, d, c, &q, apart);
}

/* The candidate with its data, or its indices, of another type. */
static void type_put(struct gat_candidate *c, enum gat_difference_kind kind, enum gat_dtype type)
{
    struct gat_test *t = &c->test;
    if (kind == GAT_DIFF_INDEX_TYPE) {
        t->indices.fill = GAT_FILL_ZEROS;
        t->indices.dtype = type;
        return;
    }
    t->data.fill = t->updates.fill = GAT_FILL_IOTA;
    t->data.dtype = t->updates.dtype = c->dtype = type;
}

/* The first type makes the sample, if all of them part. */
static void type_try(struct finding *f, struct gat_difference *d,
                     const struct ref_rules *const rules[2], const struct gat_candidate *c,
                     struct gat_arena *scratch)
{
    for (int t = GAT_DTYPE_COUNT; t-- > 0;) {
        struct gat_candidate typed = *c;
        struct asked q;
        if ((d->types & GAT_BIT(t)) == 0)
            continue;
        type_put(&typed, d->kind, (enum gat_dtype)t);
        candidate_ask(f, &typed, rules, scratch, &q);
        if (!answers_part(&q)) {
            d->sample = NULL;
            return;
        }
        sample_put(f, d, &typed, &q, true);
    }
}

static void types_try(struct finding *f, const struct gat_candidate *c, struct gat_arena *scratch)
{
    const struct ref_rules *rules[2] = {&f->side[0].profile->rules, &f->side[1].profile->rules};
    struct asked q;
    candidate_ask(f, c, rules, scratch, &q);
    if (q.x[0].demand != REF_MUST_SUCCEED || answers_part(&q) ||
        gat_array_count(&q.x[0].output) == 0)
        return;
    f->typed = true;
    for (unsigned k = 0; k < f->n; k++) {
        struct gat_difference *d = &f->all[k];
        if ((d->kind != GAT_DIFF_TYPE && d->kind != GAT_DIFF_INDEX_TYPE) || d->sample != NULL)
            continue;
        type_try(f, d, rules, c, scratch);
        f->typed &= d->sample != NULL;
    }
}

/* A formula shows where both answer, an attribute's default where none is stated. */
static void others_try(struct finding *f, struct gat_difference *d, const struct gat_candidate *c,
                       struct gat_arena *scratch)
{
    const struct ref_rules *rules[2] = {&f->side[0].profile->rules, &f->side[1].profile->rules};
    struct asked q;
    bool stated = strcmp(d->what, "axis") != 0 || gat_attribute_given(&c->test, GAT_A_axis);
    if (d->kind == GAT_DIFF_ATTRIBUTE && stated)
        return;
    candidate_ask(f, c, rules, scratch, &q);
    if (q.x[0].demand == REF_MUST_SUCCEED && q.x[1].demand == REF_MUST_SUCCEED && answers_part(&q))
        sample_put(f, d, c, &q, true);
}

static bool candidate_try(void *user, const struct gat_candidate *c, struct gat_arena *scratch)
{
    struct finding *f = user;
    bool open = !f->typed;
    if (gat_candidate_misfit(c, f->side[1].spec, scratch) != NULL)
        return true;
    if (!f->typed)
        types_try(f, c, scratch);
    for (unsigned k = 0; k < f->n; k++) {
        struct gat_difference *d = &f->all[k];
        bool by_rule = d->kind == GAT_DIFF_RULE || d->kind == GAT_DIFF_READING;
        if (by_rule && !d->apart)
            rule_try(f, d, c, scratch);
        else if ((d->kind == GAT_DIFF_FORMULA || d->kind == GAT_DIFF_ATTRIBUTE) &&
                 d->sample == NULL)
            others_try(f, d, c, scratch);
        bool by_answer = d->kind == GAT_DIFF_FORMULA || strcmp(d->what, "axis") == 0;
        open |= by_rule ? !d->apart : by_answer && d->sample == NULL;
    }
    return open;
}

/* A case of one side that the other cannot be asked. */
struct lone {
    struct finding *f;
    int side;
};

static bool is_about(const struct gat_difference *d, const struct gat_candidate *c,
                     const struct ref_answer *x)
{
    const struct gat_test *t = &c->test;
    if (d->kind == GAT_DIFF_RULE || d->kind == GAT_DIFF_READING)
        return (x->consulted >> d->rule & 1) != 0;
    if (d->kind != GAT_DIFF_ATTRIBUTE || x->demand != REF_MUST_SUCCEED)
        return false;
    unsigned k = gat_attribute_find(d->what);
    bool given = k < GAT_ATTRIBUTES && gat_attribute_given(t, k);
    return k == GAT_A_axis ? !given : given;
}

static bool lone_try(void *user, const struct gat_candidate *c, struct gat_arena *scratch)
{
    const struct lone *l = user;
    struct finding *f = l->f;
    const struct gat_side *own = &f->side[l->side];
    struct ref_case q;
    struct ref_answer x;
    bool open = false;
    const char *why = gat_candidate_misfit(c, f->side[!l->side].spec, scratch);
    if (why == NULL)
        return true;
    gat_answer_by(gat_candidate_member(c, own->spec, own->profile, scratch), &own->profile->rules,
                  scratch, &q, &x);
    for (unsigned k = 0; k < f->n; k++) {
        struct gat_difference *d = &f->all[k];
        bool asked = d->sample != NULL && d->unasked[0] == NULL && d->unasked[1] == NULL;
        if (asked || d->apart)
            continue;
        open = true;
        /* An answer says more than an error. */
        bool better = x.demand == REF_MUST_SUCCEED && gat_array_count(&x.output) > 0;
        if ((d->sample != NULL && !better) || !is_about(d, c, &x))
            continue;
        d->apart = better;
        d->expected[!l->side] = d->unasked[l->side] = NULL;
        d->sample = gat_candidate_print(c, f->a);
        d->expected[l->side] = gat_expected_print(&q, &x, f->a);
        d->unasked[!l->side] = gat_arena_print(f->a, "%s", why);
    }
    return open;
}

/* The rules that mattered to a side in any case of its own. */
struct consulting {
    const struct gat_side *side;
    uint64_t rules;
};

static bool consulted_add(void *user, const struct gat_candidate *c, struct gat_arena *scratch)
{
    struct consulting *s = user;
    const struct gat_profile *p = s->side->profile;
    struct ref_case q;
    struct ref_answer x;
    gat_answer_by(gat_candidate_member(c, s->side->spec, p, scratch), &p->rules, scratch, &q, &x);
    s->rules |= x.consulted;
    return true;
}

static bool is_unshown(const struct gat_difference *d)
{
    return (d->kind == GAT_DIFF_RULE || d->kind == GAT_DIFF_READING) && d->sample == NULL;
}

/* A rule of their operator that one of them never consults, as the one on NaN where
 * there is neither min nor max, tells nothing. */
static void idle_drop(struct finding *f)
{
    uint64_t both = UINT64_MAX;
    unsigned kept = 0, unshown = 0;
    if (f->side[0].spec->kernel != f->side[1].spec->kernel)
        return;
    for (unsigned k = 0; k < f->n; k++)
        unshown += is_unshown(&f->all[k]);
    for (int k = 0; k < 2 && unshown > 0; k++) {
        struct consulting s = {.side = &f->side[k]};
        gat_candidates_each(s.side->spec, s.side->profile, NULL, consulted_add, &s);
        both &= s.rules;
    }
    for (unsigned k = 0; k < f->n; k++)
        if (!is_unshown(&f->all[k]) || (both >> f->all[k].rule & 1) != 0)
            f->all[kept++] = f->all[k];
    f->n = kept;
}

unsigned gat_differences_find(const struct gat_side side[2], struct gat_arena *a,
                              struct gat_difference **out)
{
    struct finding f = {.side = side, .a = a};
    differences_list(&f);
    gat_candidates_each(side[0].spec, side[0].profile, side[1].profile, candidate_try, &f);
    for (int k = 0; k < 2; k++)
        gat_candidates_each(side[k].spec, side[k].profile, NULL, lone_try,
                            &(struct lone){.f = &f, .side = k});
    idle_drop(&f);
    gat_arena_free(&f.trial);
    *out = f.all;
    return f.n;
}
