/* spec_part.h - the parts that reading a spec is made of; private to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_PART_H
#define GAT_SPEC_PART_H

#include "spec/spec.h"

/* A value that must be there. */
bool gat_spec_need(const struct gat_node *map, const char *key,
                   const struct gat_node **out, struct gat_error *e);
/* clauses: with levels, readings, decisions. */
bool gat_spec_clauses(struct gat_arena *a, const struct gat_node *root, struct gat_spec *s,
                      struct gat_error *e);
/* types, index_types, rules, profiles: what holds per device class.  *stated: the
 * rules before a profile overrides some. */
bool gat_spec_profiles(struct gat_arena *a, const struct gat_node *root,
                       struct gat_spec *s, struct ref_rules *stated, struct gat_error *e);
/* All combinations of the readings of ambiguous clauses, per profile. */
bool gat_spec_combine(struct gat_arena *a, struct gat_spec *s, const struct ref_rules *stated,
                      struct gat_error *e);
/* One "rule: value" pair. */
bool gat_rule_read(const struct gat_node *key, const struct gat_node *value,
                   enum ref_rule *rule, int64_t *out, struct gat_error *e);

#endif
