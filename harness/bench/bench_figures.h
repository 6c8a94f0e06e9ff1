/* bench_figures.h - medians, their intervals, and who is faster than whom.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_FIGURES_H
#define GAT_BENCH_FIGURES_H

#include "bench/bench.h"

/* The middle one of `values`, which are sorted for it; 0 where there is none. */
double gat_median(double *values, unsigned n);
/* The measurements of the forms in this row. */
void gat_bench_row_make(struct gat_bench *b, const struct gat_workload *w,
                        struct gat_bench_row *row);

#endif
