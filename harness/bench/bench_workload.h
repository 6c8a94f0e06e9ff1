/* bench_workload.h - what is measured: shapes, data, and the plain loop.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_WORKLOAD_H
#define GAT_BENCH_WORKLOAD_H

#include "bench/bench.h"

/* The k-th workload, `quick` a thousandth of it; false behind the last. */
bool gat_workload_get(unsigned k, bool quick, struct gat_workload *out);
/* Fill inputs that lie in `buffer` from the seed, and compute the answer there. */
void gat_workload_fill(struct gat_workload *w, unsigned char *buffer, uint64_t seed);

#endif
