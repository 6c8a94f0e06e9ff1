/* expect.h - what the oracle says about a case, and whether it can be trusted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXPECT_H
#define GAT_EXPECT_H

#include "oracle/expectation.h"

void gat_expect(const struct gat_member *m, struct gat_arena *a,
                struct gat_expectation *out);
/* Make the oracle's answer by other rules than the decided ones.  The case in *c
 * points to `rules`. */
void gat_answer_by(const struct gat_member *m, const struct ref_rules *rules,
                   struct gat_arena *a, struct ref_case *c, struct ref_answer *out);

#endif
