/* bench_workload.c - what is measured: shapes, data, and the plain loop.
 *
 * The plain loop is written for these workloads and takes nothing from ref or opt:
 * what is compared with it is compared with a second opinion.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/bench_child.h"
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
    {name,  #op,   NULL, GAT_##type, GAT_##index, axis,                            \
     batch, GAT_BENCH_##indices, false, __VA_ARGS__},
#define REDUCE(name, op, reduction, type, indices, ...)                            \
    {name, #op, #reduction, GAT_##type, GAT_I64, 0, 0, GAT_BENCH_##indices, false, __VA_ARGS__},
#define MOST (INT64_C(512) << 20)
#define SWEEP(row, words, size)                                                    \
    {"sweep Gather row" #row " out" #words, "gather", NULL, GAT_F32, GAT_I64, 0, 0,      \
     GAT_BENCH_UNIFORM, true,                                                      \
     SHAPE((INT64_C(size) < MOST ? INT64_C(size) : MOST) / (row), (row) / 4),      \
     SHAPE(INT64_C(size) / (row))},
/* clang-format on */

static const struct line {
    const char *name, *op, *reduction;
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
    LONGEST_SHUFFLE = 4096,
    POWERS = 32           /* of two, by which numbers are changed */
};

/* Variants that mean the same for these rows; only one of them knows batches. */
static const struct gat_variant_name gathers[] = {
    {"onnx-13", NULL}, {"onnx-11", NULL}, {"onnx-1", NULL},
    {"mindspore-2.x", "mindspore"}, {NULL, NULL}};
static const struct gat_variant_name batched[] = {{"mindspore-2.x", "mindspore"},
                                                  {NULL, NULL}};
static const struct gat_variant_name elements[] = {
    {"onnx-13", NULL}, {"torch-2.x", "torch"}, {"onnx-11", NULL}, {NULL, NULL}};
static const struct gat_variant_name reduced[] = {
    {"onnx-18", NULL}, {"torch-scatter_reduce-2.x", "torch-scatter_reduce"}, {NULL, NULL}};
static const struct gat_variant_name means[] = {
    {"torch-scatter_reduce-2.x", "torch-scatter_reduce"}, {NULL, NULL}};
static const struct gat_variant_name reduced_tuples[] = {{"onnx-18", NULL}, {NULL, NULL}};
static const struct gat_variant_name places[] = {{"torch-2.x", "torch"}, {NULL, NULL}};
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

/* data with the axis replaced by the indices after the batch. */
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

/* The slice that a tuple names: the dimensions after those that it counts along. */
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

static const struct gat_variant_name *variants_of(const struct line *l)
{
    bool by_tuples = strstr(l->op, "_nd") != NULL;
    if (strcmp(l->op, "put") == 0)
        return places;
    if (l->reduction != NULL)
        return by_tuples                            ? reduced_tuples
               : strcmp(l->reduction, "mean") == 0 ? means
                                                   : reduced;
    if (by_tuples)
        return tuples;
    return l->batch_dims > 0 ? batched : strcmp(l->op, "gather") == 0 ? gathers : elements;
}

