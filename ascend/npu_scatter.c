/* npu_scatter.c - the kernel of the scatters: windows of the output.
 *
 * A core owns a window: it brings that part of data, goes through the updates that may
 * fall into it, in their order, and sends it once.  So no two cores write to one element
 * and the last update stays.  A2 and A3 have no vector scatter, and on 950 what equal
 * offsets do is undefined, so the scalar unit places or combines the updates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

enum { CHUNKS = 2 }; /* events of the slots of indices and updates */

struct windows {
    const struct npu_job *j;
    struct npu_local window[2], raw[2], updates[2];
    unsigned chunk; /* which of raw and updates is next */
    bool here;      /* the window at hand was brought */
    int32_t outer; /* the first dimension that parts data; updates are found by it */
};

/* The element of the output that element `k` of updates goes to; -1: none.  `raw` holds
 * indices from number `first` on. */
static int64_t target_of(struct npu_core *c, const struct windows *w, struct npu_local raw,
                         int64_t first, int64_t k)
{
    const struct npu_question *q = w->j->q;
    bool good;
    int64_t row = w->j->row / q->esize, number = k / row;
    int64_t to = npu_names(c, q, raw, (uint64_t)((number - first) * w->j->entry), &good);
    if (q->tuples)
        return good ? to * row + k % row : -1;
    return good ? npu_element(q, to, k) : -1;
}

static void window_bring(struct npu_core *c, struct windows *w, unsigned slot, int64_t from,
                         int64_t count)
{
    uint64_t esize = (uint64_t)w->j->q->esize;
    npu_bring(c, w->window[slot], &w->j->data, (uint64_t)from * esize, (uint64_t)count * esize);
    npu_set(c, NPU_IN, NPU_S, slot);
    npu_wait(c, NPU_IN, NPU_S, slot);
    w->here = true;
}

/* Updates first..first+n; elements from..from+count of the output are the window. */
static void chunk_place(struct npu_core *c, struct windows *w, unsigned to_slot,
                        int64_t first, int64_t n, int64_t from, int64_t count)
{
    const struct npu_question *q = w->j->q;
    int64_t row = w->j->row / q->esize, number = first / row;
    uint64_t esize = (uint64_t)q->esize, entries = (uint64_t)((first + n - 1) / row + 1 - number);
    unsigned slot = w->chunk;
    npu_wait(c, NPU_S, NPU_IN, CHUNKS + slot);
    if (w->j->entry > 0)
        npu_bring(c, w->raw[slot], &w->j->indices, (uint64_t)(number * w->j->entry),
                  entries * (uint64_t)w->j->entry);
    npu_bring(c, w->updates[slot], &w->j->updates, (uint64_t)first * esize, (uint64_t)n * esize);
    npu_set(c, NPU_IN, NPU_S, CHUNKS + slot);
    npu_wait(c, NPU_IN, NPU_S, CHUNKS + slot);
    for (int64_t k = 0; k < n && c->broken == NPU_KEPT; k++) {
        int64_t to = target_of(c, w, w->raw[slot], number, first + k);
        if (to < from || to >= from + count)
            continue;
        if (!w->here)
            window_bring(c, w, to_slot, from, count);
        if (q->reduction == NPU_NONE)
            npu_move(c, w->window[to_slot], (uint64_t)(to - from) * esize, w->updates[slot],
                     (uint64_t)k * esize, esize);
        else
            npu_combine(c, q->reduction, gat_tensor_dtype(q->data), w->window[to_slot],
                        (uint64_t)(to - from) * esize, w->updates[slot], (uint64_t)k * esize);
    }
    npu_set(c, NPU_S, NPU_IN, CHUNKS + slot);
    w->chunk ^= 1;
}

/* The updates that may fall into elements from..from+count. */
static void range_find(const struct windows *w, int64_t from, int64_t count, int64_t *first,
                       int64_t *end)
{
    const struct npu_question *q = w->j->q;
    *first = 0;
    *end = gat_tensor_count(q->updates);
    if (q->tuples || w->outer == q->axis)
        return;
    int64_t each = npu_extents(q->indices, w->outer + 1, q->indices->ndim);
    int64_t step = npu_extents(q->data, w->outer + 1, q->data->ndim);
    int64_t low = from / step, high = (from + count - 1) / step + 1;
    *first = low * each < *end ? low * each : *end;
    *end = high * each < *end ? high * each : *end;
}

/* In place, a window that no update hits stays where it is. */
static void window_unit(struct npu_core *c, struct windows *w, int64_t unit, unsigned slot)
{
    const struct npu_job *j = w->j;
    int64_t esize = j->q->esize, most = j->piece / esize, from = unit * most, first, end;
    int64_t left = (int64_t)j->output.size / esize - from, count = left < most ? left : most;
    bool in_place = j->data.data == j->output.data;
    npu_wait(c, NPU_OUT, NPU_IN, slot);
    w->here = false;
    if (!in_place)
        window_bring(c, w, slot, from, count);
    range_find(w, from, count, &first, &end);
    for (int64_t k = first; k < end && c->broken == NPU_KEPT; k += j->tile)
        chunk_place(c, w, slot, k, end - k < j->tile ? end - k : j->tile, from, count);
    npu_set(c, NPU_S, NPU_OUT, slot);
    npu_wait(c, NPU_S, NPU_OUT, slot);
    if (w->here)
        npu_send(c, &j->output, (uint64_t)(from * esize), w->window[slot],
                 (uint64_t)(count * esize));
    npu_set(c, NPU_OUT, NPU_IN, slot);
}

void npu_windows_kernel(struct npu_core *c, const void *job)
{
    const struct npu_job *j = job;
    const struct gat_tensor *data = j->q->data;
    struct windows w = {.j = j};
    while (w.outer < j->q->axis && data->shape[w.outer] == 1)
        w.outer++;
    for (int k = 0; k < 2; k++) {
        w.window[k] = npu_take(c, (uint64_t)j->piece);
        w.raw[k] = npu_take(c, (uint64_t)(j->tile * j->entry));
        w.updates[k] = npu_take(c, (uint64_t)(j->tile * j->q->esize));
    }
    npu_slots_open(c, NPU_OUT, NPU_IN, 0);
    npu_slots_open(c, NPU_S, NPU_IN, CHUNKS);
    unsigned slot = 0;
    for (int64_t u = c->id; u < j->units && c->broken == NPU_KEPT; u += c->cores, slot ^= 1)
        window_unit(c, &w, u, slot);
    npu_slots_close(c, NPU_OUT, NPU_IN, 0);
    npu_slots_close(c, NPU_S, NPU_IN, CHUNKS);
}
