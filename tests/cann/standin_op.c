/* standin_op.c - stand-in for libopapi.so: operators in two phases.
 *
 * An index that names nothing reads whatever, as the documents leave it: here always the
 * same byte, and a scatter drops it.  A negative index is one of those but for
 * aclnnGather, which is documented for it, and aclnnGatherNd when it is told so.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "npu_number.h"
#include "standin.h"

enum operator { GATHER_V2, INDEX_SELECT, EMBEDDING, GATHER, GATHER_ND, SCATTER, SCATTER_ADD, SCATTER_ND };
enum { WORKSPACE = 64, ANYTHING = 0x5c };

struct job {
    enum operator what;
    int64_t axis, reduce;
    bool negative; /* indices count from the end */
    struct standin_tensor data, indices, updates, output;
};
static struct executor {
    bool alive;
    struct job job;
} executors[4];

struct queued { /* begins with what a stream knows */
    struct standin_work work;
    struct job job;
};

/* ---- the work ---- */

static int64_t count_of(const struct standin_tensor *t, int32_t from, int32_t to)
{
    int64_t n = 1;
    for (int32_t d = from; d < to; d++)
        n *= t->shape[d];
    return n;
}

static unsigned char *element(const struct standin_tensor *t, int64_t at)
{
    size_t esize = standin_esize(t->type);
    const char *address = (const char *)t->memory + (t->offset + at) * (int64_t)esize;
    return standin_host(address, esize);
}

static int64_t index_of(const struct job *j, int64_t k)
{
    const unsigned char *p = element(&j->indices, k);
    bool tuples = j->what == GATHER_ND || j->what == SCATTER_ND;
    int64_t wide, d = tuples ? k % j->indices.shape[j->indices.rank - 1] : j->axis;
    int64_t extent = j->data.shape[d];
    int32_t narrow;
    if (j->indices.type == CANN_INT64) {
        memcpy(&wide, p, sizeof wide);
    } else {
        memcpy(&narrow, p, sizeof narrow);
        wide = narrow;
    }
    wide += j->negative && wide < 0 ? extent : 0;
    return wide >= 0 && wide < extent ? wide : -1;
}

static void element_put(const struct job *j, int64_t to, const struct standin_tensor *from, int64_t at)
{
    size_t esize = standin_esize(from->type);
    unsigned char *target = element(&j->output, to);
    if (at < 0)
        memset(target, ANYTHING, esize);
    else
        memcpy(target, element(from, at), esize);
}

static void rows_gather(const struct job *j)
{
    int64_t outer = count_of(&j->data, 0, (int32_t)j->axis), extent = j->data.shape[j->axis];
    int64_t inner = count_of(&j->data, (int32_t)j->axis + 1, j->data.rank);
    int64_t n = count_of(&j->indices, 0, j->indices.rank), to = 0;
    for (int64_t o = 0; o < outer; o++)
        for (int64_t k = 0; k < n; k++) {
            int64_t index = index_of(j, k);
            for (int64_t i = 0; i < inner; i++)
                element_put(j, to++, &j->data, index < 0 ? -1 : (o * extent + index) * inner + i);
        }
}

/* Where in data or output element `k` of indices points; -1 for nowhere. */
static int64_t place_of(const struct job *j, int64_t k)
{
    int64_t index = index_of(j, k), at = 0, step = 1;
    for (int32_t d = j->data.rank - 1; d >= 0; d--) {
        at += step * (d == j->axis ? index : k % j->indices.shape[d]);
        k /= j->indices.shape[d];
        step *= j->data.shape[d];
    }
    return index < 0 ? -1 : at;
}

/* The update that comes with element `k` of indices: src may be larger. */
static int64_t update_of(const struct job *j, int64_t k)
{
    int64_t at = 0, step = 1;
    for (int32_t d = j->updates.rank - 1; d >= 0; d--) {
        at += step * (k % j->indices.shape[d]);
        k /= j->indices.shape[d];
        step *= j->updates.shape[d];
    }
    return at;
}

/* An update joins element `to` of the output. */
static void update_put(const struct job *j, int64_t to, int64_t at)
{
    static const struct {
        int32_t type;
        enum gat_dtype ours;
    } types[] = {{CANN_INT8, GAT_I8},     {CANN_INT16, GAT_I16},   {CANN_INT32, GAT_I32},
                 {CANN_INT64, GAT_I64},   {CANN_UINT8, GAT_U8},    {CANN_FLOAT16, GAT_F16},
                 {CANN_BF16, GAT_BF16},   {CANN_FLOAT, GAT_F32}};
    if (j->reduce == CANN_REDUCE_NONE)
        element_put(j, to, &j->updates, at);
    for (size_t k = 0; j->reduce != CANN_REDUCE_NONE && k < sizeof types / sizeof types[0]; k++)
        if (types[k].type == j->data.type)
            npu_join(types[k].ours, j->reduce == CANN_REDUCE_ADD ? NPU_SUM : NPU_PRODUCT,
                     element(&j->output, to), element(&j->updates, at));
}

