/* bench_report.h - the figures as a table for people, and as JSON.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_REPORT_H
#define GAT_BENCH_REPORT_H

#include "bench/bench.h"

void gat_bench_head_print(const struct gat_bench *b);
void gat_bench_row_print(const struct gat_bench *b, const struct gat_bench_row *row);
void gat_bench_tail_print(const struct gat_bench *b);
int gat_bench_json(const struct gat_bench *b);

#endif
