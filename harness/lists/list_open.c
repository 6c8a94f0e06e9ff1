/* list_open.c - gatherum list open: what documents leave open, and by which sentence.
 *
 * Each rule of a variant whose value is "undefined" or "either", in any of its device profiles,
 * with the clauses that decide it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/wrap.h"
#include "lists/list_pick.h"
#include "lists/list_open.h"
#include "spec/spec_json.h"

/* The value of a rule, "undefined" or "either", of the first profile that leaves it open; false
 * where none does. */
static bool open_value(const struct gat_spec *s, enum ref_rule rule, char *value, size_t size)
{
    for (unsigned k = 0; k < s->n_profiles; k++) {
        ref_rule_print(rule, s->profiles[k].rules.value[rule], value, size);
        if (strcmp(value, "undefined") == 0 || strcmp(value, "either") == 0)
            return true;
    }
    return false;
}

static json_t *rule_json(const struct gat_spec *s, enum ref_rule rule, const char *value)
{
    json_t *clauses = json_array();
    for (unsigned k = 0; k < s->n_rule_clauses[rule]; k++)
        json_array_append_new(clauses, gat_clause_json(&s->clauses[s->rule_clauses[rule][k]]));
    return json_pack("{s:s,s:s,s:s,s:o}", "variant", s->name, "rule", ref_rule_infos[rule].name,
                     "value", value, "clauses", clauses);
}

static void rule_print(const struct gat_spec *s, enum ref_rule rule, const char *value)
{
    printf("%s %s: %s\n", s->name, ref_rule_infos[rule].name, value);
    for (unsigned k = 0; k < s->n_rule_clauses[rule]; k++) {
        const struct gat_clause *c = &s->clauses[s->rule_clauses[rule][k]];
        printf("    #%s (%s)\n", c->id, c->where);
        gat_wrap(stdout, "        ", "        ", c->text);
        if (c->why != NULL)
            gat_wrap(stdout, "        decided: ", "        ", c->why);
    }
}

int gat_list_open(const struct gat_options *o, const struct gat_catalog *c)
{
    json_t *list = json_array();
    bool selected = false;
    for (unsigned k = 0; k < c->n_specs; k++) {
        const struct gat_spec *s = c->specs[k];
        char value[32];
        if (!gat_list_wants_spec(o, s))
            continue;
        selected = true;
        for (unsigned r = 0; r < REF_RULE_COUNT; r++) {
            if (!open_value(s, (enum ref_rule)r, value, sizeof value))
                continue;
            if (o->json)
                json_array_append_new(list, rule_json(s, (enum ref_rule)r, value));
            else
                rule_print(s, (enum ref_rule)r, value);
        }
    }
    return gat_list_end(o, list, 0, selected);
}
