/* kill_run.h - every saboteur through the cases, one operator after the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_RUN_H
#define GAT_KILL_RUN_H

#include "kill/kill.h"

/* Judge all of them in `jobs` threads, each with a worker. */
void gat_kill_run(struct gat_kills *k, unsigned jobs);

#endif
