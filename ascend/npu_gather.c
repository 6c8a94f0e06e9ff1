/* npu_gather.c - kernels of the operator gather: rows, and elements of a slab.
 *
 * Rows come from memory by one copy each and leave many at a time; a row that is no
 * whole number of blocks costs its padding.  Single elements would waste 28 bytes of 32
 * so, and where the axis fits into the buffer they come from there by vector gather.
 * Both keep two slots, so that copies in, the work and copies out overlap.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

/* ---- rows ---- */

struct rows {
    const struct npu_job *j;
    struct npu_local index[2], stage[2];
    int64_t room;    /* bytes of a row in the stage */
    int64_t fits;    /* rows of a stage */
    unsigned turn;   /* which stage is next */
};

/* Rows first..first+n of the indices in `raw`, bytes from..from+size of each. */
static void stage_fill(struct npu_core *c, struct rows *r, struct npu_local raw, int64_t first,
                       int64_t n, uint64_t data, uint64_t from, uint64_t size)
{
    const struct npu_job *j = r->j;
    struct npu_local stage = r->stage[r->turn];
    npu_wait(c, NPU_OUT, NPU_IN, r->turn);
    for (int64_t k = 0; k < n && c->broken == NPU_KEPT; k++) {
        bool good;
        int64_t place = npu_names(c, j->q, raw, (uint64_t)((first + k) * j->entry), &good);
        npu_bring(c, npu_from(stage, (uint64_t)(k * r->room)), &j->data,
                  data + (uint64_t)(place * j->row) + from, size);
    }
    npu_set(c, NPU_IN, NPU_OUT, r->turn);
}

static void stage_empty(struct npu_core *c, struct rows *r, int64_t n, uint64_t to,
                        uint64_t size)
{
    const struct npu_parts p = {.count = (uint64_t)n, .size = size};
    npu_wait(c, NPU_IN, NPU_OUT, r->turn);
    if (n == 1 || size % NPU_BLOCK == 0)
        npu_send(c, &r->j->output, to, r->stage[r->turn], (uint64_t)n * size);
    else
        npu_pad_out(c, &r->j->output, to, r->stage[r->turn], &p);
    npu_set(c, NPU_OUT, NPU_IN, r->turn);
    r->turn ^= 1;
}

/* One unit: some picks of one slice of data. */
static void rows_unit(struct npu_core *c, struct rows *r, int64_t unit, unsigned slot)
{
    const struct npu_job *j = r->j;
    int64_t tiles = (j->picks + j->tile - 1) / j->tile;
    int64_t slice = unit / tiles, first = unit % tiles * j->tile;
    int64_t n = j->picks - first < j->tile ? j->picks - first : j->tile;
    uint64_t data = (uint64_t)(slice * j->q->extent * j->row);
    uint64_t to = (uint64_t)((slice * j->picks + first) * j->row);
    uint64_t from = (uint64_t)((slice / j->each * j->picks + first) * j->entry);
    npu_wait(c, NPU_S, NPU_IN, slot);
    if (j->entry > 0)
        npu_bring(c, r->index[slot], &j->indices, from, (uint64_t)(n * j->entry));
    npu_set(c, NPU_IN, NPU_S, slot);
    npu_wait(c, NPU_IN, NPU_S, slot);
    for (int64_t k = 0; k < n && c->broken == NPU_KEPT; k += r->fits) {
        int64_t some = n - k < r->fits ? n - k : r->fits;
        /* A row that is longer than a stage goes in pieces. */
        for (int64_t at = 0; at < j->row && c->broken == NPU_KEPT; at += j->piece) {
            uint64_t size = (uint64_t)(j->row - at < j->piece ? j->row - at : j->piece);
            stage_fill(c, r, r->index[slot], k, some, data, (uint64_t)at, size);
            stage_empty(c, r, some, to + (uint64_t)(k * j->row + at), size);
        }
    }
    npu_set(c, NPU_S, NPU_IN, slot);
}

