/* draft.c - a case drawn from bytes, close to the edges of what is allowed.
 *
 * The order of draws is ranks, types, axis, shapes, indices, attributes; each draw
 * takes one byte.  What is wrong with a case is rare and drawn on its own, so that
 * most cases have an answer and few have two mistakes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/draft.h"

#include <string.h>

#include "dtype.h"
#include "draw/draft_boxes.h"
#include "parts/fitting.h"
#include "parts/presentation.h"

/* Few cases are large: one costs as much as a thousand others.  Around data that are
 * giants everything is small. */
enum { USUAL_ROOM = 2048, CROWD_ROOM = 8192, GIANT_ROOM = 48 };

/* A crowd: many updates of few elements. */
enum size { USUAL, CROWD, LARGE, LONG, GIANT };

struct draw {
    const unsigned char *at, *end;
    const struct gat_breed *b;
    struct gat_draft *d;
    int64_t most; /* elements of any operand */
    enum size size;
    int32_t long_axis; /* of giant data */
};

/* The next byte mod n; 0 after the last byte. */
static unsigned one_of(struct draw *w, unsigned n)
{
    return w->at == w->end ? 0 : *w->at++ % n;
}

#define PICK(w, list) ((list)[one_of((w), sizeof(list) / sizeof *(list))])

/* ---- types ---- */

enum gat_dtype gat_type_of_set(uint32_t set, uint64_t k)
{
    if (set == 0)
        return GAT_I64;
    for (k %= (unsigned)__builtin_popcount(set); k > 0; k--)
        set &= set - 1;
    return (enum gat_dtype)__builtin_ctz(set);
}

static void types_draw(struct draw *w)
{
    uint32_t data = w->b->data_types, index = w->b->index_types;
    unsigned k = one_of(w, 256);
    uint32_t others = ~data & GAT_ALL_TYPES;
    w->d->data.dtype = gat_type_of_set(k >= 252 && others != 0 ? others : data, k);
    k = one_of(w, 256);
    others = ~index & GAT_ALL_TYPES & ~GAT_BIT(GAT_STR);
    w->d->indices.dtype =
        k >= 250 && others != 0 ? gat_type_of_set(others, k >> 1) : gat_type_of_set(index, k);
}

/* ---- shapes ---- */

/* An extent, at most so large that `room` elements suffice. */
static int64_t extent_draw(struct draw *w, int64_t room)
{
    static const int64_t small[] = {2, 3, 4, 1, 5, 2, 3, 7, 2, 3, 4, 6, 2, 5, 3, 1, 2,
                                    3, 4, 8, 2, 3, 9, 4, 2, 5, 3, 17, 2, 3, 1, 0};
    static const int64_t large[] = {33,  65,  127, 128,  129,  255,  256,   257,
                                    300, 513, 257, 1025, 2049, 4097, 32769, 70001};
    static const int64_t longest[] = {32769, 33003, 65537, 70001, 16385, 2050, 1025, 257};
    unsigned k = one_of(w, 256);
    /* Many updates of one element take a long axis. */
    unsigned usual = w->b->reductions != 0 ? 248 : 252;
    if (w->size == LONG || w->size == CROWD)
        usual = w->size == LONG ? 96 : 256;
    int64_t n = k < usual ? small[k % 32]
                : w->size == LONG                ? PICK(w, longest)
                                                 : PICK(w, large);
    return n <= room ? n : room > 0 ? 1 : 0;
}

/* An extent of indices; in a crowd one of them has as many as only a counter can tell apart. */
static int64_t count_draw(struct draw *w, bool may_crowd, int64_t room)
{
    static const int64_t crowds[] = {300, 257, 513, 384, 1025, 600, 270, 2049};
    int64_t n = w->size == CROWD && may_crowd ? PICK(w, crowds) : extent_draw(w, room);
    return n <= room ? n : room > 0 ? 1 : 0;
}

static int64_t room_after(int64_t room, int64_t extent)
{
    return extent > 1 ? room / extent : room;
}

static void data_draw(struct draw *w)
{
    static const unsigned char ranks[] = {2, 1, 3, 2, 2, 1, 3, 4, 2, 3, 2, 1, 3, 4, 5, 2,
                                          1, 2, 3, 2, 4, 3, 2, 1, 3, 2, 8, 6, 2, 3, 0, 9};
    struct gat_array *t = &w->d->data;
    int64_t room = w->most;
    t->ndim = PICK(w, ranks);
    for (int32_t k = 0; k < t->ndim; k++) {
        t->shape[k] = extent_draw(w, room);
        room = room_after(room, t->shape[k]);
    }
}

