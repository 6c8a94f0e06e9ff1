/* ascend.c - backend: the operators of CANN on an Ascend NPU.
 * inside: ascend
 *
 * gather is aclnnGatherV2, or the operator whose own document it is, gather_elements aclnnGather,
 * gather_nd aclnnGatherNd, a scatter aclnnScatter, scatter_nd aclnnScatterNd.  CANN is found at run
 * time; without it the backend is skipped, with the reason.  The operators check no index: where a
 * document demands an error we look first, where it leaves the index undefined it goes to the
 * device as it is.  Negative indices are counted from the end here for the operators
 * that are documented for [0, n) alone.  Option: the number of the device.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cann.h"
#include "npu_question.h"

enum { NO_BUFFER_LIMIT = 0, MOST_RANK = 8 }; /* documented rank of every operator */

struct context {
    struct cann cann;
    int32_t device;
    void *stream;
    bool started; /* aclInit was ours */
    char version[80], error[256];
};

/* A call on its way: device memory, tensors, the first code that was none. */
struct trip {
    struct context *c;
    const struct npu_question *q;
    void *data, *indices, *updates, *output, *workspace;
    int32_t code;
    const char *where; /* which function returned it */
};

/* ---- codes ---- */

static bool went(struct trip *t, int32_t code, const char *where)
{
    if (t->code == CANN_OK && code != CANN_OK) {
        t->code = code;
        t->where = where;
    }
    return t->code == CANN_OK;
}
#define DO(t, name, ...) went(t, (t)->c->cann.name(__VA_ARGS__), #name)

static gat_status status_of(int32_t code)
{
    switch (code) {
    case CANN_OK:
        return GAT_OK;
    case CANN_INVALID_PARAM:
    case CANN_NULL_POINTER:
    case CANN_BAD_PARAM:
        return GAT_E_INVALID;
    case CANN_NOT_SUPPORTED:
    case CANN_NO_KERNEL:
    case CANN_NO_OPP:
    case CANN_NO_PACKAGE:
        return GAT_E_UNSUPPORTED;
    case CANN_NO_MEMORY:
        return GAT_E_NOMEM;
    default:
        return GAT_E_INTERNAL;
    }
}

static void error_tell(struct trip *t)
{
    const char *text = t->c->cann.aclGetRecentErrMsg(), *name = cann_code_text(t->code);
    snprintf(t->c->error, sizeof t->c->error, "%s: %d%s%s%s%.120s", t->where, t->code,
             name[0] != '\0' ? ", " : "", name, text != NULL ? ": " : "",
             text != NULL ? text : "");
}

/* ---- memory and tensors ---- */

/* aclDataType by the type of ours; the types that the operators do not take have none. */
static const int8_t types[GAT_DTYPE_COUNT] = {
    [GAT_BOOL] = CANN_BOOL, [GAT_I8] = CANN_INT8, [GAT_I16] = CANN_INT16,
    [GAT_I32] = CANN_INT32, [GAT_I64] = CANN_INT64, [GAT_U8] = CANN_UINT8,
    [GAT_U16] = CANN_UINT16, [GAT_U32] = CANN_UINT32, [GAT_U64] = CANN_UINT64,
    [GAT_F16] = CANN_FLOAT16, [GAT_BF16] = CANN_BF16, [GAT_F32] = CANN_FLOAT,
    [GAT_F64] = CANN_DOUBLE, [GAT_C64] = CANN_COMPLEX64, [GAT_C128] = CANN_COMPLEX128,
    [GAT_STR] = -1};

static size_t size_of(const struct gat_tensor *t)
{
    return (size_t)gat_tensor_count(t) * (t->type.bits / 8u);
}

static void *memory_take(struct trip *t, size_t size)
{
    void *p = NULL;
    if (size > 0)
        DO(t, aclrtMalloc, &p, size, CANN_HUGE_FIRST);
    return p;
}

static void memory_give(struct trip *t, void *p)
{
    if (p != NULL)
        DO(t, aclrtFree, p);
}

static void *operand_bring(struct trip *t, const struct gat_tensor *from, const void *bytes)
{
    size_t size = size_of(from);
    void *p = memory_take(t, size);
    if (p != NULL && t->code == CANN_OK)
        DO(t, aclrtMemcpy, p, size, bytes, size, CANN_HOST_TO_DEVICE);
    return p;
}

