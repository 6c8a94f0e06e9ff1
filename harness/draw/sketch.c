/* sketch.c - sizes as the shapes of an operator's operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/sketch.h"

#include <string.h>

#include "draw/draft_boxes.h"
#include "draw/sketch_windows.h"
#include "dtype.h"
#include "parts/fitting.h"
#include "parts/presentation.h"

enum { OUTER, EXTENT, PICKS, INNER, FEW_SPLITS = 64, INDEX_COST = 16, WINDOW_COST = 8,
       TERM_COST = 64, FEW_TERMS = 2048, STRING_COST = 256 };

static int64_t below(struct gat_prng *prng, int64_t n)
{
    return n > 0 ? (int64_t)gat_prng_below(prng, (uint64_t)n) : 0;
}

/* A size of 0 counts as 1: the operator may have no place for it, and a case that follows has 1. */
static int64_t product(int64_t a, int64_t b)
{
    int64_t n;
    return __builtin_mul_overflow(a > 0 ? a : 1, b > 0 ? b : 1, &n) ? INT64_MAX : n;
}

/* The judge keeps each term of a sum or a mean, and a string has a text in every place where it
 * lies: both take longer, and more memory, than their bytes. */
static int64_t bytes_of(int64_t count, const struct gat_sketch *s, bool reduces)
{
    int64_t each = s->dtype == GAT_STR ? STRING_COST : (int64_t)gat_dtype_size(s->dtype);
    int64_t bytes = product(count, each);
    int64_t terms = reduces && count > FEW_TERMS ? product(count - FEW_TERMS, TERM_COST) : 0;
    return bytes > terms ? bytes : terms;
}

int64_t gat_sketch_cost(const struct gat_breed *b, const struct gat_sketch *s)
{
    int64_t beside = product(s->size[OUTER], s->size[INNER]), own = b->rules->value[REF_reduction];
    bool reduces = b->updates && (s->reduction.given ? s->reduction.value : own) != REF_NONE;
    int64_t index = product(s->size[PICKS], INDEX_COST * s->depth);
    int64_t data = bytes_of(product(beside, s->size[EXTENT]), s, false);
    if (s->few && !gat_repeats(b->rules)) /* else few indices are repeated */
        beside = GAT_SKETCH_FEW;
    int64_t moved = bytes_of(product(beside, s->size[PICKS]), s, reduces);
    if (b->naming == REF_NAMES_BOXES && !s->tight) /* what an index names is a window */
        moved = product(moved, WINDOW_COST);
    if (b->naming == REF_NAMES_ELEMENTS)
        index = product(index, beside);
    else if (s->batches > 0 && (b->batch_dims != GAT_NEVER || ref_names_windows(b->naming)))
        index = product(index, s->size[OUTER]);
    return data > moved ? (data > index ? data : index) : moved > index ? moved : index;
}

void gat_sketch_split(struct gat_prng *prng, int64_t n, int32_t parts, struct gat_array *t)
{
    for (; parts > 1; parts--) {
        int64_t part = n > 1 && below(prng, 3) != 0 ? 1 + below(prng, n < FEW_SPLITS ? n : 8) : 1;
        t->shape[t->ndim++] = part;
        n /= part;
    }
    if (parts == 1)
        t->shape[t->ndim++] = n;
}

/* Which side of the axis everything else stands on. */
enum side { BOTH, AFTER, BEFORE };

/* How many dimensions stand before the axis, and how many after it. */
static void ranks_draw(const struct gat_sketch *s, enum side side, bool some_before,
                       bool some_after, struct gat_prng *prng, int32_t *before, int32_t *after)
{
    *before = some_before;
    *after = some_after;
    while (*before < s->batches && side != AFTER)
        ++*before;
    for (int32_t n = s->rank - 1 - *before - *after; n > 0; n--)
        ++*(side == AFTER || (side == BOTH && below(prng, 2) == 0) ? after : before);
}

