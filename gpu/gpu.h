/* gpu.h - what the backends gpu_host, opencl and cuda share: from a call to launches.
 *
 * A backend gives a table of what its device can do; reading a call, checking it,
 * planning the launches of kernel_*.h and turning what they found into a status is
 * here.  Like any author of a backend this folder knows backend.h and nothing else.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_GPU_H
#define GAT_GPU_H

#include <stdbool.h>

#include "gatherum/backend.h"
#include "gpu_rules.h" /* made by the build */
#include "kernel.h"

/* A place in memory of the device. */
struct gpu_at {
    void *buffer;
    uint64_t offset; /* bytes */
};

enum gpu_kernel {
    GPU_CLEAR,
    GPU_ELECT,
    GPU_KEY,
    GPU_CHECK,
    GPU_COUNT,
    GPU_SUM,
    GPU_SCAN,
    GPU_MOVE,
    GPU_JOIN,
    GPU_TAKE,
    GPU_PLACE
};
struct gpu_launch {
    enum gpu_kernel kernel;
    unsigned unit;         /* bytes: 1, 2, 4, 8 or 16; 0 for kernels that know no unit */
    uint64_t items;        /* work-items that have something to do */
    struct gpu_at far, indices, near;
    void *notes, *state; /* buffers; no notes where nothing is elected or combined */
    uint32_t which, step;
};
/* The kernel's name in the source, "k_take_32". */
void gpu_kernel_name(const struct gpu_launch *l, char *name, size_t n);
enum { GPU_KERNELS = 19 };
/* A number below GPU_KERNELS for each kernel of each unit. */
unsigned gpu_kernel_number(const struct gpu_launch *l);

/* The operations of a device. `context` is the backend's own, whose first member is a struct
 * gpu_context.  All happens in the order in which it was asked for. */
struct gpu_device {
    const struct gat_mem *mem;
    gat_status (*launch)(void *context, const struct gpu_launch *l);
    gat_status (*sync)(void *context);
    uint64_t most_notes; /* bytes that may be spent on electing and ordering rows */
    bool host;           /* buffers are addresses of this process */
};

/* ---- gpu_question.c ---- */
enum gpu_operand { GPU_DATA, GPU_INDICES, GPU_UPDATES, GPU_OUTPUT, GPU_OPERANDS };
struct gpu_tensor {
    bool given;
    enum gat_dtype dtype;
    int32_t ndim;
    int64_t shape[GAT_MAX_RANK], stride[GAT_MAX_RANK]; /* strides in bytes */
    int64_t count, esize;
    struct gpu_at at;
};
/* Which dimensions an operator's indices name. */
enum gpu_form {
    GPU_SLICES,   /* the axis */
    GPU_ELEMENTS, /* the axis, where all other coordinates are those of the index */
    GPU_TUPLES,   /* the first ones after the batches */
    GPU_PLACES,   /* all, as one */
    GPU_WINDOWS,  /* those of lists */
    GPU_BATCHES   /* the axis, along which a window begins there */
};
/* A dimension of what moves: it follows one of data, one of indices, or both; -1: none.  `leads`:
 * its coordinate is added to this index of a tuple, counted from 1. */
struct gpu_dimension {
    int64_t extent;
    int32_t data, indices;
    uint32_t leads;
};
struct gpu_question {
    struct gpu_tensor t[GPU_OPERANDS];
    const struct gpu_variant *variant;
    enum gpu_form form;
    int32_t axis, batch_dims;
    int32_t vector; /* the dimension of indices that holds tuples, or -1 */
    int32_t rank;   /* of what moves: greater than GAT_MAX_RANK where no tensor has so many */
    struct gpu_dimension moved[GAT_MAX_RANK];
    int32_t depth, along[GAT_MAX_RANK]; /* the dimensions of data that a tuple is for ... */
    int64_t places[GAT_MAX_RANK];       /* ... and how many places it may name along them */
    bool scatters, zero;
    bool first, unordered; /* as in gpu_context, unless the variant demands the last */
    uint32_t policy;
    uint32_t how;  /* enum k_how: do updates combine with data? */
    bool bare;     /* ... without data */
    bool negates;  /* ... with their sign changed */
    bool blank;    /* what no update reaches is zero */
};
/* How a backend was opened, and the last error in words. */
struct gpu_context {
    const struct gpu_device *device;
    uint32_t policy; /* enum k_policy: with an index out of range */
    bool zero;       /* K_FILL with zeros */
    const char
        *declares;   /* the policy by its name, where an option asks for one; else the variant's */
    bool moves_only; /* no variant and no attribute that computes is claimed */
    bool first;      /* of several updates of one element the first stays, else the last */
    unsigned most_lanes; /* work-items that may share a row: a power of two, at most 256 */
    bool unordered;  /* any of them stays: one launch instead of three, where that is safe */
    void *spare;     /* notes of a call before, of `spare_size` bytes */
    uint64_t spare_size;
    char error[200];
};
__attribute__((format(printf, 3, 4))) gat_status
gpu_fail(struct gpu_context *c, gat_status status, const char *format, ...);
/* Read a call: the question, or the status for a call that is wrong as it stands.  Without `output`
 * the call may have none, and q->t[GPU_OUTPUT] says which it would have. */
