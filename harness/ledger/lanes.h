/* lanes.h - one backend through the plan in parallel: pairs of parent and worker.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LANES_H
#define GAT_LANES_H

#include "run/run.h"

/* One backend through the plan, in -j pairs of parent and worker, each
 * with its part of the cases; reports points as soon as all lanes are past them. */
void gat_lanes_run(struct gat_run *r, unsigned backend);
/* Add what another lane or shard found of the same point; its findings move. */
void gat_point_add(struct gat_arena *a, struct gat_point_state *into,
                   const struct gat_point_state *from);

#endif
