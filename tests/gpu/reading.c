/* reading.c - calls with random shapes to the backend gpu_host, compared with plain loops;
 * gpu.t builds it with sanitizers.  Its argument is what follows --backend gpu_host:.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gatherum/backend.h"

enum { RANK = 3, CALLS = 300 };
static const struct gat_scalar_type types[] = {
    {1, 8, 1}, {0, 16, 1}, {2, 32, 1}, {0, 64, 1}, {5, 128, 1}};

static uint64_t state = 1;
static int64_t draw(int64_t n)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

struct question {
    int64_t data[RANK], indices[RANK], out[RANK], axis, esize;
    int index_bits;
    unsigned char *from, *updates, *got, *want;
    void *index; /* each operand in a block of its own size */
};

static int64_t count(const int64_t *shape) { return shape[0] * shape[1] * shape[2]; }
static int64_t at(const int64_t *shape, const int64_t *p)
{
    return (p[0] * shape[1] + p[1]) * shape[2] + p[2];
}

static int64_t index_of(const struct question *q, int64_t k)
{
    return q->index_bits == 32 ? ((const int32_t *)q->index)[k] : ((const int64_t *)q->index)[k];
}

static void *bytes_of(int64_t n)
{
    unsigned char *b = malloc((size_t)n);
    for (int64_t k = 0; b != NULL && k < n; k++)
        b[k] = (unsigned char)draw(256);
    return b;
}

/* One element by the formula, from or to where the index names. */
static void formula(const struct question *q, int op, const int64_t *p, int64_t k)
{
    int64_t there[RANK] = {p[0], p[1], p[2]};
    int64_t i = index_of(q, op == 0 ? p[q->axis] : k);
    there[q->axis] = i < 0 ? i + q->data[q->axis] : i;
    size_t far = (size_t)(at(q->data, there) * q->esize), near = (size_t)(k * q->esize);
    if (op == 2)
        memcpy(q->want + far, q->updates + near, (size_t)q->esize);
    else
        memcpy(q->want + near, q->from + far, (size_t)q->esize);
}

static void question_make(struct question *q, int op)
{
    q->axis = draw(RANK);
    q->esize = types[draw(5)].bits / 8;
    q->index_bits = draw(2) ? 32 : 64;
    for (int d = 0; d < RANK; d++) {
        q->data[d] = 1 + draw(d == 2 ? 40 : 7);
        q->indices[d] = d == q->axis ? 1 + draw(20) : 1 + draw(q->data[d]);
        q->out[d] = op == 2 ? q->data[d] : op == 1 || d == q->axis ? q->indices[d] : q->data[d];
    }
    int64_t n = op == 0 ? q->indices[q->axis] : count(q->indices), extent = q->data[q->axis];
    q->index = malloc((size_t)n * (size_t)(q->index_bits / 8));
    for (int64_t k = 0; k < n; k++) {
        int64_t v = draw(2 * extent) - extent;
        if (q->index_bits == 32)
            ((int32_t *)q->index)[k] = (int32_t)v;
        else
            ((int64_t *)q->index)[k] = v;
    }
    q->from = bytes_of(count(q->data) * q->esize);
    q->updates = bytes_of(count(q->indices) * q->esize);
    q->got = bytes_of(count(q->out) * q->esize);
    q->want = malloc((size_t)(count(q->out) * q->esize));
    if (op == 2)
        memcpy(q->want, q->from, (size_t)(count(q->out) * q->esize));
}

static void answer_make(const struct question *q, int op)
{
    const int64_t *shape = op == 2 ? q->indices : q->out;
    int64_t p[RANK];
    for (p[0] = 0; p[0] < shape[0]; p[0]++)
        for (p[1] = 0; p[1] < shape[1]; p[1]++)
            for (p[2] = 0; p[2] < shape[2]; p[2]++)
                formula(q, op, p, at(shape, p));
}

static int ask(const struct gat_backend *b, void *context, int op)
{
    static const char *const names[] = {"gather", "gather_elements", "scatter_elements"};
    struct question q;
    question_make(&q, op);
    answer_make(&q, op);
    struct gat_scalar_type type = types[0];
    for (unsigned k = 0; k < 5; k++)
        type = types[k].bits / 8 == q.esize ? types[k] : type;
    struct gat_scalar_type index = {0, (uint8_t)q.index_bits, 1};
    struct gat_operand operands[4] = {
        {"data", GAT_IN, GAT_TENSOR, {q.from, {1, 0}, RANK, type, q.data, NULL, 0}},
        {"indices", GAT_IN, GAT_TENSOR,
         {q.index, {1, 0}, op == 0 ? 1 : RANK, index, op == 0 ? q.indices + q.axis : q.indices,
          NULL, 0}},
        {"output", GAT_OUT, GAT_TENSOR, {q.got, {1, 0}, RANK, type, q.out, NULL, 0}},
        {"updates", GAT_IN, op == 2 ? GAT_TENSOR : GAT_ABSENT,
         {q.updates, {1, 0}, RANK, type, q.indices, NULL, 0}}};
    struct gat_attr axis = {.name = "axis", .i = q.axis};
    struct gat_call call = {sizeof call, 0, names[op], op == 2 ? "onnx-11" : "onnx-13", "",
                            &axis, 1, operands, 4};
    gat_status status = b->run(context, &call);
    int wrong = status != GAT_OK || memcmp(q.got, q.want, (size_t)(count(q.out) * q.esize)) != 0;
    free(q.index), free(q.from), free(q.updates), free(q.got), free(q.want);
    return wrong;
}

int main(int argc, char **argv)
{
    const struct gat_backend *b = gat_backend_get(GAT_ABI);
    void *context;
    char why[256];
    int wrong = 0;
    if (b == NULL || b->open(argc > 1 ? argv[1] : "", &context, why, sizeof why) != GAT_OK)
        return 2;
    for (int k = 0; k < CALLS; k++)
        wrong += ask(b, context, k % 3);
    b->close(context);
    printf("%d of %d calls wrong\n", wrong, CALLS);
    return wrong != 0;
}
