/* npu.h - a vector core of an Ascend NPU, as far as gathers and scatters need one.
 *
 * A functional model written from public documentation.  Instructions do at once what
 * the device does later; which pipe does it, and what that pipe has waited for, is
 * kept beside, so an order that the device need not keep is an error here even though
 * the values would be right.  The first rule that a core breaks (npu_rules.def) stays;
 * all that follows on that core does nothing, so kernels need no error paths.
 *
 * Sources, by the words that comments use; pages of hiascend.com/document, section
 * "Ascend C API":
 *   general    General Restrictions (atlasascendc_api_07_0004): alignment of memories
 *   copy       DataCopy (07_0110 and later numbers): whole blocks
 *   pad        DataCopyPad (07_0265): parts, gaps, padding
 *   parts      the same copy among the intrinsics (cceapi_0092): parts up to 2^12 - 1 of
 *              2^21 - 1 bytes, padding up to 32
 *   gather     Gather (07_0092): offsets, element types by product
 *   flags      SetFlag/WaitFlag (07_0270): pipes, events 0 to 7, pairs
 *   atomic     SetAtomicAdd (07_0210) and SetAtomicMax (07_0284): element types; a barrier
 *              between a plain copy and one that combines; to be ended before others follow
 *   hardware   the programming guide, architectures 2201 (A2, A3) and 3510 (950): buffer,
 *              32-byte blocks, 256 bytes per repeat; the scalar unit computes with any type
 *   reserved   its list of compiler options: 8 KiB stay with the compiler if not disabled
 *   platform   the product descriptions that an installation has below platform_config
 *   pypto      pypto.gather: the axis of the input is not cut
 *   transfer   the article "Ascend C operator optimisation 03, transfers" (2024-09-06)
 * What is an estimate, or a choice of ours, says so where it stands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_NPU_H
#define GAT_NPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "npu_number.h"

enum npu_rule {
    NPU_KEPT,
#define NPU_RULE(id, name, sentence) NPU_##id,
#include "npu_rules.def"
#undef NPU_RULE
    NPU_RULES
};
const char *npu_rule_name(enum npu_rule rule);

enum {
    NPU_BLOCK = 32,          /* bytes of a block (general) */
    NPU_VECTOR = 256,        /* bytes that a vector instruction takes per repeat (hardware) */
    NPU_MOST_PARTS = 4095,   /* of a padded copy (pad, parts) */
    NPU_MOST_PART = 2097151, /* bytes of one (pad, parts) */
    NPU_EVENTS = 8,          /* numbers of events per pair of pipes (flags) */
    NPU_MOST_CORES = 72,     /* vector cores of the largest product (platform) */
    NPU_MOST_BUFFER = 248 * 1024, /* of the largest one (platform) */
    NPU_SENT = 16,           /* copies out that are kept in mind: our choice */
};

struct npu_product {
    const char *name;       /* a2a3, 950: what a user types */
    uint32_t buffer;        /* usable bytes of the unified buffer */
    unsigned cores;         /* vector cores of its largest member */
    uint32_t gather_sizes;  /* sum of the element sizes that the vector gather takes */
};
extern const struct npu_product npu_products[];
extern const unsigned npu_product_count;

/* The pipes: scalar unit, vector unit, copies in (MTE2) and copies out (MTE3). */
enum npu_pipe { NPU_S, NPU_V, NPU_IN, NPU_OUT, NPU_PIPES };

struct npu_local {
    uint32_t at, size; /* bytes of the unified buffer */
};
struct npu_global {
    char *data; /* an operand: nothing outside is touched */
    uint64_t size, esize;
};

struct npu_counters {
    uint64_t in, out;         /* bytes that were moved for a purpose */
    uint64_t padding;         /* bytes that blocks moved on top of them */
    uint64_t copies;          /* instructions that moved them */
    uint64_t vector, scalar;  /* elements that the vector and the scalar unit handled */
    uint64_t instructions;    /* of the vector unit */
    uint64_t cycles;          /* estimate; of several cores the largest */
};

/* For each block the number of the last instruction of each pipe that touched it. */
struct npu_block {
    uint64_t wrote;           /* number, and the pipe in the two lowest bits */
    uint64_t read[NPU_PIPES];
};
struct npu_flag {
    bool set;
    uint64_t clock, seen[NPU_PIPES];
};
struct npu_sent { /* by a copy out since the last barrier */
    const char *from, *to;
    bool atomic;
};
struct npu_core {
    unsigned id, cores; /* this one, of how many that run the kernel */
    const struct npu_product *product;
    struct npu_counters counters;
    bool bad_index; /* a kernel met an index that names nothing */

    enum npu_rule broken;
    char what[160]; /* where it was broken */

    uint32_t taken; /* of the buffer, by npu_take() */
    uint64_t start; /* number of the first instruction of this kernel */
    uint64_t next;  /* number of the next one, over all pipes */
    uint64_t last[NPU_PIPES];
    uint64_t seen[NPU_PIPES][NPU_PIPES]; /* [who][by whom]: what is known to be done */
    uint64_t clock[NPU_PIPES];           /* cycles */
    enum npu_reduction atomic; /* how copies out combine with memory that they write to */
    enum gat_dtype atomic_type;
    struct npu_sent sent[NPU_SENT]; /* the latest of them */
    unsigned sents;
    struct npu_flag flags[NPU_PIPES][NPU_PIPES][NPU_EVENTS];
    struct npu_block blocks[NPU_MOST_BUFFER / NPU_BLOCK];
    _Alignas(16) unsigned char buffer[NPU_MOST_BUFFER];
};

