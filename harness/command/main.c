/* main.c - the program `gatherum`: a worker or a subcommand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/bench_child.h"
#include "cli/options.h"
#include "exchange/worker_counters.h"
#include "worker/worker.h"

/* A backend that was compiled with coverage counters calls these in the program that loads it,
 * with its counters, and with places in its code, which nobody uses. */
__attribute__((visibility("default"))) void __sanitizer_cov_8bit_counters_init(unsigned char *start,
                                                                              unsigned char *stop);
void __sanitizer_cov_8bit_counters_init(unsigned char *start, unsigned char *stop)
{
    gat_counters_add(start, stop, __builtin_return_address(0));
}

__attribute__((visibility("default"))) void __sanitizer_cov_pcs_init(const uintptr_t *start,
                                                                    const uintptr_t *stop);
void __sanitizer_cov_pcs_init(const uintptr_t *start, const uintptr_t *stop)
{
    (void)start;
    (void)stop;
}

/* If descriptor 0, 1 or 2 is closed, the first file that is opened takes its number, and gets
 * what is meant for a stream.  What is written to a closed stdout fails, as a report would be lost
 * there, unless it goes to a file too. */
static bool streams_open(bool *closed)
{
    *closed = fcntl(STDOUT_FILENO, F_GETFD) < 0;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDOUT_FILENO ? O_RDONLY : O_RDWR) != fd)
            return false;
    return true;
}

static void stdout_drop(void)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere < 0)
        return;
    (void)dup2(nowhere, STDOUT_FILENO);
    close(nowhere);
}

enum { LEAST_STACK = 256 << 10 };
static bool stack_suffices(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= LEAST_STACK;
}

/* A caller that waits for the answer, as judge() of Python does, names itself: who asked is gone
 * when it is. */
static void caller_follow(void)
{
    const char *named = getenv("GATHERUM_CALLER");
    pid_t caller = named == NULL ? 0 : (pid_t)strtol(named, NULL, 10);
    if (caller <= 0 || getppid() != caller)
        return;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != caller)
        raise(SIGTERM);
}

int main(int argc, char **argv)
{
    static struct gat_options options;
    const struct gat_command *command = NULL;
    bool closed;
    if (!streams_open(&closed))
        return GAT_EXIT_OURS;
    if (!stack_suffices()) { /* gat_complain() would not fit */
        fputs("gatherum: the stack is limited to less than 256 KiB; ulimit -s 8192 raises it\n",
              stderr);
        return GAT_EXIT_OURS;
    }
    if (argc > 1 && strcmp(argv[1], GAT_WORKER_ARG) == 0)
        gat_worker_main(argc, argv);
    if (argc > 1 && strcmp(argv[1], GAT_BENCH_ARG) == 0)
        gat_bench_worker_main(argc, argv);
    caller_follow();
    int code = gat_options_read(&options, argc, argv, &command);
    if (closed && (options.out != NULL || options.resume != NULL))
        stdout_drop();
    if (code == GAT_OPTIONS_GO_ON)
        code = command->run(&options);
    if ((fflush(stdout) != 0 || ferror(stdout)) && code < GAT_EXIT_OURS)
        code = gat_complain(GAT_EXIT_OURS, "the output could not be written");
    gat_options_free(&options);
    return code;
}
