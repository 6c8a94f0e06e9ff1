/* blas.c - gather and scatter as matrix products: what moves is moved by cblas_dgemm.
 *
 * link: -lopenblas
 *
 * A second opinion on the oracle, by an algorithm that shares nothing with it: a gather
 * is a matrix of zeros and ones times the table, a scatter is data times one, and then the
 * same matrix transposed times the updates.  An element enters a product as its words of
 * at most 32 bits, each an integer: a double holds it, its sum with zeros is exact, and
 * NaN, -0.0 and integers beyond 2^53 come through like all else.  Products go by blocks of
 * the table, each with the rows that pick from it; the last of several updates of one
 * element stays.  Updates that are added are integers of at most 32 bits, as numbers: data,
 * and the matrix transposed times the updates.  Indices and shapes are checked in plain C.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <cblas.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gatherum/backend.h"

enum {
    ROWS = 64,   /* of a block: rows of the output, */
    INNER = 16,  /* of the table, */
    WIDTH = 256, /* and words of a row */
};

struct table { /* word w of row r lies at data + r * pitch + w * size */
    char *data;
    int64_t pitch;
};

struct one { /* of the matrix: row `to` of the output gets row `from` of the table */
    int64_t from, to;
};

struct context {
    double ones[ROWS * INNER], words[INNER * WIDTH], sums[ROWS * WIDTH];
    struct one *list, *spare; /* of one line, or of the slices of one batch */
    int64_t *starts;
};

/* The words of one block: `rows` ones that pick from one block of the table. */
static void block_run(struct context *c, const struct table *from, const struct table *to,
                      const struct one *list, int64_t rows, int64_t offset, int64_t words,
                      int64_t size)
{
    int64_t first = list[0].from / INNER * INNER, inner = 1;
    memset(c->ones, 0, (size_t)(rows * INNER) * sizeof *c->ones);
    for (int64_t r = 0; r < rows; r++) {
        int64_t at = list[r].from - first;
        c->ones[r * INNER + at] = 1;
        inner = at < inner ? inner : at + 1;
    }
    for (int64_t r = 0; r < inner; r++)
        for (int64_t w = 0; w < words; w++) {
            uint32_t bits = 0; /* which end they fill does not matter: they come back so */
            const char *row = from->data + (first + r) * from->pitch + offset;
            memcpy(&bits, row + w * size, (size_t)size);
            c->words[r * words + w] = bits;
        }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)words,
                (int)inner, 1, c->ones, INNER, c->words, (int)words, 0, c->sums, (int)words);
    for (int64_t r = 0; r < rows; r++)
        for (int64_t w = 0; w < words; w++) {
            uint32_t bits = (uint32_t)c->sums[r * words + w];
            char *row = to->data + list[r].to * to->pitch + offset;
            memcpy(row + w * size, &bits, (size_t)size);
        }
}

/* The product with the first n ones of the list, which stand together by blocks. */
static void product_run(struct context *c, struct table from, struct table to, int64_t n,
                        int64_t row_size, int64_t esize)
{
    int64_t size = esize < 4 ? esize : 4, width = row_size / size, rows;
    for (int64_t k = 0; k < n; k += rows) {
        int64_t block = c->list[k].from / INNER;
        for (rows = 1; rows < ROWS && k + rows < n; rows++)
            if (c->list[k + rows].from / INNER != block)
                break;
        for (int64_t w = 0; w < width; w += WIDTH)
            block_run(c, &from, &to, c->list + k, rows, w * size,
                      width - w < WIDTH ? width - w : WIDTH, size);
    }
}

/* Bring the ones of each block of a table together; few ones stay where they are. */
static void list_group(struct context *c, int64_t n, int64_t extent)
{
    if (extent / INNER > n)
        return;
    memset(c->starts, 0, (size_t)(extent / INNER + 2) * sizeof *c->starts);
    for (int64_t k = 0; k < n; k++)
        c->starts[c->list[k].from / INNER + 1]++;
    for (int64_t b = 1; b <= extent / INNER; b++)
        c->starts[b] += c->starts[b - 1];
    for (int64_t k = 0; k < n; k++)
        c->spare[c->starts[c->list[k].from / INNER]++] = c->list[k];
    struct one *grouped = c->spare;
    c->spare = c->list;
    c->list = grouped;
}

