/* stays_inside.c - do bad indices lead to elements of data, if only offsets count?
 *
 * (0, 2) names nothing in data of shape (4, 2), and its offset is that of (1, 0).  A kernel that
 * compares the offset with the number of elements does not notice.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle/stays_inside.h"

/* Index number `at` as a number of places: what is below 0 counts from the end first. */
static int64_t place_of(const struct gat_facts *f, int64_t at)
{
    int64_t i = gat_array_index(&f->q->indices, at), extent = gat_facts_extent(f, at);
    int64_t most = INT64_C(1) << 31; /* further away no offset is inside */
    i = i > most ? most : i < -most ? -most : i;
    return i < 0 ? i + extent : i;
}

/* Places of the axis, counted through all dimensions before it, that the tuple or index `at`
 * leads to in the first row of its batch. */
static int64_t slice_of(const struct gat_facts *f, int64_t at)
{
    int64_t place = 0, picks = f->count / f->batches, rows = f->before / f->batches;
    for (int64_t j = 0; j < f->depth; j++)
        place = place * gat_facts_extent(f, at + j) + place_of(f, at + j);
    return at / picks * rows * f->extent + place;
}

static bool slice_inside(const struct gat_facts *f, int64_t at)
{
    int64_t slice = slice_of(f, at), rows = f->before / f->batches;
    return slice >= 0 && slice + (rows - 1) * f->extent < f->before * f->extent;
}

/* The first and the last element that the index names: where it is repeated, there are several. */
static bool element_inside(const struct gat_facts *f, int64_t at)
{
    int64_t c[GAT_MAX_RANK] = {0}, first = 0, last = 0;
    gat_shape_unravel(f->q->indices.ndim, f->q->indices.shape, at, c);
    for (int32_t d = 0; d < f->q->data.ndim; d++) {
        int64_t n = f->q->data.shape[d];
        bool repeats = f->indices_repeat && d != f->axis && f->q->indices.shape[d] == 1;
        int64_t place = d == f->axis ? place_of(f, at) : gat_facts_beside(f, d, c[d]);
        first = first * n + place;
        last = last * n + (repeats ? n - 1 : place);
    }
    return first >= 0 && last < gat_array_count(&f->q->data);
}

bool gat_stays_inside(const struct gat_facts *f)
{
    bool named = f->elementwise || (!f->places && !f->windows && f->depth > 0);
    if (!f->axis_good || f->n_bad == 0 || !named || gat_array_count(&f->q->data) == 0)
        return false;
    if (f->elementwise ? f->longer_off || f->q->data.ndim != f->q->indices.ndim : f->batch_uneven)
        return false;
    for (int64_t at = 0; at < f->count; at += f->depth) /* good ones stay inside, too */
        if (!(f->elementwise ? element_inside(f, at) : slice_inside(f, at)))
            return false;
    return true;
}
