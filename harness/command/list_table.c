/* list_table.c - the variants as the C table that ref.h declares, for the build.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command/list.h"
#include "command/list_table.h"

static int64_t axis_otherwise(const struct gat_spec *s)
{
    for (unsigned k = 0; k < s->n_attrs; k++)
        if (strcmp(s->attrs[k].name, "axis") == 0 && s->attrs[k].has_otherwise)
            return s->attrs[k].otherwise;
    return 0;
}

/* Names of all attributes with blanks around them, and the reductions that a call may state. */
static void attributes_print(const struct gat_spec *s)
{
    uint32_t reductions = 0;
    printf("\" ");
    for (unsigned k = 0; k < s->n_attrs; k++) {
        printf("%s ", s->attrs[k].name);
        if (strcmp(s->attrs[k].name, "reduction") == 0)
            reductions = s->attrs[k].values;
    }
    printf("\", 0x%" PRIx32, reductions);
}

static void variant_print(const struct gat_spec *s, const struct gat_profile *p)
{
    printf("    {\"%s\", \"%s\", \"%s\", \"%s\", 0x%" PRIx32 ", 0x%" PRIx32 ", %" PRId64 ", {{",
           s->op, s->variant, p->name, s->kernel->name, p->data_types, p->index_types,
           axis_otherwise(s));
    for (int r = 0; r < REF_RULE_COUNT; r++)
        if (p->rules.value[r] != 0)
            printf("\n        [REF_%s] = %" PRId64 ",", ref_rule_infos[r].name,
                   p->rules.value[r]);
    printf("}}, ");
    attributes_print(s);
    printf("},\n");
}

void gat_list_table(const struct gat_catalog *c)
{
    printf("/* variants.c - what the specs say, as data; made by `gatherum list specs --c`.\n"
           " *\n"
           " * SPDX-License-" "Identifier: Apache-2.0 */\n"
           "#include \"ref.h\"\n\n"
           "const struct ref_variant ref_variants[] = {\n");
    for (unsigned k = 0; k < c->n_specs; k++)
        for (unsigned p = 0; p < c->specs[k]->n_profiles; p++)
            variant_print(c->specs[k], &c->specs[k]->profiles[p]);
    printf("};\n"
           "const size_t ref_variant_count = sizeof ref_variants / sizeof ref_variants[0];\n");
}
