/* backend.h - the contract between gatherum and an implementation under test.
 *
 * A backend is one shared object that exports one function,
 * gat_backend_get().  Everything else is reached through the table that this
 * function returns; this header is all that the author of a backend reads.
 *
 * MEMORY.  The harness owns every buffer.  A backend writes to the outputs and
 * to nothing else; inputs, shapes and the call itself may lie in memory that
 * cannot be written.  Every operand ends, or begins, flush against memory that
 * cannot be touched at all, so reading one byte too many is a fault too.
 * data + byte_offset is aligned to the size of an element, at most 16 bytes,
 * or to the alignment that the claim asks for (a power of two, at most 64).
 * The bytes that this alignment leaves between operand and fence are checked
 * after the call.  The data pointer of a tensor without elements may be
 * anything, NULL included: do not follow it.  Nothing that the call points to
 * may be kept after run() has returned.
 *
 * VIEWS.  Operands are compact unless the claim says more.  With GAT_TAKES_VIEWS
 * an operand may have strides, may have its dimensions in another order in memory,
 * and may begin byte_offset bytes inside a buffer.  A stride is never negative; it
 * is 0 only in inputs, where one slice stands for several.  The bytes between the
 * elements of a view do not belong to the operand: in an output they must stay as
 * they were.  With GAT_ODD_ADDRESSES data + byte_offset may be any address.  With
 * GAT_WORKS_IN_PLACE the output of a scatter may be data: then both have the same
 * address, shape and strides, and the role of data is GAT_INOUT; an error that
 * leaves the output untouched leaves data there.
 *
 * DEVICES.  A backend whose kernels work on memory of a device gives `mem` and the four
 * functions from prepare() to release().  The harness calls these and not run(), which
 * other programs may use.  It puts every operand into a buffer of the backend's own, with
 * canaries on both sides, fills outputs with poison there, and compares all of it after
 * the call.  In such a call `data` is what alloc() gave, `byte_offset` says where in it
 * the operand begins, and device is mem->device.  Only `axis` stays in memory of the host,
 * type 1.  Tensors above 2 GiB do not come, unless `mem` offers addresses that are mapped
 * piece by piece.  Then all tensors come that a host gets, the largest with memory of
 * their own in a few pieces only, and each call is made twice: between canaries, and flush
 * against addresses that are not mapped.
 *
 * CALLS.  One thread at a time calls into a backend, and it is always the same thread, unless
 * the claim says GAT_ANY_CALLER or the run is --strict.  Then the thread may change from
 * call to call (not for memory of a device), and open() may be called again while a context is
 * open: calls in the two contexts come in turn, and close() ends only one of them.  The same
 * case is run more than once, in one process, and must answer the same each time.  A case
 * has a time limit and the process a limit on resident memory; the run tells both.  stdout
 * belongs to the test results: print to stderr.
 *
 * THE PROCESS.  A call leaves its process as open() has left it (GAT-10): rounding mode,
 * flushing of denormals and precision of floating-point numbers, handlers and mask of
 * signals, working directory, locale, permissions of new files (umask), processors of the
 * thread, resource limits, and what memory can be touched.  Threads, files and memory may
 * stay, as pools and caches do, but may not become more with each call: what grows in every
 * part of 64 equal calls in a fresh process is a leak, and so is what grows in each of five
 * rounds of the same calls in the same order.  The run tells what a call leaves behind, and
 * fails it with --strict; it resets the floating-point state before the next call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GATHERUM_BACKEND_H
#define GATHERUM_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GAT_ABI 1u      /* grows when something below changes place or meaning */
#define GAT_MAX_RANK 16 /* no tensor of any case has more dimensions            */

/* Element types: X(id, name in specs and cases, DLPack code, bits).  The order
 * is part of the ABI (sets are made with GAT_BIT): new types go to the end.
 * Elements that only move are opaque bytes.  A string is a 16-byte view,
 * struct gat_string; copying the view copies the element. */