gat_status gpu_question_read(struct gpu_context *c, const struct gat_call *call,
                             bool output, struct gpu_question *q);

/* ---- gpu_formula.c, gpu_windows.c: the dimensions of what moves ---- */
void gpu_moves(struct gpu_question *q, int64_t extent, int32_t data, int32_t indices);
void gpu_names(struct gpu_question *q, int32_t d, int64_t places);
void gpu_formula_slices(struct gpu_question *q, int32_t depth);
void gpu_formula_elements(struct gpu_question *q);
/* Is an operand repeated where it has one place off the axis? */
bool gpu_repeats(const struct gpu_question *q);
void gpu_formula_batches(struct gpu_question *q);
gat_status gpu_windows_read(struct gpu_context *c, const struct gat_call *call,
                            struct gpu_question *q);

/* ---- gpu_variants.c ---- */
/* A variant, or a profile of one, with the value of each rule of ref/rules.def: the number of its
 * word, or the number itself.  As in ref/, reductions have the numbers of enum k_how. */
struct gpu_variant {
    const char *op;
    const char *name[2];      /* a list of one, as claims have them */
    const char *profile;      /* "" where there is none */
    const char *outside;      /* policy with an index out of range; NULL: error */
    uint32_t excludes;        /* set of GAT_BIT: element types that must be refused */
    uint32_t indexes;         /* set of index types */
    int32_t axis;             /* where the call states none */
    bool may_reduce;          /* it has the attribute reduction */
    int64_t rule[GPU_RULES];
};
#define GPU_DECIDES(v, name, word) ((v)->rule[GPU_RULE_##name] == GPU_##name##_##word)
extern const struct gpu_variant gpu_variants[]; /* made by the build from specs/ */
extern const unsigned gpu_variant_count;
const struct gpu_variant *gpu_variant_find(const char *op, const char *name, const char *profile);
/* The claims, which promise the policy; at most GPU_CLAIMS. */
enum { GPU_CLAIMS = 256 };
uint64_t gpu_claims_make(const struct gpu_context *c, struct gat_claim *claims);

/* ---- gpu_plan.c ---- */
enum { GPU_LAUNCHES = 192 };
struct gpu_plan {
    unsigned n_launches;
    struct gpu_launch launches[GPU_LAUNCHES];
    struct k_state first; /* as it is before the first launch ... */
    void *state, *notes;  /* ... and on the device */
    uint64_t notes_size;
    bool checks;          /* some launch reads indices */
};
/* Launches and walks of a question, without memory of the device: of notes only the size
 * is said. */
gat_status gpu_plan_make(struct gpu_context *c, const struct gpu_question *q,
                         struct gpu_plan *p, uint64_t *notes_size);

/* ---- gpu_run.c: members of a backend's table ---- */
gat_status gpu_prepare(void *context, const struct gat_call *call, void **plan);
gat_status gpu_execute(void *context, void *plan);
gat_status gpu_sync(void *context, void *plan);
void gpu_release(void *context, void *plan);
enum { GPU_SPARE_LEAST = 1 << 20 }; /* bytes; less memory costs little */
/* Let go of what a context keeps between calls. */
void gpu_close(struct gpu_context *c);
/* All of a call whose operands lie in memory of the host. */
gat_status gpu_run(void *context, const struct gat_call *call);
gat_status gpu_infer(void *context, const struct gat_call *call, uint32_t k,
                     struct gat_inferred *out);
const char *gpu_last_error(void *context);
#define GPU_CALLS                                                                     \
    .run = gpu_run, .last_error = gpu_last_error, .infer = gpu_infer,                 \
    .prepare = gpu_prepare, .execute = gpu_execute, .sync = gpu_sync,                 \
    .release = gpu_release

/* ---- gpu_open.c ---- */
/* Options that all three have, "policy=zero,order=first"; `own` is asked for any other
 * one.  False with a sentence in `why`. */
typedef bool gpu_option(void *user, const char *name, const char *value);
bool gpu_options_read(struct gpu_context *c, const char *options, gpu_option *own,
                      void *user, const char *known, char *why, size_t n);
/* "clamp" as enum k_policy; *zero: K_FILL with zeros. */
bool gpu_policy_find(const char *name, uint32_t *policy, bool *zero);

/* ---- made by the build ---- */
extern const char gpu_source[]; /* the device source, as text */

#endif
