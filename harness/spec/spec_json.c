/* spec_json.c - a variant as JSON, for `list` and `explain`; printing of JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/command.h"
#include "cli/options.h"
#include "dtype.h"
#include "spec/spec_json.h"

json_t *gat_texts_json(const struct gat_list *texts)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < texts->count; k++)
        json_array_append_new(list, json_string(texts->items[k]));
    return list;
}

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
    static const char *const kinds[] = {[GAT_ATTR_INT] = "int",
                                        [GAT_ATTR_FLOAT] = "float",
                                        [GAT_ATTR_TEXT] = "text",
                                        [GAT_ATTR_INTS] = "ints"};
    json_t *map = json_object();
    for (unsigned k = 0; k < s->n_attrs; k++) {
        const struct gat_attr_spec *a = &s->attrs[k];
        json_object_set_new(map, a->name,
                            json_pack("{s:s,s:b,s:o*}", "kind",
                                      a->is_truth ? "bool" : kinds[a->kind], "required",
                                      a->required, "default",
                                      a->has_otherwise ? json_integer(a->otherwise) : NULL));
    }
    return map;
}

static json_t *profiles_json(const struct gat_spec *s)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < s->n_profiles; k++) {
        const struct gat_profile *p = &s->profiles[k];
        json_array_append_new(list, json_pack("{s:s,s:o,s:o,s:o}", "name", p->name, "types",
                                              gat_types_json(p->data_types), "index_types",
                                              gat_types_json(p->index_types), "rules",
                                              rules_json(&p->rules)));
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

json_t *gat_spec_json(const struct gat_spec *s)
{
    const struct gat_profile *first = &s->profiles[0];
    return json_pack("{s:s,s:s?,s:s,s:s,s:s?,s:s,s:s,s:s,s:s,s:s,s:s?,s:s?,s:o,s:o,s:o,s:o,s:o,s:o,"
                     "s:i}",
                     "name", s->name, "alias", s->alias, "title", s->title, "status",
                     s->deprecated_by != NULL ? "deprecated" : "current", "deprecated_by",
                     s->deprecated_by, "operator", s->op, "variant", s->variant, "kernel",
                     s->kernel->name, "document", s->document, "section", s->section, "address",
                     s->address, "signature", s->signature, "words", words_json(s), "profiles",
                     profiles_json(s), "types", gat_types_json(first->data_types), "index_types",
                     gat_types_json(first->index_types), "attributes", attrs_json(s), "rules",
                     rules_json(&first->rules), "n_clauses", (int)s->n_clauses);
}

json_t *gat_call_json(const struct gat_spec *s)
{
    const struct gat_profile *first = &s->profiles[0];
    return json_pack("{s:s,s:s,s:s,s:s,s:s?,s:o,s:o,s:o,s:o,s:o}", "name", s->name, "title",
                     s->title, "operator", s->op, "variant", s->variant, "signature",
                     s->signature, "words", words_json(s),
                     "attributes", attrs_json(s), "types", gat_types_json(first->data_types),
                     "index_types", gat_types_json(first->index_types), "reduction",
                     rule_json(REF_reduction, first->rules.value[REF_reduction]));
}

static json_t *readings_json(const struct gat_clause *c)
{
    json_t *map = json_object();
    for (unsigned k = 0; k < c->n_readings; k++) {
        const struct gat_reading *r = &c->readings[k];
        json_t *rules = json_object();
        for (unsigned i = 0; i < r->n_rules; i++)
            json_object_set_new(rules, ref_rule_infos[r->rule[i]].name,
                                rule_json(r->rule[i], r->value[i]));
        json_object_set_new(map, r->name,
                            json_pack("{s:s,s:o}", "means", r->means, "rules", rules));
    }
    return map;
}

json_t *gat_clause_json(const struct gat_clause *c)
{
    const struct gat_list reached = {c->n_reached_by, c->reached_by};
    bool ambiguous = c->level == GAT_AMBIGUOUS;
    return json_pack("{s:s,s:s,s:s,s:s,s:s?,s:o,s:o*,s:s*,s:s*}", "id", c->id, "level",
                     gat_level_name(c->level), "text", c->text, "where", c->where, "untestable",
                     c->untestable, "reached_by", gat_texts_json(&reached), "readings",
                     ambiguous ? readings_json(c) : NULL, "decision",
                     ambiguous ? c->decision : NULL, "why", ambiguous ? c->why : NULL);
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