#define GAT_DTYPE_MAP(X)                                                       \
    X(BOOL, "bool", 6, 8)            X(I8, "int8", 0, 8)                       \
    X(I16, "int16", 0, 16)           X(I32, "int32", 0, 32)                    \
    X(I64, "int64", 0, 64)           X(U8, "uint8", 1, 8)                      \
    X(U16, "uint16", 1, 16)          X(U32, "uint32", 1, 32)                   \
    X(U64, "uint64", 1, 64)          X(F16, "float16", 2, 16)                  \
    X(BF16, "bfloat16", 4, 16)       X(F32, "float32", 2, 32)                  \
    X(F64, "float64", 2, 64)         X(C64, "complex64", 5, 64)                \
    X(C128, "complex128", 5, 128)    X(STR, "string", 3, 128)
#define X(id, name, code, bits) GAT_##id,
enum gat_dtype { GAT_DTYPE_MAP(X) GAT_DTYPE_COUNT };
#undef X
#define GAT_BIT(n) (UINT32_C(1) << (n))
#define GAT_ALL_TYPES (GAT_BIT(GAT_DTYPE_COUNT) - 1u)

/* One element of a string tensor: `size` bytes at `data`, not terminated, NUL
 * allowed inside; `data` may be anything when size is 0.  Views that the
 * backend itself makes must stay readable until the next run() or close() of
 * the context; the harness copies what they show at once. */
struct gat_string {
    const char *data;
    uint64_t size;
};

/* Layout-equal to DLPack's DLTensor.  Strides count elements; NULL means
 * compact, in C order.  Views (strides, byte_offset) come only to backends that
 * claim GAT_TAKES_VIEWS; a stride is never negative. */
struct gat_device {
    int32_t type; /* 1 = CPU */
    int32_t id;
};
struct gat_scalar_type {
    uint8_t code, bits;
    uint16_t lanes;
};
struct gat_tensor {
    void *data;
    struct gat_device device;
    int32_t ndim;
    struct gat_scalar_type type;
    const int64_t *shape;
    const int64_t *strides;
    uint64_t byte_offset;
};

/* Operands have names, the same for every variant of an operator:
 *   gather, gather_elements, gather_nd     data indices            -> output
 *   take, gather_windows                   data indices            -> output
 *   scatter, scatter_elements, scatter_nd, scatter_slices, put, tensor_scatter, scatter_windows
 *                                          data indices updates    -> output
 * Where a document combines updates, the attribute `reduction` (a text: none add sub mul
 * min max mean) says how; `initial` of 0 says that data take no part in the result.
 * Lists of integers (GAT_ATTR_INTS) describe the windows of gather_windows and
 * scatter_windows: offset_dims, collapsed_slice_dims, operand_batching_dims,
 * start_indices_batching_dims, start_index_map and slice_sizes, and the integer
 * index_vector_dim, each as in StableHLO's gather; a scatter has no slice_sizes.  A missing
 * list is an empty one.
 * `axis` is an operand and no attribute where a document allows a tensor for it
 * and the case uses one.  An optional operand that is not given
 * has form GAT_ABSENT.  A GAT_SCALAR is a tensor of rank 0 by definition. */
enum gat_role { GAT_IN, GAT_OUT, GAT_INOUT };
enum gat_form { GAT_ABSENT, GAT_SCALAR, GAT_TENSOR };
struct gat_operand {
    const char *name;
    int32_t role; /* enum gat_role */
    int32_t form; /* enum gat_form */
    struct gat_tensor tensor;
};

/* A named attribute of the operator: axis, batch_dims, tile_shape, ... */
enum gat_attr_kind { GAT_ATTR_INT, GAT_ATTR_FLOAT, GAT_ATTR_TEXT, GAT_ATTR_INTS };
struct gat_attr {
    const char *name;
    int32_t kind; /* enum gat_attr_kind: which of the following is in use */
    int32_t unused;
    int64_t i;
    double f;
    const char *text;
    const int64_t *ints;
    uint64_t n_ints;
};

