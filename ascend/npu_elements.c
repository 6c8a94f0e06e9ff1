/* npu_elements.c - kernels of gather_elements: tiles with the whole axis, and without.
 *
 * A tile of indices and the tile of the output have the same extents; the tile of the
 * input has them too, but the whole axis, which is never cut (pypto): an index may name
 * any of it.  Where the axis does not fit, the scalar unit fetches from memory.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

struct tiles {
    const struct npu_job *j;
    struct npu_local data[2], raw[2], out[2], ramp;
    struct npu_lanes lanes;
    enum npu_pipe worker; /* the unit that picks: vector or scalar */
    /* the tile at hand */
    int64_t start[GAT_MAX_RANK];
    struct npu_tile index, input, output;
    uint64_t lane_pitch; /* bytes of a row of lanes */
};

/* Extents of the tile with number `unit`, and where it begins. */
static void tile_place(struct tiles *t, int64_t unit)
{
    const struct npu_job *j = t->j;
    const struct gat_tensor *indices = j->q->indices;
    int64_t extent[GAT_MAX_RANK];
    int32_t rank = indices->ndim;
    for (int32_t d = rank - 1; d >= 0; d--) {
        int64_t cuts = (indices->shape[d] + j->cut[d] - 1) / j->cut[d];
        t->start[d] = unit % cuts * j->cut[d];
        extent[d] = indices->shape[d] - t->start[d] < j->cut[d] ? indices->shape[d] - t->start[d]
                                                                  : j->cut[d];
        unit /= cuts;
    }
    npu_tile_make(&t->index, rank, extent, j->q->isize, j->q->isize == 8 ? 64 : NPU_BLOCK);
    npu_tile_make(&t->output, rank, extent, j->q->esize, NPU_BLOCK);
    extent[j->q->axis] = j->whole;
    npu_tile_make(&t->input, rank, extent, j->q->esize, NPU_BLOCK);
    t->lane_pitch = (uint64_t)(t->index.pitch / j->q->isize * 4);
}

static void tile_load(struct npu_core *c, struct tiles *t, unsigned slot)
{
    const struct npu_job *j = t->j;
    int64_t start[GAT_MAX_RANK];
    if (t->input.extent[j->q->axis] != j->q->extent)
        npu_break(c, NPU_AXIS, "a tile has %lld of the %lld elements of the axis",
                  (long long)t->input.extent[j->q->axis], (long long)j->q->extent);
    for (int32_t d = 0; d < t->input.ndim; d++)
        start[d] = d == j->q->axis ? 0 : t->start[d];
    npu_tile_bring(c, t->raw[slot], &t->index, &j->indices, j->q->indices->shape, t->start);
    npu_tile_bring(c, t->data[slot], &t->input, &j->data, j->q->data->shape, start);
}

/* Bytes of the input tile before the elements that row number `row` of the index tile
 * may name. */
static uint64_t row_base(const struct tiles *t, int64_t row)
{
    int64_t base = 0;
    for (int32_t d = t->index.ndim - 2; d >= 0; d--) {
        if (d != t->j->q->axis)
            base += row % t->index.extent[d] * t->input.stride[d];
        row /= t->index.extent[d];
    }
    return (uint64_t)base;
}

/* Lanes hold bytes from the base of their row; `span` bytes from there may be named. */
static void row_pick(struct npu_core *c, const struct tiles *t, unsigned slot, int64_t row,
                     uint64_t span)
{
    bool along = t->j->q->axis == t->index.ndim - 1;
    uint64_t n = (uint64_t)t->index.extent[t->index.ndim - 1];
    uint64_t esize = (uint64_t)t->j->q->esize;
    struct npu_local lanes = npu_from(t->lanes.index, (uint64_t)row * t->lane_pitch);
    struct npu_local from = npu_from(t->data[slot], row_base(t, row));
    struct npu_local to = npu_from(t->out[slot], (uint64_t)(row * t->output.pitch));
    from.size = from.size < span ? from.size : (uint32_t)span;
    if (t->worker == NPU_V && !along)
        npu_sums(c, NPU_ADD, lanes, lanes, t->ramp, n);
    if (t->worker == NPU_V) {
        npu_gather(c, to, from, lanes, 0, esize, n);
        return;
    }
    for (uint64_t k = 0; k < n && c->broken == NPU_KEPT; k++) {
        uint64_t at = (uint64_t)npu_get(c, lanes, k * 4, 4) + (along ? 0 : k * esize);
        npu_move(c, to, k * esize, from, at, esize);
    }
}

static void tile_compute(struct npu_core *c, const struct tiles *t, unsigned slot)
{
    const struct npu_question *q = t->j->q;
    uint64_t count = (uint64_t)t->index.rows * t->lane_pitch / 4;
    int64_t step = t->input.stride[q->axis];
    bool along = q->axis == t->index.ndim - 1;
    uint64_t span = along ? (uint64_t)t->input.pitch
                          : (uint64_t)((q->extent - 1) * step + t->input.pitch);
    if (t->worker == NPU_S)
        npu_wait(c, NPU_S, NPU_V, 2);
    npu_lanes_make(c, q, &t->lanes, t->raw[slot], count);
    npu_scalars(c, NPU_MULS, t->lanes.index, t->lanes.index, (int32_t)step, count);
    if (t->worker == NPU_S) {
        npu_set(c, NPU_V, NPU_S, 2);
        npu_wait(c, NPU_V, NPU_S, 2);
    }
    npu_wait(c, NPU_OUT, t->worker, slot);
    for (int64_t row = 0; row < t->index.rows && c->broken == NPU_KEPT; row++)
        row_pick(c, t, slot, row, span);
    if (t->worker == NPU_S)
        npu_set(c, NPU_S, NPU_V, 2);
}

