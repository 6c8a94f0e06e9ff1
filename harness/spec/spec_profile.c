/* spec_profile.c - rules and types of a variant, per device class and reading.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "files/word_lists.h"
#include "spec/variant.h"
#include "spec/spec_clause.h"
#include "spec/spec_profile.h"

/* `all` of indices. */
static const uint32_t index_types_all = GAT_BIT(GAT_I8) | GAT_BIT(GAT_I16) | GAT_BIT(GAT_I32) |
                                        GAT_BIT(GAT_I64) | GAT_BIT(GAT_U8) | GAT_BIT(GAT_U16) |
                                        GAT_BIT(GAT_U32) | GAT_BIT(GAT_U64);

/* {name: value}: the clause is that of the rule. */
static bool overrides_read(const struct gat_node *n, struct ref_rules *rules,
                           struct gat_error *e)
{
    if (n->kind != GAT_NODE_MAP)
        return gat_node_fail(e, n, "a map of rules is due here: name: value");
    for (size_t k = 0; k < n->count; k++) {
        enum ref_rule rule;
        int64_t number;
        if (!gat_rule_read(n->keys[k], n->items[k], &rule, &number, e))
            return false;
        rules->value[rule] = number;
    }
    return true;
}

static bool types_read(const struct gat_node *n, struct gat_profile *p, struct gat_error *e)
{
    const struct gat_node *types = gat_node_get(n, "types");
    const struct gat_node *index = gat_node_get(n, "index_types");
    if (types != NULL && !gat_types_read(types, GAT_ALL_TYPES, &p->data_types, e))
        return false;
    if (index != NULL && !gat_types_read(index, index_types_all, &p->index_types, e))
        return false;
    return (p->index_types & ~index_types_all) == 0 ||
           gat_node_fail(e, index, "indices are whole numbers");
}

static bool profile_read(const struct gat_node *name, const struct gat_node *n,
                         struct gat_profile *p, struct gat_error *e)
{
    static const char *const keys[] = {"types", "index_types", "rules", NULL};
    const struct gat_node *rules;
    p->name = name->text;
    if (!gat_name_valid(p->name))
        return gat_node_fail(e, name, "a profile's name has only a-z, 0-9, '.', '_' and '-'");
    if (!gat_node_keys(n, keys, e) || !types_read(n, p, e))
        return false;
    rules = gat_node_get(n, "rules");
    return rules == NULL || overrides_read(rules, &p->rules, e);
}

bool gat_spec_profiles(struct gat_arena *a, const struct gat_node *root, struct gat_spec *s,
                       const struct ref_rules *rules, struct gat_error *e)
{
    const struct gat_node *profiles = gat_node_get(root, "profiles"), *types, *index;
    struct gat_profile base = {.name = "", .rules = *rules};
    if (!gat_node_need(root, "types", &types, e) ||
        !gat_node_need(root, "index_types", &index, e) || !types_read(root, &base, e))
        return false;
    if (profiles != NULL && (profiles->kind != GAT_NODE_MAP || profiles->count == 0))
        return gat_node_fail(e, profiles, "a map of profiles is due here: name: {...}");
    s->n_profiles = profiles != NULL ? (unsigned)profiles->count : 1;
    s->profiles = GAT_NEW_N(a, struct gat_profile, s->n_profiles);
    for (unsigned k = 0; k < s->n_profiles; k++) {
        s->profiles[k] = base;
        if (profiles != NULL &&
            !profile_read(profiles->keys[k], profiles->items[k], &s->profiles[k], e))
            return false;
    }
    return true;
}

/* The rule by which the decision of a clause differs from these rules, or
 * REF_RULE_COUNT. */
static enum ref_rule disagreement(const struct gat_clause *c, const struct ref_rules *rules)
{
    const struct gat_reading *r = gat_spec_decided(c);
    for (unsigned k = 0; k < r->n_rules; k++)
        if (rules->value[r->rule[k]] != r->value[k])
            return r->rule[k];
    return REF_RULE_COUNT;
}

static bool observable(const struct gat_clause *c)
{
    unsigned n = 0;
    for (unsigned k = 0; k < c->n_readings; k++)
        n += c->readings[k].n_rules > 0;
    return n > 0;
}

static void reading_apply(const struct gat_reading *r, struct ref_rules *rules)
{
    for (unsigned k = 0; k < r->n_rules; k++)
        rules->value[r->rule[k]] = r->value[k];
}

/* Multiply the combinations so far by the readings of one clause, the decided
 * reading first, so that combination 0 stays the decision. */
static bool clause_multiply(struct gat_arena *a, const struct gat_clause *c,
                            struct gat_profile *p, struct gat_error *e)
{
    unsigned n = p->n_combinations * c->n_readings, at = 0;
    if (n > GAT_MAX_READINGS)
        return gat_node_fail(e, c->node,
                        "more than %d combinations of readings; leave out rules that do not "
                        "differ", GAT_MAX_READINGS);
    struct ref_rules *rules = GAT_NEW_N(a, struct ref_rules, n);
    const char **names = GAT_NEW_N(a, const char *, n);
    const struct gat_reading *first = gat_spec_decided(c);
    for (unsigned r = 0; r <= c->n_readings; r++) {
        const struct gat_reading *reading = r == 0 ? first : &c->readings[r - 1];
        if (r > 0 && reading == first)
            continue;
        for (unsigned k = 0; k < p->n_combinations; k++, at++) {
            rules[at] = p->combinations[k];
            if (reading != first)
                reading_apply(reading, &rules[at]);
            names[at] = gat_arena_print(a, "%s%s%s=%s", p->combination_names[k],
                                        p->combination_names[k][0] != '\0' ? ", " : "", c->id,
                                        reading->name);
        }
    }
    p->n_combinations = n;
    p->combinations = rules;
    p->combination_names = names;
    return true;
}

/* A profile that overrides what a clause decides is clear where others are not: the
 * readings of that clause do not concern it. */
bool gat_spec_combine(struct gat_arena *a, struct gat_spec *s, struct gat_error *e)
{
    for (unsigned k = 0; k < s->n_profiles; k++) {
        struct gat_profile *p = &s->profiles[k];
        p->n_combinations = 1;
        p->combinations = &p->rules;
        p->combination_names = GAT_NEW(a, const char *);
        p->combination_names[0] = "";
        for (unsigned c = 0; c < s->n_clauses; c++) {
            const struct gat_clause *clause = &s->clauses[c];
            if (clause->level == GAT_AMBIGUOUS && observable(clause) &&
                disagreement(clause, &p->rules) == REF_RULE_COUNT &&
                !clause_multiply(a, clause, p, e))
                return false;
        }
        for (unsigned c = 1; c < p->n_combinations; c++)
            for (int r = 0; r < REF_RULE_COUNT; r++)
                if (p->combinations[c].value[r] != p->combinations[0].value[r])
                    p->ambiguous |= UINT64_C(1) << r;
    }
    return true;
}
