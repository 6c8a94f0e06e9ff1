/* spec_clause.h - the clauses of a variant, with readings and decisions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_CLAUSE_H
#define GAT_SPEC_CLAUSE_H

#include "spec/variant.h"

/* Clauses with levels, readings and decisions, from a list that gat_spec_flatten() checked. */
bool gat_spec_clauses(struct gat_arena *a, const struct gat_node *list, struct gat_spec *s,
                      struct gat_error *e);
/* One "rule: value" pair. */
bool gat_rule_read(const struct gat_node *key, const struct gat_node *value,
                   enum ref_rule *rule, int64_t *out, struct gat_error *e);
/* The rule that `n` names. */
bool gat_rule_find(const struct gat_node *n, enum ref_rule *rule, struct gat_error *e);
/* The reading that an ambiguous clause decides for. */
const struct gat_reading *gat_spec_decided(const struct gat_clause *c);

#endif