/* Data of an operator with an axis. */
static int32_t data_lay(const struct gat_breed *b, const struct gat_sketch *s,
                        struct gat_prng *prng, struct gat_draft *d)
{
    int32_t before, after;
    bool none = b->axis == GAT_NEVER;
    bool first = none || (b->axis == GAT_MAYBE && s->size[OUTER] == 1 && below(prng, 4) == 0);
    int64_t drawn = below(prng, 6), outer = s->size[OUTER], inner = s->size[INNER];
    enum side side = first || drawn == 0 ? AFTER : drawn == 1 ? BEFORE : BOTH;
    if (side != BOTH)
        *(side == AFTER ? &inner : &outer) = outer * inner;
    if (side != BOTH)
        *(side == AFTER ? &outer : &inner) = 1;
    ranks_draw(s, side, outer != 1, inner != 1, prng, &before, &after);
    d->data.ndim = 0;
    gat_sketch_split(prng, outer, before, &d->data);
    d->data.shape[d->data.ndim++] = s->size[EXTENT];
    gat_sketch_split(prng, inner, after, &d->data);
    d->axis.given = b->axis == GAT_ALWAYS || (b->axis == GAT_MAYBE && !first);
    bool negative = d->axis.given && below(prng, 2) == 0 &&
                    b->rules->value[REF_axis_domain] != REF_AXIS_NONNEGATIVE;
    d->axis.value = d->axis.given ? before - (negative ? d->data.ndim : 0) : 0;
    return before;
}

/* Do the dimensions of operands lie in another order? */
static bool is_turned(const struct gat_sketch *s)
{
    return gat_presentations[s->presentation].kind == GAT_PERMUTED;
}

static void slices_lay(const struct gat_breed *b, const struct gat_sketch *s,
                       struct gat_prng *prng, struct gat_draft *d, int32_t axis)
{
    bool vector = b->rules->value[REF_index_rank_max] == 1;
    int32_t batches = b->batch_dims == GAT_NEVER ? 0 : s->batches < axis ? s->batches : axis;
    int64_t how = below(prng, 16), many = is_turned(s) ? 12 : 6; /* of 16 */
    d->indices.ndim = batches;
    memcpy(d->indices.shape, d->data.shape, (size_t)batches * sizeof d->data.shape[0]);
    bool scalar = s->size[PICKS] == 1 && how < 2;
    int32_t parts = vector || how >= many ? 1 : scalar ? 0 : 1 + (int32_t)how % 4;
    gat_sketch_split(prng, s->size[PICKS], parts, &d->indices);
    d->batch_dims.value = batches;
    d->batch_dims.given = b->batch_dims == GAT_ALWAYS || batches > 0;
}

/* At most `n`, and so few that all dimensions together stay in the room. */
static int64_t few_of(struct gat_prng *prng, int64_t n, int64_t *room)
{
    int64_t most = n < *room ? n : *room, part = most > 1 ? 1 + below(prng, most) : most;
    *room /= part > 1 ? part : 1;
    return part;
}

/* Where indices have not as many places as data off the axis: one, which is repeated, or data have
 * one. */
static int64_t repeated_of(const struct gat_breed *b, struct gat_prng *prng, int64_t *data)
{
    int64_t n = *data;
    if (b->rules->value[REF_off_axis] != REF_SIZES_BROADCAST || below(prng, 2) == 0)
        return 1;
    *data = 1;
    return n;
}

static void elements_lay(const struct gat_breed *b, const struct gat_sketch *s,
                         struct gat_prng *prng, struct gat_draft *d, int32_t axis)
{
    bool cut = below(prng, 4) == 0, lines = !s->few && below(prng, 4) == 0;
    int64_t room = GAT_SKETCH_FEW; /* of all dimensions beside the axis together */
    d->indices.ndim = d->data.ndim;
    d->line = lines && s->size[PICKS] > 0;
    d->picks = s->size[PICKS];
    for (int32_t k = 0; k < d->data.ndim; k++) {
        int64_t n = d->data.shape[k];
        if (k != axis && s->few)
            n = few_of(prng, n, &room);
        d->indices.shape[k] = k == axis ? s->size[PICKS] : cut && n > 1 ? n - below(prng, 2) : n;
        if (!gat_extents_go(b->rules, d->indices.shape[k], d->data.shape[k]) && k != axis)
            d->indices.shape[k] = repeated_of(b, prng, &d->data.shape[k]);
        d->line *= k > axis ? d->indices.shape[k] : 1;
    }
}

