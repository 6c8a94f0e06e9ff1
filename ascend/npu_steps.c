/* npu_steps.c - steps that several kernels share: indices, tiles, slots.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

enum { LANES = NPU_VECTOR / 4 };

void npu_slots_open(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned first)
{
    npu_set(c, from, to, first);
    npu_set(c, from, to, first + 1);
}

void npu_slots_close(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned first)
{
    npu_wait(c, from, to, first);
    npu_wait(c, from, to, first + 1);
}

/* ---- indices ---- */

void npu_lanes_take(struct npu_core *c, struct npu_lanes *l, uint64_t count)
{
    l->index = npu_take(c, count * 4);
    l->other = npu_take(c, count * 4);
    l->bad = npu_take(c, NPU_VECTOR);
    npu_fill(c, l->bad, 0, LANES);
}

/* An index in [-n, -1] counts from the end: shifted by 31 bits it is -1, else 0, and
 * -n times that is what it lacks.  What clamping changes was outside. */
void npu_lanes_make(struct npu_core *c, const struct npu_question *q,
                    const struct npu_lanes *l, struct npu_local raw, uint64_t count)
{
    int32_t extent = (int32_t)q->extent;
    if (q->isize == 8)
        npu_narrow(c, l->index, raw, count);
    else
        npu_scalars(c, NPU_ADDS, l->index, raw, 0, count);
    if (q->wraps) {
        npu_scalars(c, NPU_SHIFT, l->other, l->index, 31, count);
        npu_scalars(c, NPU_MULS, l->other, l->other, -extent, count);
        npu_sums(c, NPU_ADD, l->index, l->index, l->other, count);
    }
    if (q->checked)
        npu_scalars(c, NPU_ADDS, l->other, l->index, 0, count);
    npu_scalars(c, NPU_MAXS, l->index, l->index, 0, count);
    npu_scalars(c, NPU_MINS, l->index, l->index, extent - 1, count);
    if (q->checked) {
        npu_sums(c, NPU_SUB, l->other, l->other, l->index, count);
        npu_fold(c, l->bad, l->other, count);
    }
}

void npu_lanes_end(struct npu_core *c, const struct npu_lanes *l)
{
    npu_set(c, NPU_V, NPU_S, 0);
    npu_wait(c, NPU_V, NPU_S, 0);
    for (uint64_t k = 0; k < LANES / 2 && !c->bad_index; k++)
        c->bad_index = npu_get(c, l->bad, k * 8, 8) != 0;
}

int64_t npu_names(struct npu_core *c, const struct npu_question *q, struct npu_local raw,
                  uint64_t at, bool *good)
{
    int64_t all = 0;
    *good = true;
    for (int64_t k = 0; k < q->depth; k++, at += (uint64_t)q->isize) {
        int64_t extent = npu_extent(q, k), index = npu_get(c, raw, at, (uint64_t)q->isize);
        int64_t place = index + (q->wraps && index < 0 ? extent : 0);
        *good &= place >= 0 && place < extent;
        all = all * extent + (place < 0 ? 0 : place < extent ? place : extent - 1);
    }
    c->bad_index |= !*good;
    return all;
}

int64_t npu_element(const struct npu_question *q, int64_t index, int64_t k)
{
    int64_t at = 0, step = 1;
    for (int32_t d = q->data->ndim - 1; d >= 0; d--) {
        at += (d == q->axis ? index : k % q->indices->shape[d]) * step;
        k /= q->indices->shape[d];
        step *= q->data->shape[d];
    }
    return at;
}

/* ---- copies ---- */

void npu_bring(struct npu_core *c, struct npu_local to, const struct npu_global *from,
               uint64_t at, uint64_t size)
{
    const struct npu_parts p = {.count = 1, .size = size};
    if (size % NPU_BLOCK == 0)
        npu_copy_in(c, to, from, at, size);
    else
        npu_pad_in(c, to, from, at, &p);
}

void npu_send(struct npu_core *c, const struct npu_global *to, uint64_t at,
              struct npu_local from, uint64_t size)
{
    const struct npu_parts p = {.count = 1, .size = size};
    if (size % NPU_BLOCK == 0)
        npu_copy_out(c, to, at, from, size);
    else
        npu_pad_out(c, to, at, from, &p);
}

