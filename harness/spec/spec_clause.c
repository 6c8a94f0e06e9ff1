/* spec_clause.c - the clauses of a variant, with readings and decisions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/word_lists.h"
#include "spec/feature.h"
#include "spec/spec.h"
#include "spec/spec_clause.h"

static bool value_fail(const struct gat_node *key, const struct gat_node *value,
                       enum ref_rule rule, struct gat_error *e)
{
    enum { MOST_VALUES = 16, LONGEST = 32 };
    static const char none[] = "";
    char words[MOST_VALUES][LONGEST];
    const char *known[MOST_VALUES + 1] = {NULL};
    const char *values = ref_rule_infos[rule].values;
    for (int k = 0; values != NULL && k < MOST_VALUES; k++) {
        ref_rule_print(rule, k, words[k], LONGEST);
        known[k] = words[k][0] != '\0' ? words[k] : NULL;
        if (known[k] == NULL)
            break;
    }
    const char *meant = values != NULL ? gat_suggest(value->text, known) : NULL;
    return gat_node_fail(e, value, "rule %s takes %s%s, not '%.40s'%s%s%s", key->text,
                         values != NULL ? "one of: " : "an integer", values != NULL ? values : none,
                         value->text, meant != NULL ? "; did you mean '" : "",
                         meant != NULL ? meant : "", meant != NULL ? "'?" : "");
}

bool gat_rule_read(const struct gat_node *key, const struct gat_node *value,
                   enum ref_rule *rule, int64_t *out, struct gat_error *e)
{
    const char *known[REF_RULE_COUNT + 1] = {NULL};
    const char *text;
    *rule = ref_rule_find(key->text);
    if (*rule == REF_RULE_COUNT) {
        for (int k = 0; k < REF_RULE_COUNT; k++)
            known[k] = ref_rule_infos[k].name;
        return gat_unknown_fail(e, key, "rule", known);
    }
    if (!gat_node_text(value, &text, e))
        return false;
    if (ref_rule_parse(*rule, text, out))
        return true;
    return value_fail(key, value, *rule, e);
}

static bool reading_read(const struct gat_node *name, const struct gat_node *n,
                         struct gat_reading *r, struct gat_error *e)
{
    static const char *const keys[] = {"means", "rules", NULL};
    const struct gat_node *means, *rules;
    r->name = name->text;
    if (!gat_node_keys(n, keys, e) || !gat_spec_need(n, "means", &means, e) ||
        !gat_node_text(means, &r->means, e) || !gat_spec_need(n, "rules", &rules, e))
        return false;
    if (rules->kind != GAT_NODE_MAP || rules->count > sizeof r->rule / sizeof r->rule[0])
        return gat_node_fail(e, rules, "a map of at most 8 rules is due here; {} for none");
    r->n_rules = (unsigned)rules->count;
    for (unsigned k = 0; k < r->n_rules; k++)
        if (!gat_rule_read(rules->keys[k], rules->items[k], &r->rule[k], &r->value[k], e))
            return false;
    return true;
}

static bool decision_read(const struct gat_node *n, struct gat_clause *c,
                          struct gat_error *e)
{
    const struct gat_node *decision, *why;
    const char *names[GAT_MAX_READINGS + 1] = {NULL};
    if (!gat_spec_need(n, "decision", &decision, e) ||
        !gat_node_text(decision, &c->decision, e) || !gat_spec_need(n, "why", &why, e) ||
        !gat_node_text(why, &c->why, e))
        return false;
    for (unsigned k = 0; k < c->n_readings; k++) {
        names[k] = c->readings[k].name;
        if (strcmp(names[k], c->decision) == 0)
            return true;
    }
    return gat_unknown_fail(e, decision, "reading", names);
}

static bool readings_read(struct gat_arena *a, const struct gat_node *n,
                          struct gat_clause *c, struct gat_error *e)
{
    const struct gat_node *readings = gat_node_get(n, "readings");
    if (c->level != GAT_AMBIGUOUS)
        return readings == NULL ||
               gat_node_fail(e, readings, "only a clause of level ambiguous has readings");
    if (!gat_spec_need(n, "readings", &readings, e))
        return false;
    if (readings->kind != GAT_NODE_MAP || readings->count < 2 ||
        readings->count > GAT_MAX_READINGS)
        return gat_node_fail(e, readings, "2 to %d readings are due here: name: {means, rules}",
                             GAT_MAX_READINGS);
    c->n_readings = (unsigned)readings->count;
    c->readings = GAT_NEW_N(a, struct gat_reading, c->n_readings);
    for (unsigned k = 0; k < c->n_readings; k++)
        if (!reading_read(readings->keys[k], readings->items[k], &c->readings[k], e))
            return false;
    return decision_read(n, c, e);
}

static bool level_read(const struct gat_node *n, enum gat_level *out, struct gat_error *e)
{
    const char *text;
    const char *known[GAT_AMBIGUOUS + 2] = {NULL};
    if (!gat_node_text(n, &text, e))
        return false;
    for (int k = 0; k <= GAT_AMBIGUOUS; k++) {
        known[k] = gat_level_name((enum gat_level)k);
        if (strcmp(known[k], text) == 0) {
            *out = (enum gat_level)k;
            return true;
        }
    }
    return gat_unknown_fail(e, n, "level", known);
}

/* reached-by: the features that a case needs to be about this clause and not only
 * about the rule that stands before it. */
