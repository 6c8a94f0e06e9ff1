/* main.c - the program `gatherum`: a worker or a subcommand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "engine.h"
#include "options.h"

int main(int argc, char **argv)
{
    static struct gat_options options;
    const struct gat_command *command = NULL;
    if (argc > 1 && strcmp(argv[1], GAT_WORKER_ARG) == 0)
        gat_worker_main(argc, argv);
    if (argc > 1 && strcmp(argv[1], GAT_BENCH_ARG) == 0)
        gat_bench_worker_main(argc, argv);
    int code = gat_options_read(&options, argc, argv, &command);
    if (code == GAT_OPTIONS_GO_ON)
        code = command->run(&options);
    if ((fflush(stdout) != 0 || ferror(stdout)) && code < GAT_EXIT_OURS)
        code = gat_complain(GAT_EXIT_OURS, "the output could not be written");
    gat_options_free(&options);
    return code;
}
