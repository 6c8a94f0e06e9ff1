/* bench_run.h - gatherum bench: who takes part, and row by row the rounds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_RUN_H
#define GAT_BENCH_RUN_H

#include "bench/bench.h"

int gat_bench_speed(const struct gat_options *o);

#endif