/* The dimensions of `from` from the batch dimension `batch` on; slice `at` of it. */
static void *tensor_make(struct trip *t, const struct gat_tensor *from, void *memory,
                         int64_t batch, int64_t at)
{
    int64_t strides[GAT_MAX_RANK], slice = npu_extents(from, batch, from->ndim);
    const int64_t *shape = from->shape + batch;
    uint64_t rank = (uint64_t)(from->ndim - batch);
    for (int64_t d = from->ndim - 1; d >= batch; d--)
        strides[d - batch] = npu_extents(from, d + 1, from->ndim);
    void *tensor = t->c->cann.aclCreateTensor(shape, rank, types[gat_tensor_dtype(from)], strides,
                                              at * slice, CANN_FORMAT_ND, shape, rank, memory);
    if (tensor == NULL)
        went(t, CANN_NULL_POINTER, "aclCreateTensor");
    return tensor;
}

static void tensor_drop(struct trip *t, void *tensor)
{
    if (tensor != NULL)
        DO(t, aclDestroyTensor, tensor);
}

/* A copy of the indices, those from minus the extent on counted from the end; NULL when
 * there is no memory. */
static void *indices_counted(const struct npu_question *q)
{
    int64_t n = gat_tensor_count(q->indices);
    unsigned char *copy = malloc(size_of(q->indices));
    for (int64_t k = 0; copy != NULL && k < n; k++) {
        int64_t index = npu_index(q->indices, k), extent = npu_extent(q, k);
        index += q->wraps && index < 0 && index >= -extent ? extent : 0;
        int32_t narrow = (int32_t)index;
        memcpy(copy + k * q->isize, q->isize == 8 ? (void *)&index : (void *)&narrow,
               (size_t)q->isize);
    }
    return copy;
}

/* ---- operators ---- */

enum operator{
    GATHER_V2,
    INDEX_SELECT,
    EMBEDDING,
    GATHER,
    GATHER_ND,
    SCATTER,
    SCATTER_ADD,
    SCATTER_ND
};
/* The operator for gathers of rows: each document of CANN names its own. */
static enum operator rows_of(const char *variant)
{
    if (gat_text_same(variant, "aclnn-index-select-8.x"))
        return INDEX_SELECT;
    return gat_text_same(variant, "aclnn-embedding-8.x") ? EMBEDDING : GATHER_V2;
}

static enum operator operator_of(const struct npu_question *q)
{
    bool scatters = q->updates != NULL;
    if (q->tuples)
        return scatters ? SCATTER_ND : GATHER_ND;
    if (!q->elements || !scatters)
        return q->elements ? GATHER : rows_of(q->variant);
    return npu_scatter_adds(q->variant) ? SCATTER_ADD : SCATTER;
}

/* A call's tensors on the device. */
struct tensors {
    void *data, *indices, *updates, *output;
};

/* The first phase; into *second goes the function of the other one. */
static void operator_measure(struct trip *t, const struct tensors *x, uint64_t *size,
                             void **executor, int32_t (**second)(void *, uint64_t, void *, void *))
{
    static const int64_t reduce[] = {[NPU_NONE] = CANN_REDUCE_NONE, [NPU_SUM] = CANN_REDUCE_ADD,
                                     [NPU_PRODUCT] = CANN_REDUCE_MUL};
    const struct npu_question *q = t->q;
    const struct cann *f = &t->c->cann;
    switch (operator_of(q)) {
    case GATHER_V2:
        *second = f->aclnnGatherV2;
        DO(t, aclnnGatherV2GetWorkspaceSize, x->data, q->axis - q->batch, x->indices, x->output,
           size, executor);
        break;
    case INDEX_SELECT:
        *second = f->aclnnIndexSelect;
        DO(t, aclnnIndexSelectGetWorkspaceSize, x->data, q->axis, x->indices, x->output, size,
           executor);
        break;
    case EMBEDDING:
        *second = f->aclnnEmbedding;
        DO(t, aclnnEmbeddingGetWorkspaceSize, x->data, x->indices, x->output, size, executor);
        break;
    case GATHER:
        *second = f->aclnnGather;
        DO(t, aclnnGatherGetWorkspaceSize, x->data, q->axis, x->indices, x->output, size, executor);
        break;
    case GATHER_ND:
        *second = f->aclnnGatherNd;
        DO(t, aclnnGatherNdGetWorkspaceSize, x->data, x->indices, q->wraps, x->output, size,
           executor);
        break;
    case SCATTER:
        *second = f->aclnnScatter;
        DO(t, aclnnScatterGetWorkspaceSize, x->data, q->axis, x->indices, x->updates,
           reduce[q->reduction], x->output, size, executor);
        break;
    case SCATTER_ADD:
        *second = f->aclnnScatterAdd;
        DO(t, aclnnScatterAddGetWorkspaceSize, x->data, q->axis, x->indices, x->updates, x->output,
           size, executor);
        break;
    case SCATTER_ND:
        *second = f->aclnnScatterNd;
        DO(t, aclnnScatterNdGetWorkspaceSize, x->data, x->indices, x->updates, x->output, size,
           executor);
        break;
    }
}

