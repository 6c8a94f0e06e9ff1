/* shard.h - which part of the plan this run is about: --shard, or what the scheduler that started
 * it says in the environment.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHARD_H
#define GAT_SHARD_H

#include "run/run.h"

/* The part of the plan, by --shard or by the environment; an exit code. */
int gat_shard_read(struct gat_run *r);

#endif