/* Slices that tuples name, from data or into the output. */
static void slices_move(const struct job *j)
{
    int32_t last = j->indices.rank - 1;
    int64_t depth = j->indices.shape[last], tuples = count_of(&j->indices, 0, last);
    int64_t row = count_of(&j->data, (int32_t)depth, j->data.rank);
    for (int64_t n = 0; n < tuples; n++) {
        int64_t place = 0;
        for (int64_t k = 0; k < depth && place >= 0; k++) {
            int64_t index = index_of(j, n * depth + k);
            place = index < 0 ? -1 : place * j->data.shape[k] + index;
        }
        for (int64_t i = 0; i < row; i++)
            if (j->what == GATHER_ND)
                element_put(j, n * row + i, &j->data, place < 0 ? -1 : place * row + i);
            else if (place >= 0)
                update_put(j, place * row + i, n * row + i);
    }
}

static void work_run(struct standin_work *work)
{
    const struct job *j = &((struct queued *)(void *)work)->job;
    int64_t n = count_of(&j->indices, 0, j->indices.rank);
    if (j->what < GATHER) {
        rows_gather(j);
        return;
    }
    bool scatters = j->what >= SCATTER;
    for (int64_t k = 0; scatters && k < count_of(&j->data, 0, j->data.rank); k++)
        element_put(j, k, &j->data, k);
    if (j->what == GATHER_ND || j->what == SCATTER_ND) {
        slices_move(j);
        return;
    }
    for (int64_t k = 0; k < n; k++) {
        int64_t at = place_of(j, k);
        if (j->what == GATHER)
            element_put(j, k, &j->data, at);
        else if (at >= 0)
            update_put(j, at, update_of(j, k));
    }
}

/* ---- the phases ---- */

static bool memory_good(const struct standin_tensor *t)
{
    size_t esize = standin_esize(t->type);
    int64_t last = 0;
    for (int32_t d = 0; d < t->rank; d++)
        last += (t->shape[d] - 1) * t->stride[d];
    return standin_host((const char *)t->memory + t->offset * (int64_t)esize,
                        (size_t)(last + 1) * esize) != NULL;
}

static bool good(const struct job *j)
{
    int32_t rank = j->data.rank, last = j->indices.rank - 1;
    bool small = j->data.type == CANN_FLOAT16 || j->data.type == CANN_FLOAT || j->data.type == CANN_BF16;
    if (j->output.type != j->data.type || (j->indices.type != CANN_INT32 && j->indices.type != CANN_INT64) ||
        (j->what >= SCATTER && j->updates.type != j->data.type))
        return false;
    if (j->what == SCATTER_ND && !small && j->data.type != CANN_BOOL)
        return false;
    if (j->what == GATHER_ND || j->what == SCATTER_ND)
        return last >= 0 && j->indices.shape[last] >= 1 && j->indices.shape[last] <= rank;
    return j->axis >= -rank && j->axis < rank && (j->what < GATHER || last == rank - 1);
}

static int32_t measure(const char *function, struct job job, const void *const *tensors,
                       uint64_t *size, void **executor)
{
    struct standin_tensor *const slots[] = {&job.data, &job.indices, &job.output, &job.updates};
    int32_t code = standin_inject(function);
    if (code != CANN_OK)
        return code;
    for (int k = 0; k < (job.what >= SCATTER ? 4 : 3); k++) {
        const struct standin_tensor *t = standin_tensor(tensors[k]);
        if (t == NULL || size == NULL || executor == NULL)
            return standin_refuse(CANN_NULL_POINTER, "no such tensor");
        *slots[k] = *t;
        if (!memory_good(t))
            return standin_refuse(CANN_BAD_PARAM, "a tensor is not in the memory of the device");
    }
    if (!good(&job))
        return standin_refuse(CANN_BAD_PARAM, "dim, type or rank");
    for (unsigned k = 0; k < sizeof executors / sizeof executors[0]; k++)
        if (!executors[k].alive) {
            executors[k] = (struct executor){true, job};
            standin_count(1);
            *size = WORKSPACE;
            *executor = &executors[k];
            return CANN_OK;
        }
    return standin_refuse(CANN_RUNTIME, "executors were made and not used");
}

