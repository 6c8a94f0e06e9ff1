/* small.c - all small cases of a variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/small.h"

#include <string.h>

#include "draw/draft_boxes.h"
#include "parts/fitting.h"

enum { MOST_EXTENT = 3, MOST_ASSIGNED = 1 << 12, RANK_3 = 21, SHAPES = 85, SCOPES = 2 };

struct listing {
    const struct gat_breed *b;
    struct gat_arena *arena;
    struct gat_small *out;
    unsigned room;
    int64_t scope;
    struct gat_draft draft;
};

/* ---- shapes ---- */

/* Shape number k of SHAPES: rank 0, then each of 1 to 3 dimensions with extents from 0 to 3. */
static void shape_at(unsigned k, struct gat_array *t)
{
    t->ndim = k == 0 ? 0 : k < 5 ? 1 : k < RANK_3 ? 2 : 3;
    k -= k == 0 ? 0 : k < 5 ? 1 : k < RANK_3 ? 5 : RANK_3;
    for (int32_t d = t->ndim; d-- > 0; k /= MOST_EXTENT + 1)
        t->shape[d] = k % (MOST_EXTENT + 1);
}

static bool in_scope(const struct listing *l, const struct gat_array *t)
{
    bool in = t->ndim <= l->scope && gat_array_count(t) <= l->scope;
    for (int32_t k = 0; k < t->ndim; k++)
        in &= t->shape[k] <= l->scope;
    return in;
}

/* How many values each index takes: -s-1 to s. */
static uint64_t assigned(const struct gat_draft *d)
{
    uint64_t n = 1;
    for (int64_t k = 0; k < d->n_indices && n <= MOST_ASSIGNED; k++)
        n *= 2 * (uint64_t)d->axes.extent[k % d->axes.depth] + 2;
    return n;
}

static void shape_take(struct listing *l)
{
    struct gat_small *s = l->out;
    struct gat_draft *d = &l->draft;
    d->n_indices = gat_array_count(&d->indices);
    if (d->n_indices > l->scope || assigned(d) > MOST_ASSIGNED)
        return;
    if (s->n_shapes == l->room) {
        struct gat_small_shape *more = gat_arena_array(l->arena, 2 * l->room + 64, sizeof *more);
        if (s->n_shapes > 0)
            memcpy(more, s->shapes, s->n_shapes * sizeof *more);
        s->shapes = more;
        l->room = 2 * l->room + 64;
    }
    s->shapes[s->n_shapes++] = (struct gat_small_shape){*d, s->count};
    s->count += s->n_ways * assigned(d);
}

/* ---- what is stated beside the shapes ---- */

/* No reduction and each that there is; without the element of data where that can be left out. */
static void ways_list(const struct gat_breed *b, struct gat_small *s)
{
    struct gat_small_way way = {.initial = {b->initial == GAT_ALWAYS, true}};
    s->ways[s->n_ways++] = way;
    for (int64_t r = 0; r < REF_REDUCTIONS; r++)
        if ((b->reductions >> r & 1) != 0) {
            way.reduction = (struct gat_attribute_value){true, r};
            s->ways[s->n_ways++] = way;
        }
    if (b->initial != GAT_NEVER) {
        way.initial = (struct gat_attribute_value){true, false};
        s->ways[s->n_ways++] = way;
    }
}

/* ---- indices, by what they name ---- */

/* Updates that are broadcast: with one place in one of their dimensions, and a single number. */
static void narrow_take(struct listing *l)
{
    struct gat_array *t = &l->draft.updates;
    for (int32_t k = 0; k < t->ndim; k++) {
        int64_t n = t->shape[k];
        t->shape[k] = 1;
        if (n > 1)
            shape_take(l);
        t->shape[k] = n;
    }
    t->ndim = 0;
    shape_take(l);
}

