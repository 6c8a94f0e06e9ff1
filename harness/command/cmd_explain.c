/* cmd_explain.c - gatherum explain: what a document demands, clause by clause.
 *
 * Everything comes from the spec and from rules.def; nothing is known here of any
 * variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sentence.h"
#include "base/wrap.h"
#include "cli/command.h"
#include "cli/options.h"
#include "dtype.h"
#include "oracle/tilings.h"
#include "spec/spec_json.h"
#include "suite/catalog.h"

static void types_print(const char *first, uint32_t types)
{
    char text[256] = "";
    size_t used = 0;
    for (int t = 0; t < GAT_DTYPE_COUNT; t++)
        if ((types & GAT_BIT(t)) != 0)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                     used > 0 ? ", " : "",
                                     gat_dtype_name((enum gat_dtype)t));
    gat_wrap(stdout, first, "            ", types == GAT_ALL_TYPES ? "all" : text);
}

static void head_print(const struct gat_spec *s)
{
    char text[600];
    snprintf(text, sizeof text, "%s - %s", s->name, s->title);
    gat_wrap(stdout, "", "    ", text);
    snprintf(text, sizeof text, "%s, %s", s->document, s->section);
    gat_wrap(stdout, "  source    ", "            ", text);
    if (s->cited != NULL) {
        printf("  address   %s\n", s->address);
        snprintf(text, sizeof text, "%s, %s, %s%s%s; licence: %s", s->cited->title,
                 s->cited->publisher, s->cited->version, s->cited->read != NULL ? ", read " : "",
                 s->cited->read != NULL ? s->cited->read : "", s->cited->licence);
        gat_wrap(stdout, "  document  ", "            ", text);
    }
    if (s->deprecated_by != NULL)
        printf("  status    deprecated by %s\n", s->deprecated_by);
    else
        printf("  status    current\n");
    if (s->alias != NULL)
        printf("  alias     %s/%s\n", s->op, s->alias);
    printf("  loop      %s\n", s->kernel->name);
    if (s->n_calls > 0)
        printf("  words     ");
    for (unsigned k = 0; k < s->n_calls; k++)
        printf("%s%s for our %s", k > 0 ? ", " : "", s->call_theirs[k], s->call_ours[k]);
    printf(s->n_calls > 0 ? "\n" : "");
}

static void attrs_print(const struct gat_spec *s)
{
    static const char *const kinds[] = {
        [GAT_ATTR_INT] = "integer", [GAT_ATTR_FLOAT] = "number", [GAT_ATTR_TEXT] = "text",
        [GAT_ATTR_INTS] = "integers"};
    if (s->n_attrs > 0)
        printf("\nAttributes\n");
    for (unsigned k = 0; k < s->n_attrs; k++) {
        const struct gat_attr_spec *a = &s->attrs[k];
        printf("  %-12s %s, ", a->name, kinds[a->kind]);
        if (a->has_otherwise)
            printf("%lld when not given\n", (long long)a->otherwise);
        else
            printf(a->required ? "required\n" : "optional\n");
    }
}

static void profiles_print(const struct gat_spec *s)
{
    printf("\nTypes\n");
    for (unsigned k = 0; k < s->n_profiles; k++) {
        const struct gat_profile *p = &s->profiles[k];
        if (p->name[0] != '\0')
            printf("  @%s\n", p->name);
        types_print("  data      ", p->data_types);
        types_print("  indices   ", p->index_types);
    }
}

/* Does the file say something about this rule, in any profile? */
static bool rule_stated(const struct gat_spec *s, enum ref_rule rule)
{
    bool stated = s->n_rule_clauses[rule] > 0;
    for (unsigned k = 0; k < s->n_profiles; k++)
        stated |= s->profiles[k].rules.value[rule] != ref_rule_infos[rule].otherwise;
    return stated;
}

static void rule_print(const struct gat_spec *s, enum ref_rule rule)
{
    char value[40], other[40];
    const struct ref_rules *first = &s->profiles[0].rules;
    ref_rule_print(rule, first->value[rule], value, sizeof value);
    printf("  %s: %s", ref_rule_infos[rule].name, value);
    for (unsigned k = 1; k < s->n_profiles; k++) {
        const struct gat_profile *p = &s->profiles[k];
        if (p->rules.value[rule] == first->value[rule])
            continue;
        ref_rule_print(rule, p->rules.value[rule], other, sizeof other);
        printf(", @%s: %s", p->name, other);
    }
    printf("\n");
    gat_wrap(stdout, "      ", "      ", ref_rule_infos[rule].sentence);
    for (unsigned k = 0; k < s->n_rule_clauses[rule]; k++)
        printf("      #%s\n", s->clauses[s->rule_clauses[rule][k]].id);
}

static void readings_print(const struct gat_clause *c)
{
    char text[1200], value[40];
    for (unsigned k = 0; k < c->n_readings; k++) {
        const struct gat_reading *r = &c->readings[k];
        bool taken = strcmp(r->name, c->decision) == 0;
        size_t used = (size_t)snprintf(text, sizeof text, "%s%s: %.800s", r->name,
                                       taken ? " (taken)" : "", r->means);
        for (unsigned i = 0; i < r->n_rules && used < sizeof text; i++) {
            ref_rule_print(r->rule[i], r->value[i], value, sizeof value);
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s: %s%s",
                                     i == 0 ? " [" : ", ", ref_rule_infos[r->rule[i]].name,
                                     value, i + 1 == r->n_rules ? "]" : "");
        }
        gat_wrap(stdout, "      * ", "        ", text);
    }
    gat_wrap(stdout, "      Why: ", "      ", c->why);
}