/* ---- the question ---- */

struct question {
    const struct gat_tensor *data, *indices, *updates, *output;
    int64_t axis, batch, extent, esize;
    bool elements; /* one index per element, as against one per row */
    bool flat;     /* data count as one dimension */
    bool adds;
    bool spreads; /* updates are broadcast */
    char *wide;   /* as many of them as there are places */
};

static int64_t product(const struct gat_tensor *t, int64_t from, int64_t to)
{
    int64_t n = 1;
    while (from < to)
        n *= t->shape[from++];
    return n;
}

static int64_t index_at(const struct gat_tensor *t, int64_t k)
{
    const void *data = gat_tensor_data(t);
    return t->type.bits == 32 ? ((const int32_t *)data)[k] : ((const int64_t *)data)[k];
}

/* Index number k as a row of the table. */
static int64_t choice(const struct question *q, int64_t k)
{
    int64_t index = index_at(q->indices, k);
    return index < 0 ? index + q->extent : index;
}

/* From the attribute or the operand. */
static bool axis_read(const struct gat_call *call, struct question *q)
{
    const struct gat_tensor *axis = gat_operand_get(call, "axis");
    int64_t rank = q->data->ndim;
    if (axis != NULL && (gat_tensor_count(axis) != 1 || axis->type.code != 0 ||
                         axis->type.bits < 32))
        return false;
    q->axis = axis != NULL ? index_at(axis, 0) : gat_attr_int(call, "axis", 0);
    q->batch = gat_attr_int(call, "batch_dims", 0);
    if (q->axis < -rank || q->axis >= rank)
        return false;
    q->axis += q->axis < 0 ? rank : 0;
    q->extent = q->data->shape[q->axis];
    return q->batch >= 0 && q->batch <= q->axis && q->batch <= q->indices->ndim;
}

/* Dimension d of the updates of slices: data with the extents of indices in the place of the
 * axis. */
static int64_t slices_extent(const struct question *q, int32_t d)
{
    int64_t after = d - q->axis - q->indices->ndim;
    return d < q->axis  ? q->data->shape[d]
           : after < 0 ? q->indices->shape[d - q->axis]
                        : q->data->shape[q->axis + 1 + after];
}

/* Where updates are broadcast they may lack first dimensions, or have one place in others. */
static bool slices_fit(const struct question *q)
{
    const struct gat_tensor *updates = q->updates;
    int32_t rank = q->data->ndim - 1 + q->indices->ndim, lacks = rank - updates->ndim;
    bool fit = lacks == 0 || (lacks > 0 && q->spreads);
    for (int32_t d = 0; fit && d < updates->ndim; d++)
        fit = updates->shape[d] == slices_extent(q, lacks + d) ||
              (q->spreads && updates->shape[d] == 1);
    return fit;
}

/* One element of updates for each place. */
static char *slices_spread(const struct question *q)
{
    const struct gat_tensor *updates = q->updates;
    int32_t rank = q->data->ndim - 1 + q->indices->ndim, lacks = rank - updates->ndim;
    int64_t count = 1;
    for (int32_t d = 0; d < rank; d++)
        count *= slices_extent(q, d);
    char *wide = malloc((size_t)(count * q->esize) + 1);
    for (int64_t k = 0; wide != NULL && k < count; k++) {
        int64_t at = 0, pitch = 1, rest = k;
        for (int32_t d = rank - 1; d >= lacks; rest /= slices_extent(q, d--)) {
            int64_t own = updates->shape[d - lacks];
            at += own == 1 ? 0 : rest % slices_extent(q, d) * pitch;
            pitch *= own;
        }
        const char *from = gat_tensor_data(updates);
        memcpy(wide + k * q->esize, from + at * q->esize, (size_t)q->esize);
    }
    return wide;
}