/* ---- running kernels (npu_launch.c) ---- */

typedef void npu_kernel(struct npu_core *c, const void *job);
struct npu_device; /* cores and their threads */
/* NULL: no memory, or more cores than the product has. */
struct npu_device *npu_device_new(const struct npu_product *p, unsigned cores, bool eager);
void npu_device_free(struct npu_device *d);
/* Run `kernel` for `units` of work and wait; a core whose number is `units` or more has
 * none and is left out.  With `small`, one core after the other in this thread, which
 * costs less than waking threads.  True: no rule was broken; else `why` tells which, by
 * the first core that broke one. */
struct npu_ran {
    bool bad_index;
    struct npu_counters counters;
    char why[240];
};
bool npu_launch(struct npu_device *d, npu_kernel *kernel, const void *job, int64_t units,
                bool small, struct npu_ran *ran);

/* ---- for kernels ---- */

static inline uint64_t npu_up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}
/* A rule is broken; `what` says where. */
void npu_break(struct npu_core *c, enum npu_rule rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A local tensor of its own, until the kernel ends. */
struct npu_local npu_take(struct npu_core *c, uint64_t size);
/* The part of a local tensor from byte `at` on. */
static inline struct npu_local npu_from(struct npu_local t, uint64_t at)
{
    return (struct npu_local){t.at + (uint32_t)at, t.size > at ? t.size - (uint32_t)at : 0};
}

/* Order between pipes: `to` waits until all that `from` was given before is done. */
void npu_set(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event);
void npu_wait(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event);
/* Later instructions of a pipe wait for its earlier ones. */
void npu_barrier(struct npu_core *c, enum npu_pipe pipe);

/* Copies.  `at` is a byte of the global operand. */
void npu_copy_in(struct npu_core *c, struct npu_local to, const struct npu_global *from,
                 uint64_t at, uint64_t size);
void npu_copy_out(struct npu_core *c, const struct npu_global *to, uint64_t at,
                  struct npu_local from, uint64_t size);
/* Several parts of any length.  In the buffer each begins at a block; after a part
 * that comes in stand zeros, `right` bytes and then up to the end of the block. */
struct npu_parts {
    uint64_t count, size; /* bytes of each */
    uint64_t gap;         /* bytes between two in global memory */
    uint64_t blocks;      /* blocks between two in the buffer */
    uint64_t right;
};
void npu_pad_in(struct npu_core *c, struct npu_local to, const struct npu_global *from,
                uint64_t at, const struct npu_parts *p);
void npu_pad_out(struct npu_core *c, const struct npu_global *to, uint64_t at,
                 struct npu_local from, const struct npu_parts *p);

/* From here on copies out combine with what is there; NPU_NONE: they replace it. */
bool npu_atomic_takes(enum gat_dtype type, enum npu_reduction how);
void npu_atomic(struct npu_core *c, enum npu_reduction how, enum gat_dtype type);

/* The vector unit.  Operands are int32 unless stated otherwise; an overflow wraps around. */
enum npu_sum { NPU_ADD, NPU_SUB };                                    /* with a tensor */
enum npu_scalar { NPU_ADDS, NPU_MULS, NPU_MAXS, NPU_MINS, NPU_SHIFT }; /* with a number */
void npu_sums(struct npu_core *c, enum npu_sum what, struct npu_local to,
              struct npu_local a, struct npu_local b, uint64_t count);
void npu_scalars(struct npu_core *c, enum npu_scalar what, struct npu_local to,
                 struct npu_local a, int32_t b, uint64_t count);
/* OR of all of `a` into the 64 numbers of one repeat. */
void npu_fold(struct npu_core *c, struct npu_local to, struct npu_local a, uint64_t count);
void npu_fill(struct npu_core *c, struct npu_local to, int32_t value, uint64_t count);
void npu_ramp(struct npu_core *c, struct npu_local to, int32_t first, int32_t step,
              uint64_t count);
/* int64 to int32; a number that does not fit becomes the nearest that does. */
void npu_narrow(struct npu_core *c, struct npu_local to, struct npu_local from,
                uint64_t count);
/* to[k] = the element of `from` that lies offsets[k] bytes after `base`. */
void npu_gather(struct npu_core *c, struct npu_local to, struct npu_local from,
                struct npu_local offsets, uint64_t base, uint64_t esize, uint64_t count);

/* The scalar unit: one element in the buffer, or read from global memory. */
int64_t npu_get(struct npu_core *c, struct npu_local from, uint64_t at, uint64_t size);
void npu_move(struct npu_core *c, struct npu_local to, uint64_t to_at,
              struct npu_local from, uint64_t from_at, uint64_t size);
/* to = to with from, of elements of a type. */
void npu_combine(struct npu_core *c, enum npu_reduction how, enum gat_dtype type,
                 struct npu_local to, uint64_t to_at, struct npu_local from, uint64_t from_at);
void npu_fetch(struct npu_core *c, struct npu_local to, uint64_t to_at,
               const struct npu_global *from, uint64_t from_at, uint64_t size);

/* ---- between the files of the model ---- */

/* Begin an instruction of a pipe that takes so many cycles. */
void npu_begin(struct npu_core *c, enum npu_pipe pipe, uint64_t cycles);
/* Address of the bytes that an instruction reads or writes; NULL if it breaks a rule. */
const void *npu_reads(struct npu_core *c, enum npu_pipe pipe, struct npu_local t,
                      uint64_t size);
void *npu_writes(struct npu_core *c, enum npu_pipe pipe, struct npu_local t,
                 uint64_t size);
bool npu_aligned(struct npu_core *c, struct npu_local t);

#endif
