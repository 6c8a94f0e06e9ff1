/* exchange.h - what goes to a worker and what comes back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_EXCHANGE_H
#define GAT_EXCHANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "code/constants.h"
#include "error.h"
#include "gatherum/backend.h"
#include "sparse.h"
#include "tensor.h"

#define GAT_MAX_INPUTS 5
#define GAT_MAX_ATTRS 8

/* How the two calls of a case are made: plainly; the second from another thread; the first in a
 * context of its own; or the second twice, so that the cases after it meet odd calls of the
 * process where they would meet even ones. */
enum gat_manner { GAT_CALL_PLAIN, GAT_CALL_FROM_THREAD, GAT_CALL_IN_CONTEXT, GAT_CALL_TWICE };

#define GAT_NO_CONTEXT "open() gave no second context" /* how the error of such a call begins */

enum { GAT_STDOUT_MIB = 1 }; /* what a call may print before it gets errors */

/* When the worker looks at its process: once in many cases; after this one; in some calls equal to
 * this one, too, at what an adapter tells; or after each call of it, which is then made many times
 * more. */
enum gat_look { GAT_LOOK_SELDOM, GAT_LOOK_AFTER, GAT_LOOK_EQUAL, GAT_LOOK_MANY };

/* A question to the worker, by names and arrays; the engine copies all of it. */
struct gat_job {
    const char *name; /* of the case, for who was told of it; the worker never hears it */
    const char *op, *variant, *profile;
    unsigned n_attrs;
    const struct gat_attr *attrs;
    unsigned n_inputs;
    const char *input_names[GAT_MAX_INPUTS];
    struct gat_array inputs[GAT_MAX_INPUTS]; /* string views point into the parent */
    struct gat_array output; /* dtype and shape; data unused */
    uint32_t min_align;      /* of the claim that covers it; 0 or 1: natural */
    uint64_t placed;         /* where operands lie in their windows: placement.h */
    /* not plain: enum gat_layout_kind of each input and, last, of the output; the
     * dimensions that repeat; output in the memory of the first input */
    bool presented, in_place;
    bool counted; /* tell what its coverage has that is new */
    enum gat_look look; /* at what it leaves behind */
    enum gat_manner manner;
    unsigned char layout[GAT_MAX_INPUTS + 1];
    uint32_t repeats[GAT_MAX_INPUTS];
    void *user;              /* the caller's, handed back */
};

enum gat_end {
    GAT_END_ANSWERED, /* both calls came back */
    GAT_END_FAULT,    /* touched memory that is not its own: fault_* say where */
    GAT_END_SIGNAL,   /* died of signal `code` for another reason */
    GAT_END_EXIT,     /* ended the process with status `code` */
    GAT_END_PROTOCOL, /* an adapter said or left out what it must not: error_text */
    GAT_END_TIMEOUT,
    GAT_END_MEMORY,   /* resident memory above the limit */
    GAT_END_LOST      /* our own fault, error_text says which: the worker could not be
                         started again, or the case is too large for its windows */
};

/* The reply to a question.  Pointers are valid during the callback only.  The worker is hostile:
 * everything here was bounded and copied or is only compared. */
struct gat_reply {
    enum gat_end end;
    int code;              /* signal number or exit status */
    unsigned call;         /* 0 or 1: which of the two calls it happened in */
    uint64_t placed;       /* of the job */
    /* GAT_END_FAULT and canaries */
    const char *operand;   /* its name; NULL: none is near; "the call itself" for the
                              descriptor */
    int64_t offset;        /* bytes from the operand's first byte; < 0 before it.  Of a
                              string of an input: from that string's first byte */
    int64_t operand_size;  /* bytes */
    bool write;            /* else a read */
    bool on_device;        /* a device stopped the kernel and does not say where: ... */
    bool copied;           /* in a copy that an adapter made, wherever that lay */
    bool beside;           /* ... beside an operand, as all else that it has is mapped */
    /* GAT_END_ANSWERED */
    gat_status status[2];
    const void *output[2]; /* gat_array_size bytes each; string views point into
                              parent memory, or have data == NULL and size ==
                              UINT64_MAX where the poison was left in place */
    unsigned char poison[2]; /* the byte that the outputs were filled with ... */
    bool in_place;         /* ... unless they were data, in the same memory */
    unsigned char outside[2]; /* the byte beside inputs; unknown where both are alike */
    bool canary;           /* a byte beside an operand changed: operand, offset, call */
    bool gap;              /* ... which lies between the elements of a view */
    bool printed;          /* something was written to stdout */
    uint32_t left;         /* set of enum gat_leftover: what it left in the process */
    uint32_t trace;        /* likewise, one of the last `span` cases, this one included */
    unsigned span;
    uint32_t weight;       /* what it costs to ask it again: 1, and 1 for each 4 KiB */
    uint32_t news;         /* of a counted job, not 0: its coverage has what none had before */
    struct gat_written written[2]; /* where the output is too large to be looked through */
    const struct gat_inferred *stated[2]; /* by an adapter, of an output that it made, or NULL */
    const char *error_text; /* last_error() after the first call that failed, or "" */
};

struct gat_engine_limits {
    double seconds;        /* per case; 0: the usual ones, or enough for a compiler */
    double usual;          /* per case where no compiler is to be expected; 0: 5 */
    uint64_t memory;       /* resident bytes of the worker */
    unsigned slots;        /* calls in the ring, even; 0: default */
    const char *cache;     /* the folder where compilers keep what they made, shared by the
                              workers of one backend; NULL: the worker's own */
    bool here;             /* no child process: the calls happen in a thread of this
                              one, for a debugger; a crash is then a crash, and
                              there are no limits */
};

/* A manifest as the worker reported it, in the engine's memory. */
struct gat_manifest {
    const char *name, *version, *profile;
    const char *const *notes; /* sentences for who reads the verdicts; NULL ends */
    unsigned n_claims;
    const struct gat_claim *claims; /* lists ended by NULL */
    bool has_infer;
    bool is_copied; /* an adapter: it works on copies ... */
    bool giants;    /* ... and makes a sparse tensor from what that holds */
    bool on_device; /* operands lie in memory of a device ... */
    bool maps;      /* ... that has fences and giants */
    bool looks;     /* an adapter that looks at its own process */
    uint32_t call_us; /* as in the table, at most a second */
    uint32_t n_counters; /* of coverage; 0: it was built without */
    uint32_t needs;      /* what it asked for: sandbox.h */
    struct gat_constants constants; /* that an adapter tells */
    const char *row, *row_version;  /* the backend and its version whose own function an adapter
                                       serves, and whose waivers hold for it; or NULL */
};

/* Entry of the child process: main() calls it before anything else when argv[1]
 * is GAT_WORKER_ARG; never returns. */
#define GAT_WORKER_ARG "--worker"

#endif
