/* spec_rules.h - the rules of a variant as its clauses decide them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_RULES_H
#define GAT_SPEC_RULES_H

#include "spec/variant.h"

/* The values, and into *s the clauses of each rule.  False and *e where two clauses decide
 * one rule, or a clause supports a rule that none decides. */
bool gat_spec_rules(struct gat_arena *a, struct gat_spec *s, struct ref_rules *rules,
                    struct gat_error *e);

/* May the operator of the variant have this value?  What is scattered is not repeated. */
bool gat_rule_suits(const struct gat_spec *s, enum ref_rule rule, int64_t value);

#endif
