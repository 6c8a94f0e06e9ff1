/* shard.h - which part of the plan this run is about, by --shard or by its scheduler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHARD_H
#define GAT_SHARD_H

#include "run/run.h"

/* The part of the plan, by --shard or by the environment; an exit code. */
int gat_shard_read(struct gat_run *r);

#endif