/* One call.  `op` and `variant` are the two halves of a variant's name, for
 * example "gather" and "onnx-13"; `profile` is "" where the document knows no
 * device classes.  Outputs arrive compact, in their final shape and full of
 * poison; when the case must fail, in the shape that they would have had.  Where that
 * shape has more than 16 dimensions the last one counts for all from there on. */
struct gat_call {
    uint32_t struct_size; /* sizeof(struct gat_call), as the harness knows it */
    uint32_t flags;       /* none yet */
    const char *op, *variant, *profile;
    const struct gat_attr *attrs;
    uint64_t n_attrs;
    const struct gat_operand *operands;
    uint64_t n_operands;
};

/* What run() answers.  The status is part of the answer: a bad index is a
 * range error, never "invalid". */
typedef int32_t gat_status;
enum {
    GAT_OK,
    GAT_E_UNSUPPORTED, /* a failure of the backend if it claimed this call     */
    GAT_E_INVALID,     /* shapes, ranks or attributes break the document       */
    GAT_E_TYPE,        /* an element or index type that the document excludes  */
    GAT_E_RANGE,       /* an index is outside the axis that it addresses       */
    GAT_E_NOMEM,       /* the backend has no memory left                       */
    GAT_E_INTERNAL,    /* the backend's own fault                              */
    GAT_E_LOST,        /* likewise, and nothing works in this process any more:
                          the run goes on in a new one                         */
    GAT_E_FAULT,       /* likewise, because the device stopped a kernel that touched
                          memory which is not mapped or may not be written     */
    GAT_E_DEVICE       /* the device itself failed, as by an uncorrectable error of
                          its memory: the machine's fault and no verdict on the
                          backend.  The run ends with exit code 3               */
};

/* A claim is a promise that the run will hold the backend to.  What it leaves
 * out is listed as not claimed, never counted as passed. */
enum {
    /* more than the least that is asked for */
    GAT_TAKES_VIEWS = 1 << 0,     /* strided, offset and broadcast operands     */
    GAT_WORKS_IN_PLACE = 1 << 1,  /* output may be the same memory as data      */
    GAT_ODD_ADDRESSES = 1 << 2,   /* no alignment needed at all                 */
    GAT_CLEAN_ERRORS = 1 << 3,    /* an error leaves the output untouched       */
    GAT_NAMES_ERRORS = 1 << 4,    /* the status tells which kind of error       */
    GAT_ANY_CALLER = 1 << 5,      /* called by any thread, and beside contexts  */
    /* declared gaps: such cases are not sent, and the claim is only partial */
    GAT_NO_NEGATIVE_INDEX = 1 << 8,
    GAT_NO_EMPTY = 1 << 9,        /* no operand without elements                */
    GAT_NO_SCALAR_INDEX = 1 << 10,/* no indices of rank 0                       */
    GAT_NO_ERRORS = 1 << 11,      /* inputs are trusted: no must-fail cases     */
    GAT_NO_GIANTS = 1 << 12,      /* no tensor above 1 GiB                      */
    GAT_NO_UNDEFINED = 1 << 13    /* no input that the document leaves undefined*/
};
struct gat_claim {
    const char *op;              /* "gather"                                    */
    const char *const *variants; /* "onnx-13", ...; NULL ends the list          */
    const char *const *attrs;    /* attributes understood, NULL ends the list;
                                    NULL itself: all that the variant has;
                                    "axis=0": with no other value than this     */
    uint32_t data_types;         /* set of GAT_BIT(enum gat_dtype)              */
    uint32_t index_types;        /* likewise                                    */
    int32_t min_rank, max_rank;  /* of every operand                            */
    uint32_t flags;              /* GAT_TAKES_VIEWS, ...                        */
    uint32_t min_align;          /* bytes; 0 or 1: the size of an element       */
    const char *out_of_range;    /* NULL: as the variant demands; else what the
                                    backend does by its own declaration with an
                                    index outside its domain, one of:
        "error"  it reports GAT_E_RANGE
        "clamp"  the nearest end of the axis is meant
        "wrap"   the index modulo the extent is meant, never negative
        "zero"   a gather stores zero, or an empty string
        "fill"   a gather stores a NaN (complex: in one part at least), the least
                 number of a signed and the greatest of an unsigned integer type,
                 true, or an empty string
        "drop"   a gather may leave anything in that element
                 With "zero", "fill" and "drop" a scatter leaves that update out. */
};