void npu_rows_kernel(struct npu_core *c, const void *job)
{
    const struct npu_job *j = job;
    struct rows r = {.j = j};
    int64_t part = j->row < j->piece ? j->row : j->piece;
    r.room = (int64_t)npu_up((uint64_t)part, NPU_BLOCK);
    r.fits = j->row > j->piece ? 1 : j->piece / r.room;
    if (r.fits > NPU_MOST_PARTS)
        r.fits = NPU_MOST_PARTS;
    for (int k = 0; k < 2; k++) {
        r.index[k] = npu_take(c, (uint64_t)(j->tile * j->entry));
        r.stage[k] = npu_take(c, (uint64_t)(r.fits * r.room));
    }
    npu_slots_open(c, NPU_S, NPU_IN, 0);
    npu_slots_open(c, NPU_OUT, NPU_IN, 0);
    unsigned slot = 0;
    for (int64_t u = c->id; u < j->units && c->broken == NPU_KEPT; u += c->cores, slot ^= 1)
        rows_unit(c, &r, u, slot);
    npu_slots_close(c, NPU_S, NPU_IN, 0);
    npu_slots_close(c, NPU_OUT, NPU_IN, 0);
}

/* ---- elements of a slab ---- */

struct slab {
    const struct npu_job *j;
    struct npu_local data[2], raw[2], out[2];
    struct npu_lanes lanes;
};

static void slab_unit(struct npu_core *c, const struct slab *s, int64_t unit, unsigned slot)
{
    const struct npu_job *j = s->j;
    const struct npu_question *q = j->q;
    int64_t tiles = (j->picks + j->tile - 1) / j->tile;
    int64_t slice = unit / tiles, first = unit % tiles * j->tile;
    uint64_t n = (uint64_t)(j->picks - first < j->tile ? j->picks - first : j->tile);
    uint64_t esize = (uint64_t)q->esize, size = (uint64_t)(q->extent * q->esize);
    npu_wait(c, NPU_V, NPU_IN, slot);
    npu_bring(c, s->data[slot], &j->data, (uint64_t)slice * size, size);
    npu_bring(c, s->raw[slot], &j->indices,
              (uint64_t)((slice / j->each * j->picks + first) * q->isize), n * (uint64_t)q->isize);
    npu_set(c, NPU_IN, NPU_V, slot);
    npu_wait(c, NPU_IN, NPU_V, slot);
    npu_lanes_make(c, q, &s->lanes, s->raw[slot], n);
    npu_scalars(c, NPU_MULS, s->lanes.index, s->lanes.index, (int32_t)esize, n);
    npu_wait(c, NPU_OUT, NPU_V, slot);
    npu_gather(c, s->out[slot], s->data[slot], s->lanes.index, 0, esize, n);
    npu_set(c, NPU_V, NPU_IN, slot);
    npu_set(c, NPU_V, NPU_OUT, slot);
    npu_wait(c, NPU_V, NPU_OUT, slot);
    npu_send(c, &j->output, (uint64_t)(slice * j->picks + first) * esize, s->out[slot], n * esize);
    npu_set(c, NPU_OUT, NPU_V, slot);
}

void npu_slab_kernel(struct npu_core *c, const void *job)
{
    const struct npu_job *j = job;
    struct slab s = {.j = j};
    uint64_t n = (uint64_t)j->tile;
    for (int k = 0; k < 2; k++) {
        s.data[k] = npu_take(c, (uint64_t)(j->q->extent * j->q->esize));
        s.raw[k] = npu_take(c, n * (uint64_t)j->q->isize);
        s.out[k] = npu_take(c, n * (uint64_t)j->q->esize);
    }
    npu_lanes_take(c, &s.lanes, n);
    npu_slots_open(c, NPU_V, NPU_IN, 0);
    npu_slots_open(c, NPU_OUT, NPU_V, 0);
    unsigned slot = 0;
    for (int64_t u = c->id; u < j->units && c->broken == NPU_KEPT; u += c->cores, slot ^= 1)
        slab_unit(c, &s, u, slot);
    npu_slots_close(c, NPU_V, NPU_IN, 0);
    npu_slots_close(c, NPU_OUT, NPU_V, 0);
    if (j->q->checked)
        npu_lanes_end(c, &s.lanes);
}
