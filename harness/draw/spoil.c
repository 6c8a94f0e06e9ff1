/* spoil.c - a draft that follows another one, made wrong, along another axis, or its
 * twin.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/spoil.h"

#include <string.h>

#include "draw/draft_index.h"
#include "parts/fitting.h"

static uint64_t below(struct gat_prng *prng, uint64_t n)
{
    return n > 0 ? gat_prng_below(prng, n) : 0;
}

static int64_t apart_of(const struct gat_draft *d)
{
    return d->apart > 1 ? d->apart : 1;
}

/* Tuples, of which an index alone is one. */
static int64_t tuples_of(const struct gat_draft *d)
{
    return d->axes.depth > 1 ? d->n_indices / d->axes.depth : d->n_indices;
}

/* Any index of a tuple: kernels take tuples, and not indices, in blocks. */
static int64_t index_of(const struct gat_draft *d, struct gat_prng *prng, int64_t tuple)
{
    int64_t apart = apart_of(d), depth = d->axes.depth;
    int64_t k = depth > 1 ? (int64_t)below(prng, (uint64_t)depth) : 0;
    return depth > 1 ? (tuple / apart * depth + k) * apart + tuple % apart : tuple;
}

/* Index number `at` becomes one that is outside. */
static void spoil_at(struct gat_draft *d, struct gat_prng *prng, int64_t at)
{
    int64_t s = d->axes.extent[at / apart_of(d) % d->axes.depth];
    int64_t in = s > 0 ? (int64_t)below(prng, (uint64_t)s) : 0;
    const int64_t bad[] = {s, s, s + 1, -s - 1, -s - 1, -1, 2 * s, -2 * s, INT32_MAX, INT32_MIN,
                           INT64_MAX, INT64_MIN, in + (INT64_C(1) << 32), in - (INT64_C(1) << 32),
                           in + 256, in + 65536, s + in, -s - 1 - in};
    d->n_odd = 1;
    d->odd_at[0] = at;
    d->odd[0] = bad[below(prng, sizeof bad / sizeof bad[0])];
}

void gat_draft_spoil(struct gat_draft *d, struct gat_prng *prng)
{
    int64_t n = tuples_of(d), block = INT64_C(16) << below(prng, 8), at;
    if (n == 0)
        return;
    const int64_t places[] = {
        0, n - 1, n - 1, (n - 1) / block * block, (n - 1) / block * block - 1,
        block, block - 1, (int64_t)below(prng, (uint64_t)n), n / 2};
    at = places[below(prng, sizeof places / sizeof places[0])];
    spoil_at(d, prng, index_of(d, prng, at < 0 || at >= n ? n - 1 : at));
}

void gat_draft_spoil_ends(struct gat_draft *d, struct gat_prng *prng)
{
    uint64_t how = below(prng, 8);
    if (how > 4)
        gat_draft_spoil(d, prng);
    else if (tuples_of(d) > 0)
        spoil_at(d, prng, index_of(d, prng, how < 4 ? tuples_of(d) - 1 : 0));
}

void gat_draft_spoil_axis(struct gat_draft *d, struct gat_prng *prng)
{
    int64_t rank = d->data.ndim, far = INT64_C(1) << 32;
    const int64_t bad[] = {rank, -rank - 1, rank + 1, -rank - 2, INT64_MAX, INT64_MIN,
                           d->axis.value + far, d->axis.value - far, d->axis.value + 256};
    if (d->axis.given)
        d->axis.value = bad[below(prng, sizeof bad / sizeof bad[0])];
}

/* Where an extent of indices goes no longer with that of data, it is 1 and repeated. */
static void indices_refit(const struct gat_breed *b, struct gat_draft *d, int64_t axis)
{
    if (b->naming != REF_NAMES_ELEMENTS || !gat_repeats(b->rules) || d->n_odd > 0)
        return;
    for (int32_t k = 0; k < d->indices.ndim; k++)
        if (k != axis && !gat_extents_go(b->rules, d->indices.shape[k], d->data.shape[k]))
            d->indices.shape[k] = 1;
    d->n_indices = gat_array_count(&d->indices);
}

/* Updates, and what indices count along, after data have other extents. */
static void refit(const struct gat_breed *b, struct gat_draft *d, int64_t axis)
{
    int64_t batches = d->batch_dims.value;
    d->line = 0;
    if (b->naming == REF_NAMES_TUPLES)
        memcpy(d->axes.extent, d->data.shape + batches,
               (size_t)d->axes.depth * sizeof d->axes.extent[0]);
    else if (b->naming != REF_NAMES_PLACES)
        d->axes.extent[0] = d->data.shape[axis];
    indices_refit(b, d, axis);
    if (!b->updates || b->naming == REF_NAMES_PLACES || ref_names_windows(b->naming))
        return;
    gat_updates_fit(b->naming, b->rules, &d->data, &d->indices, axis, batches, &d->updates);
    d->updates.dtype = d->data.dtype;
}

void gat_draft_turn(const struct gat_breed *b, struct gat_draft *d, struct gat_prng *prng)
{
    int64_t rank = d->data.ndim, was = d->axis.value < 0 ? d->axis.value + rank : d->axis.value;
    if (!d->axis.given || rank < 2 || d->batch_dims.value > 0)
        return;
    int64_t axis = (was + 1 + (int64_t)below(prng, (uint64_t)rank - 1)) % rank;
    d->axis.value = axis - (d->axis.value < 0 ? rank : 0);
    refit(b, d, axis);
}