/* Batches, then the dimensions that a tuple names, then what a place has. */
static void tuples_lay(const struct gat_breed *b, const struct gat_sketch *s,
                       struct gat_prng *prng, struct gat_draft *d)
{
    int32_t batches = b->batch_dims == GAT_NEVER ? 0 : s->batches, depth = s->depth;
    bool outside = batches == 0 && depth > 1; /* outer counts along the first of the tuple */
    d->data.ndim = d->indices.ndim = 0;
    gat_sketch_split(prng, s->size[OUTER], outside ? 1 : batches, &d->data);
    gat_sketch_split(prng, s->size[EXTENT], depth - outside, &d->data);
    int32_t after = s->rank - d->data.ndim;
    gat_sketch_split(prng, s->size[INNER], after > 0 ? after : s->size[INNER] != 1, &d->data);
    memcpy(d->indices.shape, d->data.shape, (size_t)batches * sizeof d->data.shape[0]);
    d->indices.ndim = batches;
    bool single = batches == 0 && s->size[PICKS] == 1 && below(prng, 2) == 0;
    int32_t parts = single                                 ? 0
                    : below(prng, is_turned(s) ? 2 : 4) > 0 ? 1
                                                            : 2 + (int32_t)below(prng, 3);
    gat_sketch_split(prng, s->size[PICKS], parts, &d->indices);
    d->indices.shape[d->indices.ndim++] = depth;
    d->batch_dims.value = batches;
    d->batch_dims.given = b->batch_dims == GAT_ALWAYS || batches > 0;
    d->axes.depth = depth;
    memcpy(d->axes.extent, d->data.shape + batches, (size_t)depth * sizeof d->axes.extent[0]);
}

/* As many places of the axis as are picked, or all of them, for each batch. */
static void places_lay(const struct gat_sketch *s, struct gat_draft *d, int32_t axis)
{
    gat_draft_windows(d, axis, 0, 0);
    int64_t n = d->data.shape[axis], picks = s->size[PICKS] < n ? s->size[PICKS] : n;
    d->updates.shape[axis] = picks;
    d->axes.extent[0] = n - picks + 1;
}

/* Updates that are broadcast: they lack some first dimensions, and have one place in others. */
static void updates_narrow(struct gat_prng *prng, struct gat_array *t)
{
    int64_t how = below(prng, 4), less = how == 0 ? t->ndim : how == 1 ? below(prng, t->ndim) : 0;
    t->ndim -= (int32_t)less;
    for (int32_t k = 0; k < t->ndim; k++)
        t->shape[k] = below(prng, 3) == 0 ? 1 : t->shape[k + less];
}

/* Updates need not have the sizes of indices everywhere: fewer are taken round and round, what is
 * beyond has no part, and one place stands for many. */
static void updates_resize(const struct gat_breed *b, struct gat_prng *prng, struct gat_array *t)
{
    int64_t n = gat_array_count(t);
    if (b->rules->value[REF_updates_sizes] == REF_UPDATES_REPEAT && below(prng, 2) == 0) {
        const int64_t fewer[] = {n - 1, n / 2, 1, 1 + below(prng, n - 1)};
        t->shape[0] = fewer[below(prng, 4)];
        t->ndim = 1;
    }
    if (gat_updates_spread(b->rules) && below(prng, 2) == 0)
        updates_narrow(prng, t);
    bool longer = b->rules->value[REF_updates_sizes] == REF_UPDATES_AT_LEAST;
    for (int32_t k = 0; k < t->ndim && longer; k++)
        t->shape[k] += below(prng, 3) == 0 ? 1 + below(prng, 2) : 0;
}

