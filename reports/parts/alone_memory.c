/* alone_memory.c - what follows is the same for every case: the contract of a plug-in as
 * far as it is needed, and memory between fences; then alone_run.c.
 *
 * The part above is the case: arrays, and macros that begin with CASE_.  It is written by
 * `gatherum export c`; reports put these two after it in the same way.
 *
 * Not noticed here, other than by gatherum run: what fails only after other cases,
 * memory without bounds, output on stdout, and policies for bad indices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- the contract, ABI 1; gatherum/backend.h has it with explanations ---- */
enum { GAT_ABI = 1, GAT_MAX_RANK = 16 };
enum {
    GAT_OK,
    GAT_E_UNSUPPORTED,
    GAT_E_INVALID,
    GAT_E_TYPE,
    GAT_E_RANGE,
    GAT_E_NOMEM,
    GAT_E_INTERNAL
};
enum { GAT_IN, GAT_OUT, GAT_INOUT };
enum { GAT_ABSENT, GAT_SCALAR, GAT_TENSOR };
enum { GAT_CLEAN_ERRORS = 1 << 3, GAT_NAMES_ERRORS = 1 << 4 };
struct gat_string { const char *data; uint64_t size; };
struct gat_device { int32_t type, id; };
struct gat_scalar_type { uint8_t code, bits; uint16_t lanes; };
struct gat_tensor {
    void *data;
    struct gat_device device;
    int32_t ndim;
    struct gat_scalar_type type;
    const int64_t *shape, *strides;
    uint64_t byte_offset;
};
struct gat_operand { const char *name; int32_t role, form; struct gat_tensor tensor; };
struct gat_attr {
    const char *name;
    int32_t kind, unused;
    int64_t i;
    double f;
    const char *text;
    const int64_t *ints;
    uint64_t n_ints;
};
struct gat_call {
    uint32_t struct_size, flags;
    const char *op, *variant, *profile;
    const struct gat_attr *attrs;
    uint64_t n_attrs;
    const struct gat_operand *operands;
    uint64_t n_operands;
};
struct gat_claim {
    const char *op;
    const char *const *variants, *const *attrs;
    uint32_t data_types, index_types;
    int32_t min_rank, max_rank;
    uint32_t flags, min_align;
    const char *out_of_range;
};
struct gat_inferred { int32_t ndim; struct gat_scalar_type type; int64_t shape[GAT_MAX_RANK]; };
struct gat_backend {
    uint32_t abi, struct_size;
    const char *name, *version, *profile;
    const struct gat_claim *claims;
    uint64_t n_claims;
    int32_t (*run)(void *context, const struct gat_call *call);
    int32_t (*open)(const char *options, void **context, char *why, size_t n);
    void (*close)(void *context);
    const char *(*last_error)(void *context);
    int32_t (*infer)(void *context, const struct gat_call *call, uint32_t k,
                     struct gat_inferred *out);
};

/* ---- the case ---- */
enum place { ANYWHERE, OFFSET, ODD };
struct tensor {
    const char *name;
    struct gat_scalar_type type;
    int32_t ndim;
    const int64_t *shape, *strides; /* NULL: compact */
    enum place place;
    const void *values;    /* in C order; of strings: their texts */
    const uint64_t *sizes; /* of strings */
};
enum demand { MUST_SUCCEED, MUST_REPORT, MAY_EITHER, ANYTHING };
struct answer {
    const char *reading; /* of the ambiguous clauses of the document, "" without */
    enum demand demand;
    int32_t error;                 /* the kind that fits */
    const void *values;
    const uint64_t *sizes;
    const unsigned char *anything; /* a byte per element that may hold anything; NULL: none */
    const int64_t (*also)[2];      /* an element may hold that element of `updates` as well */
    int n_also;
    const double (*ranges)[2]; /* of computed numbers, NULL: none; a complex one has two parts */
    const unsigned char *besides;  /* what else they may be: a set of the words below */
};
enum { NOT_A_NUMBER = 1, PLUS_INFINITY = 2, MINUS_INFINITY = 4, EITHER_ZERO = 8, BITS_ALONE = 16 };
static const struct tensor inputs[] = {CASE_INPUTS};
static const struct tensor output = CASE_OUTPUT;
static const struct gat_attr attributes[] = {CASE_ATTRIBUTES {.name = NULL}};
static const struct answer answers[] = {CASE_ANSWERS};
enum {
    N_INPUTS = sizeof inputs / sizeof inputs[0],
    N_ANSWERS = sizeof answers / sizeof answers[0],
    CANARY = 0xC5
};

