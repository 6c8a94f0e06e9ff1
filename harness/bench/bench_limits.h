/* bench_limits.h - what the machine can do at best for a row: memcpy, and a stream.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_LIMITS_H
#define GAT_BENCH_LIMITS_H

#include "bench/bench.h"

struct gat_limits *gat_limits_make(struct gat_arena *a, const struct gat_workload *w,
                                   unsigned char *buffer, unsigned threads);
/* Form 0: memcpy of the useful bytes; form 1: the traffic of the row as a stream. */
void gat_limits_run(struct gat_limits *l, unsigned form);
void gat_limits_free(struct gat_limits *l);

#endif