static void updates_lay(const struct gat_breed *b, struct gat_prng *prng, struct gat_draft *d,
                        int32_t axis)
{
    struct gat_array *t = &d->updates;
    if (!ref_names_windows(b->naming)) /* else they are there */
        gat_updates_fit(b->naming, b->rules, &d->data, &d->indices, axis, d->batch_dims.value, t);
    if (gat_array_count(t) > 1)
        updates_resize(b, prng, t);
    t->dtype = d->data.dtype;
}

static void attributes_lay(const struct gat_breed *b, const struct gat_sketch *s,
                           struct gat_prng *prng, struct gat_draft *d)
{
    d->data_fill = s->fill;
    d->updates_fill = b->updates ? s->fill : GAT_FILL_DISTINCT;
    if (b->updates && below(prng, 4) == 0) /* what only one of the two shows */
        *(below(prng, 2) == 0 ? &d->data_fill : &d->updates_fill) = GAT_FILL_DISTINCT;
    d->pattern = s->pattern;
    bool wraps = b->rules->value[REF_index_domain] == REF_WRAPS;
    bool answers = b->rules->value[REF_out_of_range] >= REF_OOR_CLAMP; /* out of range too */
    d->sign = answers && below(prng, 8) == 0 ? 3 : wraps || answers ? s->sign : 0;
    d->salt = gat_prng_next(prng);
    d->presentation = s->presentation;
    d->initial.given |= b->initial == GAT_MAYBE && below(prng, 2) == 0;
    d->initial.value = d->initial.given && below(prng, 2) == 0;
    d->reduction = s->reduction;
    d->axis_tensor.ndim = -1;
    if (b->axis_tensor && d->axis.given && below(prng, 8) == 0) {
        d->axis.given = false;
        d->axis_tensor.dtype = gat_type_of_set(b->index_types, (uint64_t)below(prng, 1 << 16));
        d->axis_tensor.ndim = 1;
        d->axis_tensor.shape[0] = 1;
    }
}

/* No list is stated, and of truth values those that every call states, as false. */
static void attributes_clear(const struct gat_breed *b, struct gat_draft *d)
{
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++) {
        const struct gat_attribute *a = &gat_attribute_table[k];
        if (a->form == GAT_FORM_LIST)
            d->lists[a->at] = (struct ref_list){0};
        else if (a->form == GAT_FORM_BOOL)
            d->single[a->at].given = b->stated[k] == GAT_ALWAYS;
    }
}

void gat_sketch_lay(const struct gat_breed *b, const struct gat_sketch *s, uint64_t content,
                    struct gat_draft *d)
{
    struct gat_prng shape = {s->shape}, prng = {content};
    int32_t axis = -1;
    memset(d, 0, offsetof(struct gat_draft, lists));
    attributes_clear(b, d);
    d->data.dtype = s->dtype;
    d->indices.dtype = s->index_dtype;
    d->updates.ndim = -1;
    d->axes.depth = d->apart = 1;
    if (b->naming == REF_NAMES_BOXES)
        gat_sketch_windows(b, s, &shape, d);
    else if (b->naming == REF_NAMES_TUPLES)
        tuples_lay(b, s, &shape, d);
    else
        axis = data_lay(b, s, &shape, d);
    if (axis >= 0)
        d->axes.extent[0] = b->naming == REF_NAMES_PLACES ? gat_array_count(&d->data)
                                                          : d->data.shape[axis];
    if (b->naming == REF_NAMES_ELEMENTS)
        elements_lay(b, s, &shape, d, axis);
    else if (b->naming == REF_NAMES_WINDOWS)
        places_lay(s, d, axis);
    else if (b->naming == REF_NAMES_SLICES || b->naming == REF_NAMES_PLACES)
        slices_lay(b, s, &shape, d, axis);
    if (b->updates)
        updates_lay(b, &shape, d, axis);
    d->n_indices = gat_array_count(&d->indices);
    attributes_lay(b, s, &prng, d);
}
