/* test_npu_paths.c - each path of the Ascend kernels answers a question of some size.
 *
 * It does so on 1 to 48 cores with their threads, which is what ThreadSanitizer has to see.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "npu_kernels.h"
#include "tap.h"

/* ---- paths, with threads ---- */

struct shape {
    enum npu_path path;
    bool elements, updates;
    int32_t rank;
    uint8_t bits;
    int64_t data[3], indices[3], output[3];
    int64_t axis, depth; /* depth: of tuples, 0 for none */
    enum npu_reduction how;
};
static const struct shape shapes[] = {
    {NPU_PATH_ROWS, false, false, 2, 32, {300, 37}, {900}, {900, 37}, .axis = 0},
    {NPU_PATH_ROWS, false, false, 2, 8, {9, 70001}, {12}, {12, 70001}, .axis = 0},
    {NPU_PATH_SLAB, false, false, 2, 16, {40, 3000}, {5000}, {40, 5000}, .axis = 1},
    {NPU_PATH_VECTOR, true, false, 3, 32, {70, 33, 29}, {70, 50, 29}, {70, 50, 29}, .axis = 1},
    {NPU_PATH_SCALAR, true, false, 2, 64, {200, 61}, {190, 61}, {190, 61}, .axis = 0},
    {NPU_PATH_GLOBAL, true, false, 2, 32, {2, 60000}, {2, 9000}, {2, 9000}, .axis = 1},
    {NPU_PATH_WINDOWS, true, true, 2, 32, {1500, 61}, {400, 50}, {1500, 61}, .axis = 0},
    {NPU_PATH_COPIES, true, true, 2, 32, {1500, 61}, {400, 50}, {1500, 61}, .how = NPU_SUM},
    {NPU_PATH_WINDOWS, true, true, 2, 32, {1500, 61}, {400, 50}, {1500, 61}, .how = NPU_PRODUCT},
    {NPU_PATH_ROWS, false, false, 3, 32, {30, 7, 37}, {900, 2}, {900, 37}, .depth = 2},
    {NPU_PATH_COPIES, false, true, 3, 32, {90, 7, 37}, {900, 2}, {90, 7, 37}, .depth = 2},
    {NPU_PATH_COPIES, false, true, 3, 32, {40, 3, 9000}, {130, 2}, {40, 3, 9000},
     .depth = 2, .how = NPU_MOST},
    {NPU_PATH_WINDOWS, false, true, 3, 16, {900, 70, 3}, {900, 2}, {900, 70, 3}, .depth = 2},
    {NPU_PATH_WINDOWS, false, true, 3, 64, {900, 70, 3}, {900, 2}, {900, 70, 3},
     .depth = 2, .how = NPU_LEAST},
};

static unsigned char *filled(int64_t count, int64_t esize, unsigned seed)
{
    unsigned char *p = malloc((size_t)(count * esize));
    for (int64_t k = 0; p != NULL && k < count * esize; k++)
        p[k] = (unsigned char)(((uint64_t)k * 2654435761u + seed) >> 13);
    return p;
}

/* One update joins one element: signed integers of 16 to 64 bits. */
static void join(enum npu_reduction how, unsigned char *to, const unsigned char *from, size_t e)
{
    int64_t a = 0, b = 0;
    memcpy(&a, to, e), memcpy(&b, from, e);
    unsigned up = 64 - 8 * (unsigned)e;
    int64_t x = (int64_t)((uint64_t)a << up) >> up, y = (int64_t)((uint64_t)b << up) >> up;
    a = how == NPU_SUM       ? (int64_t)((uint64_t)x + (uint64_t)y)
        : how == NPU_PRODUCT ? (int64_t)((uint64_t)x * (uint64_t)y)
        : how == NPU_NONE    ? y
        : how == NPU_LEAST   ? (x < y ? x : y)
                             : (x > y ? x : y);
    memcpy(to, &a, e);
}

/* Rows that tuples name, from data or into them. */
static void plainly_by_tuples(const struct npu_question *q, unsigned char *to)
{
    int64_t tuples = npu_extents(q->indices, 0, q->indices->ndim - 1), place;
    int64_t row = npu_extents(q->data, q->depth, q->data->ndim);
    size_t e = (size_t)q->esize;
    for (int64_t n = 0; n < tuples; n++) {
        place = 0;
        for (int64_t k = 0; k < q->depth; k++)
            place = place * q->data->shape[k] + npu_index(q->indices, n * q->depth + k);
        for (int64_t k = 0; k < row; k++)
            if (q->updates == NULL)
                memcpy(to + (size_t)(n * row + k) * e,
                       (const char *)q->data->data + (size_t)(place * row + k) * e, e);
            else
                join(q->reduction, to + (size_t)(place * row + k) * e,
                     (const unsigned char *)q->updates->data + (size_t)(n * row + k) * e, e);
    }
}

/* Where element k of indices points: its coordinates, with the index on the axis. */
static int64_t place_of(const struct npu_question *q, int64_t k)
{
    int64_t index = npu_index(q->indices, k), at = 0, step = 1;
    for (int32_t d = q->data->ndim - 1; d >= 0; d--) {
        at += step * (d == q->axis ? index : k % q->indices->shape[d]);
        k /= q->indices->shape[d];
        step *= q->data->shape[d];
    }
    return at;
}

