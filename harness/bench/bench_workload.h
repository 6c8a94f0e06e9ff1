/* bench_workload.h - what is measured: shapes, data, and the plain loop.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_WORKLOAD_H
#define GAT_BENCH_WORKLOAD_H

#include "bench/bench.h"

/* The k-th workload, `quick` a thousandth of it; false after the last. */
bool gat_workload_get(unsigned k, bool quick, struct gat_workload *out);
/* Fill inputs that lie in `buffer` from the seed, and compute the answer there. */
void gat_workload_fill(struct gat_workload *w, unsigned char *buffer, uint64_t seed);
/* `size` bytes of data, updates or the answer, when every element of data and
 * updates is changed by the number `to`, and was by `was`: other bits, or, where elements are
 * summed or compared, other powers of two. `size` is a multiple of
 * an element's. */
void gat_workload_change(const struct gat_workload *w, void *bytes, size_t size, unsigned char was,
                         unsigned char to);

#endif
