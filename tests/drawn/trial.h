/* trial.h - a fault on its witness, in a process of its own, judged by the oracle alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_TRIAL_H
#define DRAWN_TRIAL_H

#include "witness.h"

/* A few calls in turn: two of the same shapes, which the conditions are about, and one that
 * comes before each of them where a condition asks for it. */
struct trial {
    const char *plugin, *options;
    struct witness calls[3];
    unsigned n_calls;   /* in turn */
    bool before;        /* calls[0] is the one before, calls[1] and calls[2] are meant */
    struct witness warm;
    unsigned long n_warm; /* calls of it come before all, and are not judged */
    unsigned long least; /* calls before conditions on their number can be met */
    unsigned placement; /* below 16: inputs and output each flush at the end, at the start, or
                           in between */
    bool leaks;         /* look for growth as well */
};
struct trial_end {
    unsigned long fired; /* calls that met the conditions */
    bool decided;        /* the document decides the answer, by each of its readings */
    bool wrong;          /* no reading admits what came */
    char how[96];        /* in words */
};
/* False when no process could be started. */
bool trial_run(const struct trial *t, struct trial_end *out);

#endif
