/* sketch_windows.c - a sketch for an operator whose lists say where windows lie.
 *
 * Data have batches, then dimensions that are window alone, then those that a tuple names, then
 * others that are window alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/sketch_windows.h"
#include "parts/fitting.h"

enum { OUTER, EXTENT, PICKS, INNER, MOST_PICKED = 2 /* dimensions that picks have */ };

struct plan {
    struct gat_draft *d;
    struct gat_prng *prng;
    int32_t batches, depth, first;   /* `first` of the dimensions that a tuple names */
    int64_t window[GAT_MAX_RANK];    /* extents in each dimension of data */
    bool collapsed[GAT_MAX_RANK];
    int64_t beside[GAT_MAX_RANK];    /* dimensions of indices without the tuples */
    int32_t n_beside;
};

static int64_t below(struct gat_prng *prng, int64_t n)
{
    return n > 0 ? (int64_t)gat_prng_below(prng, (uint64_t)n) : 0;
}

static void data_lay(struct plan *p, const struct gat_sketch *s)
{
    struct gat_array *data = &p->d->data;
    data->ndim = 0;
    bool outer = p->batches > 0 || s->size[OUTER] != 1;
    gat_sketch_split(p->prng, s->size[OUTER], p->batches > 0 ? p->batches : outer, data);
    p->first = data->ndim;
    gat_sketch_split(p->prng, s->size[EXTENT], p->depth, data);
    /* The tensor of windows has the dimensions of a window and those of indices. */
    int32_t most = GAT_MAX_RANK - MOST_PICKED;
    int32_t after = (s->rank < most ? s->rank : most) - data->ndim;
    gat_sketch_split(p->prng, s->size[INNER], after > 0 ? after : s->size[INNER] != 1, data);
    for (int32_t k = 0; k < data->ndim; k++) {
        int64_t n = data->shape[k];
        bool named = k >= p->first && k < p->first + p->depth, batch = k < p->batches;
        bool cut = below(p->prng, 8) == 0 && n > 1;
        p->collapsed[k] = named && below(p->prng, 3) != 0;
        p->window[k] = batch || p->collapsed[k] ? 1
                       : named                  ? 1 + below(p->prng, s->tight ? 1 : n < 4 ? n : 4)
                       : cut                    ? n - below(p->prng, 2)
                                                : n;
        if (p->window[k] > n)
            p->window[k] = n;
    }
}

/* Indices: batches and picks, and the tuple somewhere among them. */
static void indices_lay(struct plan *p, const struct gat_sketch *s)
{
    struct gat_array picks = {.ndim = 0}, *t = &p->d->indices;
    gat_sketch_split(p->prng, s->size[PICKS], below(p->prng, 4) == 0 ? MOST_PICKED : 1, &picks);
    p->n_beside = 0;
    for (int32_t k = 0; k < p->batches; k++)
        p->beside[p->n_beside++] = p->d->data.shape[k];
    for (int32_t k = 0; k < picks.ndim; k++)
        p->beside[p->n_beside++] = picks.shape[k];
    bool none = p->depth == 1 && below(p->prng, 3) == 0;
    int32_t vector = below(p->prng, 2) == 0 ? p->n_beside
                                            : (int32_t)below(p->prng, p->n_beside + 1);
    if (none)
        vector = p->n_beside;
    t->ndim = 0;
    p->d->apart = 1;
    for (int32_t k = 0; k <= p->n_beside; k++) {
        if (k == vector && !none)
            t->shape[t->ndim++] = p->depth;
        if (k < p->n_beside)
            t->shape[t->ndim++] = p->beside[k];
        if (k >= vector && k < p->n_beside)
            p->d->apart *= p->beside[k] > 0 ? p->beside[k] : 1;
    }
    gat_list_extend(&p->d->lists[REF_index_vector_dim], vector);
    for (int32_t k = 0; k < p->batches; k++) {
        gat_list_extend(&p->d->lists[REF_operand_batching_dims], k);
        gat_list_extend(&p->d->lists[REF_start_indices_batching_dims], k + (k >= vector));
    }
}

/* Where the dimensions of a window stand in the tensor of windows, and its shape. */
static void offsets_lay(struct plan *p, struct gat_array *out)
{
    int64_t kept[GAT_MAX_RANK];
    int32_t n_kept = 0, window = 0, beside = 0;
    for (int32_t k = p->batches; k < p->d->data.ndim; k++)
        if (!p->collapsed[k])
            kept[n_kept++] = p->window[k];
    int64_t how = below(p->prng, 3);
    out->ndim = 0;
    while (window < n_kept || beside < p->n_beside) {
        int32_t left = n_kept - window, others = p->n_beside - beside;
        bool take = others == 0 || (left > 0 && (how == 0 || (how == 1 && below(p->prng, left +
                                                                    others) < left)));
        if (take)
            gat_list_extend(&p->d->lists[REF_offset_dims], out->ndim);
        out->shape[out->ndim++] = take ? kept[window++] : p->beside[beside++];
    }
}

void gat_sketch_windows(const struct gat_breed *b, const struct gat_sketch *s,
                        struct gat_prng *prng, struct gat_draft *d)
{
    struct plan p = {.d = d, .prng = prng, .batches = s->batches, .depth = s->depth};
    struct gat_array moved;
    data_lay(&p, s);
    indices_lay(&p, s);
    offsets_lay(&p, &moved);
    int32_t turn = (int32_t)(below(prng, 3) == 0 ? below(prng, p.depth) : 0);
    d->axes.depth = p.depth;
    for (int32_t j = 0; j < p.depth; j++) {
        int32_t along = p.first + (j + turn) % p.depth;
        gat_list_extend(&p.d->lists[REF_start_index_map], along);
        d->axes.extent[j] = d->data.shape[along] - p.window[along] + 1;
    }
    for (int32_t k = 0; k < d->data.ndim; k++) {
        if (p.collapsed[k])
            gat_list_extend(&p.d->lists[REF_collapsed_slice_dims], k);
        if (!b->updates)
            gat_list_extend(&p.d->lists[REF_slice_sizes], p.window[k]);
    }
    if (b->updates)
        d->updates = moved;
}
