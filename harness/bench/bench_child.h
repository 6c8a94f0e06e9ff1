/* bench_child.h - a process of `gatherum bench`: its own buffers, one plug-in.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_CHILD_H
#define GAT_BENCH_CHILD_H

#include "bench/bench.h"

/* main() of such a process. */
_Noreturn void gat_bench_worker_main(int argc, char **argv);
/* Memory for buffers, huge pages where the system has them; zeroed. */
unsigned char *gat_bench_map(size_t size);
void gat_bench_unmap(unsigned char *at, size_t size);

#endif
