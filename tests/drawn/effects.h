/* effects.h - what a fault does to a call that meets its conditions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_EFFECTS_H
#define DRAWN_EFFECTS_H

#include "drawn_facts.h"

/* The plug-in, from its first call on. */
struct drawn_state {
    struct drawn_fault fault;
    struct drawn_memory memory;
    char *answer, *indices; /* of the call before, or NULL */
    size_t answer_size, indices_size;
    unsigned long *fired; /* calls that met the conditions, for the witness */
};

/* Is moved element `u` one that the effect is at? */
bool drawn_at(const struct drawn_fault *f, int64_t u, int64_t n);
/* One element as the effect leaves it; unchanged where the effect is none on values. */
void drawn_value(enum drawn_effect e, enum gat_dtype t, void *element);
/* Where the effect takes a position of data or of the output instead of `at`; `count` are
 * its elements. */
int64_t drawn_position(enum drawn_effect e, const struct drawn_call *d, int64_t at, int64_t count);
/* A gather that has been answered: spoil it.  `before` is what the output held, or NULL. */
void drawn_gather(const struct drawn_state *s, const struct drawn_call *d, const char *before);
/* A scatter, in a loop of its own, with the effect; without one it is right.  False: no
 * memory, and nothing was written. */
bool drawn_scatter(const struct drawn_state *s, const struct drawn_call *d);
/* Two elements are made one, with the effect where `spoilt`. */
void drawn_join(enum drawn_effect e, const struct drawn_call *d, bool spoilt, void *to,
                const void *with);
/* Effects on the memory beside operands, and on the process. */
void drawn_outside(const struct drawn_fault *f, const struct drawn_call *d);
void drawn_leak(const struct drawn_fault *f);

#endif
