/* variant.c - what is asked of a variant when its file was read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/variant.h"

#include <string.h>

const char *gat_level_name(enum gat_level level)
{
    static const char *const names[] = {"must", "error", "undefined", "may", "ambiguous"};
    return names[level];
}

const struct gat_clause *gat_spec_clause(const struct gat_spec *s, enum ref_rule rule)
{
    return s->n_rule_clauses[rule] == 0 ? NULL : &s->clauses[s->rule_clauses[rule][0]];
}

const struct gat_attr_spec *gat_attr_find(const struct gat_spec *s, const char *name)
{
    for (unsigned k = 0; k < s->n_attrs; k++)
        if (strcmp(s->attrs[k].name, name) == 0)
            return &s->attrs[k];
    return NULL;
}

int64_t gat_attr_otherwise(const struct gat_spec *s, const char *name)
{
    const struct gat_attr_spec *a = gat_attr_find(s, name);
    return a != NULL ? a->otherwise : 0;
}
