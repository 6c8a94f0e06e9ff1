/* bench.h - speed: workloads, the processes that compute them, their figures.
 *
 * Every contender lives in a process of its own that holds its own private buffers
 * and reads the clock itself; the parent makes the data once, says whose turn it is
 * and compares what comes back with a plain loop of its own.
 *
 *     bench_workload.c   what is measured: shapes, data, the plain loop
 *     bench_child.c     a process: buffers, one plug-in or the limits of the machine
 *     bench_limits.c     those limits: memcpy, and the traffic of a row as a stream
 *     bench_contender.c  the parent's side of a process
 *     bench_level.c      one instruction set for all
 *     bench_run.c        rows and rounds
 *     bench_figures.c    medians and intervals
 *     bench_report.c     the table, as text and as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BENCH_H
#define GAT_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "arena.h"
#include "cli/command.h"
#include "error.h"
#include "prng.h"
#include "tensor.h"

enum {
    GAT_BENCH_OPERANDS = 4, /* data, indices, updates, output at most */
    GAT_BENCH_FORMS = 2,    /* ways of one process to compute a row */
    GAT_BENCH_CONTENDERS = 14,
    GAT_BENCH_ROUNDS = GAT_MOST_ROUNDS, /* at most */
    GAT_BENCH_LIMITS = 0,               /* the first contender ... */
    GAT_BENCH_MEMCPY = 0,               /* ... with these two cells */
    GAT_BENCH_STREAM = 1,
};
#define GAT_HUGE_PAGE ((size_t)2 << 20)

/* ---- what is measured ---- */

enum gat_bench_indices { GAT_BENCH_UNIFORM, GAT_BENCH_SORTED, GAT_BENCH_ZIPF, GAT_BENCH_SHUFFLED };

struct gat_variant_name {
    const char *name, *alias; /* NULL: none; a list ends with no name */
};
struct gat_workload {
    unsigned number; /* the k of gat_workload_get */
    const char *name, *op;
    const struct gat_variant_name *variants; /* that mean the same here; the first one
                                                that is claimed is called */
    enum gat_bench_indices indices;
    bool named_only;          /* measured when a pattern names it */
    const char *reduction;    /* as the call states it; NULL: updates take the place of data */
    bool tuples;              /* indices are, along their last dimension; axis has no meaning */
    int64_t axis, batch_dims; /* as the call has them */
    unsigned n_attrs;
    struct gat_attr attrs[3]; /* that the call states */
    int64_t useful;           /* bytes: the output; of a scatter data and updates */
    unsigned n_operands;      /* the output is the last */
    const char *names[GAT_BENCH_OPERANDS];
    struct gat_array operands[GAT_BENCH_OPERANDS]; /* data: NULL until made */
    size_t at[GAT_BENCH_OPERANDS];                 /* where each lies in a buffer of `size` bytes */
    size_t size;
};

/* A row in memory of a device; all zero where the backend has none.  bench_device.c */
struct gat_bench_device {
    const struct gat_backend *backend;
    void *context, *plan;
    struct gat_call call;
    struct gat_operand operands[GAT_BENCH_OPERANDS];
    void *buffers[GAT_BENCH_OPERANDS], *areas[2];
    unsigned n;
    size_t useful;
};

/* ---- a process ---- */

enum { GAT_BENCH_SOCKET = 3, GAT_BENCH_FILE = 4 }; /* its descriptors */
#define GAT_BENCH_ARG "--bench-worker"

/* The limits of the machine for a row whose operands lie in `buffer`. */
struct gat_limits;

/* ---- the parent's side ---- */

struct gat_bench_form {
    const char *name;
    bool checks;                      /* an index outside the axis is noticed */
    bool limit;                       /* no implementation, but a limit of its device */
    bool in_row;                      /* it computes this row rightly */
    const char *why;                  /* else why not */
    unsigned calls;                   /* of one sample */
    bool warm;                        /* an untimed call goes first */
    double seconds[GAT_BENCH_ROUNDS]; /* of one call, per round */
    double unsaid;      /* least of all samples: what it lasted here by what its process said */
    double counters[3]; /* cycles, instructions, cache misses per call; < 0: none */
};

struct gat_contender {
    const char *name, *version;
    char **argv;        /* how its process is started */
    bool explicitly;    /* named on the command line: it must be there */
    bool reference;     /* it is no implementation but a limit */
    const char *absent; /* why it is not measured at all */
    const char *level;  /* the instruction set that it says it keeps to, or "" */
    const char *note;   /* something to know about it */
    bool huge;          /* its buffers have huge pages */
    bool fresh;         /* it takes other inputs in each sample */
    unsigned n_forms;
    struct gat_bench_form forms[GAT_BENCH_FORMS];
    pid_t pid; /* 0: not running */
    int socket;
    struct gat_stderr_pass *errors; /* its stderr */
    char *line;                     /* of an answer */
    int counter_fds[3];
};

struct gat_bench {
    const struct gat_options *options;
    struct gat_arena arena;
    uint64_t seed;
    unsigned threads, rounds;
    bool quick, perf;
    const char *level;       /* the instruction set for all, or "" */
    double sample;           /* seconds that a sample should take at least */
    char scratch[256];       /* the folder that backends may write to, or "" */
    struct gat_prng samples; /* draws what no contender can know before */
    int file;                /* shared memory: the processes read inputs there and write answers */
    unsigned char *buffer;   /* that memory: operands of the row, as they lie in w->at */
    unsigned char *expected; /* the plain loop's answer */
    unsigned n;
    struct gat_contender contenders[GAT_BENCH_CONTENDERS];
    unsigned n_rows;
    struct gat_bench_row *rows;
};

/* ---- figures ---- */

/* Median with a 95 % interval from order statistics: no assumption on the spread. */
struct gat_interval {
    double median, low, high;
};

struct gat_bench_cell {
    const char *name;
    bool checks, reference, measured;
    const char *why;
    struct gat_interval seconds;
    struct gat_interval ratio; /* its seconds by those of the subject, paired */
    double counters[3];
};
struct gat_bench_row {
    const char *name;
    const char *left_out; /* why nobody was measured, or NULL */
    int64_t useful;
    bool huge; /* everybody had huge pages */
    unsigned n_cells;
    struct gat_bench_cell cells[GAT_BENCH_CONTENDERS * GAT_BENCH_FORMS];
    int subject;             /* the backend that the others are compared with; -1: none */
    int best, best_checking; /* of the others */
};

#endif
