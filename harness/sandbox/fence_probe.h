/* fence_probe.h - a read that a fence stopped may be the first half of a write.
 *
 * An addition reads its place before it writes there.  So the first read that a fence stops is
 * let through, and the thread goes on for a few instructions, one at a time: a write to the same
 * place says more than the read.  On machines that cannot step, the read is told.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FENCE_PROBE_H
#define GAT_FENCE_PROBE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* The arguments of a signal handler. */
struct gat_fence_fault {
    int number;
    bool located;     /* by the machine: `address` */
    uint64_t address;
    int write;        /* -1: not known */
};

/* True: the handler is to return, and the thread goes on.  False: *f is what is to be told.
 * `handler` is the one that calls, with its `context`. */
bool gat_fence_probe(struct gat_fence_fault *f, void (*handler)(int, siginfo_t *, void *),
                     void *context);

#endif
