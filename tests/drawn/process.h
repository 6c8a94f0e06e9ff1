/* process.h - what a call may leave behind in its process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_PROCESS_H
#define DRAWN_PROCESS_H

#include <limits.h>
#include <signal.h>
#include <stddef.h>

struct process {
    size_t memory; /* given out by malloc() */
    unsigned files, threads, control; /* control: of the floating-point unit */
    int rounding;
    void (*handler)(int);
    char folder[PATH_MAX];
};
void process_look(struct process *p);
/* What differs between the first and the last look, or grows from look to look; NULL: nothing. */
const char *process_differs(const struct process *before, const struct process *middle,
                            const struct process *after);

#endif
