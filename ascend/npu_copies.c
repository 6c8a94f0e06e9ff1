/* npu_copies.c - the kernel of scatters whose updates are copies of their own.
 *
 * A core owns some places of the output: it brings data there, then goes through all
 * indices and sends each update that goes to one of its places, in their order.  Where
 * updates combine, the copies do it (atomic); else a barrier keeps the last one last.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu_kernels.h"

enum { CHUNKS = 2, GROUP = 64 }; /* events of the slots of indices; updates of a stage */

struct copies {
    const struct npu_job *j;
    struct npu_local stage[2], raw[2];
    int64_t room, fits; /* bytes of an update in a stage, and how many it takes */
    unsigned turn, chunk;
    int64_t from, to; /* the places of this unit */
};

static void data_bring(struct npu_core *c, struct copies *s)
{
    const struct npu_job *j = s->j;
    int64_t size = (int64_t)s->stage[0].size, end = s->to * j->row;
    for (int64_t at = s->from * j->row; at < end && c->broken == NPU_KEPT; at += size) {
        uint64_t some = (uint64_t)(end - at < size ? end - at : size);
        npu_wait(c, NPU_OUT, NPU_IN, s->turn);
        npu_bring(c, s->stage[s->turn], &j->data, (uint64_t)at, some);
        npu_set(c, NPU_IN, NPU_OUT, s->turn);
        npu_wait(c, NPU_IN, NPU_OUT, s->turn);
        npu_send(c, &j->output, (uint64_t)at, s->stage[s->turn], some);
        npu_set(c, NPU_OUT, NPU_IN, s->turn);
        s->turn ^= 1;
    }
    npu_barrier(c, NPU_OUT);
}

/* Bytes at..at+size of updates first..first+n, to the places that are ours. */
static void group_send(struct npu_core *c, struct copies *s, int64_t first, int64_t n,
                       const int64_t *places, int64_t at, int64_t size)
{
    const struct npu_job *j = s->j;
    const struct npu_parts p = {.count = (uint64_t)n, .size = (uint64_t)size};
    npu_wait(c, NPU_OUT, NPU_IN, s->turn);
    npu_pad_in(c, s->stage[s->turn], &j->updates, (uint64_t)(first * j->row + at), &p);
    npu_set(c, NPU_IN, NPU_OUT, s->turn);
    npu_wait(c, NPU_IN, NPU_OUT, s->turn);
    for (int64_t k = 0; k < n; k++) {
        if (places[k] < s->from || places[k] >= s->to)
            continue;
        npu_send(c, &j->output, (uint64_t)(places[k] * j->row + at),
                 npu_from(s->stage[s->turn], (uint64_t)(k * s->room)), (uint64_t)size);
        if (j->q->reduction == NPU_NONE)
            npu_barrier(c, NPU_OUT);
    }
    npu_set(c, NPU_OUT, NPU_IN, s->turn);
    s->turn ^= 1;
}

/* Updates first..first+n, whose indices begin in the slot with number `base`. */
static void group_place(struct npu_core *c, struct copies *s, int64_t base, int64_t first,
                        int64_t n)
{
    const struct npu_job *j = s->j;
    int64_t places[GROUP];
    bool any = false;
    for (int64_t k = 0; k < n && c->broken == NPU_KEPT; k++) {
        bool good;
        int64_t place = npu_names(c, j->q, s->raw[s->chunk],
                                  (uint64_t)((first + k - base) * j->entry), &good);
        places[k] = !good ? -1 : j->q->tuples ? place : npu_element(j->q, place, first + k);
        any |= places[k] >= s->from && places[k] < s->to;
    }
    for (int64_t at = 0; any && at < j->row && c->broken == NPU_KEPT; at += j->piece)
        group_send(c, s, first, n, places, at, j->row - at < j->piece ? j->row - at : j->piece);
}

static void copies_unit(struct npu_core *c, struct copies *s, int64_t unit)
{
    const struct npu_job *j = s->j;
    int64_t places = (int64_t)j->output.size / j->row, all = (int64_t)j->updates.size / j->row;
    s->from = unit * j->share;
    s->to = places - s->from < j->share ? places : s->from + j->share;
    if (j->data.data != j->output.data)
        data_bring(c, s);
    npu_atomic(c, j->q->reduction, gat_tensor_dtype(j->q->data));
    for (int64_t k = 0; k < all && c->broken == NPU_KEPT; k += j->tile) {
        int64_t n = all - k < j->tile ? all - k : j->tile;
        npu_wait(c, NPU_S, NPU_IN, CHUNKS + s->chunk);
        if (j->entry > 0)
            npu_bring(c, s->raw[s->chunk], &j->indices, (uint64_t)(k * j->entry),
                      (uint64_t)(n * j->entry));
        npu_set(c, NPU_IN, NPU_S, CHUNKS + s->chunk);
        npu_wait(c, NPU_IN, NPU_S, CHUNKS + s->chunk);
        for (int64_t m = 0; m < n && c->broken == NPU_KEPT; m += s->fits)
            group_place(c, s, k, k + m, n - m < s->fits ? n - m : s->fits);
        npu_set(c, NPU_S, NPU_IN, CHUNKS + s->chunk);
        s->chunk ^= 1;
    }
    npu_atomic(c, NPU_NONE, GAT_BOOL);
    npu_barrier(c, NPU_OUT);
}

void npu_copies_kernel(struct npu_core *c, const void *job)
{
    const struct npu_job *j = job;
    struct copies s = {.j = j};
    int64_t part = j->row < j->piece ? j->row : j->piece;
    s.room = (int64_t)npu_up((uint64_t)part, NPU_BLOCK);
    s.fits = j->row > j->piece ? 1 : j->piece / s.room;
    s.fits = s.fits < GROUP ? s.fits : GROUP;
    for (int k = 0; k < 2; k++) {
        s.stage[k] = npu_take(c, (uint64_t)(s.fits * s.room));
        s.raw[k] = npu_take(c, (uint64_t)(j->tile * j->entry));
    }
    npu_slots_open(c, NPU_OUT, NPU_IN, 0);
    npu_slots_open(c, NPU_S, NPU_IN, CHUNKS);
    for (int64_t u = c->id; u < j->units && c->broken == NPU_KEPT; u += c->cores)
        copies_unit(c, &s, u);
    npu_slots_close(c, NPU_OUT, NPU_IN, 0);
    npu_slots_close(c, NPU_S, NPU_IN, CHUNKS);
}