static void tiles_take(struct npu_core *c, struct tiles *t)
{
    tile_place(t, 0); /* the first is the largest */
    for (int k = 0; k < 2; k++) {
        t->data[k] = npu_take(c, (uint64_t)(t->input.rows * t->input.pitch));
        t->raw[k] = npu_take(c, (uint64_t)(t->index.rows * t->index.pitch));
        t->out[k] = npu_take(c, (uint64_t)(t->output.rows * t->output.pitch));
    }
    npu_lanes_take(c, &t->lanes, (uint64_t)t->index.rows * t->lane_pitch / 4);
    t->ramp = npu_take(c, t->lane_pitch);
    npu_ramp(c, t->ramp, 0, (int32_t)t->j->q->esize, t->lane_pitch / 4);
}

void npu_tiles_kernel(struct npu_core *c, const void *job)
{
    const struct npu_job *j = job;
    struct tiles t = {.j = j, .worker = j->path == NPU_PATH_VECTOR ? NPU_V : NPU_S};
    tiles_take(c, &t);
    npu_slots_open(c, t.worker, NPU_IN, 0);
    npu_slots_open(c, NPU_OUT, t.worker, 0);
    if (t.worker == NPU_S)
        npu_set(c, NPU_S, NPU_V, 2);
    unsigned slot = 0;
    for (int64_t u = c->id; u < j->units && c->broken == NPU_KEPT; u += c->cores, slot ^= 1) {
        tile_place(&t, u);
        npu_wait(c, t.worker, NPU_IN, slot);
        tile_load(c, &t, slot);
        npu_set(c, NPU_IN, NPU_V, slot);
        npu_wait(c, NPU_IN, NPU_V, slot);
        tile_compute(c, &t, slot);
        npu_set(c, t.worker, NPU_IN, slot);
        npu_set(c, t.worker, NPU_OUT, slot);
        npu_wait(c, t.worker, NPU_OUT, slot);
        npu_tile_send(c, &j->output, &t.output, t.out[slot], j->q->indices->shape, t.start);
        npu_set(c, NPU_OUT, t.worker, slot);
    }
    npu_slots_close(c, t.worker, NPU_IN, 0);
    npu_slots_close(c, NPU_OUT, t.worker, 0);
    if (t.worker == NPU_S)
        npu_wait(c, NPU_S, NPU_V, 2);
    if (j->q->checked)
        npu_lanes_end(c, &t.lanes);
}

/* ---- elements from memory ---- */

static void global_unit(struct npu_core *c, const struct npu_job *j, int64_t unit,
                        struct npu_local raw, struct npu_local out, unsigned slot)
{
    const struct npu_question *q = j->q;
    int64_t all = gat_tensor_count(q->indices), first = unit * j->tile;
    int64_t n = all - first < j->tile ? all - first : j->tile;
    npu_wait(c, NPU_S, NPU_IN, slot);
    npu_bring(c, raw, &j->indices, (uint64_t)(first * q->isize), (uint64_t)(n * q->isize));
    npu_set(c, NPU_IN, NPU_S, slot);
    npu_wait(c, NPU_IN, NPU_S, slot);
    npu_wait(c, NPU_OUT, NPU_S, slot);
    for (int64_t k = 0; k < n && c->broken == NPU_KEPT; k++) {
        bool good;
        int64_t place = npu_names(c, q, raw, (uint64_t)(k * q->isize), &good);
        int64_t from = npu_element(q, place, first + k);
        npu_fetch(c, out, (uint64_t)(k * q->esize), &j->data, (uint64_t)(from * q->esize),
                  (uint64_t)q->esize);
    }
    npu_set(c, NPU_S, NPU_IN, slot);
    npu_set(c, NPU_S, NPU_OUT, slot);
    npu_wait(c, NPU_S, NPU_OUT, slot);
    npu_send(c, &j->output, (uint64_t)(first * q->esize), out, (uint64_t)(n * q->esize));
    npu_set(c, NPU_OUT, NPU_S, slot);
}

void npu_global_kernel(struct npu_core *c, const void *job)
{
    const struct npu_job *j = job;
    struct npu_local raw[2], out[2];
    for (int k = 0; k < 2; k++) {
        raw[k] = npu_take(c, (uint64_t)(j->tile * j->q->isize));
        out[k] = npu_take(c, (uint64_t)(j->tile * j->q->esize));
    }
    npu_slots_open(c, NPU_S, NPU_IN, 0);
    npu_slots_open(c, NPU_OUT, NPU_S, 0);
    unsigned slot = 0;
    for (int64_t u = c->id; u < j->units && c->broken == NPU_KEPT; u += c->cores, slot ^= 1)
        global_unit(c, j, u, raw[slot], out[slot], slot);
    npu_slots_close(c, NPU_S, NPU_IN, 0);
    npu_slots_close(c, NPU_OUT, NPU_S, 0);
}