/* Both phases of the operator on slice `at` of all batches. */
static void operator_run(struct trip *t, int64_t at)
{
    const struct npu_question *q = t->q;
    uint64_t size = 0;
    void *executor = NULL, *workspace = NULL;
    int32_t (*second)(void *, uint64_t, void *, void *) = NULL;
    struct tensors x = {.data = tensor_make(t, q->data, t->data, q->batch, at),
                        .indices = tensor_make(t, q->indices, t->indices, q->batch, at),
                        .output = tensor_make(t, q->output, t->output, q->batch, at)};
    if (q->updates != NULL)
        x.updates = tensor_make(t, q->updates, t->updates, 0, 0);
    if (t->code == CANN_OK)
        operator_measure(t, &x, &size, &executor, &second);
    if (t->code == CANN_OK)
        workspace = memory_take(t, (size_t)size);
    if (t->code == CANN_OK)
        went(t, second(workspace, size, executor, t->c->stream), "the second phase");
    if (t->code == CANN_OK)
        DO(t, aclrtSynchronizeStream, t->c->stream);
    memory_give(t, workspace);
    tensor_drop(t, x.data), tensor_drop(t, x.indices), tensor_drop(t, x.output),
        tensor_drop(t, x.updates);
}

static void trip_run(struct trip *t, const void *indices)
{
    const struct npu_question *q = t->q;
    size_t size = size_of(q->output);
    int64_t batches = npu_extents(q->data, 0, q->batch);
    t->data = operand_bring(t, q->data, gat_tensor_data(q->data));
    if (t->code == CANN_OK)
        t->indices = operand_bring(t, q->indices, indices);
    if (t->code == CANN_OK && q->updates != NULL)
        t->updates = operand_bring(t, q->updates, gat_tensor_data(q->updates));
    if (t->code == CANN_OK)
        t->output = memory_take(t, size);
    for (int64_t k = 0; t->code == CANN_OK && k < batches; k++)
        operator_run(t, k);
    if (t->code == CANN_OK)
        DO(t, aclrtMemcpy, gat_tensor_data(q->output), size, t->output, size, CANN_DEVICE_TO_HOST);
    memory_give(t, t->data), memory_give(t, t->indices);
    memory_give(t, t->updates), memory_give(t, t->output);
}

/* A tuple without an index, which no operator is documented for, names all that its
 * batch holds; what the last one places stays. */
static void wholes_move(const struct npu_question *q)
{
    int64_t tuples = npu_extents(q->indices, q->batch, q->indices->ndim - 1);
    int64_t batches = npu_extents(q->data, 0, q->batch);
    size_t size = size_of(q->data) / (size_t)batches;
    char *to = gat_tensor_data(q->output);
    const char *from = gat_tensor_data(q->data);
    for (int64_t b = 0; q->updates == NULL && b < batches; b++)
        for (int64_t k = 0; k < tuples; k++, to += size)
            memcpy(to, from + (size_t)b * size, size);
    if (q->updates != NULL && tuples > 0)
        memcpy(to, (const char *)gat_tensor_data(q->updates) + (size_t)(tuples - 1) * size, size);
    else if (q->updates != NULL)
        memmove(to, from, size);
}

/* Nothing to compute on a device: the answer has no elements, or is there already. */
static bool is_trivial(const struct npu_question *q)
{
    if (gat_tensor_count(q->output) == 0)
        return true;
    if (q->tuples && q->depth == 0) {
        wholes_move(q);
        return true;
    }
    if (q->updates == NULL || gat_tensor_count(q->indices) > 0)
        return false;
    memmove(gat_tensor_data(q->output), gat_tensor_data(q->data), size_of(q->data));
    return true;
}