static void extents_swap(struct gat_array *t, int32_t i, int32_t j)
{
    int64_t n = t->shape[i];
    t->shape[i] = t->shape[j];
    t->shape[j] = n;
}

bool gat_draft_kin(const struct gat_breed *b, struct gat_draft *d, struct gat_prng *prng)
{
    enum { TRIED = 8 };
    int64_t rank = d->data.ndim, batches = d->batch_dims.value;
    int64_t axis = d->axis.value < 0 ? d->axis.value + rank : d->axis.value;
    if (b->naming == REF_NAMES_BOXES || b->naming == REF_NAMES_WINDOWS || d->is_giant ||
        d->n_odd > 0 || axis < 0 || axis >= rank || batches < 0)
        return false;
    if (batches > 0 && below(prng, 2) == 0) {
        d->batch_dims.value--;
        refit(b, d, axis);
        return true;
    }
    for (int k = 0; k < TRIED && rank - batches > 1; k++) {
        int32_t i = (int32_t)(batches + (int64_t)below(prng, (uint64_t)(rank - batches)));
        int32_t j = (int32_t)(batches + (int64_t)below(prng, (uint64_t)(rank - batches)));
        if (d->data.shape[i] == d->data.shape[j])
            continue;
        extents_swap(&d->data, i, j);
        if (b->naming == REF_NAMES_ELEMENTS)
            extents_swap(&d->indices, i, j);
        refit(b, d, axis);
        return true;
    }
    return false;
}

/* In half of the cases, where there are more of them than `n`, or some and few. */
static void extent_make(int64_t *extent, int64_t n, bool grows, struct gat_prng *prng)
{
    bool may = *extent > n || (grows && *extent > 0);
    *extent = below(prng, 2) == 0 && may ? n : *extent;
}

/* Two dimensions after the batches of which each has more than one place get as many, the lesser
 * number; 0: there are none. */
static int64_t extents_even(struct gat_array *t, int64_t batches, struct gat_prng *prng)
{
    enum { TRIED = 8 };
    uint64_t free = t->ndim - batches > 1 ? (uint64_t)(t->ndim - batches) : 0;
    for (int k = 0; k < TRIED && free > 0; k++) {
        uint64_t i = below(prng, free), j = (i + 1 + below(prng, free - 1)) % free;
        int64_t *one = &t->shape[batches + (int64_t)i], *other = &t->shape[batches + (int64_t)j];
        if (*one > 1 && *other > 1)
            return *one = *other = *one < *other ? *one : *other;
    }
    return 0;
}

bool gat_draft_even(const struct gat_breed *b, struct gat_draft *d, struct gat_prng *prng)
{
    enum { FEW = 16 };
    int64_t rank = d->data.ndim, batches = d->batch_dims.value, picks = d->indices.ndim;
    int64_t axis = d->axis.value < 0 ? d->axis.value + rank : d->axis.value;
    bool elements = b->naming == REF_NAMES_ELEMENTS;
    if (ref_names_windows(b->naming) || b->naming == REF_NAMES_PLACES || d->is_giant ||
        d->n_odd > 0 || axis < 0 || axis >= rank || batches < 0)
        return false;
    int64_t n = extents_even(&d->data, batches, prng);
    for (int64_t k = batches; n > 0 && k < rank; k++)
        extent_make(&d->data.shape[k], n, false, prng);
    picks -= b->naming == REF_NAMES_TUPLES; /* a tuple is as long as it was */
    for (int64_t k = batches; n > 0 && k < picks; k++) {
        extent_make(&d->indices.shape[k], n, n <= FEW, prng);
        if (elements && k != axis &&
            !gat_extents_go(b->rules, d->indices.shape[k], d->data.shape[k]))
            d->indices.shape[k] = d->data.shape[k];
    }
    d->n_indices = gat_array_count(&d->indices);
    if (n > 0)
        refit(b, d, axis);
    return n > 0;
}

bool gat_draft_twin(struct gat_draft *d, struct gat_prng *prng)
{
    enum { TRIED = 64, COPIED = 3 };
    int64_t n = d->n_indices, apart = d->apart > 1 ? d->apart : 1, depth = d->axes.depth;
    int64_t third = n / 3, by = apart > 1 ? 1 : depth;
    struct gat_index_rule rule;
    if (d->n_odd > 0 || third <= by || d->is_giant)
        return false;
    gat_index_rule_make(d, &rule);
    int64_t at = third + (int64_t)below(prng, (uint64_t)(third - by));
    bool copied = below(prng, COPIED) == 0;
    for (int64_t k = at; k < at + TRIED && k + by < n; k++) {
        int64_t one = gat_draft_index(&rule, k), other = gat_draft_index(&rule, k + by);
        if (one == other || k / apart % depth != (k + by) / apart % depth)
            continue;
        d->n_odd = copied ? 1 : 2;
        d->odd_at[0] = k;
        d->odd_at[1] = k + by;
        d->odd[0] = other;
        d->odd[1] = one;
        return true;
    }
    return false;
}
