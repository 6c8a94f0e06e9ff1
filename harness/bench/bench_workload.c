/* bench_workload.c - what is measured: shapes, data, and the plain loop.
 *
 * The plain loop is written for these workloads and takes nothing from ref or opt:
 * what is compared with it is compared with a second opinion.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_workload.h"
#include "dtype.h"
#include "prng.h"

struct shape {
    int32_t ndim;
    int64_t extents[3];
};
/* clang-format off */
#define SHAPE(...)                                                                 \
    { sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), { __VA_ARGS__ } }
#define WORKLOAD(name, op, type, index, axis, batch, indices, ...)                 \
    {name, #op, GAT_##type, GAT_##index, axis, batch, GAT_BENCH_##indices, false, __VA_ARGS__},
#define MOST (INT64_C(512) << 20)
#define SWEEP(row, words, size)                                                    \
    {"sweep Gather row" #row " out" #words, "gather", GAT_F32, GAT_I64, 0, 0,      \
     GAT_BENCH_UNIFORM, true,                                                      \
     SHAPE((INT64_C(size) < MOST ? INT64_C(size) : MOST) / (row), (row) / 4),      \
     SHAPE(INT64_C(size) / (row))},
/* clang-format on */

static const struct line {
    const char *name, *op;
    enum gat_dtype dtype, index;
    int64_t axis, batch_dims;
    enum gat_bench_indices indices;
    bool named_only;
    struct shape data, index_shape;
} lines[] = {
#include "bench/workloads.def"
};
enum {
    N_LINES = sizeof lines / sizeof lines[0],
    QUICK = 1024,         /* a quick row is so much smaller */
    QUICK_TABLE = 65536,  /* elements */
    STAGGER = 17 * 64,    /* operands do not begin at the same place of their pages */
    COLUMNS = 16,         /* shuffled together: one cache line of indices or two */
    LONGEST_SHUFFLE = 4096
};

/* Variants that mean the same for these rows; only one of them knows batches. */
static const struct gat_variant_name gathers[] = {
    {"onnx-13", NULL}, {"onnx-11", NULL}, {"onnx-1", NULL},
    {"mindspore-2.x", "mindspore"}, {NULL, NULL}};
static const struct gat_variant_name batched[] = {{"mindspore-2.x", "mindspore"},
                                                  {NULL, NULL}};
static const struct gat_variant_name elements[] = {
    {"onnx-13", NULL}, {"torch-2.x", "torch"}, {"onnx-11", NULL}, {NULL, NULL}};
static const struct gat_variant_name tuples[] = {
    {"onnx-13", NULL}, {"onnx-11", NULL}, {"tensorflow-2.x", "tensorflow"}, {NULL, NULL}};

static struct gat_array array_of(enum gat_dtype dtype, const struct shape *s)
{
    struct gat_array t = {.dtype = dtype, .ndim = s->ndim};
    memcpy(t.shape, s->extents, sizeof s->extents);
    return t;
}

static void operand_add(struct gat_workload *w, const char *name, struct gat_array t)
{
    unsigned k = w->n_operands++;
    size_t size = gat_array_size(&t) + k * STAGGER;
    w->names[k] = name;
    w->operands[k] = t;
    w->at[k] = w->size + k * STAGGER;
    w->size += (size + GAT_HUGE_PAGE - 1) / GAT_HUGE_PAGE * GAT_HUGE_PAGE;
}

/* Position of the axis among the dimensions of data. */
static int32_t axis_of(const struct gat_workload *w)
{
    return (int32_t)(w->axis < 0 ? w->axis + w->operands[0].ndim : w->axis);
}

/* data with the axis replaced by the indices behind the batch. */
static struct gat_array gathered(const struct gat_workload *w)
{
    const struct gat_array *data = &w->operands[0], *indices = &w->operands[1];
    struct gat_array out = {.dtype = data->dtype};
    int32_t axis = axis_of(w);
    for (int32_t d = 0; d < axis; d++)
        out.shape[out.ndim++] = data->shape[d];
    for (int32_t d = (int32_t)w->batch_dims; d < indices->ndim; d++)
        out.shape[out.ndim++] = indices->shape[d];
    for (int32_t d = axis + 1; d < data->ndim; d++)
        out.shape[out.ndim++] = data->shape[d];
    return out;
}

/* What a tuple names: a row behind the dimensions that it counts along. */
static struct gat_array tuples_rows(const struct gat_workload *w)
{
    const struct gat_array *data = &w->operands[0], *indices = &w->operands[1];
    struct gat_array t = {.dtype = data->dtype, .ndim = 1, .shape = {indices->shape[0]}};
    for (int64_t d = indices->shape[1]; d < data->ndim; d++)
        t.shape[t.ndim++] = data->shape[d];
    return t;
}

static void shrink(int64_t *extent, int64_t by)
{
    *extent = *extent / by > 0 ? *extent / by : 1;
}

/* A quick row keeps its kind: fewer rows of a smaller table, or a shorter first
 * dimension where data and indices share it. */
static void scale(struct line *l)
{
    if (l->data.ndim <= 2 && l->axis == 0 && strcmp(l->op, "gather") == 0) {
        int64_t row = l->data.ndim == 2 ? l->data.extents[1] : 1;
        if (l->data.extents[0] > QUICK_TABLE / row)
            l->data.extents[0] = QUICK_TABLE / row;
        shrink(&l->index_shape.extents[0], QUICK);
        return;
    }
    shrink(&l->data.extents[0], QUICK);
    if (l->batch_dims > 0 || strcmp(l->op, "gather") != 0) /* a tuple's first dimension too */
        shrink(&l->index_shape.extents[0], QUICK);
}

bool gat_workload_get(unsigned k, bool quick, struct gat_workload *w)
{
    if (k >= N_LINES)
        return false;
    struct line l = lines[k];
    if (quick)
        scale(&l);
    bool by_rows = strcmp(l.op, "gather") == 0, scatters = strncmp(l.op, "scatter", 7) == 0;
    bool by_tuples = strstr(l.op, "_nd") != NULL;
    *w = (struct gat_workload){
        .number = k,
        .name = l.name,
        .op = l.op,
        .variants = by_tuples          ? tuples
                    : l.batch_dims > 0 ? batched
                    : by_rows          ? gathers
                                       : elements,
        .indices = l.indices,
        .named_only = l.named_only,
        .tuples = by_tuples,
        .axis = l.axis,
        .batch_dims = l.batch_dims,
    };
    operand_add(w, "data", array_of(l.dtype, &l.data));
    operand_add(w, "indices", array_of(l.index, &l.index_shape));
    struct gat_array picked = by_tuples ? tuples_rows(w)
                              : by_rows ? gathered(w)
                                        : array_of(l.dtype, &l.index_shape);
    if (scatters)
        operand_add(w, "updates", picked);
    operand_add(w, "output", scatters ? array_of(l.dtype, &l.data) : picked);
    w->useful = (int64_t)gat_array_size(&w->operands[w->n_operands - 1]);
    if (scatters)
        w->useful += (int64_t)gat_array_size(&w->operands[2]);
    return true;
}

/* ---- data ---- */

static void bits_fill(const struct gat_array *t, struct gat_prng *p)
{
    size_t size = gat_array_size(t);
    unsigned char *at = t->data;
    for (; size >= 8; size -= 8, at += 8) {
        uint64_t v = gat_prng_next(p);
        memcpy(at, &v, 8);
    }
    memset(at, 0x5a, size);
}

static void index_put(const struct gat_array *t, int64_t k, int64_t value)
{
    if (t->dtype == GAT_I32)
        ((int32_t *)t->data)[k] = (int32_t)value;
    else
        ((int64_t *)t->data)[k] = value;
}

static double unit(struct gat_prng *p)
{
    return (double)(gat_prng_next(p) >> 11) * 0x1p-53;
}

/* One index: `k` of `n`, into `extent` positions. */
static int64_t index_draw(enum gat_bench_indices kind, struct gat_prng *p, int64_t k,
                          int64_t n, int64_t extent)
{
    int64_t at = 0;
    switch (kind) {
    case GAT_BENCH_UNIFORM:
    case GAT_BENCH_SHUFFLED:
        return (int64_t)gat_prng_below(p, (uint64_t)extent);
    case GAT_BENCH_SORTED: /* one draw in each of n equal parts */
        at = (int64_t)(((double)k + unit(p)) * (double)extent / (double)n);
        break;
    case GAT_BENCH_ZIPF: /* rank with a density of 1 / rank; ranks lie all over */
        at = (int64_t)pow((double)extent, unit(p)) - 1;
        at = (int64_t)((uint64_t)at * UINT64_C(0x9E3779B1) % (uint64_t)extent);
        break;
    }
    return at < extent ? at : extent - 1;
}

/* Each line along axis 0 a permutation; some columns at a time, as the lines lie
 * across the rows of memory. */
static void columns_shuffle(const struct gat_array *t, struct gat_prng *p)
{
    static int32_t order[LONGEST_SHUFFLE][COLUMNS];
    int64_t n = t->shape[0], width = gat_array_count(t) / n;
    for (int64_t first = 0; first < width; first += COLUMNS) {
        int64_t some = width - first < COLUMNS ? width - first : COLUMNS;
        for (int64_t r = 0; r < n; r++)
            for (int64_t c = 0; c < some; c++) {
                int64_t other = (int64_t)gat_prng_below(p, (uint64_t)r + 1);
                order[r][c] = order[other][c];
                order[other][c] = (int32_t)r;
            }
        for (int64_t r = 0; r < n; r++)
            for (int64_t c = 0; c < some; c++)
                index_put(t, r * width + first + c, order[r][c]);
    }
}

/* SHUFFLED: odd steps through a power of two meet every row once. */
static void tuples_fill(const struct gat_workload *w, struct gat_prng *p)
{
    const struct gat_array *t = &w->operands[1];
    int64_t n = gat_array_count(t), depth = t->shape[1];
    for (int64_t k = 0; k < n; k++) {
        int64_t extent = w->operands[0].shape[k % depth];
        index_put(t, k, w->indices == GAT_BENCH_SHUFFLED
                            ? (int64_t)((uint64_t)k * UINT64_C(0x9E3779B1) % (uint64_t)extent)
                            : index_draw(w->indices, p, k, n, extent));
    }
}

static void indices_fill(const struct gat_workload *w, struct gat_prng *p)
{
    const struct gat_array *t = &w->operands[1];
    int64_t n = gat_array_count(t), extent = w->operands[0].shape[axis_of(w)];
    if (w->tuples)
        tuples_fill(w, p);
    else if (w->indices == GAT_BENCH_SHUFFLED)
        columns_shuffle(t, p);
    else
        for (int64_t k = 0; k < n; k++)
            index_put(t, k, index_draw(w->indices, p, k, n, extent));
}

/* ---- the plain loop ---- */

static int64_t product(const struct gat_array *t, int32_t from, int32_t to)
{
    int64_t n = 1;
    for (; from < to; from++)
        n *= t->shape[from];
    return n;
}

static void gather_plainly(const struct gat_workload *w)
{
    const struct gat_array *data = &w->operands[0], *indices = &w->operands[1];
    int32_t axis = axis_of(w), batch = (int32_t)w->batch_dims;
    size_t row = (size_t)product(data, axis + 1, data->ndim) * gat_dtype_size(data->dtype);
    int64_t picks = product(indices, batch, indices->ndim), extent = data->shape[axis];
    int64_t before = product(data, 0, axis), each = product(data, batch, axis);
    unsigned char *to = w->operands[w->n_operands - 1].data;
    for (int64_t o = 0; o < before; o++)
        for (int64_t k = 0; k < picks; k++, to += row) {
            int64_t p = gat_array_index(indices, o / each * picks + k);
            memcpy(to, (const char *)data->data + (size_t)(o * extent + p) * row, row);
        }
}

/* Both element operators: at (o, k, i) the index names position (o, index, i). */
static void elements_plainly(const struct gat_workload *w)
{
    const struct gat_array *data = &w->operands[0], *indices = &w->operands[1];
    const struct gat_array *out = &w->operands[w->n_operands - 1];
    int32_t axis = axis_of(w);
    size_t size = gat_dtype_size(data->dtype);
    int64_t inner = product(data, axis + 1, data->ndim), extent = data->shape[axis];
    int64_t n = gat_array_count(indices), line = indices->shape[axis] * inner;
    bool scatters = w->n_operands == 4;
    const char *from = scatters ? w->operands[2].data : data->data;
    char *to = out->data;
    if (scatters)
        memcpy(to, data->data, gat_array_size(data));
    for (int64_t k = 0; k < n; k++) {
        int64_t p = k / line * extent * inner + gat_array_index(indices, k) * inner +
                    k % inner;
        memcpy(to + (size_t)(scatters ? p : k) * size,
               from + (size_t)(scatters ? k : p) * size, size);
    }
}

static void tuples_plainly(const struct gat_workload *w)
{
    const struct gat_array *data = &w->operands[0], *indices = &w->operands[1];
    int64_t depth = indices->shape[1];
    size_t row = (size_t)product(data, (int32_t)depth, data->ndim) * gat_dtype_size(data->dtype);
    bool scatters = w->n_operands == 4;
    char *to = w->operands[w->n_operands - 1].data;
    if (scatters)
        memcpy(to, data->data, gat_array_size(data));
    for (int64_t k = 0; k < indices->shape[0]; k++) {
        int64_t p = 0;
        for (int64_t d = 0; d < depth; d++)
            p = p * data->shape[d] + gat_array_index(indices, k * depth + d);
        if (scatters)
            memcpy(to + (size_t)p * row, (const char *)w->operands[2].data + (size_t)k * row, row);
        else
            memcpy(to + (size_t)k * row, (const char *)data->data + (size_t)p * row, row);
    }
}

void gat_workload_fill(struct gat_workload *w, unsigned char *buffer, uint64_t seed)
{
    struct gat_prng p = {seed};
    for (const char *c = w->name; *c != '\0'; c++)
        p.state = (p.state ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    for (unsigned k = 0; k < w->n_operands; k++)
        w->operands[k].data = buffer + w->at[k];
    indices_fill(w, &p);
    bits_fill(&w->operands[0], &p);
    if (w->n_operands == 4)
        bits_fill(&w->operands[2], &p);
    if (w->tuples)
        tuples_plainly(w);
    else if (strcmp(w->op, "gather") == 0)
        gather_plainly(w);
    else
        elements_plainly(w);
}