/* Shape and type of an output, for infer(). */
struct gat_inferred {
    int32_t ndim;
    struct gat_scalar_type type;
    int64_t shape[GAT_MAX_RANK];
};

/* Memory of a device, as the backend sees it.  What alloc() gives begins at a multiple of
 * 64 bytes; the harness does not follow the pointer.  Positions and sizes count bytes.  A
 * copy overlaps no execution of a plan, and has ended when the function returns. */
struct gat_mem {
    uint32_t struct_size; /* sizeof(struct gat_mem) */
    struct gat_device
        device; /* by DLPack: 2 = CUDA, 4 = OpenCL, 8 = Vulkan, 12 = an extension ... */
    gat_status (*alloc)(void *context, uint64_t size, void **buffer);
    void (*free)(void *context, void *buffer);
    gat_status (*copy_in)(void *context, void *buffer, uint64_t at, const void *from,
                          uint64_t size);
    gat_status (*copy_out)(void *context, void *to, void *buffer, uint64_t at,
                           uint64_t size);
    /* From device to device, asynchronous like execute(); NULL: not offered.  bench
     * measures kernels against it. */
    gat_status (*copy)(void *context, void *to, uint64_t to_at, void *from,
                       uint64_t from_at, uint64_t size);
    /* Addresses that are mapped piece by piece; a grain of 0: not offered.  The grain is a
     * power of two, in bytes, and open() may fill it in; all positions and sizes are
     * multiples of it.  reserve() gives addresses, none of which can be touched; map() maps
     * a piece of them that was not mapped; copies go to mapped pieces, also across their
     * borders; free() takes the addresses back with all that is mapped there.  A kernel that
     * touches an address that is not mapped, or writes to GAT_MAP_ZEROS, has to be stopped:
     * sync() then says GAT_E_FAULT. */
    uint64_t grain;
    gat_status (*reserve)(void *context, uint64_t size, void **buffer);
    gat_status (*map)(void *context, void *buffer, uint64_t at, uint64_t size, int32_t how);
};
enum {
    GAT_MAP_OWN,  /* memory of its own, to be read and written                        */
    GAT_MAP_ZEROS /* reads as zeros; may be the same few pages under many addresses   */
};

/* The table.  It and all that it points to stay valid until the object is
 * unloaded.  Claims and version are read after open() has returned, which may
 * therefore complete them.  Members after `run` may be NULL; a table whose
 * struct_size is smaller than this one simply lacks the members at its end. */
