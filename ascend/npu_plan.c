/* npu_plan.c - which path answers a question, and how it is cut into units.
 *
 * The buffer holds two slots of everything that is copied, and one of what the vector
 * unit works with.  Tiles grow from single elements: first along the axis of the
 * indices, which costs no more of the input, then from the last dimension to the first.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

enum { /* our choices, PIECE aside */
    SPARE = 2048,        /* bytes for what is small and rounded up */
    INDEX_TILE = 1024,   /* indices of a step that the scalar unit goes through */
    UNIT = 4096,         /* bytes that are worth a unit of their own */
    LEAST_PICKS = 256,   /* a slab is worth its copy for so many picks at once */
    PIECE = 32 * 1024,   /* of a long row: well above the 16 KiB of `transfer` */
};

const char *npu_path_name(enum npu_path path)
{
    static const char *const names[] = {"rows",   "slab",    "vector", "scalar",
                                        "global", "windows", "copies"};
    return names[path];
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t parts(int64_t n, int64_t by)
{
    return (n + by - 1) / by;
}

static struct npu_global operand(const struct gat_tensor *t)
{
    if (t == NULL)
        return (struct npu_global){0};
    uint64_t esize = t->type.bits / 8u;
    return (struct npu_global){gat_tensor_data(t), (uint64_t)gat_tensor_count(t) * esize, esize};
}

static bool vector_takes(const struct npu_product *p, int64_t esize)
{
    return esize <= 8 && (p->gather_sizes & (uint32_t)esize) != 0;
}

/* Places of a step: tuples are that much longer. */
static int64_t index_tile(const struct npu_question *q)
{
    return INDEX_TILE / (q->depth > 1 ? q->depth : 1);
}

/* ---- gather ---- */

/* Few rows are shared by the cores as well, but not less than a unit is worth. */
static int64_t rows_tile(const struct npu_job *j, int64_t slices, const struct npu_product *p)
{
    int64_t sharers = parts(p->cores, slices), worth = 1 + UNIT / j->row;
    int64_t tile = parts(j->picks, sharers);
    tile = tile < worth ? worth : tile;
    return least(least(tile, index_tile(j->q)), j->picks);
}

/* Picks of a step beside a slab; 0 where it does not fit. */
static int64_t slab_picks(const struct npu_job *j, const struct npu_product *p)
{
    const struct npu_question *q = j->q;
    int64_t room = (int64_t)p->buffer - SPARE;
    if (q->tuples || j->row != q->esize || !vector_takes(p, q->esize) ||
        q->extent > room / (2 * q->esize))
        return 0;
    int64_t slab = (int64_t)npu_up((uint64_t)(q->extent * q->esize), NPU_BLOCK);
    int64_t fit = (room - 2 * slab) / (2 * q->isize + 2 * q->esize + 8) / 64 * 64;
    return fit >= least(LEAST_PICKS, j->picks) ? least(fit, j->picks) : 0;
}

static void gather_plan(struct npu_job *j, const struct npu_product *p)
{
    const struct npu_question *q = j->q;
    int64_t rank = q->data->ndim;
    j->picks = npu_extents(q->indices, q->batch, q->indices->ndim - q->tuples);
    j->each = npu_extents(q->data, q->batch, q->axis);
    j->row = npu_extents(q->data, q->axis + q->depth, rank) * q->esize;
    int64_t slices = npu_extents(q->data, 0, q->axis);
    j->tile = slab_picks(j, p);
    j->path = j->tile > 0 ? NPU_PATH_SLAB : NPU_PATH_ROWS;
    if (j->path == NPU_PATH_ROWS) {
        j->tile = rows_tile(j, slices, p);
        j->piece = PIECE;
    }
    j->units = slices * parts(j->picks, j->tile);
}

/* ---- gather_elements ---- */

/* Bytes that tiles of these extents need, both slots of them. */
static int64_t tiles_size(const struct npu_job *j, const int64_t *cut)
{
    const struct npu_question *q = j->q;
    struct npu_tile index, input, output;
    int64_t extent[GAT_MAX_RANK];
    int32_t rank = q->indices->ndim;
    double rows = 1; /* no product of extents overflows a double */
    for (int32_t d = 0; d < rank; d++) {
        extent[d] = d == q->axis ? q->extent : cut[d];
        rows *= (double)extent[d];
    }
    if (rows > NPU_MOST_BUFFER)
        return INT64_MAX;
    npu_tile_make(&input, rank, extent, q->esize, NPU_BLOCK);
    npu_tile_make(&index, rank, cut, q->isize, q->isize == 8 ? 64 : NPU_BLOCK);
    npu_tile_make(&output, rank, cut, q->esize, NPU_BLOCK);
    int64_t lanes = index.pitch / q->isize * 4;
    return 2 * (input.rows * input.pitch + index.rows * index.pitch + output.rows * output.pitch) +
           2 * index.rows * lanes + lanes;
}

/* The largest extent of one dimension that fits. */
static void cut_grow(struct npu_job *j, int32_t d, int64_t room)
{
    int64_t most = j->q->indices->shape[d], low = 1;
    if (j->q->tile != NULL)
        most = least(most, j->q->tile[d]);
    for (int64_t high = least(most, NPU_MOST_BUFFER) + 1; high - low > 1;) {
        int64_t middle = low + (high - low) / 2;
        j->cut[d] = middle;
        if (tiles_size(j, j->cut) <= room)
            low = middle;
        else
            high = middle;
    }
    j->cut[d] = low;
}

static void elements_plan(struct npu_job *j, const struct npu_product *p)
{
    const struct npu_question *q = j->q;
    int32_t rank = q->indices->ndim;
    int64_t room = (int64_t)p->buffer - SPARE;
    for (int32_t d = 0; d < rank; d++)
        j->cut[d] = 1;
    j->whole = q->extent;
    if (tiles_size(j, j->cut) > room) {
        j->path = NPU_PATH_GLOBAL;
        j->tile = INDEX_TILE;
        j->units = parts(gat_tensor_count(q->indices), j->tile);
        return;
    }
    j->path = vector_takes(p, q->esize) ? NPU_PATH_VECTOR : NPU_PATH_SCALAR;
    cut_grow(j, (int32_t)q->axis, room);
    for (int32_t d = rank - 1; d >= 0; d--)
        if (d != q->axis)
            cut_grow(j, d, room);
    j->units = 1;
    for (int32_t d = 0; d < rank; d++)
        j->units *= parts(q->indices->shape[d], j->cut[d]);
}

/* ---- scatters ---- */

/* Rows are copied; updates that combine too, where copies can combine them; the scalar unit does
 * the rest. */
static bool copies_serve(const struct npu_job *j)
{
    const struct npu_question *q = j->q;
    if (q->reduction == NPU_NONE)
        return j->row >= NPU_BLOCK;
    return npu_atomic_takes(gat_tensor_dtype(q->data), q->reduction);
}

static void scatter_plan(struct npu_job *j, const struct npu_product *p)
{
    const struct npu_question *q = j->q;
    int64_t room = (int64_t)p->buffer - SPARE, places;
    j->row =
        q->tuples ? npu_extents(q->data, q->axis + q->depth, q->data->ndim) * q->esize : q->esize;
    j->tile = index_tile(q);
    if (copies_serve(j)) {
        j->path = NPU_PATH_COPIES;
        j->piece = PIECE;
        places = (int64_t)j->output.size / j->row;
        j->share = parts(places, p->cores);
        if (j->share < 1 + UNIT / j->row)
            j->share = 1 + UNIT / j->row;
        j->units = parts(places, j->share);
        return;
    }
    j->path = NPU_PATH_WINDOWS;
    j->piece = (room / 2 - j->tile * (j->entry + q->esize)) / 64 * 64;
    j->units = parts((int64_t)j->output.size, j->piece);
}

void npu_job_plan(struct npu_job *j, const struct npu_question *q, const struct npu_product *p)
{
    *j = (struct npu_job){
        .q = q,
        .data = operand(q->data),
        .indices = operand(q->indices),
        .updates = operand(q->updates),
        .output = operand(q->output),
        .entry = q->depth * q->isize,
    };
    if (!q->elements && q->updates == NULL)
        gather_plan(j, p);
    else if (q->updates == NULL)
        elements_plan(j, p);
    else
        scatter_plan(j, p);
}