static size_t esize_of(const struct tensor *t) { return t->type.bits / 8u; }
static int is_text(const struct tensor *t) { return t->sizes != NULL; }
static int64_t count_of(const struct tensor *t)
{
    int64_t n = 1;
    for (int32_t d = 0; d < t->ndim; d++)
        n *= t->shape[d];
    return n;
}

/* Bytes from the first element of the tensor to element `k` of it. */
static size_t offset_of(const struct tensor *t, int64_t k)
{
    int64_t offset = 0, step = 1;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        offset += k % t->shape[d] * (t->strides != NULL ? t->strides[d] : step);
        k /= t->shape[d];
        step *= t->shape[d];
    }
    return (size_t)offset * esize_of(t);
}

static size_t extent_of(const struct tensor *t)
{
    int64_t last = 0, step = 1;
    if (count_of(t) == 0)
        return 0;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        last += (t->shape[d] - 1) * (t->strides != NULL ? t->strides[d] : step);
        step *= t->shape[d];
    }
    return (size_t)(last + 1) * esize_of(t);
}

/* Element `k` of values as the case states them. */
static void element_get(const struct tensor *t, const void *values, const uint64_t *sizes,
                        int64_t k, void *to)
{
    if (sizes != NULL) {
        struct gat_string view = {((const char *const *)values)[k], sizes[k]};
        memcpy(to, &view, sizeof view);
    } else {
        memcpy(to, (const char *)values + (size_t)k * esize_of(t), esize_of(t));
    }
}

static int element_same(const struct tensor *t, const void *a, const void *b)
{
    struct gat_string x, y;
    if (!is_text(t))
        return memcmp(a, b, esize_of(t)) == 0;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x.size == y.size && (x.size == 0 || x.data == y.data ||
                                (x.data != NULL && memcmp(x.data, y.data, x.size) == 0));
}

/* ---- memory between fences ---- */
struct window {
    const struct tensor *tensor;
    unsigned char *low, *high; /* what may be touched */
    unsigned char *data;       /* what the call names: the buffer */
    size_t lead, size;         /* bytes before the first element; bytes of the buffer */
    unsigned char fill;
};
static struct window windows[2][N_INPUTS + 1];
static volatile sig_atomic_t call_now = -1; /* -1: outside of run() */
static const char *const call_words[2] = {"the first call, operands at the end of their memory",
                                          "the second call, operands at the start of their memory"};

static void window_make(struct window *w, const struct tensor *t, unsigned call, size_t align)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room;
    w->tensor = t;
    w->lead = t->place == OFFSET ? 3 * align : 0;
    w->size = extent_of(t) > 0 ? w->lead + extent_of(t) : 0;
    room = (w->size + align + page) / page * page;
    unsigned char *all =
        mmap(NULL, room + 32 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + 16 * page, room, PROT_READ | PROT_WRITE) != 0) {
        perror("no memory");
        exit(2);
    }
    w->low = all + 16 * page;
    w->high = w->low + room;
    w->data = call == 0 ? w->high - w->size : w->low;
    w->data -= t->place == ODD ? 0 : (size_t)((uintptr_t)w->data % align);
    if (t->place == ODD && (uintptr_t)w->data % 2 == 0)
        w->data += call == 0 ? -1 : 1;
    memset(w->low, CANARY, room);
}

static unsigned char *window_at(const struct window *w, int64_t k)
{
    return w->data + w->lead + offset_of(w->tensor, k);
}

/* Values of the case, or what nobody would compute. */
static void window_fill(struct window *w, int with_values, unsigned char poison)
{
    const struct tensor *t = w->tensor;
    w->fill = poison;
    for (int64_t k = 0; k < count_of(t); k++) {
        struct gat_string nothing = {NULL, UINT64_MAX};
        if (with_values)
            element_get(t, t->values, t->sizes, k, window_at(w, k));
        else if (is_text(t))
            memcpy(window_at(w, k), &nothing, sizeof nothing);
        else
            memset(window_at(w, k), poison, esize_of(t));
    }
    if (with_values && !CASE_IN_PLACE)
        mprotect(w->low, (size_t)(w->high - w->low), PROT_READ);
}

/* The first byte of the window that is no element's and is not as it was. */
static const unsigned char *window_damage(const struct window *w)
{
    size_t size = (size_t)(w->high - w->low);
    const unsigned char *found = NULL;
    unsigned char *own =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (own == MAP_FAILED)
        return w->low;
    for (int64_t k = 0; k < count_of(w->tensor); k++)
        memset(own + (window_at(w, k) - w->low), 1, esize_of(w->tensor));
    for (const unsigned char *at = w->low; at < w->high && found == NULL; at++)
        if (*at != CANARY && own[at - w->low] == 0)
            found = at;
    munmap(own, size);
    return found;
}

