/* broken.h - an honest backend with the places where one fault can be put.
 *
 * A saboteur is one C file that says SABOTEUR(.place = function): everything that
 * it does not replace is right, and what is right is what the reference demands.
 * The faults are bugs as they were found in released kernels.  `gatherum kill`
 * reads these lines of the first comment:
 *
 *     class:     the kind of root cause, NEG OOB BND ... (docs/why/trust.md)
 *     origin:    where the bug was found: repository#issue, commit or CVE
 *     verdict:   the classes by which it must be caught, one of them at least
 *     trap:      the TRAP of harness/spec/features.def that each case has which catches it
 *     operators: where it can show; without this line everywhere,
 *     except:    but here
 *     only:      the protection of the harness without which it survives
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BROKEN_H
#define GAT_BROKEN_H

#include <string.h>

#include "arith.h"
#include "dtype.h"
#include "gatherum/backend.h"
#include "ref.h"

struct faults;

/* One call on its way through. */
struct broken {
    const struct faults *faults;
    const struct gat_call *call;
    struct ref_rules rules; /* of the variant; ask() may bend them */
    struct ref_case c;      /* the question; c.rules is `rules` */
    struct ref_answer a;    /* demand, shape, axis */
    bool trusting;          /* go on where the document demands an error */
    gat_status refusal;     /* report this whatever the document demands */
    size_t esize;
    char *to;           /* the output */
    const char *source; /* the operand that put() moves: data or, in a scatter, updates */
    bool scatters;
    int64_t count;  /* of indices */
    int64_t extent; /* of data along the axis; of tuples, along that of the index at hand */
    int64_t depth;  /* of tuples, else 1 */
    /* gather: data is rows x extent x inner elements, the output rows x picks x
     * inner; the rows of one batch share their picks.  Tuples: the same, a row being a
     * batch, extent the number of places that a tuple can name */
    int64_t rows, batches, picks, inner, data_row;
    int64_t block; /* elements that one pick moves: inner, or a window of so many rows */
    /* updates that are combined: how, and how many each element of the output has had */
    enum ref_reduction how;
    int32_t *had;
    /* elements: strides of data, in elements */
    int64_t stride[GAT_MAX_RANK];
    /* tuples: the extent that index j counts along, and how far apart two of its
     * places are */
    int64_t extents[GAT_MAX_RANK], steps[GAT_MAX_RANK];
    /* picks of each row, or elements of indices or of the output, that are moved */
    int64_t start, stop;
};

/* A position that stands for no element: nothing is moved. */
#define BROKEN_NOWHERE INT64_MIN

/* The places.  What is NULL is right. */
struct faults {
    /* Bend the question: it has been read, `a` is the honest check of it. */
    void (*ask)(struct broken *b);
    /* Index number `at` as it is read. */
    int64_t (*index)(const struct broken *b, int64_t at);
    /* Does index number `at` name an element of the axis?  If not: a range error.
     */
    bool (*inside)(const struct broken *b, int64_t at, int64_t index);
    /* Bend counts and strides before anything moves. */
    void (*plan)(struct broken *b);
    /* The place on the axis that an index means, or BROKEN_NOWHERE. */
    int64_t (*position)(const struct broken *b, int64_t index);
    /* A scatter's copy of data. */
    void (*base)(const struct broken *b);
    /* Move `n` elements of b->source. */
    void (*put)(const struct broken *b, int64_t to, int64_t from, int64_t n);
    /* Combine update `from` with element `to`, which has had b->had[to] before. */
    void (*join)(const struct broken *b, int64_t to, int64_t from);
    /* Finish after all updates are combined: a mean divides by the count. */
    void (*end)(const struct broken *b);
    /* The end of the call; `status` is what it deserves. */
    gat_status (*after)(struct broken *b, gat_status status);
    /* Bend an operand of the call as it is understood, before a view of it becomes
     * compact. */
    void (*view)(struct gat_operand *o);
    /* Answer infer() instead. */
    gat_status (*infer)(const struct gat_call *call, uint32_t k, struct gat_inferred *out);
    /* Bend what infer() states. */
    void (*state)(const struct gat_call *call, struct gat_inferred *out);
    /* Take the options; NULL: there are none. */
    gat_status (*open)(const char *options, void **context, char *why, size_t n);
    void (*close)(void *context);
    /* the claim */
    uint32_t min_align;
    const char *out_of_range;
    uint32_t unclaimed; /* flags that it does without */
};

/* The honest places, for faults that show only sometimes. */
int64_t broken_index(const struct broken *b, int64_t at);
bool broken_inside(const struct broken *b, int64_t at, int64_t index);
int64_t broken_position(const struct broken *b, int64_t index);
void broken_base(const struct broken *b);
void broken_put(const struct broken *b, int64_t to, int64_t from, int64_t n);
void broken_join(const struct broken *b, int64_t to, int64_t from);
void broken_end(const struct broken *b);
static inline char *broken_at(const struct broken *b, int64_t to)
{
    return b->to + to * (int64_t)b->esize;
}
static inline const char *broken_update(const struct broken *b, int64_t from)
{
    return b->source + from * (int64_t)b->esize;
}
/* Is output the memory of data? */
bool broken_in_place(const struct broken *b);
/* How many elements are moved, each by an index of its own, or by one that is repeated. */
int64_t broken_moved(const struct broken *b);
/* Where element `at` of those lies in data, the axis left out. */
int64_t broken_target(const struct broken *b, int64_t at);
/* Move what start and stop leave. */
void broken_move(const struct broken *b);
const struct gat_backend *broken_backend(uint32_t host_abi,
                                         const struct faults *faults);

/* Bytes of the output; the whole of it was promised by the harness. */
static inline size_t broken_size(const struct broken *b)
{
    return gat_array_size(&b->a.output);
}

/* Too large to be walked through: a fault that would, stays away. */
static inline bool broken_is_giant(const struct broken *b)
{
    return broken_size(b) > (size_t)1 << 30;
}

/* The floating-point format of an element type: bytes and masks of one part. */
struct broken_format {
    unsigned size, parts;
    uint64_t sign, exponent, quiet;
};
bool broken_format_of(enum gat_dtype t, struct broken_format *out);
/* put(), and then `mend` on the bits of each floating-point number that was moved.
 */
void broken_put_bits(const struct broken *b, int64_t to, int64_t from, int64_t n,
                     uint64_t (*mend)(const struct broken_format *f,
                                      uint64_t bits));

#define SABOTEUR(...)                                                              \
    static const struct faults saboteur_faults = {__VA_ARGS__};                    \
    const struct gat_backend *gat_backend_get(uint32_t host_abi)                   \
    {                                                                              \
        return BROKEN_PLACED(broken_backend(host_abi, &saboteur_faults));          \
    }

/* Where its operands lie: on the host, or as broken_mapped.h says. */
#ifdef GAT_BROKEN_MAPPED
#include "broken_mapped.h"
#define BROKEN_PLACED(backend) broken_on_mapped(backend)
#else
#define BROKEN_PLACED(backend) (backend)
#endif

#endif