bool gat_workload_get(unsigned k, bool quick, struct gat_workload *w)
{
    if (k >= N_LINES)
        return false;
    struct line l = lines[k];
    if (quick)
        scale(&l);
    bool by_rows = strcmp(l.op, "gather") == 0;
    bool scatters = strncmp(l.op, "scatter", 7) == 0 || strcmp(l.op, "put") == 0;
    bool by_tuples = strstr(l.op, "_nd") != NULL;
    *w = (struct gat_workload){
        .number = k,
        .name = l.name,
        .op = l.op,
        .reduction = l.reduction,
        .variants = variants_of(&l),
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
    if (!by_tuples && strcmp(l.op, "put") != 0)
        w->attrs[w->n_attrs++] = (struct gat_attr){.name = "axis", .i = l.axis};
    if (l.batch_dims != 0)
        w->attrs[w->n_attrs++] = (struct gat_attr){.name = "batch_dims", .i = l.batch_dims};
    if (l.reduction != NULL)
        w->attrs[w->n_attrs++] =
            (struct gat_attr){.name = "reduction", .kind = GAT_ATTR_TEXT, .text = l.reduction};
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

static void number_put(const struct gat_array *t, int64_t k, int64_t value)
{
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, 4);
    if (t->dtype == GAT_F32)
        ((uint32_t *)t->data)[k] = bits;
    else if (t->dtype == GAT_BF16)
        ((uint16_t *)t->data)[k] = (uint16_t)(bits >> 16);
    else
        ((int64_t *)t->data)[k] = value;
}

static int64_t number_get(const struct gat_array *t, int64_t k)
{
    uint32_t bits;
    float number;
    if (t->dtype == GAT_I64)
        return ((const int64_t *)t->data)[k];
    bits = t->dtype == GAT_F32 ? ((const uint32_t *)t->data)[k]
                               : (uint32_t)((const uint16_t *)t->data)[k] << 16;
    memcpy(&number, &bits, 4);
    return (int64_t)number;
}

/* Small whole numbers, so that any order of adding them up gives the same; in 16 bits most
 * are 0, as sums shall stay below 256 there. */
static void numbers_fill(const struct gat_array *t, struct gat_prng *p)
{
    int64_t n = gat_array_count(t);
    for (int64_t k = 0; k < n; k++) {
        int64_t draw = (int64_t)gat_prng_below(p, 128), some = draw == 0 ? -1 : draw == 1;
        number_put(t, k, t->dtype == GAT_BF16 ? some : draw - 64);
    }
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

/* An update of element `at`, both counted from the front. */
static void element_update(const struct gat_workload *w, int64_t at, int64_t k)
{
    const struct gat_array *updates = &w->operands[2], *out = &w->operands[3];
    size_t size = gat_dtype_size(out->dtype);
    if (w->reduction == NULL) {
        memcpy((char *)out->data + (size_t)at * size, (char *)updates->data + (size_t)k * size,
               size);
        return;
    }
    int64_t a = number_get(out, at), b = number_get(updates, k);
    bool most = strcmp(w->reduction, "max") == 0;
    number_put(out, at, !most ? a + b : a > b ? a : b);
}

/* The first element that index number k names, and how many follow it up to the next one. */
static int64_t element_named(const struct gat_workload *w, int64_t k, int64_t *many)
{
    const struct gat_array *data = &w->operands[0], *indices = &w->operands[1];
    int32_t axis = axis_of(w);
    int64_t inner = product(data, axis + 1, data->ndim), p = 0;
    *many = 1;
    if (w->tuples) {
        int64_t depth = indices->shape[1];
        for (int64_t d = 0; d < depth; d++)
            p = p * data->shape[d] + gat_array_index(indices, k * depth + d);
        *many = product(data, (int32_t)depth, data->ndim);
        return p * *many;
    }
    int64_t line = indices->shape[axis] * inner;
    return k / line * data->shape[axis] * inner + gat_array_index(indices, k) * inner + k % inner;
}

/* The operators whose indices name elements, or rows of them. */
static void elements_plainly(const struct gat_workload *w)
{
    const struct gat_array *data = &w->operands[0], *indices = &w->operands[1];
    size_t size = gat_dtype_size(data->dtype);
    int64_t n = w->tuples ? indices->shape[0] : gat_array_count(indices), many, done = 0;
    bool scatters = w->n_operands == 4;
    char *to = w->operands[w->n_operands - 1].data;
    if (scatters)
        memcpy(to, data->data, gat_array_size(data));
    for (int64_t k = 0; k < n; k++, done += many) {
        int64_t at = element_named(w, k, &many);
        for (int64_t b = 0; scatters && b < many; b++)
            element_update(w, at + b, done + b);
        if (!scatters)
            memcpy(to + (size_t)done * size, (const char *)data->data + (size_t)at * size,
                   (size_t)many * size);
    }
}

/* Divide each sum by the number of its terms, which makes it a mean. */
static void means_make(const struct gat_workload *w)
{
    const struct gat_array *out = &w->operands[3];
    float *sums = out->data;
    int64_t n = gat_array_count(out), picks = gat_array_count(&w->operands[1]), many;
    float *counts = (float *)(void *)gat_bench_map((size_t)n * sizeof *counts);
    if (counts == NULL)
        return; /* the answers will not be those of anybody */
    for (int64_t k = 0; k < picks; k++)
        counts[element_named(w, k, &many)]++;
    for (int64_t k = 0; k < n; k++)
        sums[k] /= counts[k] + 1;
    gat_bench_unmap((unsigned char *)counts, (size_t)n * sizeof *counts);
}

void gat_workload_fill(struct gat_workload *w, unsigned char *buffer, uint64_t seed)
{
    struct gat_prng p = {seed};
    for (const char *c = w->name; *c != '\0'; c++)
        p.state = (p.state ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    for (unsigned k = 0; k < w->n_operands; k++)
        w->operands[k].data = buffer + w->at[k];
    indices_fill(w, &p);
    for (unsigned k = 0; k + 1 < w->n_operands; k++)
        if (k != 1 && w->reduction == NULL)
            bits_fill(&w->operands[k], &p);
        else if (k != 1)
            numbers_fill(&w->operands[k], &p);
    if (strcmp(w->op, "gather") == 0)
        gather_plainly(w);
    else
        elements_plainly(w);
    if (w->reduction != NULL && strcmp(w->reduction, "mean") == 0)
        means_make(w);
}

/* Numbers, so that sums and greatest ones grow as their terms do. */
static void numbers_change(enum gat_dtype t, void *bytes, size_t size, int by)
{
    uint32_t *words = bytes;
    uint16_t *halves = bytes;
    int64_t *longs = bytes;
    for (size_t k = 0; t == GAT_F32 && k < size / 4; k++)
        words[k] += words[k] << 1 == 0 ? 0 : (uint32_t)by << 23;
    for (size_t k = 0; t == GAT_BF16 && k < size / 2; k++)
        halves[k] = (uint16_t)(halves[k] + ((halves[k] & 0x7fff) == 0 ? 0 : by * 128));
    for (size_t k = 0; t == GAT_I64 && k < size / 8; k++)
        longs[k] = by < 0 ? longs[k] / (INT64_C(1) << -by) : longs[k] * (INT64_C(1) << by);
}

void gat_workload_change(const struct gat_workload *w, void *bytes, size_t size, unsigned char was,
                         unsigned char to)
{
    unsigned char *at = bytes;
    unsigned char change = was ^ to;
    if (w->reduction != NULL)
        numbers_change(w->operands[0].dtype, bytes, size, to % POWERS - was % POWERS);
    for (size_t k = 0; w->reduction == NULL && change != 0 && k < size; k++)
        at[k] ^= change;
}
