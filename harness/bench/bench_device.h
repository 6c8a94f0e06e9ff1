/* bench_device.h - a row of `gatherum bench` in memory of a device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_DEVICE_H
#define GAT_BENCH_DEVICE_H

#include "bench/bench.h"

/* Can it copy from device to device? */
bool gat_bench_device_copies(const struct gat_backend *b);
bool gat_bench_device_make(struct gat_bench_device *d, const struct gat_backend *b,
                           void *context, const struct gat_workload *w,
                           const struct gat_call *call);
/* Form 0: the row; form 1: a copy of as many useful bytes. */
gat_status gat_bench_device_run(struct gat_bench_device *d, unsigned form, long calls);
void gat_bench_device_poison(struct gat_bench_device *d, const void *poison, size_t size);
void gat_bench_device_answer(struct gat_bench_device *d, void *to, size_t size);
void gat_bench_device_free(struct gat_bench_device *d);

#endif