/* The same in plain loops. */
static void plainly(const struct npu_question *q, unsigned char *to)
{
    const unsigned char *data = q->data->data;
    size_t e = (size_t)q->esize;
    int64_t inner = npu_extents(q->data, q->axis + 1, q->data->ndim);
    int64_t outer = npu_extents(q->data, 0, q->axis), n = gat_tensor_count(q->indices);
    if (q->updates != NULL)
        memcpy(to, data, e * (size_t)gat_tensor_count(q->data));
    if (q->tuples) {
        plainly_by_tuples(q, to);
        return;
    }
    for (int64_t k = 0; q->elements && k < n; k++) {
        size_t place = (size_t)place_of(q, k) * e;
        if (q->updates != NULL)
            join(q->reduction, to + place, (const unsigned char *)q->updates->data + (size_t)k * e,
                 e);
        else
            memcpy(to + (size_t)k * e, data + place, e);
    }
    for (int64_t o = 0; !q->elements && o < outer; o++)
        for (int64_t k = 0; k < n; k++)
            memcpy(to + (size_t)((o * n + k) * inner) * e,
                   data + (size_t)((o * q->extent + npu_index(q->indices, k)) * inner) * e,
                   e * (size_t)inner);
}

static bool answered(struct npu_device *d, const struct npu_product *p, const struct shape *s,
                     const struct npu_question *q, char *why, size_t size)
{
    static npu_kernel *const kernels[] = {
        [NPU_PATH_ROWS] = npu_rows_kernel,     [NPU_PATH_SLAB] = npu_slab_kernel,
        [NPU_PATH_VECTOR] = npu_tiles_kernel,  [NPU_PATH_SCALAR] = npu_tiles_kernel,
        [NPU_PATH_GLOBAL] = npu_global_kernel, [NPU_PATH_WINDOWS] = npu_windows_kernel,
        [NPU_PATH_COPIES] = npu_copies_kernel};
    struct npu_job j;
    struct npu_ran ran;
    size_t n = (size_t)(gat_tensor_count(q->output) * q->esize);
    unsigned char *want = malloc(n);
    npu_job_plan(&j, q, p);
    memset(q->output->data, 0xee, n);
    bool kept = npu_launch(d, kernels[j.path], &j, j.units, false, &ran);
    plainly(q, want);
    bool good = kept && !ran.bad_index && memcmp(want, q->output->data, n) == 0;
    snprintf(why, size, "path %s, %lld units, %s", npu_path_name(j.path), (long long)j.units,
             ran.why);
    free(want);
    return good && j.path == s->path && j.units > 1;
}

static void path_check(const struct shape *s)
{
    const struct gat_scalar_type data_type = {0, s->bits, 1}, index_type = {0, 64, 1};
    struct gat_tensor data = {.ndim = s->rank, .type = data_type, .shape = s->data};
    const int64_t slices[] = {s->indices[0], s->data[s->rank - 1]};
    struct gat_tensor output = {
        .ndim = s->elements || s->updates ? s->rank : 2, .type = data_type, .shape = s->output};
    int32_t ndim = s->elements ? s->rank : s->depth > 0 ? 2 : 1;
    struct gat_tensor indices = {.ndim = ndim, .type = index_type, .shape = s->indices};
    struct gat_tensor updates = {.ndim = s->elements ? s->rank : 2,
                                 .type = data_type,
                                 .shape = s->elements ? s->indices : slices};
    int64_t n = gat_tensor_count(&indices), esize = s->bits / 8;
    data.data = filled(gat_tensor_count(&data), esize, 1);
    output.data = filled(gat_tensor_count(&output), esize, 2);
    updates.data = filled(gat_tensor_count(&updates), esize, 3);
    indices.data = malloc((size_t)n * 8);
    for (int64_t k = 0; k < n; k++)
        ((int64_t *)indices.data)[k] = k * 7919 % s->data[s->depth > 0 ? k % s->depth : s->axis];
    const struct npu_question q = {.data = &data,
                                   .indices = &indices,
                                   .output = &output,
                                   .updates = s->updates ? &updates : NULL,
                                   .elements = s->elements,
                                   .wraps = true,
                                   .checked = true,
                                   .axis = s->axis,
                                   .tuples = s->depth > 0,
                                   .depth = s->depth > 0 ? s->depth : 1,
                                   .reduction = s->how,
                                   .extent = s->data[s->axis] * (s->depth > 1 ? s->data[1] : 1),
                                   .esize = esize,
                                   .isize = 8};
    static const unsigned cores[] = {1, 5, 48};
    for (int k = 0; k < 3; k++) {
        char why[300];
        const struct npu_product *p = &npu_products[s->path != NPU_PATH_SCALAR && k == 1];
        struct npu_device *d = npu_device_new(p, cores[k], true);
        bool good =
            answered(d, p, s, &q, why, sizeof why) && answered(d, p, s, &q, why, sizeof why);
        ok(good, "%s, %u-bit elements, %u cores of %s", npu_path_name(s->path), s->bits, cores[k],
           p->name);
        if (!good)
            printf("#   %s\n", why);
        npu_device_free(d);
    }
    free(data.data), free(indices.data), free(updates.data), free(output.data);
}

int main(void)
{
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++)
        path_check(&shapes[k]);
    return done();
}
