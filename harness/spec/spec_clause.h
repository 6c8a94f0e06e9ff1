/* spec_clause.h - the clauses of a variant, with readings and decisions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_CLAUSE_H
#define GAT_SPEC_CLAUSE_H


/* clauses: with levels, readings, decisions. */
bool gat_spec_clauses(struct gat_arena *a, const struct gat_node *root, struct gat_spec *s,
                      struct gat_error *e);
/* One "rule: value" pair. */
bool gat_rule_read(const struct gat_node *key, const struct gat_node *value,
                   enum ref_rule *rule, int64_t *out, struct gat_error *e);

#endif
