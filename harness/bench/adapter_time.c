/* adapter_time.c - what a call through an adapter costs, beside the framework's own part of it.
 *
 * The calls are made in a process of its own, which ends as the adapter does.  The figures are
 * medians: other programs disturb few of the calls, but those much.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench/adapter_time.h"
#include "bench/bench_figures.h"
#include "dtype.h"
#include "worker/adapter.h"

enum { MOST_CALLS = 2000, WARM_CALLS = 200, MOST_SECONDS = 2 };

/* Both ends on one processor, as a lane of -j is: they take turns. */
static void pin(void)
{
    cpu_set_t one;
    int here = sched_getcpu();
    CPU_ZERO(&one);
    CPU_SET((unsigned)(here > 0 ? here : 0), &one);
    (void)sched_setaffinity(0, sizeof one, &one); /* only a matter of speed */
}

static void operand_set(struct gat_operand *o, const char *name, int32_t role,
                        const struct gat_array *t, void *data)
{
    *o = (struct gat_operand){.name = name, .role = role, .form = GAT_TENSOR};
    o->tensor = (struct gat_tensor){.data = data,
                                    .device = {1, 0},
                                    .ndim = t->ndim,
                                    .type = gat_dtype_code(t->dtype),
                                    .shape = t->shape};
}

/* In the child: never returns. */
static _Noreturn void calls_make(const char *path, const char *options, const struct gat_job *job,
                                 int to)
{
    struct gat_arena a = {0};
    struct gat_operand operands[GAT_MAX_INPUTS + 1];
    struct gat_adapter_time t = {0};
    double *whole = GAT_NEW_N(&a, double, MOST_CALLS), *own = GAT_NEW_N(&a, double, MOST_CALLS);
    _Atomic int32_t pid = 0;
    const struct gat_backend *b = gat_adapter_get(path, &pid);
    char why[256] = "";
    void *context = NULL;
    for (unsigned k = 0; k < job->n_inputs; k++)
        operand_set(&operands[k], job->input_names[k], GAT_IN, &job->inputs[k],
                    job->inputs[k].data);
    /* A kilobyte on both sides is what an adapter may have written beside it. */
    unsigned char *room = gat_arena_alloc(&a, gat_array_size(&job->output) + 2048);
    operand_set(&operands[job->n_inputs], "output", GAT_OUT, &job->output, room + 1024);
    const struct gat_call call = {.struct_size = sizeof call,
                                  .op = job->op,
                                  .variant = job->variant,
                                  .profile = job->profile,
                                  .attrs = job->attrs,
                                  .n_attrs = job->n_attrs,
                                  .operands = operands,
                                  .n_operands = job->n_inputs + 1u};
    alarm(2 * MOST_SECONDS); /* an adapter that answers no more ends with the child */
    pin();
    setenv("GATHERUM_TIME", "1", 1);
    if (b->open(options, &context, why, sizeof why) != GAT_OK)
        _exit(1);
    double end = 1e6 * gat_seconds_now() + MOST_SECONDS * 1e6;
    for (unsigned k = 0; k < WARM_CALLS + MOST_CALLS && 1e6 * gat_seconds_now() < end; k++) {
        double start = 1e6 * gat_seconds_now();
        if (b->run(context, &call) != GAT_OK)
            _exit(1);
        if (k < WARM_CALLS)
            continue;
        whole[t.calls] = 1e6 * gat_seconds_now() - start;
        double part = gat_adapter_own_us(context);
        own[t.calls] = part < 0 ? 0 : part; /* it need not say */
        whole[t.calls] -= own[t.calls];
        t.calls++;
    }
    t.round_us = gat_median(whole, t.calls);
    t.own_us = gat_median(own, t.calls);
    _exit(t.calls > 0 && write(to, &t, sizeof t) == (ssize_t)sizeof t ? 0 : 1);
}

bool gat_adapter_time(const char *path, const char *options, const struct gat_job *job,
                      struct gat_adapter_time *out)
{
    int ends[2], status;
    if (pipe(ends) != 0)
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        calls_make(path, options, job, ends[1]);
    }
    close(ends[1]);
    bool good = pid > 0 && read(ends[0], out, sizeof *out) == (ssize_t)sizeof *out;
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return good;
}