static bool shapes_fit(const struct question *q)
{
    const struct gat_tensor *data = q->data, *indices = q->indices, *updates = q->updates;
    if (!q->elements && updates != NULL)
        return slices_fit(q);
    bool fit = !q->elements || indices->ndim == data->ndim;
    fit &= updates == NULL || updates->ndim == data->ndim;
    for (int64_t d = 0; d < q->batch; d++)
        fit &= data->shape[d] == indices->shape[d];
    for (int32_t d = 0; fit && q->elements && d < data->ndim; d++)
        fit = (d == q->axis || indices->shape[d] <= data->shape[d]) &&
              (updates == NULL || updates->shape[d] == indices->shape[d]);
    return fit;
}

static gat_status question_read(const struct gat_call *call, struct question *q)
{
    *q = (struct question){
        .data = gat_operand_get(call, "data"),
        .indices = gat_operand_get(call, "indices"),
        .updates = gat_operand_get(call, "updates"),
        .output = gat_operand_get(call, "output"),
        .flat = gat_text_same(call->op, "take"),
        .adds = strstr(call->variant, "-add-") != NULL,
        .spreads = strncmp(call->variant, "numpy", 5) == 0,
    };
    bool slices = gat_text_same(call->op, "gather") || gat_text_same(call->op, "scatter_slices");
    q->elements = !slices && !q->flat;
    if (q->data == NULL || q->indices == NULL || q->output == NULL)
        return GAT_E_INVALID;
    q->extent = gat_tensor_count(q->data);
    if (!q->flat && (q->data->ndim == 0 || !axis_read(call, q) || !shapes_fit(q)))
        return GAT_E_INVALID;
    q->esize = q->data->type.bits / 8;
    if (q->updates != NULL &&
        memcmp(&q->updates->type, &q->data->type, sizeof q->data->type) != 0)
        return GAT_E_TYPE;
    bool wraps = strncmp(call->variant, "onnx", 4) == 0 || strncmp(call->variant, "numpy", 5) == 0;
    bool inside = true;
    for (int64_t k = 0; k < gat_tensor_count(q->indices); k++)
        inside &= choice(q, k) >= 0 && choice(q, k) < q->extent &&
                  (wraps || index_at(q->indices, k) >= 0);
    return inside ? GAT_OK : GAT_E_RANGE;
}

/* Per batch one matrix of ones; it multiplies each slice of data. */
static void gather(struct context *c, const struct question *q)
{
    int64_t row = q->flat ? q->esize : product(q->data, q->axis + 1, q->data->ndim) * q->esize;
    int64_t picks = product(q->indices, q->batch, q->indices->ndim);
    int64_t batches = product(q->data, 0, q->batch), each = product(q->data, q->batch, q->axis);
    struct table from = {gat_tensor_data(q->data), row}, to = {gat_tensor_data(q->output), row};
    for (int64_t b = 0; b < batches && row * picks > 0; b++) {
        for (int64_t k = 0; k < picks; k++)
            c->list[k] = (struct one){choice(q, b * picks + k), k};
        list_group(c, picks, q->extent);
        for (int64_t o = 0; o < each; o++) {
            product_run(c, from, to, picks, row, q->esize);
            from.data += q->extent * row;
            to.data += picks * row;
        }
    }
}

/* Where in `t` the line along the axis begins that is number `n` of indices. */
static int64_t line_start(const struct question *q, const struct gat_tensor *t, int64_t n)
{
    int64_t at = 0, pitch = 1;
    for (int32_t d = t->ndim - 1; d >= 0; pitch *= t->shape[d--])
        if (d != q->axis) {
            at += n % q->indices->shape[d] * pitch;
            n /= q->indices->shape[d];
        }
    return at;
}

static struct table line_of(const struct question *q, const struct gat_tensor *t, int64_t n)
{
    return (struct table){(char *)gat_tensor_data(t) + line_start(q, t, n) * q->esize,
                          product(t, q->axis + 1, t->ndim) * q->esize};
}

/* The output as it begins: data times one. */
static void data_run(struct context *c, const struct question *q)
{
    int64_t all = gat_tensor_count(q->data) * q->esize;
    c->list[0] = (struct one){0, 0};
    product_run(c, (struct table){gat_tensor_data(q->data), all},
                (struct table){gat_tensor_data(q->output), all}, 1, all, q->esize);
}

