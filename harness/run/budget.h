/* budget.h - fewer cases for a backend whose calls are slow.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BUDGET_H
#define GAT_BUDGET_H

#include "run/run.h"

/* Give each point its share, before anything runs.  Is member k, of this name, beyond the share of
 * its open point? */
void gat_budget_share(struct gat_session *s);
bool gat_budget_spares(const struct gat_session *s, struct gat_point_state *state, unsigned k,
                       uint64_t name_hash);

#endif