static gat_status run(void *context, const struct gat_call *call)
{
    struct context *c = context;
    struct npu_question q;
    c->error[0] = '\0';
    gat_status status = npu_question_read(call, NO_BUFFER_LIMIT, &q);
    if (status != GAT_OK)
        return status;
    if (q.data->ndim > MOST_RANK || q.indices->ndim > MOST_RANK || q.output->ndim > MOST_RANK)
        return GAT_E_UNSUPPORTED;
    if (gat_tensor_count(q.indices) > 0 && (q.extent == 0 || (q.checked && !npu_indices_good(&q))))
        return GAT_E_RANGE;
    if (is_trivial(&q))
        return GAT_OK;
    enum operator what = operator_of(&q);
    bool counted = q.wraps && what != GATHER && what != GATHER_ND;
    void *copy = counted ? indices_counted(&q) : NULL;
    if (counted && copy == NULL)
        return GAT_E_NOMEM;
    struct trip t = {.c = c, .q = &q};
    trip_run(&t, counted ? copy : gat_tensor_data(q.indices));
    free(copy);
    if (t.code != CANN_OK)
        error_tell(&t);
    return status_of(t.code);
}

/* ---- the backend ---- */

#define BIT GAT_BIT
enum {
    /* GatherV2 and Scatter are not documented for wider unsigned integers, Gather not
     * for complex numbers. */
    PLAIN = BIT(GAT_BOOL) | BIT(GAT_I8) | BIT(GAT_I16) | BIT(GAT_I32) | BIT(GAT_I64) | BIT(GAT_U8) |
            BIT(GAT_F16) | BIT(GAT_F32) | BIT(GAT_F64),
    WIDE = BIT(GAT_U16) | BIT(GAT_U32) | BIT(GAT_U64),
    COMPLEX = BIT(GAT_C64) | BIT(GAT_C128),
    BRAIN = BIT(GAT_BF16), /* not before A2 */
    TUPLED = BIT(GAT_BOOL) | BIT(GAT_I8) | BIT(GAT_I32) | BIT(GAT_I64) | BIT(GAT_U8) |
             BIT(GAT_F16) | BIT(GAT_F32),
    PLACED = BIT(GAT_BOOL) | BIT(GAT_F16) | BIT(GAT_F32),
    COMBINED = PLAIN & ~(BIT(GAT_BOOL) | BIT(GAT_F64)),
};
static const char *const moving[] = {"axis", NULL}; /* attributes without a reduction */
#define CLAIM(operator, types, known, more, ...)                                       \
    {                                                                                  \
        .op = operator, .variants = (const char *const[]){__VA_ARGS__, NULL},          \
        .attrs = known, .data_types = types,                                           \
        .index_types = BIT(GAT_I32) | BIT(GAT_I64), .max_rank = MOST_RANK,             \
        .flags = GAT_NAMES_ERRORS | GAT_NO_GIANTS | (more)                             \
    }
static struct gat_claim claims[] = {
    CLAIM("gather", PLAIN | COMPLEX | BRAIN, NULL, 0, "onnx-1", "onnx-11", "onnx-13",
          "mindspore-2.x", "aclnn-gather-v2-8.x"),
    CLAIM("gather", PLAIN | WIDE | COMPLEX | BRAIN, NULL, 0, "aclnn-index-select-8.x",
          "aclnn-embedding-8.x"),
    CLAIM("gather_nd", TUPLED | BRAIN, NULL, 0, "onnx-11", "onnx-12", "onnx-13", "mindspore-2.x",
          "aclnn-8.x"),
    CLAIM("scatter", PLAIN | COMPLEX | BRAIN, NULL, GAT_WORKS_IN_PLACE, "onnx-9", "onnx-11"),
    CLAIM("scatter_elements", PLAIN | COMPLEX | BRAIN, NULL, GAT_WORKS_IN_PLACE, "onnx-11",
          "onnx-13", "aclnn-8.x"),
    CLAIM("scatter_elements", PLAIN | COMPLEX | BRAIN, moving, GAT_WORKS_IN_PLACE, "onnx-16",
          "onnx-18"),
    CLAIM("scatter_elements", COMBINED | BRAIN, NULL, GAT_WORKS_IN_PLACE, "onnx-16",
          "aclnn-scatter-add-8.x"),
    CLAIM("scatter_nd", PLACED | BRAIN, NULL, GAT_WORKS_IN_PLACE, "onnx-11", "onnx-13",
          "mindspore-2.x", "aclnn-8.x"),
    CLAIM("scatter_nd", PLACED | BRAIN, moving, GAT_WORKS_IN_PLACE, "onnx-16", "onnx-18"),
    CLAIM("gather_elements", PLAIN | WIDE | BRAIN, NULL, 0, "onnx-11", "onnx-13", "torch-2.x",
          "aclnn-8.x"), /* the last */
};
enum { CLAIMS = sizeof claims / sizeof claims[0] };
static struct gat_backend table;

