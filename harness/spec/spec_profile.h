/* spec_profile.h - rules and types of a variant, per device class and reading.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_PROFILE_H
#define GAT_SPEC_PROFILE_H

#include "spec/variant.h"

/* types, index_types, profiles: what holds per device class, given the rules before a profile
 * overrides some. */
bool gat_spec_profiles(struct gat_arena *a, const struct gat_node *root, struct gat_spec *s,
                       const struct ref_rules *rules, struct gat_error *e);
/* All combinations of the readings of ambiguous clauses, per profile. */
bool gat_spec_combine(struct gat_arena *a, struct gat_spec *s, struct gat_error *e);

#endif