/* Past 2^31 or 2^32, in elements or in bytes: all of data, or a row of them. */
static void giant_draw(struct draw *w)
{
    static const unsigned char ranks[] = {2, 1, 2, 3, 2, 2, 3, 1};
    static const int64_t beside[] = {2, 3, 1, 4, 5, 3, 2, 8, 17, 16, 24, 4480};
    static const int64_t ends[] = {INT64_C(1) << 31, INT64_C(1) << 32};
    static const int64_t beyond[] = {15, 1, 0, 3, 15, 2, -1, 31};
    struct gat_array *t = &w->d->data;
    int64_t room = INT64_C(1) << 33, row = 1, end = PICK(w, ends);
    t->ndim = PICK(w, ranks);
    w->long_axis = (int32_t)one_of(w, (unsigned)t->ndim);
    end /= one_of(w, 4) == 3 ? (int64_t)gat_dtype_size(t->dtype) : 1;
    for (int32_t k = t->ndim - 1; k >= 0; k--) {
        if (k != w->long_axis)
            t->shape[k] = PICK(w, beside);
        row *= k > w->long_axis ? t->shape[k] : 1;
    }
    /* The product of two extents of 16 bits each is the other way to get there. */
    t->shape[w->long_axis] = end / row + PICK(w, beyond);
    if (w->long_axis > 0 && row == 1 && one_of(w, 4) == 3)
        t->shape[w->long_axis] = t->shape[w->long_axis - 1] = 65537 + one_of(w, 4);
    for (int32_t k = 0; k < t->ndim; k++) {
        if (t->shape[k] > room)
            t->shape[k] = 1;
        room /= t->shape[k];
    }
    w->most = GIANT_ROOM;
}

static void axis_draw(struct draw *w)
{
    struct gat_draft *d = w->d;
    int64_t rank = d->data.ndim, at = rank > 0 ? one_of(w, (unsigned)rank) : 0;
    if (w->size == GIANT && one_of(w, 4) != 3)
        at = w->long_axis;
    const int64_t far = INT64_C(1) << 32;
    const int64_t wrong[] = {rank,     -rank - 1, rank + 1,     INT64_MAX, INT64_MIN,
                             at + far, at - far,  at + far / 2, at + 256,  at + 65536};
    unsigned how = one_of(w, 32);
    d->axis.given = w->b->axis == GAT_ALWAYS || (w->b->axis == GAT_MAYBE && how % 8 != 7);
    d->axis.value = how >= 30 ? PICK(w, wrong) : how % 4 == 1 ? at - (rank > 0 ? rank : 1) : at;
    d->axis.value = d->axis.given ? d->axis.value : 0;
}

/* The axis from the front, or -1 without a valid one. */
static int64_t axis_place(const struct gat_draft *d)
{
    int64_t axis = d->axis.value < 0 ? d->axis.value + d->data.ndim : d->axis.value;
    return axis >= 0 && axis < d->data.ndim ? axis : -1;
}

/* Fewer places of indices than the `n` of data off the axis; or one, which is repeated, if not of
 * data. */
static int64_t fewer_of(const struct draw *w, int32_t k, int64_t n, int64_t less)
{
    struct gat_draft *d = w->d;
    if (!gat_repeats(w->b->rules))
        return n - less % n;
    bool both = w->b->rules->value[REF_off_axis] == REF_SIZES_BROADCAST;
    if (less == 2 && both && k < d->data.ndim && !d->is_giant) {
        d->data.shape[k] = 1;
        return n;
    }
    return less > 0 ? 1 : n;
}

/* Indices of an operator that picks single elements: near the shape of data. */
static void elements_draw(struct draw *w)
{
    struct gat_array *t = &w->d->indices;
    const struct gat_array *data = &w->d->data;
    int64_t axis = axis_place(w->d), room = w->most;
    unsigned odd = one_of(w, 64), how = one_of(w, 8);
    t->ndim = data->ndim + (odd == 63 ? 1 : odd == 62 && data->ndim > 0 ? -1 : 0);
    for (int32_t k = 0; k < t->ndim; k++) {
        int64_t n = k < data->ndim ? data->shape[k] : 1;
        if (k == axis)
            n = how < 2 && n <= room && w->size != CROWD ? n : count_draw(w, true, room);
        else if (how >= 5 && n > 0)
            n = fewer_of(w, k, n, (int64_t)one_of(w, 4) % 3);
        if (odd == 61 && k != axis && one_of(w, 2) == 0)
            n++;
        t->shape[k] = n <= room ? n : room > 0 ? 1 : 0;
        room = room_after(room, t->shape[k]);
    }
}