static bool features_read(struct gat_arena *a, const struct gat_node *n, struct gat_clause *c,
                          struct gat_error *e)
{
    const struct gat_node *list = gat_node_get(n, "reached-by");
    const char *known[GAT_FEATURE_COUNT + 1] = {NULL};
    if (list == NULL)
        return true;
    if (!gat_words_read(a, list, &c->reached_by, &c->n_reached_by, e))
        return false;
    for (unsigned k = 0; k < GAT_FEATURE_COUNT; k++)
        known[k] = gat_feature_infos[k].name;
    for (unsigned k = 0; k < c->n_reached_by; k++)
        if (gat_feature_find(c->reached_by[k]) == GAT_FEATURE_COUNT)
            return gat_unknown_fail(e, list->kind == GAT_NODE_LIST ? list->items[k] : list,
                                    "feature", known);
    return true;
}

static bool clause_read(struct gat_arena *a, const struct gat_node *n, struct gat_clause *c,
                        struct gat_error *e)
{
    static const char *const keys[] = {"id",         "level",    "text",     "where", "untestable",
                                       "reached-by", "readings", "decision", "why",   NULL};
    const struct gat_node *id, *level, *text, *where;
    if (!gat_node_keys(n, keys, e) || !gat_spec_need(n, "id", &id, e) ||
        !gat_node_text(id, &c->id, e) || !gat_spec_need(n, "level", &level, e) ||
        !level_read(level, &c->level, e) || !gat_spec_need(n, "text", &text, e) ||
        !gat_node_text(text, &c->text, e) || !gat_spec_need(n, "where", &where, e) ||
        !gat_node_text(where, &c->where, e))
        return false;
    c->line = n->line;
    const struct gat_node *untestable = gat_node_get(n, "untestable");
    if (untestable != NULL && !gat_node_text(untestable, &c->untestable, e))
        return false;
    return features_read(a, n, c, e) && readings_read(a, n, c, e);
}

bool gat_spec_clauses(struct gat_arena *a, const struct gat_node *root, struct gat_spec *s,
                      struct gat_error *e)
{
    const struct gat_node *clauses;
    if (!gat_spec_need(root, "clauses", &clauses, e))
        return false;
    if (clauses->kind != GAT_NODE_LIST || clauses->count == 0)
        return gat_node_fail(e, clauses, "a list of clauses is due here");
    s->n_clauses = (unsigned)clauses->count;
    s->clauses = GAT_NEW_N(a, struct gat_clause, s->n_clauses);
    for (unsigned k = 0; k < s->n_clauses; k++) {
        if (!clause_read(a, clauses->items[k], &s->clauses[k], e))
            return false;
        for (unsigned i = 0; i < k; i++)
            if (strcmp(s->clauses[i].id, s->clauses[k].id) == 0)
                return gat_node_fail(e, clauses->items[k],
                                     "clause %s stands here a second time; the first is in "
                                     "line %u", s->clauses[k].id, s->clauses[i].line);
    }
    return true;
}
