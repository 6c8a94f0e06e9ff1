/* bench_harness.h - gatherum bench harness: what the harness itself costs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_HARNESS_H
#define GAT_BENCH_HARNESS_H

#include "bench/bench.h"

int gat_bench_harness(const struct gat_options *o);

#endif