/* Indices of an operator that picks slices: any shape, after the batches of data.
 * The output has both, so its size is kept in bounds. */
static void picks_draw(struct draw *w)
{
    static const unsigned char ranks[] = {1, 2, 1, 1, 2, 0, 1, 3, 1, 2, 1, 0, 2, 1, 1, 4};
    struct gat_draft *d = w->d;
    int64_t axis = axis_place(d), room = w->most, rest = 1, b = 0;
    for (int32_t k = 0; k < d->data.ndim; k++)
        rest *= k != axis && d->data.shape[k] > 1 ? d->data.shape[k] : 1;
    bool vector = w->b->rules->value[REF_index_rank_max] == 1 && one_of(w, 8) != 7;
    d->indices.ndim = vector ? 1 : PICK(w, ranks);
    unsigned how = w->b->batch_dims == GAT_NEVER ? 0 : one_of(w, 16);
    d->batch_dims.given = w->b->batch_dims == GAT_ALWAYS || how >= 4;
    if (how >= 6 && axis > 0 && d->data.ndim > 0)
        b = 1 + (int64_t)one_of(w, 8) % axis;
    if (d->indices.ndim < b)
        d->indices.ndim = (int32_t)b;
    room = room / rest > 0 ? room / rest : 1;
    for (int32_t k = 0; k < d->indices.ndim; k++) {
        d->indices.shape[k] = k < b ? d->data.shape[k] : count_draw(w, k == b, room);
        room = k < b ? room : room_after(room, d->indices.shape[k]);
    }
    d->batch_dims.value = b;
    const int64_t wrong[] = {b + 1, -1, d->indices.ndim + 1, -d->indices.ndim - 1, axis + 1,
                             b - d->indices.ndim, INT64_MIN, INT64_C(1) << 32};
    unsigned odd = d->batch_dims.given ? one_of(w, 32) : 0;
    if (odd >= 29)
        d->batch_dims.value = PICK(w, wrong);
    if ((odd == 27 || odd == 28) && b > 0)
        d->indices.shape[b - 1] += d->indices.shape[b - 1] > 1 && one_of(w, 2) == 0 ? -1 : 1;
}

/* How many of the first dimensions are batches, and what is wrong with that. */
static int64_t tuple_batch_draw(struct draw *w)
{
    struct gat_draft *d = w->d;
    int64_t b = 0, most = d->indices.ndim - 1 < d->data.ndim - 1 ? d->indices.ndim - 1
                                                                 : d->data.ndim - 1;
    unsigned how = w->b->batch_dims == GAT_NEVER ? 0 : one_of(w, 16);
    d->batch_dims.given = w->b->batch_dims == GAT_ALWAYS || how >= 4;
    if (how >= 8 && most > 0)
        b = 1 + (int64_t)one_of(w, 8) % most;
    d->batch_dims.value = b;
    const int64_t wrong[] = {b + 1, -1, d->indices.ndim, d->data.ndim, INT64_MIN, INT64_MAX,
                             -d->indices.ndim - 1, INT64_C(1) << 32};
    if (d->batch_dims.given && one_of(w, 32) >= 30)
        d->batch_dims.value = PICK(w, wrong);
    return b;
}

