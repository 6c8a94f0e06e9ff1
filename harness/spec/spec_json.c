/* spec_json.c - a variant as JSON, for `list` and `explain`; printing of JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "dtype.h"
#include "spec/spec_json.h"

json_t *gat_types_json(uint32_t types)
{
    json_t *list = json_array();
    for (int t = 0; t < GAT_DTYPE_COUNT; t++)
        if ((types & GAT_BIT(t)) != 0)
            json_array_append_new(list, json_string(gat_dtype_name((enum gat_dtype)t)));
    return list;
}

static json_t *rule_json(enum ref_rule rule, int64_t value)
{
    char text[40];
    if (ref_rule_infos[rule].values == NULL)
        return json_integer(value);
    ref_rule_print(rule, value, text, sizeof text);
    return json_string(text);
}

static json_t *rules_json(const struct ref_rules *rules)
{
    json_t *map = json_object();
    for (int r = 0; r < REF_RULE_COUNT; r++)
        json_object_set_new(map, ref_rule_infos[r].name,
                            rule_json((enum ref_rule)r, rules->value[r]));
    return map;
}

static json_t *attrs_json(const struct gat_spec *s)
{
    static const char *const kinds[] = {
        [GAT_ATTR_INT] = "int", [GAT_ATTR_FLOAT] = "float", [GAT_ATTR_TEXT] = "text",
        [GAT_ATTR_INTS] = "ints"};
    json_t *map = json_object();
    for (unsigned k = 0; k < s->n_attrs; k++) {
        const struct gat_attr_spec *a = &s->attrs[k];
        json_t *one = json_object();
        json_object_set_new(one, "kind", json_string(a->is_truth ? "bool" : kinds[a->kind]));
        json_object_set_new(one, "required", json_boolean(a->required));
        if (a->has_otherwise)
            json_object_set_new(one, "default", json_integer(a->otherwise));
        json_object_set_new(map, a->name, one);
    }
    return map;
}

static json_t *profiles_json(const struct gat_spec *s)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < s->n_profiles; k++) {
        const struct gat_profile *p = &s->profiles[k];
        json_t *one = json_object();
        json_object_set_new(one, "name", json_string(p->name));
        json_object_set_new(one, "types", gat_types_json(p->data_types));
        json_object_set_new(one, "index_types", gat_types_json(p->index_types));
        json_object_set_new(one, "rules", rules_json(&p->rules));
        json_array_append_new(list, one);
    }
    return list;
}

/* The contract's word: the document's. */
static json_t *words_json(const struct gat_spec *s)
{
    json_t *map = json_object();
    for (unsigned k = 0; k < s->n_calls; k++)
        json_object_set_new(map, s->call_ours[k], json_string(s->call_theirs[k]));
    return map;
}

static json_t *text_or_null(const char *text)
{
    return text != NULL ? json_string(text) : json_null();
}

json_t *gat_spec_json(const struct gat_spec *s)
{
    const struct gat_profile *first = &s->profiles[0];
    json_t *map = json_object();
    json_object_set_new(map, "name", json_string(s->name));
    json_object_set_new(map, "alias", text_or_null(s->alias));
    json_object_set_new(map, "title", json_string(s->title));
    json_object_set_new(map, "status",
                        json_string(s->deprecated_by != NULL ? "deprecated" : "current"));
    json_object_set_new(map, "deprecated_by", text_or_null(s->deprecated_by));
    json_object_set_new(map, "operator", json_string(s->op));
    json_object_set_new(map, "variant", json_string(s->variant));
    json_object_set_new(map, "kernel", json_string(s->kernel->name));
    json_object_set_new(map, "document", json_string(s->document));
    json_object_set_new(map, "section", json_string(s->section));
    json_object_set_new(map, "address", text_or_null(s->address));
    json_object_set_new(map, "signature", text_or_null(s->signature));
    json_object_set_new(map, "words", words_json(s));
    json_object_set_new(map, "profiles", profiles_json(s));
    json_object_set_new(map, "types", gat_types_json(first->data_types));
    json_object_set_new(map, "index_types", gat_types_json(first->index_types));
    json_object_set_new(map, "attributes", attrs_json(s));
    json_object_set_new(map, "rules", rules_json(&first->rules));
    json_object_set_new(map, "n_clauses", json_integer(s->n_clauses));
    return map;
}

static json_t *readings_json(const struct gat_clause *c)
{
    json_t *map = json_object();
    for (unsigned k = 0; k < c->n_readings; k++) {
        const struct gat_reading *r = &c->readings[k];
        json_t *one = json_object(), *rules = json_object();
        for (unsigned i = 0; i < r->n_rules; i++)
            json_object_set_new(rules, ref_rule_infos[r->rule[i]].name,
                                rule_json(r->rule[i], r->value[i]));
        json_object_set_new(one, "means", json_string(r->means));
        json_object_set_new(one, "rules", rules);
        json_object_set_new(map, r->name, one);
    }
    return map;
}

json_t *gat_clause_json(const struct gat_clause *c)
{
    json_t *map = json_object();
    json_object_set_new(map, "id", json_string(c->id));
    json_object_set_new(map, "level", json_string(gat_level_name(c->level)));
    json_object_set_new(map, "text", json_string(c->text));
    json_object_set_new(map, "where", json_string(c->where));
    json_object_set_new(map, "untestable", text_or_null(c->untestable));
    json_t *reached = json_array();
    for (unsigned k = 0; k < c->n_reached_by; k++)
        json_array_append_new(reached, json_string(c->reached_by[k]));
    json_object_set_new(map, "reached_by", reached);
    if (c->level == GAT_AMBIGUOUS) {
        json_object_set_new(map, "readings", readings_json(c));
        json_object_set_new(map, "decision", json_string(c->decision));
        json_object_set_new(map, "why", json_string(c->why));
    }
    return map;
}

int gat_json_print(json_t *value)
{
    int failed = json_dumpf(value, stdout, JSON_INDENT(2));
    json_decref(value);
    printf("\n");
    if (failed == 0 || ferror(stdout)) /* main() complains of the latter */
        return 0;
    return gat_complain(GAT_EXIT_OURS, "a text that is no UTF-8 cannot be printed as JSON");
}