/* Each line along the axis has a matrix of ones of its own. */
static void elements(struct context *c, const struct question *q)
{
    int64_t count = gat_tensor_count(q->indices), size = q->esize;
    int64_t picks = q->indices->shape[q->axis];
    int64_t step = product(q->indices, q->axis + 1, q->indices->ndim);
    if (q->updates != NULL)
        data_run(c, q);
    for (int64_t n = 0; count > 0 && n < count / picks; n++) {
        int64_t first = line_start(q, q->indices, n);
        for (int64_t k = 0; k < picks; k++) {
            int64_t at = choice(q, first + k * step);
            c->list[k] = q->updates == NULL ? (struct one){at, k} : (struct one){k, at};
        }
        if (q->updates == NULL)
            list_group(c, picks, q->extent);
        product_run(c, line_of(q, q->updates == NULL ? q->data : q->updates, n),
                    line_of(q, q->output, n), picks, size, q->esize);
    }
}

/* An integer of at most 32 bits as a number, and back, modulo its size. */
static double number_get(const struct question *q, const char *at)
{
    uint32_t bits = 0, sign = q->data->type.code == 0 ? UINT32_C(1) << (q->data->type.bits - 1) : 0;
    memcpy(&bits, at, (size_t)q->esize);
    return (double)bits - ((bits & sign) != 0 ? 2.0 * sign : 0);
}

static void number_put(const struct question *q, char *at, double value)
{
    uint32_t bits = (uint32_t)(int64_t)value;
    memcpy(at, &bits, (size_t)q->esize);
}

static int by_row(const void *a, const void *b)
{
    const struct one *x = a, *y = b;
    return (x->to > y->to) - (x->to < y->to);
}

/* Words [w, w + words) of a block of rows of the output: what is there, and the ones of these n
 * indices transposed times their updates. */
static void sums_run(struct context *c, const struct question *q, char *to, const char *from,
                     const struct one *list, int64_t n, int64_t w, int64_t words)
{
    int64_t inner = product(q->data, q->axis + 1, q->data->ndim);
    int64_t first = list[0].to / ROWS * ROWS;
    int64_t rows = q->extent - first < ROWS ? q->extent - first : ROWS;
    char *at = to + (first * inner + w) * q->esize;
    for (int64_t k = 0; k < rows * words; k++)
        c->sums[k] = number_get(q, at + (k / words * inner + k % words) * q->esize);
    for (int64_t k = 0; k < n; k += INNER) {
        int64_t some = n - k < INNER ? n - k : INNER;
        memset(c->ones, 0, (size_t)(rows * INNER) * sizeof *c->ones);
        for (int64_t i = 0; i < some; i++)
            c->ones[(list[k + i].to - first) * INNER + i] = 1;
        for (int64_t i = 0; i < some * words; i++)
            c->words[i] = number_get(
                q, from + (list[k + i / words].from * inner + w + i % words) * q->esize);
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)words, (int)some, 1,
                    c->ones, INNER, c->words, (int)words, 1, c->sums, (int)words);
    }
    for (int64_t k = 0; k < rows * words; k++)
        number_put(q, at + (k / words * inner + k % words) * q->esize, c->sums[k]);
}

/* The list is in the order of rows. */
static void slice_add(struct context *c, const struct question *q, char *to, const char *from)
{
    int64_t inner = product(q->data, q->axis + 1, q->data->ndim);
    int64_t picks = gat_tensor_count(q->indices), n;
    for (int64_t k = 0; k < picks; k += n) {
        for (n = 1; k + n < picks && c->list[k + n].to / ROWS == c->list[k].to / ROWS; n++)
            ;
        for (int64_t w = 0; w < inner; w += WIDTH)
            sums_run(c, q, to, from, c->list + k, n, w, inner - w < WIDTH ? inner - w : WIDTH);
    }
}

