/* spec_rules.c - the rules of a variant as its clauses decide them.
 *
 * One clause decides a rule: it states the value, or it is ambiguous and its decided reading
 * does.  Others may support it.  A rule that no clause decides is at its default.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "spec/spec_clause.h"
#include "spec/spec_rules.h"

struct deciding {
    struct gat_spec *s;
    struct ref_rules *rules;
    const struct gat_clause *decider[REF_RULE_COUNT];
    uint64_t *sets; /* of each clause: set of its rules */
    struct gat_error *error;
};

typedef bool take(struct deciding *d, const struct gat_clause *c);

static uint64_t *rules_of(struct deciding *d, const struct gat_clause *c)
{
    return &d->sets[c - d->s->clauses];
}

static bool stated_take(struct deciding *d, const struct gat_clause *c)
{
    const struct gat_node *n = c->decides;
    if (n == NULL)
        return true;
    if (n->kind != GAT_NODE_MAP)
        return gat_node_fail(d->error, n, "a map of rules is due here: {rule: value}");
    for (size_t k = 0; k < n->count; k++) {
        enum ref_rule rule;
        int64_t value;
        if (!gat_rule_read(n->keys[k], n->items[k], &rule, &value, d->error))
            return false;
        const struct gat_clause *first = d->decider[rule];
        if (first != NULL)
            return gat_node_fail(d->error, n->keys[k],
                                 "clause %s of %s decides rule %s already, in %s:%u; one clause "
                                 "decides, others support", first->id, d->s->name,
                                 ref_rule_infos[rule].name, first->node->file, first->node->line);
        d->decider[rule] = c;
        d->rules->value[rule] = value;
        *rules_of(d, c) |= UINT64_C(1) << rule;
    }
    return true;
}

static bool reading_take(struct deciding *d, const struct gat_clause *c)
{
    const struct gat_reading *r = c->level == GAT_AMBIGUOUS ? gat_spec_decided(c) : NULL;
    for (unsigned k = 0; r != NULL && k < r->n_rules; k++) {
        enum ref_rule rule = r->rule[k];
        if (d->decider[rule] == NULL) {
            d->decider[rule] = c;
            d->rules->value[rule] = r->value[k];
        }
        if (d->rules->value[rule] != r->value[k])
            return gat_node_fail(d->error, c->node,
                                 "clause %s decides for '%s', but clause %s decides rule %s "
                                 "otherwise", c->id, c->decision, d->decider[rule]->id,
                                 ref_rule_infos[rule].name);
        *rules_of(d, c) |= UINT64_C(1) << rule;
    }
    return true;
}

static bool support_take(struct deciding *d, const struct gat_clause *c)
{
    const struct gat_node *n = c->supports;
    if (n == NULL)
        return true;
    if (n->kind != GAT_NODE_LIST)
        return gat_node_fail(d->error, n, "a list of rules is due here: [rule]");
    for (size_t k = 0; k < n->count; k++) {
        enum ref_rule rule;
        if (!gat_rule_find(n->items[k], &rule, d->error))
            return false;
        if (d->decider[rule] == NULL)
            return gat_node_fail(d->error, n->items[k], "no clause of %s decides rule %s, which "
                                 "this one supports", d->s->name, ref_rule_infos[rule].name);
        *rules_of(d, c) |= UINT64_C(1) << rule;
    }
    return true;
}

/* The clauses of a rule: the decider, then the others in their order. */
static void rule_list(struct gat_arena *a, struct deciding *d, int rule)
{
    struct gat_spec *s = d->s;
    if (d->decider[rule] == NULL)
        return;
    unsigned *list = GAT_NEW_N(a, unsigned, s->n_clauses), n = 0;
    list[n++] = (unsigned)(d->decider[rule] - s->clauses);
    for (unsigned k = 0; k < s->n_clauses; k++)
        if (k != list[0] && (d->sets[k] >> rule & 1) != 0)
            list[n++] = k;
    s->rule_clauses[rule] = list;
    s->n_rule_clauses[rule] = n;
}

bool gat_rule_suits(const struct gat_spec *s, enum ref_rule rule, int64_t value)
{
    bool scatters = s->kernel->scatters;
    enum ref_naming naming = s->kernel->naming;
    bool shaped = naming == REF_NAMES_ELEMENTS || naming == REF_NAMES_SLICES ||
                  naming == REF_NAMES_TUPLES; /* updates by the shape of indices */
    if (rule == REF_updates_sizes)
        return (value != REF_UPDATES_BROADCAST || (scatters && shaped)) &&
               (value != REF_UPDATES_SINGLE || (scatters && naming == REF_NAMES_TUPLES));
    return rule != REF_off_axis || value != REF_SIZES_BROADCAST || !scatters;
}

bool gat_spec_rules(struct gat_arena *a, struct gat_spec *s, struct ref_rules *rules,
                    struct gat_error *e)
{
    static take *const takes[] = {stated_take, reading_take, support_take};
    struct deciding d = {.s = s, .rules = rules, .error = e,
                         .sets = GAT_NEW_N(a, uint64_t, s->n_clauses)};
    for (int k = 0; k < REF_RULE_COUNT; k++)
        rules->value[k] = ref_rule_infos[k].otherwise;
    for (unsigned t = 0; t < sizeof takes / sizeof takes[0]; t++)
        for (unsigned k = 0; k < s->n_clauses; k++)
            if (!takes[t](&d, &s->clauses[k]))
                return false;
    for (int k = 0; k < REF_RULE_COUNT; k++)
        rule_list(a, &d, k);
    for (int k = 0; k < REF_RULE_COUNT; k++)
        if (!gat_rule_suits(s, (enum ref_rule)k, rules->value[k]))
            return gat_node_fail(e, d.decider[k]->node, "rule %s has no such value for %s, which "
                                 "scatters", ref_rule_infos[k].name, s->kernel->name);
    return true;
}