/* ---- tiles ---- */

void npu_tile_make(struct npu_tile *t, int32_t ndim, const int64_t *extent, int64_t esize,
                   int64_t align)
{
    int64_t size = extent[ndim - 1] * esize;
    t->ndim = ndim;
    t->esize = esize;
    t->rows = 1;
    t->pitch = (int64_t)npu_up((uint64_t)size, (uint64_t)align);
    /* A row that fills an odd number of blocks of a pair gets the other by padding. */
    t->right = t->pitch - (int64_t)npu_up((uint64_t)size, NPU_BLOCK);
    for (int32_t d = ndim - 1; d >= 0; d--) {
        t->extent[d] = extent[d];
        t->stride[d] = d == ndim - 1 ? esize : t->rows * t->pitch;
        t->rows *= d == ndim - 1 ? 1 : extent[d];
    }
}

/* Where a walk over the rows of a tile stands: in the tensor and in the buffer. */
struct walk {
    int64_t at[GAT_MAX_RANK]; /* in the tile */
    int64_t local, global;    /* bytes */
};

/* All but the last two dimensions, which one instruction takes. */
static void walk_place(struct walk *w, const struct npu_tile *t, const int64_t *shape,
                       const int64_t *start)
{
    int64_t step = t->esize;
    w->local = w->global = 0;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        w->local += w->at[d] * t->stride[d];
        w->global += (start[d] + w->at[d]) * step;
        step *= shape[d];
    }
}

static bool walk_next(struct walk *w, const struct npu_tile *t)
{
    for (int32_t d = t->ndim - 3; d >= 0; d--) {
        if (++w->at[d] < t->extent[d])
            return true;
        w->at[d] = 0;
    }
    return false;
}

static struct npu_parts rows_of(const struct npu_tile *t, const int64_t *shape, int64_t done)
{
    int32_t last = t->ndim - 1;
    int64_t rows = t->ndim > 1 ? t->extent[last - 1] - done : 1;
    return (struct npu_parts){
        .count = (uint64_t)(rows < NPU_MOST_PARTS ? rows : NPU_MOST_PARTS),
        .size = (uint64_t)(t->extent[last] * t->esize),
        .gap = (uint64_t)((shape[last] - t->extent[last]) * t->esize),
    };
}

void npu_tile_bring(struct npu_core *c, struct npu_local to, const struct npu_tile *t,
                    const struct npu_global *from, const int64_t *shape, const int64_t *start)
{
    struct walk w = {0};
    do {
        int64_t rows = t->ndim > 1 ? t->extent[t->ndim - 2] : 1;
        for (int64_t k = 0; k < rows && c->broken == NPU_KEPT; k += NPU_MOST_PARTS) {
            struct npu_parts p = rows_of(t, shape, k);
            p.right = (uint64_t)t->right;
            w.at[t->ndim > 1 ? t->ndim - 2 : 0] = k;
            walk_place(&w, t, shape, start);
            npu_pad_in(c, npu_from(to, (uint64_t)w.local), from, (uint64_t)w.global, &p);
        }
    } while (walk_next(&w, t) && c->broken == NPU_KEPT);
}

void npu_tile_send(struct npu_core *c, const struct npu_global *to, const struct npu_tile *t,
                   struct npu_local from, const int64_t *shape, const int64_t *start)
{
    struct walk w = {0};
    do {
        int64_t rows = t->ndim > 1 ? t->extent[t->ndim - 2] : 1;
        for (int64_t k = 0; k < rows && c->broken == NPU_KEPT; k += NPU_MOST_PARTS) {
            struct npu_parts p = rows_of(t, shape, k);
            w.at[t->ndim > 1 ? t->ndim - 2 : 0] = k;
            walk_place(&w, t, shape, start);
            npu_pad_out(c, to, (uint64_t)w.global, npu_from(from, (uint64_t)w.local), &p);
        }
    } while (walk_next(&w, t) && c->broken == NPU_KEPT);
}