/* The file of a parent, from specs/ on. */
static const char *short_file(const char *file)
{
    const char *at = file;
    for (const char *next = file; (next = strstr(next, "specs/")) != NULL; next++)
        at = next;
    return at;
}

static void clause_print(const struct gat_spec *s, const struct gat_clause *c)
{
    printf("  #%s\n", c->id);
    gat_wrap(stdout, "      ", "      ", c->text);
    gat_wrap(stdout, "      Where: ", "      ", c->where);
    if (strcmp(c->node->file, s->file) != 0)
        printf("      From: %s\n", short_file(c->node->file));
    if (c->level == GAT_AMBIGUOUS)
        readings_print(c);
    if (c->untestable != NULL)
        gat_wrap(stdout, "      Not tested: ", "      ", c->untestable);
}

static void clauses_print(const struct gat_spec *s)
{
    static const char *const titles[] = {
        [GAT_MUST] = "Demands", [GAT_ERROR] = "Errors that must be reported",
        [GAT_UNDEFINED] = "Undefined: anything, inside its own buffers",
        [GAT_MAY] = "Permissions", [GAT_AMBIGUOUS] = "Ambiguous: readings and decisions"};
    for (int level = GAT_MUST; level <= GAT_AMBIGUOUS; level++) {
        bool any = false;
        for (unsigned k = 0; k < s->n_clauses; k++) {
            if ((int)s->clauses[k].level != level)
                continue;
            if (!any)
                printf("\n%s\n", titles[level]);
            any = true;
            clause_print(s, &s->clauses[k]);
        }
    }
}

static void spec_explain(const struct gat_spec *s)
{
    head_print(s);
    attrs_print(s);
    profiles_print(s);
    printf("\nRules\n");
    for (int r = 0; r < REF_RULE_COUNT; r++)
        if (rule_stated(s, (enum ref_rule)r))
            rule_print(s, (enum ref_rule)r);
    clauses_print(s);
}

static void clause_explain(const struct gat_spec *s, unsigned at)
{
    const struct gat_clause *c = &s->clauses[at];
    printf("%s: %s\n", s->name, gat_level_name(c->level));
    clause_print(s, c);
    for (int r = 0; r < REF_RULE_COUNT; r++)
        for (unsigned k = 0; k < s->n_rule_clauses[r]; k++)
            if (s->rule_clauses[r][k] == at) {
                printf("\nThe rule that it decides or supports\n");
                rule_print(s, (enum ref_rule)r);
            }
}

/* A clause by its id, or by what follows the last '/' of it. */
static const struct gat_clause *clause_find(const struct gat_spec *s, const char *name)
{
    for (unsigned k = 0; k < s->n_clauses; k++)
        if (strcmp(s->clauses[k].id, name) == 0)
            return &s->clauses[k];
    for (unsigned k = 0; k < s->n_clauses; k++) {
        const char *word = strrchr(s->clauses[k].id, '/');
        if (word != NULL && strcmp(word + 1, name) == 0)
            return &s->clauses[k];
    }
    return NULL;
}

static int clause_unknown(struct gat_arena *a, const struct gat_spec *s, const char *name)
{
    const char **ids = GAT_NEW_N(a, const char *, s->n_clauses + 1);
    for (unsigned k = 0; k < s->n_clauses; k++)
        ids[k] = s->clauses[k].id;
    return gat_complain(GAT_EXIT_USAGE, "%s has no clause '%s'%s", s->name, name,
                        gat_meant_words(gat_suggest(name, ids)));
}

static json_t *clauses_json(const struct gat_spec *s)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < s->n_clauses; k++)
        json_array_append_new(list, gat_clause_json(&s->clauses[k]));
    return list;
}

static int word_explain(const struct gat_options *o, const struct gat_catalog *c,
                        struct gat_arena *a)
{
    const char *word = o->words.items[0], *hash = strchr(word, '#');
    const char *name = gat_arena_text(a, word, strcspn(word, "#@"));
    const struct gat_spec *s = gat_catalog_spec(c, name);
    if (s == NULL)
        return gat_variant_unknown(c, a, name);
    const struct gat_clause *clause = hash != NULL ? clause_find(s, hash + 1) : NULL;
    if (hash != NULL && clause == NULL)
        return clause_unknown(a, s, hash + 1);
    if (o->shape != NULL)
        return gat_tilings_explain(s, o);
    if (o->json) {
        json_t *value = clause != NULL ? gat_clause_json(clause) : gat_spec_json(s);
        if (clause == NULL)
            json_object_set_new(value, "clauses", clauses_json(s));
        return gat_json_print(value);
    }
    if (clause != NULL)
        clause_explain(s, (unsigned)(clause - s->clauses));
    else
        spec_explain(s);
    return 0;
}

static int explain_command(const struct gat_options *o)
{
    struct gat_catalog catalog = {0};
    struct gat_arena arena = {0};
    if (o->words.count != 1)
        return gat_complain(GAT_EXIT_USAGE,
                            "explain takes one VARIANT or VARIANT#CLAUSE, such as gather/onnx-13");
    int code = gat_catalog_specs_open(&catalog, o);
    if (code == 0)
        code = word_explain(o, &catalog, &arena);
    gat_catalog_free(&catalog);
    gat_arena_free(&arena);
    return code;
}

GAT_COMMAND(explain) = {
    .name = "explain",
    .arguments = "VARIANT[#CLAUSE]",
    .sentence =
        "rules, readings, decisions and sources of a variant; with --shape its legal tilings",
    .order = 4,
    .run = explain_command,
};