/* Narrow the claims to what the documents say of this chip. */
static void claims_narrow(const char *chip)
{
    bool a2a3 = strncmp(chip, "Ascend910B", 10) == 0 || strncmp(chip, "Ascend910_93", 12) == 0;
    bool newer = strncmp(chip, "Ascend950", 9) == 0;
    table.profile = newer ? "npu 950" : "npu a2a3";
    table.n_claims = newer ? CLAIMS - 1 : CLAIMS; /* aclnnGather: not on 950 */
    for (int k = 0; k < CLAIMS; k++)
        claims[k].data_types &= a2a3 || newer ? UINT32_MAX : ~(uint32_t)BRAIN;
}

static bool device_start(struct trip *t, char *why, size_t n)
{
    struct context *c = t->c;
    uint32_t count = 0;
    int32_t major = 0, minor = 0, patch = 0;
    int32_t code = c->cann.aclInit(NULL);
    c->started = code == CANN_OK;
    if (code != CANN_INITIALIZED)
        went(t, code, "aclInit");
    if (t->code == CANN_OK)
        DO(t, aclrtGetDeviceCount, &count);
    if (t->code == CANN_OK && (uint32_t)c->device >= count) {
        snprintf(why, n, "CANN knows %u devices, and number %d is wanted", count, c->device);
        return false;
    }
    if (t->code == CANN_OK && DO(t, aclrtSetDevice, c->device))
        DO(t, aclrtCreateStream, &c->stream);
    if (t->code == CANN_OK)
        DO(t, aclrtGetVersion, &major, &minor, &patch);
    if (t->code != CANN_OK) {
        error_tell(t);
        snprintf(why, n, "%s", c->error);
        return false;
    }
    const char *chip = c->cann.aclrtGetSocName();
    chip = chip != NULL ? chip : "unknown chip";
    claims_narrow(chip);
    snprintf(c->version, sizeof c->version, "%d.%d.%d %.40s", major, minor, patch, chip);
    table.version = c->version;
    return true;
}

static void close_(void *context)
{
    struct context *c = context;
    if (c->stream != NULL) {
        c->cann.aclrtDestroyStream(c->stream);
        c->cann.aclrtResetDevice(c->device);
    }
    if (c->started)
        c->cann.aclFinalize();
    free(c);
}

static gat_status open_(const char *options, void **context, char *why, size_t n)
{
    char *end;
    unsigned long device = strtoul(options, &end, 10);
    if (*end != '\0' || device > 1023 ||
        (options[0] != '\0' && (options[0] < '0' || options[0] > '9'))) {
        snprintf(why, n, "\"%s\" is no option of ascend: the number of a device", options);
        return GAT_E_INVALID;
    }
    struct context *c = calloc(1, sizeof *c);
    if (c == NULL)
        return GAT_E_NOMEM;
    struct trip t = {.c = c};
    c->device = (int32_t)device;
    if (!cann_load(&c->cann, why, n)) {
        free(c);
        return GAT_E_UNSUPPORTED;
    }
    if (!device_start(&t, why, n)) {
        close_(c);
        return GAT_E_UNSUPPORTED;
    }
    *context = c;
    return GAT_OK;
}

static const char *last_error(void *context)
{
    return ((struct context *)context)->error;
}

static struct gat_backend table = {
    .abi = GAT_ABI, .struct_size = sizeof table, .name = "ascend", .version = "",
    .profile = "npu a2a3", .claims = claims, .n_claims = CLAIMS,
    .run = run, .open = open_, .close = close_, .last_error = last_error,
};

GAT_NEEDS("devices programs")

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
