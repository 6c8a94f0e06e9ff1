/* spec_clause.c - the clauses of a variant, with readings and decisions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "files/fields.h"
#include "base/sentence.h"
#include "files/word_lists.h"
#include "spec/feature.h"
#include "spec/variant.h"
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
    return gat_node_fail(e, value, "rule %s takes %s%s, not '%.40s'%s", key->text,
                         values != NULL ? "one of: " : "a whole number from 0 on",
                         values != NULL ? values : none,
                         value->text, gat_meant_words(meant));
}

bool gat_rule_find(const struct gat_node *n, enum ref_rule *rule, struct gat_error *e)
{
    const char *known[REF_RULE_COUNT + 1] = {NULL}, *text;
    if (!gat_node_text(n, &text, e))
        return false;
    *rule = ref_rule_find(text);
    for (int k = 0; k < REF_RULE_COUNT; k++)
        known[k] = ref_rule_infos[k].name;
    return *rule != REF_RULE_COUNT || gat_unknown_fail(e, n, "rule", known);
}

bool gat_rule_read(const struct gat_node *key, const struct gat_node *value,
                   enum ref_rule *rule, int64_t *out, struct gat_error *e)
{
    const char *text;
    if (!gat_rule_find(key, rule, e) || !gat_node_text(value, &text, e))
        return false;
    if (ref_rule_parse(*rule, text, out))
        return true;
    return value_fail(key, value, *rule, e);
}

static bool reading_read(const struct gat_node *name, const struct gat_node *n,
                         struct gat_reading *r, struct gat_error *e)
{
    struct words {
        const char *means;
        const struct gat_node *rules;
    } w;
    static const struct gat_field fields[] = {
        GAT_FIELD(struct words, means, "means", TEXT, true),
        GAT_FIELD(struct words, rules, "rules", NODE, true), {0}};
    if (!gat_fields_read(n, fields, &w, e))
        return false;
    if (w.rules->kind != GAT_NODE_MAP || w.rules->count > sizeof r->rule / sizeof r->rule[0])
        return gat_node_fail(e, w.rules, "a map of at most 8 rules is due here; {} for none");
    r->name = name->text;
    r->means = w.means;
    r->n_rules = (unsigned)w.rules->count;
    for (unsigned k = 0; k < r->n_rules; k++)
        if (!gat_rule_read(w.rules->keys[k], w.rules->items[k], &r->rule[k], &r->value[k], e))
            return false;
    return true;
}

const struct gat_reading *gat_spec_decided(const struct gat_clause *c)
{
    for (unsigned k = 0; k < c->n_readings; k++)
        if (strcmp(c->readings[k].name, c->decision) == 0)
            return &c->readings[k];
    return NULL;
}

/* A clause in the making. */
struct words {
    struct gat_clause clause;
    const struct gat_node *level, *reached_by, *readings, *decision;
};

static bool readings_read(struct gat_arena *a, const struct words *w, struct gat_clause *c,
                          struct gat_error *e)
{
    const struct gat_node *n = w->readings;
    const char *names[GAT_MAX_READINGS + 1] = {NULL};
    if (c->level != GAT_AMBIGUOUS)
        return n == NULL ||
               gat_node_fail(e, n, "only a clause of level ambiguous has readings");
    if (n == NULL || w->decision == NULL || c->why == NULL)
        return gat_node_fail(e, c->node, "the key '%s' is missing",
                             n == NULL ? "readings" : w->decision == NULL ? "decision" : "why");
    if (n->kind != GAT_NODE_MAP || n->count < 2 || n->count > GAT_MAX_READINGS)
        return gat_node_fail(e, n, "2 to %d readings are due here: name: {means, rules}",
                             GAT_MAX_READINGS);
    c->n_readings = (unsigned)n->count;
    c->readings = GAT_NEW_N(a, struct gat_reading, c->n_readings);
    for (unsigned k = 0; k < c->n_readings; k++) {
        if (!reading_read(n->keys[k], n->items[k], &c->readings[k], e))
            return false;
        names[k] = c->readings[k].name;
    }
    return gat_node_text(w->decision, &c->decision, e) &&
           (gat_spec_decided(c) != NULL || gat_unknown_fail(e, w->decision, "reading", names));
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
static bool features_read(struct gat_arena *a, const struct gat_node *list, struct gat_clause *c,
                          struct gat_error *e)
{
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

/* - id: what is demanded, in our own words
 *   level: ...
 * The id is the first key, so it may be any word. */
static bool clause_read(struct gat_arena *a, const struct gat_node *n, struct gat_spec *s,
                        struct gat_clause *c, struct gat_error *e)
{
    static const struct gat_field fields[] = {
        GAT_FIELD(struct words, level, "level", NODE, false),
        GAT_FIELD(struct words, clause.where, "where", TEXT, true),
        GAT_FIELD(struct words, clause.untestable, "untestable", TEXT, false),
        GAT_FIELD(struct words, clause.decides, "decides", NODE, false),
        GAT_FIELD(struct words, clause.supports, "supports", NODE, false),
        GAT_FIELD(struct words, reached_by, "reached-by", NODE, false),
        GAT_FIELD(struct words, readings, "readings", NODE, false),
        GAT_FIELD(struct words, decision, "decision", NODE, false),
        GAT_FIELD(struct words, clause.why, "why", TEXT, false), {0}};
    struct gat_node rest = *n;
    struct words w = {.clause = {.node = n, .level = GAT_MUST}};
    rest.keys++, rest.items++, rest.count--;
    if (!gat_fields_read(&rest, fields, &w, e) || !gat_node_text(n->items[0], &w.clause.text, e) ||
        (w.level != NULL && !level_read(w.level, &w.clause.level, e)))
        return false;
    *c = w.clause;
    c->id = gat_arena_print(a, "%s/%s", s->ids, n->keys[0]->text);
    return features_read(a, w.reached_by, c, e) && readings_read(a, &w, c, e);
}

bool gat_spec_clauses(struct gat_arena *a, const struct gat_node *list, struct gat_spec *s,
                      struct gat_error *e)
{
    s->n_clauses = (unsigned)list->count;
    s->clauses = GAT_NEW_N(a, struct gat_clause, s->n_clauses);
    e->text[0] = '\0';
    for (unsigned k = 0; k < s->n_clauses; k++) {
        struct gat_error wrong;
        if (!clause_read(a, list->items[k], s, &s->clauses[k], &wrong))
            gat_error_add(e, &wrong);
    }
    return e->text[0] == '\0';
}