/* Indices that hold tuples: any shape, and after it 0 to r of them, or more. */
static void tuples_draw(struct draw *w)
{
    static const unsigned char ranks[] = {2, 1, 2, 3, 2, 2, 1, 3, 2, 4, 2, 3, 1, 2, 0, 5};
    struct gat_draft *d = w->d;
    int64_t room = w->most, rest = 1, r = d->data.ndim;
    d->indices.ndim = PICK(w, ranks);
    int64_t b = tuple_batch_draw(w), left = r - b;
    unsigned odd = one_of(w, 32);
    int64_t depth = odd == 31 ? left + 1 : odd == 30 || left <= 0 ? 0 : 1 + one_of(w, 8) % left;
    for (int64_t k = 0; k < r; k++) /* the output has batches and slices */
        rest *= (k < b || k >= b + depth) && d->data.shape[k] > 1 ? d->data.shape[k] : 1;
    room = room / rest > depth ? room / rest / (depth > 0 ? depth : 1) : 1;
    for (int32_t k = 0; k < d->indices.ndim; k++) {
        bool last = k == d->indices.ndim - 1;
        d->indices.shape[k] = last ? depth : k < b ? d->data.shape[k] : count_draw(w, k == b, room);
        room = last || k < b ? room : room_after(room, d->indices.shape[k]);
    }
    if (odd == 29 && b > 0)
        d->indices.shape[b - 1] += d->indices.shape[b - 1] > 1 && one_of(w, 2) == 0 ? -1 : 1;
    d->axes.depth = depth > 0 ? depth : 1;
    for (int64_t k = 0; k < depth && b + k < r; k++)
        d->axes.extent[k] = d->data.shape[b + k];
}

/* Updates that are broadcast: they lack some first dimensions, and have one place in others. */
static void updates_narrow(struct draw *w, struct gat_array *t)
{
    unsigned how = one_of(w, 4), rank = (unsigned)t->ndim;
    unsigned less = how == 0 ? rank : how == 1 && rank > 0 ? one_of(w, 8) % rank : 0;
    t->ndim -= (int32_t)less;
    for (int32_t k = 0; k < t->ndim; k++)
        t->shape[k] = one_of(w, 3) == 0 ? 1 : t->shape[k + (int32_t)less];
}

static void updates_draw(struct draw *w)
{
    struct gat_array *t = &w->d->updates;
    unsigned odd = one_of(w, 64);
    if (w->b->naming != REF_NAMES_WINDOWS) /* else they are there already */
        gat_updates_fit(w->b->naming, w->b->rules, &w->d->data, &w->d->indices, axis_place(w->d), 0,
                        t);
    t->dtype = w->d->data.dtype;
    if (gat_updates_spread(w->b->rules) && one_of(w, 2) == 0)
        updates_narrow(w, t);
    if (odd == 63)
        t->dtype = gat_type_of_set(GAT_ALL_TYPES & ~GAT_BIT(t->dtype), one_of(w, 256));
    if (odd == 62)
        t->ndim = t->ndim > 0 ? t->ndim - 1 : 1;
    if (odd == 62 && t->ndim == 1)
        t->shape[0] = 1;
    if (odd == 61 && t->ndim > 0) {
        int64_t *n = &t->shape[one_of(w, 8) % (unsigned)t->ndim];
        *n += *n > 0 && one_of(w, 2) == 0 ? -1 : 1;
    }
}

/* ---- indices ---- */

/* A value by the kind of edge that it lies at; the first are inside. */
static int64_t edge_draw(struct draw *w, bool inside, int64_t at)
{
    int64_t s = w->d->axes.extent[at % w->d->axes.depth], v = s > 0 ? one_of(w, 256) % s : 0;
    const int64_t good[] = {s - 1, -s, -1, 0, v, v - s, s / 2, 1};
    /* The ends of the type come more often: as far outside as there is. */
    bool wide = gat_dtype_size(w->d->indices.dtype) > 4;
    int64_t least = wide ? INT64_MIN : INT32_MIN, most = wide ? INT64_MAX : INT32_MAX;
    const int64_t bad[] = {s, -s - 1, s + 1, least, most, 2 * s, -2 * s, least, 5 * s + 1, most,
                           INT32_MAX, INT32_MIN, v + (INT64_C(1) << 32), v - (INT64_C(1) << 32),
                           v + 256, v + 65536, least, -s - 2, v + (INT64_C(1) << 31), least};
    const int64_t far[] = {INT32_MAX, INT64_C(1) << 31, UINT32_MAX, INT64_C(1) << 32};
    int64_t there = s;
    if (inside && s > INT32_MAX) {
        there = PICK(w, far);
        there += one_of(w, 4);
    }
    return there < s ? there : inside ? PICK(w, good) : PICK(w, bad);
}

