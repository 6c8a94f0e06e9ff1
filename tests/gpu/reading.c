/* reading.c - calls with random shapes to the backend gpu_host, compared with plain loops;
 * gpu_readings.t builds it with sanitizers.  Its argument is what follows --backend gpu_host:.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gatherum/backend.h"

enum { RANK = 3, CALLS = 500 };
enum op { GATHER, GATHER_ELEMENTS, SCATTER_ELEMENTS, GATHER_ND, SCATTER_ND, OPS };
static const char *const names[] = {"gather", "gather_elements", "scatter_elements", "gather_nd",
                                    "scatter_nd"};
static const struct gat_scalar_type types[] = {
    {1, 8, 1}, {0, 16, 1}, {2, 32, 1}, {0, 64, 1}, {5, 128, 1}};

static uint64_t state = 1;
static int64_t draw(int64_t n)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

/* Numbers so small that every sum is exact, but for float32, where its order shows. */
enum { FLOAT32 = 2 };
static double number_draw(unsigned type)
{
    return type == FLOAT32 ? (float)((double)draw(1 << 22) / 7) : (double)draw(1000);
}

static void number_put(double value, unsigned type, unsigned char *to)
{
    int64_t whole = (int64_t)value;
    float single = (float)value;
    double both[2] = {value, -value};
    const void *from[] = {&whole, &whole, &single, &whole, both};
    memcpy(to, from[type], types[type].bits / 8); /* the low bytes of an integer come first */
}

/* Added up in the order of updates, each step rounded. */
static double sum_of(double a, double b, unsigned type)
{
    return type == FLOAT32 ? (float)(a + b) : a + b;
}

struct shape {
    int32_t ndim;
    int64_t of[RANK];
};
struct question {
    enum op op;
    unsigned type;
    int scatters, adds, index_bits;
    struct shape data, indices, picked, out; /* picked: updates, or the output of a gather */
    int64_t axis;
    int64_t *index; /* what the operand below holds */
    void *bits;     /* each operand in a block of its own size */
    unsigned char *from, *updates, *got, *want;
};

static int64_t count(const struct shape *s, int32_t first)
{
    int64_t n = 1;
    for (int32_t d = first; d < s->ndim; d++)
        n *= s->of[d];
    return n;
}

static void *block(int64_t n, int64_t size)
{
    void *b = calloc((size_t)n, (size_t)size);
    return b != NULL ? b : (abort(), NULL);
}

static void shapes_make(struct question *q)
{
    int64_t depth = 1 + draw(RANK);
    q->axis = draw(RANK);
    q->data = q->indices = q->picked = (struct shape){.ndim = RANK};
    for (int d = 0; d < RANK; d++) {
        q->data.of[d] = 1 + draw(d == 2 ? 40 : 7);
        q->indices.of[d] = d == q->axis ? 1 + draw(20) : 1 + draw(q->data.of[d]);
        q->picked.of[d] = q->op == GATHER && d != q->axis ? q->data.of[d] : q->indices.of[d];
    }
    if (q->op == GATHER)
        q->indices = (struct shape){1, {q->indices.of[q->axis]}};
    if (q->op >= GATHER_ND) {
        q->indices = (struct shape){2, {1 + draw(20), depth}};
        q->picked = (struct shape){1, {q->indices.of[0]}};
        for (int64_t d = depth; d < RANK; d++)
            q->picked.of[q->picked.ndim++] = q->data.of[d];
    }
    q->out = q->scatters ? q->data : q->picked;
}

static void index_put(struct question *q, int64_t k, int64_t v)
{
    int32_t narrow = (int32_t)v;
    if (q->index_bits == 32)
        memcpy((char *)q->bits + 4 * k, &narrow, 4);
    else
        memcpy((char *)q->bits + 8 * k, &v, 8);
}

static void indices_make(struct question *q)
{
    int64_t n = count(&q->indices, 0);
    q->index_bits = q->op < GATHER_ND && draw(2) ? 32 : 64;
    q->index = block(n, sizeof *q->index);
    q->bits = block(n, q->index_bits / 8);
    for (int64_t k = 0; k < n; k++) {
        int64_t extent = q->data.of[q->op >= GATHER_ND ? k % q->indices.of[1] : q->axis];
        int64_t v = draw(2 * extent) - extent;
        index_put(q, k, v);
        q->index[k] = v < 0 ? v + extent : v;
    }
}

