/* lint_rules.h - which values of its rules the cases of a variant cannot tell from others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LINT_RULES_H
#define GAT_LINT_RULES_H

#include "study/coverage.h"

/* "RULE: VALUE is not told from VALUE", each once.  Texts live in `a`.  False and *e when the
 * script of a generator fails. */
bool gat_lint_rules(const struct gat_catalog *c, const struct gat_spec *s,
                    struct gat_cover_those those, uint64_t seed, struct gat_arena *a,
                    struct gat_list *out, struct gat_error *e);
/* "VARIANT: no case tells RULE: VALUE from VALUE, VALUE; RULE: ..." */
void gat_lint_rules_print(const char *variant, const struct gat_list *list);

#endif
