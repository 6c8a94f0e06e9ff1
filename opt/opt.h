/* opt.h - optimised kernels for the CPU: the context, and how a case is run.
 *
 * A file of opt/ that has a kernel says OPT_KERNEL(gather) = { ... }.  A kernel
 * computes the cases that it is made for and leaves every other one to ref; so what
 * has no kernel here works all the same.  Rules, demands and shapes are ref's.
 * Nothing is global: threads, scratch and the level of the CPU belong to a context
 * in memory of the caller's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_H
#define GAT_OPT_H

#include "ref.h"

struct opt;       /* a context */
struct opt_level; /* the loops of one instruction set: opt_level.h */

struct opt_setup {
    const struct opt_level *level;
    unsigned threads;
    /* Bytes; from the machine, and other ones for tests. */
    int64_t few;        /* rows that are taken without a level, or 0 */
    size_t near_size;   /* bytes that fit into a core's own cache */
    size_t last_size;   /* bytes of which the last cache holds most */
    size_t stream_from; /* least output that bypasses the cache */
    size_t share_from;  /* least output for which waking a thread pays */
    size_t task_size;   /* least output of one task */
};
/* The level itself, or how it gathers, whichever is faster here and now: under a millisecond. */
const struct opt_level *opt_level_measured(const struct opt_level *l);
/* "level=avx2,threads=3,gathers=no", or "" for the best of this machine.  False, with one
 * sentence in `why`, for what is unknown or cannot be had here. */
bool opt_setup_read(const char *options, struct opt_setup *s, char *why, size_t n);
/* A context lives in opt_size() bytes of zeroes at an address that 64 divides. */
size_t opt_size(const struct opt_setup *s);
void opt_start(struct opt *o, const struct opt_setup *s);
void opt_stop(struct opt *o);

/* A call without views that differs from the last one read in its addresses alone, as
 * the same question: false when it is another. */
bool opt_call_again(struct opt *o, const struct gat_call *call, const struct ref_case **c,
                    const struct ref_answer **a);
/* A call as a checked question, by `read`, which is ref_case_from_call(); both live in
 * the context until the next one.  A call without an output is GAT_E_INVALID. */
typedef gat_status opt_reader(const struct gat_call *call, struct ref_case *c,
                              struct ref_answer *a);
gat_status opt_call_read(struct opt *o, const struct gat_call *call, opt_reader *read,
                         const struct ref_case **c, const struct ref_answer **a);
/* Compute a checked case.  False: ref has to, because it is no case for opt or has
 * an index outside the axis; the output may then have been written in parts.  One
 * thread at a time. */
bool opt_run(struct opt *o, const struct ref_case *c, const struct ref_answer *a);
/* Bytes of memory that opt_run() computes this case with; without
 * opt_room_give() before it, ref has to. 0: it needs none. */
size_t opt_room(const struct ref_case *c, const struct ref_answer *a);
void opt_room_give(struct opt *o, void *room);

struct opt_kernel {
    const char *name; /* of the ref kernel that it stands in for */
    bool (*run)(struct opt *o, const struct ref_case *c, const struct ref_answer *a);
};

#define OPT_KERNEL(id)                                                         \
    static const struct opt_kernel opt_kernel_##id;                            \
    __attribute__((used, section("opt_kernels")))                              \
    static const struct opt_kernel *const opt_kernel_entry_##id = &opt_kernel_##id; \
    static const struct opt_kernel opt_kernel_##id
/* Is there a kernel here that stands in for it?  Without one all of its cases are ref's. */
bool opt_has(const struct ref_kernel *k);

#endif