static void updates_take(struct listing *l, int64_t axis)
{
    struct gat_draft *d = &l->draft;
    struct gat_array *t = &d->updates;
    d->updates.ndim = -1;
    if (l->b->updates) {
        gat_updates_fit(l->b->naming, l->b->rules, &d->data, &d->indices, axis, d->batch_dims.value,
                        t);
        t->dtype = d->data.dtype;
    }
    shape_take(l);
    if (l->b->updates && gat_updates_spread(l->b->rules))
        narrow_take(l);
}

static bool is_like(const struct gat_array *x, const struct gat_array *y, int64_t n)
{
    bool like = true;
    for (int64_t k = 0; k < n; k++)
        like &= x->shape[k] == y->shape[k];
    return like;
}

static void slices_take(struct listing *l, int64_t axis)
{
    struct gat_draft *d = &l->draft;
    int64_t most = l->b->batch_dims == GAT_NEVER ? 0 : d->indices.ndim;
    for (int64_t b = 0; b <= most && b <= axis && is_like(&d->data, &d->indices, b); b++) {
        d->batch_dims.given = l->b->batch_dims == GAT_ALWAYS || b > 0;
        d->batch_dims.value = b;
        memset(d->lists, 0, sizeof d->lists);
        if (l->b->naming == REF_NAMES_BOXES)
            gat_draft_lists(d, axis, l->b->updates, 0, 0);
        updates_take(l, axis);
    }
}

static void tuples_take(struct listing *l)
{
    struct gat_draft *d = &l->draft;
    int32_t last = d->indices.ndim - 1;
    if (last < 0)
        return;
    int64_t depth = d->indices.shape[last], most = l->b->batch_dims == GAT_NEVER ? 0 : last;
    for (int64_t b = 0; b <= most && b + depth <= d->data.ndim && is_like(&d->data, &d->indices, b);
         b++) {
        d->batch_dims.given = l->b->batch_dims == GAT_ALWAYS || b > 0;
        d->batch_dims.value = b;
        d->axes.depth = depth > 0 ? depth : 1;
        for (int64_t k = 0; k < depth; k++)
            d->axes.extent[k] = d->data.shape[b + k];
        updates_take(l, 0);
    }
}

/* Windows along the axis, one for each batch, of every size. */
static void windows_take(struct listing *l, int64_t axis)
{
    struct gat_draft *d = &l->draft;
    for (int64_t n = 0; n <= d->data.shape[axis]; n++) {
        gat_draft_windows(d, axis, 0, 0);
        d->updates.shape[axis] = n;
        d->updates.dtype = d->data.dtype;
        d->axes.extent[0] = d->data.shape[axis];
        shape_take(l);
    }
}

/* Indices of single elements: no longer than data beside the axis, or repeated there, or data. */
static bool fits_beside(const struct listing *l, int64_t axis)
{
    const struct gat_draft *d = &l->draft;
    bool fits = d->indices.ndim == d->data.ndim;
    for (int32_t k = 0; fits && k < d->data.ndim; k++)
        fits = k == axis || gat_extents_go(l->b->rules, d->indices.shape[k], d->data.shape[k]);
    return fits;
}

static void indices_take(struct listing *l, int64_t axis)
{
    struct gat_draft *d = &l->draft;
    enum ref_naming naming = l->b->naming;
    d->axes.depth = 1;
    d->axes.extent[0] = naming == REF_NAMES_PLACES ? gat_array_count(&d->data)
                        : d->data.ndim == 0        ? 1
                                                   : d->data.shape[axis];
    if (naming == REF_NAMES_WINDOWS) {
        if (d->data.ndim > 0)
            windows_take(l, axis);
        return;
    }
    for (unsigned k = 0; k < SHAPES; k++) {
        shape_at(k, &d->indices);
        bool flat = naming != REF_NAMES_ELEMENTS && k >= RANK_3; /* says nothing new */
        if (flat || !in_scope(l, &d->indices))
            continue;
        if (naming == REF_NAMES_TUPLES)
            tuples_take(l);
        else if (naming == REF_NAMES_SLICES || naming == REF_NAMES_BOXES)
            slices_take(l, axis);
        else if (naming == REF_NAMES_PLACES || fits_beside(l, axis))
            updates_take(l, axis);
    }
}

