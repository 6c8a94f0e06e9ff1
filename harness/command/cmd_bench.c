/* cmd_bench.c - gatherum bench: how fast the kernels are, or the harness itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "bench/bench_harness.h"
#include "bench/bench_run.h"

static int bench_run(const struct gat_options *o)
{
    if (o->words.count > 0 && strcmp(o->words.items[0], "harness") == 0)
        return gat_bench_harness(o);
    return gat_bench_speed(o);
}

GAT_COMMAND(bench) = {
    .name = "bench",
    .arguments = "[PATTERN]... | harness",
    .sentence = "Measure backends and frameworks side by side on the workloads that a "
                "pattern selects; or what the harness itself costs: cases per second, "
                "memory, start-up.",
    .order = 60,
    .run = bench_run,
};
