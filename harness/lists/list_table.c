/* list_table.c - the variants and their readings as the C tables of ref.h and words.h, for the
 * build.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lists/list_table.h"

/* Names of all attributes with blanks around them, and the words that one of them may have. */
static void attributes_print(const struct gat_spec *s)
{
    uint32_t words = 0;
    printf("\" ");
    for (unsigned k = 0; k < s->n_attrs; k++) {
        printf("%s ", s->attrs[k].name);
        words |= s->attrs[k].values;
    }
    printf("\", 0x%" PRIx32, words);
}

static void rules_print(const struct ref_rules *rules)
{
    for (int r = 0; r < REF_RULE_COUNT; r++)
        if (rules->value[r] != 0)
            printf("\n        [REF_%s] = %" PRId64 ",", ref_rule_infos[r].name, rules->value[r]);
}

static void variant_print(const struct gat_spec *s, const struct gat_profile *p)
{
    printf("    {\"%s\", \"%s\", \"%s\", \"%s\", 0x%" PRIx32 ", 0x%" PRIx32 ", %" PRId64 ", {{",
           s->op, s->variant, p->name, s->kernel->name, p->data_types, p->index_types,
           gat_attr_otherwise(s, "axis"));
    rules_print(&p->rules);
    printf("}}, ");
    attributes_print(s);
    printf("},\n");
}

/* A literal of C. */
static void text_print(const char *text)
{
    putchar('"');
    for (const char *p = text == NULL ? "" : text; *p != '\0'; p++)
        if ((unsigned char)*p < ' ' || *p == '"' || *p == '\\' || *p == '?')
            printf("\\%03o", (unsigned)(unsigned char)*p);
        else
            putchar(*p);
    putchar('"');
}

static void clause_print(enum ref_rule rule, const struct gat_clause *c)
{
    if (c == NULL)
        return;
    printf("\n        [REF_%s] = {", ref_rule_infos[rule].name);
    text_print(c->id);
    printf(", ");
    text_print(c->text);
    printf(", ");
    text_print(c->where);
    printf("},");
}

/* Beside the row of a variant: what ref/words.h declares. */
static void words_print(const struct gat_spec *s, const struct gat_profile *p)
{
    printf("    {\"%s%s%s\", ", s->name, p->name[0] == '\0' ? "" : "@", p->name);
    text_print(s->alias);
    printf(", ");
    text_print(s->document);
    printf(", \" ");
    for (unsigned k = 0; k < s->n_attrs; k++)
        if (s->attrs[k].required)
            printf("%s ", s->attrs[k].name);
    printf("\", {");
    for (unsigned r = 0; r < REF_RULE_COUNT; r++)
        clause_print((enum ref_rule)r, gat_spec_clause(s, (enum ref_rule)r));
    printf("}},\n");
}

int gat_list_table(const struct gat_options *o, const struct gat_catalog *c)
{
    (void)o;
    printf("/* variants.c - what the specs say, as data; made by `gatherum list specs --c`.\n"
           " *\n"
           " * SPDX-License-" "Identifier: Apache-2.0 */\n"
           "#include \"ref.h\"\n#include \"words.h\"\n\n"
           "const struct ref_variant ref_variants[] = {\n");
    for (unsigned k = 0; k < c->n_specs; k++)
        for (unsigned p = 0; p < c->specs[k]->n_profiles; p++)
            variant_print(c->specs[k], &c->specs[k]->profiles[p]);
    printf("};\n\nconst struct ref_words ref_words[] = {\n");
    for (unsigned k = 0; k < c->n_specs; k++)
        for (unsigned p = 0; p < c->specs[k]->n_profiles; p++)
            words_print(c->specs[k], &c->specs[k]->profiles[p]);
    printf("};\n"
           "const size_t ref_variant_count = sizeof ref_variants / sizeof ref_variants[0];\n");
    return 0;
}

int gat_list_readings(const struct gat_options *o, const struct gat_catalog *c)
{
    size_t row = 0, n = 0;
    (void)o;
    printf("/* readings.c - the readings that were not decided for, as rules; made by\n"
           " * `gatherum list clauses --c`.\n"
           " *\n"
           " * SPDX-License-" "Identifier: Apache-2.0 */\n"
           "#include \"words.h\"\n\n"
           "const struct ref_reading ref_readings[] = {\n");
    for (unsigned k = 0; k < c->n_specs; k++)
        for (unsigned p = 0; p < c->specs[k]->n_profiles; p++, row++)
            for (unsigned r = 1; r < c->specs[k]->profiles[p].n_combinations; r++, n++) {
                printf("    {%zu, {{", row);
                rules_print(&c->specs[k]->profiles[p].combinations[r]);
                printf("}}},\n");
            }
    printf("%s};\nconst size_t ref_reading_count = %zu;\n", n == 0 ? "    {0}\n" : "", n);
    return 0;
}