static void axes_take(struct listing *l)
{
    struct gat_draft *d = &l->draft;
    int64_t rank = d->data.ndim > 0 ? d->data.ndim : 1;
    bool boxes = l->b->naming == REF_NAMES_BOXES;
    d->axis.given = false;
    d->axis.value = 0;
    if (l->b->axis != GAT_ALWAYS && !boxes)
        indices_take(l, 0);
    d->axis.given = l->b->axis != GAT_NEVER;
    for (int64_t axis = -rank; axis < rank && (d->axis.given || boxes); axis++) {
        if (boxes && axis < 0)
            continue;
        d->axis.value = d->axis.given ? axis : 0;
        indices_take(l, axis < 0 ? axis + rank : axis);
    }
}

void gat_small_open(const struct gat_breed *b, enum gat_dtype data, enum gat_dtype indices,
                    int64_t scope, struct gat_arena *a, struct gat_small *out)
{
    struct listing l = {.b = b, .arena = a, .out = out, .scope = scope};
    struct gat_draft *d = &l.draft;
    *out = (struct gat_small){.n_ways = 0};
    ways_list(b, out);
    d->data.dtype = data;
    d->indices.dtype = indices;
    d->pattern = GAT_INDEX_DIGITS;
    d->data_fill = d->updates_fill = GAT_FILL_DISTINCT;
    d->axis_tensor.ndim = -1;
    for (unsigned k = 0; k < SHAPES; k++) {
        shape_at(k, &d->data);
        if (in_scope(&l, &d->data))
            axes_take(&l);
    }
}

void gat_small_at(const struct gat_small *s, uint64_t k, struct gat_draft *out)
{
    unsigned low = 0, high = s->n_shapes;
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        *(s->shapes[middle].first <= k ? &low : &high) = middle;
    }
    *out = s->shapes[low].draft;
    k -= s->shapes[low].first;
    const struct gat_small_way *way = &s->ways[k / assigned(out)];
    out->salt = k % assigned(out);
    for (unsigned a = 0; a < GAT_SINGLES; a++)
        if (way->single[a].given)
            out->single[a] = way->single[a];
}

/* ---- drawn ---- */

struct ordered {
    struct gat_small scopes[SCOPES];
};

void gat_small_begin(struct gat_draws *d)
{
    struct ordered *o = GAT_NEW(d->arena, struct ordered);
    for (unsigned k = 0; k < SCOPES; k++)
        gat_small_open(&d->breed, GAT_DTYPE_COUNT, GAT_DTYPE_COUNT, k + 1, d->arena, &o->scopes[k]);
    d->state = o;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The k-th of `count` numbers, each of which comes once, in an order that the seed says. */
static uint64_t shuffled(uint64_t k, uint64_t count, uint64_t seed)
{
    uint64_t step = 1 + seed % count;
    while (common_divisor(step, count) != 1)
        step++;
    return (seed / count + k * step) % count;
}

static enum gat_dtype type_draw(uint32_t set, struct gat_prng *prng)
{
    return gat_type_of_set(set, gat_prng_below(prng, (unsigned)__builtin_popcount(set)));
}

bool gat_small_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                    struct gat_draft *out)
{
    const struct ordered *o = d->state;
    const struct gat_breed *b = &d->breed;
    uint64_t at = k;
    unsigned s = 0;
    while (s < SCOPES && at >= o->scopes[s].count)
        at -= o->scopes[s++].count;
    if (d->tries > 0 || s == SCOPES)
        return false;
    gat_small_at(&o->scopes[s], shuffled(at, o->scopes[s].count, d->seed), out);
    out->data.dtype = out->updates.dtype = type_draw(b->data_types, prng);
    out->indices.dtype = type_draw(b->index_types, prng);
    return true;
}