static void indices_draw(struct draw *w)
{
    struct gat_draft *d = w->d;
    int64_t n = 1;
    for (int32_t k = 0; k < d->indices.ndim; k++) {
        if (d->is_giant && d->indices.shape[k] > GIANT_ROOM) /* batches of data that are one */
            d->indices.shape[k] = 1;
        n *= d->indices.shape[k];
    }
    d->n_indices = n;
    /* A crowd has half of the time a single target. */
    bool single = w->size == CROWD && one_of(w, 2) == 0;
    unsigned one = single ? one_of(w, 2) == 0 ? GAT_INDEX_FIRST : GAT_INDEX_LAST : 0;
    d->pattern = single ? one : one_of(w, GAT_INDEX_OF_BYTES);
    bool wraps = w->b->rules->value[REF_index_domain] == REF_WRAPS;
    bool is_signed = d->pattern == GAT_INDEX_SIGNED || d->pattern == GAT_INDEX_NEGATIVE;
    if (!wraps && is_signed && one_of(w, 4) != 3)
        d->pattern = GAT_INDEX_RANDOM;
    d->salt = one_of(w, 256);
    unsigned how = one_of(w, 16);
    d->n_odd = n == 0 ? 0 : how < 4 ? 0 : how < 14 ? 1 : one_of(w, GAT_DRAFT_ODD) + 1;
    bool inside = how < 9 || how == 14;
    for (unsigned j = 0; j < d->n_odd; j++) {
        unsigned place = one_of(w, 8);
        d->odd_at[j] = place < 2 ? 0 : place < 4 ? n - 1 : (int64_t)one_of(w, 256) % n;
        d->odd[j] = edge_draw(w, inside, d->odd_at[j]);
        if (inside && !wraps && d->odd[j] < 0)
            d->odd[j] = 0;
    }
}

/* ---- fills and attributes ---- */

static enum gat_fill fill_draw(struct draw *w, enum gat_dtype t)
{
    static const enum gat_fill fills[] = {GAT_FILL_DISTINCT, GAT_FILL_DISTINCT, GAT_FILL_SPECIALS,
                                          GAT_FILL_NAN_PAYLOADS, GAT_FILL_IOTA};
    /* Sums of small numbers are rounded, or not, where others overflow or vanish. */
    unsigned k = one_of(w, w->b->reductions != 0 ? 5 : 4);
    return t == GAT_STR ? (k < 2 ? GAT_FILL_DISTINCT : GAT_FILL_STRINGS) : fills[k];
}

static void axis_tensor_draw(struct draw *w)
{
    static const int64_t counts[] = {1, 1, 1, 1, 1, 1, 2, 0};
    struct gat_draft *d = w->d;
    d->axis_tensor.ndim = -1;
    if (!w->b->axis_tensor || !d->axis.given || one_of(w, 4) != 3)
        return;
    d->axis.given = false;
    d->axis_tensor.dtype = gat_type_of_set(w->b->index_types, one_of(w, 256));
    d->axis_tensor.ndim = one_of(w, 4) == 3 ? 0 : 1;
    d->axis_tensor.shape[0] = PICK(w, counts);
}

/* Mostly stated; a byte beyond those that there are leaves it out.  Of giants the only one is
 * stated too, as sums of sparse data have to be. */
static struct gat_attribute_value reduction_draw(struct draw *w)
{
    uint32_t set = w->b->reductions;
    unsigned k = set != 0 ? one_of(w, 8) : 7;
    int64_t own = w->b->rules->value[REF_reduction];
    if (w->d->is_giant && set == 0 && w->b->updates && own != REF_NONE)
        return (struct gat_attribute_value){true, own};
    return (struct gat_attribute_value){k != 7, k != 7 ? (int64_t)gat_type_of_set(set, k) : 0};
}

/* View and tile: by indices, with one extent changed. */
static void cut_draw(struct draw *w, enum gat_stated due, struct ref_list *out)
{
    const struct gat_array *t = &w->d->indices, *data = &w->d->data;
    unsigned how = one_of(w, 16);
    if (due == GAT_NEVER || (due == GAT_MAYBE && how < 8))
        return;
    for (int32_t k = 0; k < t->ndim; k++) {
        int64_t n = t->shape[k];
        if (k < data->ndim && how % 2 == 0 && data->shape[k] > n)
            n = data->shape[k];
        unsigned cut = one_of(w, 8);
        n = cut == 5 ? n / 2 : cut == 6 ? n - 1 : cut == 7 ? 1 : n;
        out->value[k] = how == 15 ? INT64_C(1) << 40 : n > 0 ? n : how == 13 ? 0 : 1;
    }
    out->given = true;
    out->count = how == 14 && t->ndim > 0 ? t->ndim - 1 : t->ndim;
}

bool gat_draft_crowds(const struct gat_breed *b, unsigned char first)
{
    return b->reductions != 0 && first >= 208 && first < 248;
}

