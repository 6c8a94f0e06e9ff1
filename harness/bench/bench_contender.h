/* bench_contender.h - the parent's side of a process of `gatherum bench`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_CONTENDER_H
#define GAT_BENCH_CONTENDER_H

#include "bench/bench.h"

/* Start its process if it does not run; false: contender->absent or the rows' why
 * says why. */
bool gat_contender_start(struct gat_bench *b, struct gat_contender *c);
/* Hand it a row; sets in_row of its forms, each after one call whose answer is
 * compared with the plain loop's. */
void gat_contender_row(struct gat_bench *b, struct gat_contender *c,
                       const struct gat_workload *w);
/* One sample: seconds of one call, or < 0 when it failed and is out of this row.  Where the
 * contender takes other inputs in each sample, its answer to them is compared afterwards. */
double gat_contender_sample(struct gat_bench *b, struct gat_contender *c, unsigned form,
                            const struct gat_workload *w, unsigned calls);
void gat_contender_end(struct gat_bench *b, struct gat_contender *c);

/* Does it keep to the instruction set for all?  Where none is asked, everybody does. */
bool gat_contender_level_kept(const struct gat_bench *b, const struct gat_contender *c);

#endif