static int32_t use(const char *function, enum operator what, void *workspace, uint64_t size,
                   void *executor, void *stream)
{
    int32_t code = standin_inject(function);
    struct executor *e = NULL;
    for (unsigned k = 0; k < sizeof executors / sizeof executors[0]; k++)
        if (executor == &executors[k] && executors[k].alive && executors[k].job.what == what)
            e = &executors[k];
    if (e == NULL)
        return standin_refuse(CANN_NULL_POINTER, "no such executor: each is used once");
    e->alive = false;
    standin_count(-1);
    if (code != CANN_OK)
        return code;
    if (size < WORKSPACE || standin_host(workspace, WORKSPACE) == NULL)
        return standin_refuse(CANN_BAD_PARAM, "the workspace is too small");
    struct queued *q = malloc(sizeof *q);
    if (q == NULL)
        return CANN_RUNTIME;
    *q = (struct queued){{work_run, NULL}, e->job};
    if (standin_enqueue(stream, &q->work))
        return CANN_OK;
    free(q);
    return standin_refuse(CANN_BAD_PARAM, "no such stream");
}

int32_t aclnnGatherV2GetWorkspaceSize(const void *self, int64_t dim, const void *index, void *out,
                                      uint64_t *size, void **executor)
{
    const void *const tensors[] = {self, index, out};
    return measure(__func__, (struct job){.what = GATHER_V2, .axis = dim}, tensors, size, executor);
}

int32_t aclnnGatherV2(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, GATHER_V2, workspace, size, executor, stream);
}

/* One dimension at most names slices. */
int32_t aclnnIndexSelectGetWorkspaceSize(const void *self, int64_t dim, const void *index, void *out,
                                         uint64_t *size, void **executor)
{
    const void *const tensors[] = {self, index, out};
    const struct standin_tensor *t = standin_tensor(index);
    if (t != NULL && t->rank > 1)
        return standin_refuse(CANN_BAD_PARAM, "the rank of index");
    return measure(__func__, (struct job){.what = INDEX_SELECT, .axis = dim}, tensors, size, executor);
}

int32_t aclnnIndexSelect(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, INDEX_SELECT, workspace, size, executor, stream);
}

int32_t aclnnEmbeddingGetWorkspaceSize(const void *weight, const void *indices, const void *out,
                                       uint64_t *size, void **executor)
{
    const void *const tensors[] = {weight, indices, out};
    const struct standin_tensor *t = standin_tensor(weight);
    if (t != NULL && t->rank != 2)
        return standin_refuse(CANN_BAD_PARAM, "weight is no matrix");
    return measure(__func__, (struct job){.what = EMBEDDING}, tensors, size, executor);
}

int32_t aclnnEmbedding(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, EMBEDDING, workspace, size, executor, stream);
}

int32_t aclnnGatherGetWorkspaceSize(const void *self, int64_t dim, const void *index, void *out,
                                    uint64_t *size, void **executor)
{
    const void *const tensors[] = {self, index, out};
    return measure(__func__, (struct job){.what = GATHER, .axis = dim, .negative = true}, tensors, size, executor);
}

int32_t aclnnGather(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, GATHER, workspace, size, executor, stream);
}

int32_t aclnnScatterGetWorkspaceSize(const void *self, int64_t dim, const void *index,
                                     const void *src, int64_t reduce, void *out, uint64_t *size,
                                     void **executor)
{
    const void *const tensors[] = {self, index, out, src};
    if (reduce < CANN_REDUCE_NONE || reduce > CANN_REDUCE_MUL)
        return standin_refuse(CANN_BAD_PARAM, "no such reduction");
    return measure(__func__, (struct job){.what = SCATTER, .axis = dim, .reduce = reduce}, tensors, size, executor);
}

int32_t aclnnScatter(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, SCATTER, workspace, size, executor, stream);
}

int32_t aclnnScatterAddGetWorkspaceSize(const void *self, int64_t dim, const void *index,
                                        const void *src, void *out, uint64_t *size, void **executor)
{
    const void *const tensors[] = {self, index, out, src};
    return measure(__func__, (struct job){.what = SCATTER_ADD, .axis = dim, .reduce = CANN_REDUCE_ADD}, tensors, size, executor);
}

int32_t aclnnScatterAdd(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, SCATTER_ADD, workspace, size, executor, stream);
}

int32_t aclnnGatherNdGetWorkspaceSize(const void *self, const void *indices, bool negative, void *out,
                                      uint64_t *size, void **executor)
{
    const void *const tensors[] = {self, indices, out};
    return measure(__func__, (struct job){.what = GATHER_ND, .negative = negative}, tensors, size, executor);
}

int32_t aclnnGatherNd(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, GATHER_ND, workspace, size, executor, stream);
}

int32_t aclnnScatterNdGetWorkspaceSize(const void *data, const void *indices, const void *updates,
                                       void *out, uint64_t *size, void **executor)
{
    const void *const tensors[] = {data, indices, out, updates};
    return measure(__func__, (struct job){.what = SCATTER_ND}, tensors, size, executor);
}

int32_t aclnnScatterNd(void *workspace, uint64_t size, void *executor, void *stream)
{
    return use(__func__, SCATTER_ND, workspace, size, executor, stream);
}