/* The element of data that belongs to number k of what is picked. */
static int64_t place_of(const struct question *q, int64_t k)
{
    int64_t at[RANK], place = 0, row = count(&q->data, (int32_t)q->indices.of[1]), left = k;
    if (q->op >= GATHER_ND) {
        for (int64_t j = 0; j < q->indices.of[1]; j++)
            place = place * q->data.of[j] + q->index[k / row * q->indices.of[1] + j];
        return place * row + k % row;
    }
    for (int d = RANK; d-- > 0; left /= q->picked.of[d])
        at[d] = left % q->picked.of[d];
    at[q->axis] = q->index[q->op == GATHER ? at[q->axis] : k];
    for (int d = 0; d < RANK; d++)
        place = place * q->data.of[d] + at[d];
    return place;
}

static void operands_make(struct question *q)
{
    int64_t elements = count(&q->data, 0), picked = count(&q->picked, 0);
    int64_t esize = types[q->type].bits / 8;
    double *sums = block(elements, sizeof *sums);
    q->from = block(elements, esize);
    q->updates = block(picked, esize);
    q->got = block(count(&q->out, 0), esize);
    q->want = block(count(&q->out, 0), esize);
    for (int64_t k = 0; k < elements; k++)
        number_put(sums[k] = number_draw(q->type), q->type, q->from + k * esize);
    for (int64_t k = 0; k < picked; k++) {
        int64_t place = place_of(q, k);
        double value = number_draw(q->type);
        number_put(value, q->type, q->updates + k * esize);
        sums[place] = q->adds ? sum_of(sums[place], value, q->type) : value;
        if (!q->scatters)
            memcpy(q->want + k * esize, q->from + place * esize, (size_t)esize);
    }
    for (int64_t k = 0; k < elements && q->scatters; k++)
        number_put(sums[k], q->type, q->want + k * esize);
    free(sums);
}

static int ask(const struct gat_backend *b, void *context, int op)
{
    struct question q = {.op = (enum op)op, .type = (unsigned)draw(5)};
    q.scatters = op == SCATTER_ELEMENTS || op == SCATTER_ND;
    q.adds = q.scatters && draw(2);
    shapes_make(&q);
    indices_make(&q);
    operands_make(&q);
    struct gat_scalar_type type = types[q.type], index = {0, (uint8_t)q.index_bits, 1};
    struct gat_operand operands[4] = {
        {"data", GAT_IN, GAT_TENSOR, {q.from, {1, 0}, q.data.ndim, type, q.data.of, NULL, 0}},
        {"indices", GAT_IN, GAT_TENSOR,
         {q.bits, {1, 0}, q.indices.ndim, index, q.indices.of, NULL, 0}},
        {"output", GAT_OUT, GAT_TENSOR, {q.got, {1, 0}, q.out.ndim, type, q.out.of, NULL, 0}},
        {"updates", GAT_IN, q.scatters ? GAT_TENSOR : GAT_ABSENT,
         {q.updates, {1, 0}, q.picked.ndim, type, q.picked.of, NULL, 0}}};
    struct gat_attr attrs[2] = {{.name = "axis", .i = q.axis},
                                {.name = "reduction", .kind = GAT_ATTR_TEXT, .text = "add"}};
    struct gat_call call = {sizeof call, 0, names[op], q.scatters ? "onnx-16" : "onnx-13", "",
                            attrs, q.adds ? 2 : 1, operands, 4};
    size_t size = (size_t)count(&q.out, 0) * type.bits / 8;
    int wrong = b->run(context, &call) != GAT_OK || memcmp(q.got, q.want, size) != 0;
    /* The first of two indices that are out of range is told. */
    char told[64];
    int64_t n = count(&q.indices, 0), bad = draw(n);
    index_put(&q, n - 1, 1000);
    index_put(&q, bad, -1000);
    snprintf(told, sizeof told, "index number %lld is out of range", (long long)bad);
    wrong |= b->run(context, &call) != GAT_E_RANGE || strcmp(b->last_error(context), told) != 0;
    free(q.index), free(q.bits), free(q.from), free(q.updates), free(q.got), free(q.want);
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
        wrong += ask(b, context, k % OPS);
    b->close(context);
    printf("%d of %d calls wrong\n", wrong, CALLS);
    return wrong != 0;
}