static enum size size_draw(struct draw *w)
{
    unsigned char k = (unsigned char)one_of(w, 256);
    bool many = w->b->updates && gat_repeats(w->b->rules); /* updates, where data are a giant */
    if (k == 251 && one_of(w, 2) == 0) /* seldom: it takes as long as all cases around it */
        return LONG;
    return k >= 252 && w->b->giants && !many ? GIANT
           : k >= 248                        ? LARGE
           : gat_draft_crowds(w->b, k)       ? CROWD
                                             : USUAL;
}

/* Clear of the lists, which are most of a draft, only what says that they are absent: drawing
 * must not take longer than the call that is tested. */
static void draft_clear(struct gat_draft *d)
{
    memset(d, 0, offsetof(struct gat_draft, lists));
    for (unsigned k = 0; k < REF_LISTS; k++) {
        d->lists[k].given = false;
        d->lists[k].count = 0;
        d->lists[k].value[0] = 0; /* a number that is not stated */
    }
}

void gat_draft_make(const struct gat_breed *b, const unsigned char *bytes, size_t size,
                    struct gat_draft *d)
{
    struct draw w = {.at = bytes, .end = bytes + size, .b = b, .d = d, .most = b->most};
    draft_clear(d);
    w.size = size_draw(&w);
    int64_t room = w.size == CROWD ? CROWD_ROOM : USUAL_ROOM;
    if (w.size <= CROWD && w.most > room)
        w.most = room;
    types_draw(&w);
    w.size = d->data.dtype == GAT_STR && w.size == GIANT ? USUAL : w.size;
    d->is_giant = w.size == GIANT;
    (d->is_giant ? giant_draw : data_draw)(&w);
    axis_draw(&w);
    int64_t axis = axis_place(d);
    d->axes.depth = 1;
    d->axes.extent[0] = d->data.ndim == 0 ? 1 : axis >= 0 ? d->data.shape[axis] : 0;
    if (b->naming == REF_NAMES_PLACES)
        d->axes.extent[0] = gat_array_count(&d->data);
    if (b->naming == REF_NAMES_TUPLES)
        tuples_draw(&w);
    else if (b->naming == REF_NAMES_WINDOWS) {
        unsigned odd = one_of(&w, 64);
        gat_draft_windows(d, axis, one_of(&w, 256), odd);
    } else if (b->naming == REF_NAMES_ELEMENTS)
        elements_draw(&w);
    else
        picks_draw(&w);
    if (b->naming == REF_NAMES_BOXES) {
        unsigned odd = one_of(&w, 64);
        gat_draft_lists(d, axis, b->updates, one_of(&w, 256), odd);
    }
    indices_draw(&w);
    if (b->updates)
        updates_draw(&w);
    else
        d->updates.ndim = -1;
    d->data_fill = d->is_giant ? GAT_FILL_SPARSE : fill_draw(&w, d->data.dtype);
    d->updates_fill = b->updates ? fill_draw(&w, d->updates.dtype) : GAT_FILL_DISTINCT;
    /* A sum of nothing is exact, however many there are, and how many is all that tells. */
    if (w.size == CROWD && d->updates.dtype != GAT_STR && one_of(&w, 4) != 3)
        d->updates_fill = GAT_FILL_ZEROS;
    axis_tensor_draw(&w);
    d->presentation = one_of(&w, 8) == 7 ? one_of(&w, GAT_P_COUNT) : 0;
    if (d->is_giant)
        d->presentation = b->updates ? GAT_P_INPLACE : GAT_P_PLAIN;
    cut_draw(&w, b->view_shape, &d->lists[REF_view_shape]);
    cut_draw(&w, b->tile_shape, &d->lists[REF_tile_shape]);
    d->sparse_grad.given =
        b->sparse_grad == GAT_ALWAYS || (b->sparse_grad == GAT_MAYBE && one_of(&w, 4) == 3);
    d->sparse_grad.value = d->sparse_grad.given && one_of(&w, 4) != 3;
    d->reduction = reduction_draw(&w);
    if (d->is_giant && d->reduction.given)
        d->updates_fill = GAT_FILL_DISTINCT;
    d->initial.given = b->initial == GAT_ALWAYS || (b->initial == GAT_MAYBE && one_of(&w, 4) >= 2);
    d->initial.value = d->initial.given && one_of(&w, 4) == 3;
    d->used = (size_t)(w.at - bytes);
}
