/* leftovers.h - looks at this process before and after calls into a backend.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LEFTOVERS_H
#define GAT_LEFTOVERS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum gat_leftover {
#define LEFTOVER(id, sentence) GAT_LEFT_##id,
#include "sandbox/leftovers.def"
    GAT_LEFTOVERS
};
/* Leftovers that are an amount, not a state: one that grows from call to call is a leak. */
#define GAT_LEAKS                                                                                  \
    (1u << GAT_LEFT_FILES | 1u << GAT_LEFT_THREADS | 1u << GAT_LEFT_CHILDREN |                     \
     1u << GAT_LEFT_MEMORY)
/* States that an adapter which looks at its process puts back, so that what a first call sets once
 * for all, as a library that it loads does, is told from what each call leaves. */
#define GAT_PUT_BACK                                                                               \
    (1u << GAT_LEFT_ROUNDING | 1u << GAT_LEFT_DENORMALS | 1u << GAT_LEFT_FLOATS |                  \
     1u << GAT_LEFT_LOCALE | 1u << GAT_LEFT_ENVIRONMENT)

const char *gat_leftover_words(enum gat_leftover kind);

/* How floating-point numbers are computed in this thread: the words of the processor, without
 * the flags that results raise. */
struct gat_floats {
    uint64_t control, old; /* MXCSR and the control word of the x87, or FPCR and 0 */
};
struct gat_floats gat_floats_now(void);
/* The differences from `was`, as a set of leftovers; the state of `was` is then restored. */
uint32_t gat_floats_restore(const struct gat_floats *was);

enum { GAT_LEFT_SIGNALS = 32 };
/* State that only system calls show. */
struct gat_process {
    uint64_t memory, mapped; /* bytes in use by the C library's heap; pages of the process, or
                                objects of an adapter's language */
    uint64_t files, threads; /* the lowest descriptor that is free; how many */
    uint64_t children;
    uint64_t handlers[GAT_LEFT_SIGNALS];
    uint64_t blocked;        /* of the first 64 signals */
    uint64_t folder, locale; /* hashes of their names */
    uint64_t creation;       /* mask of the permissions of new files */
    uint64_t processors;     /* of this thread: a hash */
    uint64_t limits;         /* of resources: a hash */
    uint32_t put_back;       /* set of leftovers that an adapter saw and put back */
};
void gat_process_look(struct gat_process *p);
/* The same of another process, as far as it is seen from outside: no memory, locale, processors and
 * limits; which signals have handlers or are ignored, the number of open descriptors, children. */
void gat_process_look_at(struct gat_process *p, pid_t pid);
/* State that has changed: leftovers that are no leaks. */
uint32_t gat_process_differs(const struct gat_process *was, const struct gat_process *now);
/* Amounts that have grown beyond `most`, which is raised to them: suspicions of a leak. */
uint32_t gat_process_grown(struct gat_process *most, const struct gat_process *now);
/* Leaks: amounts that grow in each of the `n` - 1 steps between these looks, and in the last
 * one by at least half as much as in the first; memory by `least` in each. */
uint32_t gat_process_leaks(const struct gat_process *looks, unsigned n, uint64_t least);

/* Is there memory at that address that this process may read? */
bool gat_memory_opened(const void *at);

#endif