struct gat_backend {
    uint32_t abi;         /* GAT_ABI */
    uint32_t struct_size; /* sizeof(struct gat_backend) */
    const char *name;     /* [a-z0-9_]+, at most 200 bytes like the next */
    const char *version;  /* of the implementation under test, for reports */
    const char *profile;  /* "cpu" "gpu" "npu" ...: the device profile to judge by; of
                             several, with blanks between, the first that a document
                             has; "any": each of them, and the call says which */
    const struct gat_claim *claims;
    uint64_t n_claims;
    /* Compute one case. */
    gat_status (*run)(void *context, const struct gat_call *call);
    /* `options` is what follows the colon in --backend NAME:OPTIONS, "" without.
     * On failure write one sentence of at most n bytes to `why`. */
    gat_status (*open)(const char *options, void **context, char *why, size_t n);
    void (*close)(void *context);
    /* One sentence about the last status other than GAT_OK; never NULL. */
    const char *(*last_error)(void *context);
    /* State shape and type of output number `k` without computing it; the call
     * holds the inputs only.  Judged like the values: what run() refuses for shapes, types
     * or attributes is refused here too (GAT-11).  GAT_E_UNSUPPORTED: it does not know. */
    gat_status (*infer)(void *context, const struct gat_call *call, uint32_t k,
                        struct gat_inferred *out);
    /* For memory of a device, all four or none.  prepare() checks a call and gets ready for
     * it; execute() starts it and does not wait; sync() waits until it is done, and answers
     * as run() would; release() frees the plan.  A plan may be executed more than once.
     * release() is called if prepare() has answered GAT_OK. */
    gat_status (*prepare)(void *context, const struct gat_call *call, void **plan);
    gat_status (*execute)(void *context, void *plan);
    gat_status (*sync)(void *context, void *plan);
    void (*release)(void *context, void *plan);
    const struct gat_mem *mem;
    /* Microseconds that a small call takes, 0: next to none.  The more it takes, the fewer
     * generated cases does a run with a budget ask. */
    uint32_t call_us;
};

#if defined(__GNUC__)
#define GAT_EXPORT __attribute__((visibility("default")))
#else
#define GAT_EXPORT
#endif

/* The one symbol that a backend exports.  `host_abi` is the harness's GAT_ABI;
 * return NULL if you cannot serve it. */
GAT_EXPORT const struct gat_backend *gat_backend_get(uint32_t host_abi);

/* ---- Helpers for authors; nothing below is part of the ABI. ---- */

/* A backend runs in a sandbox: it writes files only in a scratch folder (HOME and TMPDIR
 * lead there), and has no network, devices, processes of its own or memory shared by name.
 * One that needs more says so once, in its source or in the first lines of an adapter
 * ("gatherum needs: devices"); the report shows it.  Words, with blanks between: devices
 * programs network shared-memory cache.  With cache, what compilers keep below XDG_CACHE_HOME,
 * POCL_CACHE_DIR, CUDA_CACHE_PATH, TRITON_CACHE_DIR and their like is shared by all workers of the
 * backend in one run, which may fill it at the same time. */
#define GAT_NEEDS(words)                                                       \
    static const char gat_needs[] __attribute__((used)) = "gatherum needs: " words "\n";

static inline int gat_text_same(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* The operand of that name, or NULL when it is absent. */
static inline const struct gat_tensor *gat_operand_get(const struct gat_call *call,
                                                       const char *name)
{
    for (uint64_t k = 0; k < call->n_operands; k++)
        if (gat_text_same(call->operands[k].name, name))
            return call->operands[k].form == GAT_ABSENT ? NULL
                                                        : &call->operands[k].tensor;
    return NULL;
}

/* The value of an integer attribute, or `otherwise` when it is not given. */
static inline int64_t gat_attr_int(const struct gat_call *call, const char *name,
                                   int64_t otherwise)
{
    for (uint64_t k = 0; k < call->n_attrs; k++)
        if (gat_text_same(call->attrs[k].name, name))
            return call->attrs[k].i;
    return otherwise;
}

/* The element type of a tensor, or GAT_DTYPE_COUNT for one not in the map. */
static inline enum gat_dtype gat_tensor_dtype(const struct gat_tensor *t)
{
#define X(id, name, c, b)                                                      \
    if (t->type.code == (c) && t->type.bits == (b) && t->type.lanes == 1)      \
        return GAT_##id;
    GAT_DTYPE_MAP(X)
#undef X
    return GAT_DTYPE_COUNT;
}

/* Number of elements; 1 for rank 0. */
static inline int64_t gat_tensor_count(const struct gat_tensor *t)
{
    int64_t n = 1;
    for (int32_t d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return n;
}

/* Address of the first element. */
static inline void *gat_tensor_data(const struct gat_tensor *t)
{
    return t->data == NULL ? NULL : (char *)t->data + t->byte_offset;
}

#ifdef __cplusplus
}
#endif
#endif /* GATHERUM_BACKEND_H */