/* Each slice across what lies before the axis has the same matrix of ones, transposed. */
static void slices(struct context *c, const struct question *q)
{
    int64_t row = product(q->data, q->axis + 1, q->data->ndim) * q->esize;
    int64_t picks = gat_tensor_count(q->indices), each = product(q->data, 0, q->axis);
    struct table from = {q->wide, row}, to = {gat_tensor_data(q->output), row};
    data_run(c, q);
    for (int64_t k = 0; k < picks; k++)
        c->list[k] = (struct one){k, choice(q, k)};
    if (q->adds)
        qsort(c->list, (size_t)picks, sizeof *c->list, by_row);
    for (int64_t o = 0; o < each && picks * row > 0; o++) {
        if (q->adds)
            slice_add(c, q, to.data, from.data);
        else
            product_run(c, from, to, picks, row, q->esize);
        from.data += picks * row;
        to.data += q->extent * row;
    }
}

static gat_status run(void *context, const struct gat_call *call)
{
    struct context *c = context;
    struct question q;
    gat_status status = question_read(call, &q);
    if (status != GAT_OK || gat_tensor_count(q.output) == 0)
        return status;
    size_t n = (size_t)gat_tensor_count(q.indices) + 1;
    c->list = malloc(n * sizeof *c->list);
    c->spare = malloc(n * sizeof *c->spare);
    c->starts = malloc((n + 2) * sizeof *c->starts);
    bool places = !q.elements && q.updates != NULL;
    q.wide = places ? slices_spread(&q) : NULL;
    bool none = c->list == NULL || c->spare == NULL || c->starts == NULL;
    status = none || (places && q.wide == NULL) ? GAT_E_NOMEM : GAT_OK;
    if (status == GAT_OK)
        (q.elements ? elements : q.updates != NULL ? slices : gather)(c, &q);
    free(c->list), free(c->spare), free(c->starts), free(q.wide);
    return status;
}

static gat_status open_it(const char *options, void **context, char *why, size_t n)
{
    snprintf(why, n, "it has no options");
    openblas_set_num_threads(1);
    *context = options[0] == '\0' ? calloc(1, sizeof(struct context)) : NULL;
    return options[0] != '\0' ? GAT_E_INVALID : *context == NULL ? GAT_E_NOMEM : GAT_OK;
}

#define CLAIM(operator, types, ...)                                                    \
    {                                                                                  \
        .op = operator, .variants = (const char *const[]){__VA_ARGS__, NULL},          \
        .data_types = types, .index_types = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64),       \
        .max_rank = GAT_MAX_RANK,                                                      \
        .flags = GAT_NAMES_ERRORS | GAT_CLEAN_ERRORS | GAT_NO_GIANTS                   \
    }
#define INTEGERS                                                                       \
    (GAT_BIT(GAT_I8) | GAT_BIT(GAT_I16) | GAT_BIT(GAT_I32) | GAT_BIT(GAT_U8) |         \
     GAT_BIT(GAT_U16) | GAT_BIT(GAT_U32))
static const struct gat_claim claims[] = {
    CLAIM("gather", GAT_ALL_TYPES, "onnx-1", "onnx-11", "onnx-13"),
    CLAIM("gather", GAT_ALL_TYPES & ~GAT_BIT(GAT_STR), "mindspore-2.x"),
    CLAIM("gather_elements", GAT_ALL_TYPES, "onnx-13"),
    CLAIM("gather_elements", GAT_ALL_TYPES & ~GAT_BIT(GAT_STR), "torch-2.x"),
    CLAIM("scatter", GAT_ALL_TYPES, "onnx-9", "onnx-11"),
    CLAIM("scatter_elements", GAT_ALL_TYPES, "onnx-11"),
    CLAIM("take", GAT_ALL_TYPES & ~GAT_BIT(GAT_STR), "torch-2.x", "numpy-raise-2.x"),
    CLAIM("scatter_slices", GAT_ALL_TYPES & ~GAT_BIT(GAT_STR), "torch-index-copy-2.x",
          "numpy-setitem-2.x"),
    CLAIM("scatter_slices", INTEGERS, "torch-index-add-2.x", "numpy-add-at-2.x"),
};

static const struct gat_backend table = {
    .abi = GAT_ABI, .struct_size = sizeof table, .name = "blas", .version = GAT_VERSION,
    .profile = "cpu", .claims = claims, .n_claims = sizeof claims / sizeof *claims,
    .run = run, .open = open_it, .close = free, .call_us = 10,
};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
