/* layout.c - elements into a buffer with strides, and back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout.h"

#include <string.h>

#include "checked.h"
#include "dtype.h"
#include "prng.h"

static bool is_empty(const struct gat_layout *l)
{
    for (int32_t d = 0; d < l->ndim; d++)
        if (l->shape[d] == 0)
            return true;
    return false;
}

/* Strides from the last dimension to the first: the extent of a dimension, and `gap` more
 * elements after each of the last `gapped` ones; a dimension that repeats takes no room. */
static bool strides_make(struct gat_layout *l, int64_t first, int64_t gap, int32_t gapped,
                         uint32_t repeats)
{
    int64_t step = first;
    for (int32_t d = l->ndim - 1; d >= 0; d--) {
        bool repeated = (repeats >> d & 1) != 0;
        l->stride[d] = repeated ? 0 : step;
        int64_t extent = repeated || l->shape[d] == 0 ? 1 : l->shape[d];
        if (__builtin_mul_overflow(step, extent, &step) ||
            __builtin_add_overflow(step, d >= l->ndim - gapped ? gap : 0, &step))
            return false;
    }
    return true;
}

static bool strides_reversed(struct gat_layout *l)
{
    int64_t step = 1;
    for (int32_t d = 0; d < l->ndim; d++) {
        l->stride[d] = step;
        if (__builtin_mul_overflow(step, l->shape[d] == 0 ? 1 : l->shape[d], &step))
            return false;
    }
    return true;
}

static int64_t below(struct gat_prng *prng, int64_t n)
{
    return (int64_t)gat_prng_below(prng, (uint64_t)n);
}

/* Two neighbours change places, or one of some dimensions goes to the other end of these, as
 * channels do. */
static void order_turn(struct gat_prng *prng, int32_t ndim, int32_t *order)
{
    int32_t first = (int32_t)below(prng, ndim - 1);
    int32_t n = 1 + (int32_t)below(prng, ndim - 1 - first), moved = order[first];
    if (below(prng, 2) == 0) {
        memmove(&order[first], &order[first + 1], (size_t)n * sizeof *order);
        order[first + n] = moved;
    } else {
        moved = order[first + n];
        memmove(&order[first + 1], &order[first], (size_t)n * sizeof *order);
        order[first] = moved;
    }
}

/* The dimensions from the outermost to the innermost: in C order, or any other, in half of the
 * views one that is near it. */
static void order_draw(struct gat_prng *prng, int32_t ndim, bool permuted, int32_t *order)
{
    for (int32_t d = 0; d < ndim; d++)
        order[d] = d;
    if (!permuted)
        return;
    if (ndim > 1 && below(prng, 2) == 0) {
        order_turn(prng, ndim, order);
        return;
    }
    for (int32_t d = ndim - 1; d > 0; d--) {
        int32_t j = (int32_t)below(prng, d + 1), t = order[d];
        order[d] = order[j];
        order[j] = t;
    }
    int32_t same = 0;
    while (same < ndim && order[same] == same)
        same++;
    for (int32_t d = 0; d < ndim && same == ndim; d++)
        order[d] = ndim - 1 - d;
}

/* Padded rows keep their elements together; one gap at least is inside the operand, if its rank
 * allows that. */
static bool strides_draw(struct gat_layout *l, struct gat_prng *prng)
{
    int32_t order[GAT_MAX_RANK], n = l->ndim;
    int32_t sure = n > 1 ? 1 + (int32_t)below(prng, n - 1) : 0;
    bool permuted = l->kind == GAT_PERMUTED;
    int64_t step = l->kind == GAT_STRIDED ? 1 + below(prng, 3) : 1;
    if (n < 2 && step == 1 && (l->kind == GAT_STRIDED || (permuted && below(prng, 2) == 0)))
        step = 2;
    order_draw(prng, n, permuted, order);
    for (int32_t k = n - 1; k >= 0; k--) {
        int32_t d = order[k];
        bool gap = (k == sure && !permuted) || below(prng, permuted ? 8 : 3) == 0;
        l->stride[d] = step;
        if (__builtin_mul_overflow(step, l->shape[d] == 0 ? 1 : l->shape[d], &step) ||
            __builtin_add_overflow(step, gap ? 1 + below(prng, 8) : 0, &step))
            return false;
    }
    return true;
}

/* Half of the views with strides begin inside their buffer, too. */
static size_t lead_draw(enum gat_layout_kind kind, struct gat_prng *prng, size_t align)
{
    size_t lead = (size_t)(1 + below(prng, 128)) * align;
    return kind == GAT_OFFSET || below(prng, 2) == 0 ? lead : 0;
}

static bool size_make(struct gat_layout *l)
{
    size_t last = 0, step;
    l->size = 0;
    if (is_empty(l))
        return true;
    for (int32_t d = 0; d < l->ndim; d++)
        if (!gat_size_mul((size_t)(l->shape[d] - 1), (size_t)l->stride[d], &step) ||
            !gat_size_add(last, step, &last))
            return false;
    return gat_size_add(last, 1, &last) && gat_size_mul(last, l->esize, &last) &&
           gat_size_add(last, l->lead, &l->size);
}

bool gat_layout_make(enum gat_layout_kind kind, enum gat_dtype dtype, int32_t ndim,
                     const int64_t *shape, uint32_t repeats, uint64_t drawn, size_t align,
                     struct gat_layout *out)
{
    struct gat_prng prng = {drawn};
    bool views = kind == GAT_STRIDED || kind == GAT_PERMUTED || kind == GAT_PADDED;
    out->kind = kind;
    out->ndim = ndim;
    out->esize = gat_dtype_size(dtype);
    out->lead = kind == GAT_OFFSET ? 3 * align : 0;
    if (drawn != 0 && (views || kind == GAT_OFFSET))
        out->lead = lead_draw(kind, &prng, align);
    for (int32_t d = 0; d < ndim; d++)
        out->shape[d] = shape[d];
    bool good = drawn != 0 && views    ? strides_draw(out, &prng)
                : kind == GAT_PERMUTED ? strides_reversed(out)
                : kind == GAT_STRIDED  ? strides_make(out, 2, 1, ndim, 0)
                : kind == GAT_PADDED   ? strides_make(out, 1, 1, 1, 0)
                : kind == GAT_REPEATED ? strides_make(out, 1, 0, 0, repeats)
                                       : strides_make(out, 1, 0, 0, 0);
    return good && size_make(out);
}

void gat_layout_of(const struct gat_tensor *t, size_t esize, struct gat_layout *out)
{
    out->kind = GAT_STRIDED;
    out->ndim = t->ndim;
    out->esize = esize;
    out->lead = (size_t)t->byte_offset;
    out->size = 0;
    int64_t step = 1;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        out->shape[d] = t->shape[d];
        out->stride[d] = t->strides != NULL ? t->strides[d] : step;
        step *= t->shape[d];
    }
}

size_t gat_layout_at(const struct gat_layout *l, int64_t ordinal)
{
    int64_t offset = 0;
    for (int32_t d = l->ndim - 1; d >= 0; d--) {
        offset += ordinal % l->shape[d] * l->stride[d];
        ordinal /= l->shape[d];
    }
    return l->lead + (size_t)offset * l->esize;
}

/* A walk over rows, which are as long as the strides allow; the other dimensions turn like an
 * odometer, the last one fastest. */
struct walk {
    int32_t n;
    int64_t shape[GAT_MAX_RANK], stride[GAT_MAX_RANK], at[GAT_MAX_RANK];
    int64_t offset; /* of the row's first element, in elements */
    int64_t row, step;
};

/* A dimension inside of those before it: one with the last of them where both are walked in equal
 * steps. */
static void walk_add(struct walk *w, int64_t extent, int64_t stride)
{
    if (extent == 1)
        return;
    bool joins = w->n > 0 && w->stride[w->n - 1] == extent * stride;
    int32_t d = joins ? w->n - 1 : w->n++;
    w->shape[d] = joins ? w->shape[d] * extent : extent;
    w->stride[d] = stride;
}

static void walk_inner(struct walk *w)
{
    w->n -= w->n > 0;
    w->row = w->shape[w->n];
    w->step = w->stride[w->n];
}

/* In C order: as a compact tensor is read. */
static void walk_logical(struct walk *w, const struct gat_layout *l)
{
    *w = (struct walk){.shape = {1}};
    for (int32_t d = 0; d < l->ndim; d++)
        walk_add(w, l->shape[d], l->stride[d]);
    walk_inner(w);
}

/* In the order of addresses: the largest stride turns slowest. */
static void walk_memory(struct walk *w, const struct gat_layout *l)
{
    int32_t order[GAT_MAX_RANK];
    *w = (struct walk){.shape = {1}};
    for (int32_t d = 0; d < l->ndim; d++) {
        int32_t k = d;
        for (; k > 0 && l->stride[order[k - 1]] < l->stride[d]; k--)
            order[k] = order[k - 1];
        order[k] = d;
    }
    for (int32_t d = 0; d < l->ndim; d++)
        walk_add(w, l->shape[order[d]], l->stride[order[d]]);
    walk_inner(w);
}

static bool walk_step(struct walk *w)
{
    for (int32_t d = w->n - 1; d >= 0; d--) {
        w->offset += w->stride[d];
        if (++w->at[d] < w->shape[d])
            return true;
        w->offset -= w->at[d] * w->stride[d];
        w->at[d] = 0;
    }
    return false;
}

static inline __attribute__((always_inline)) void elements_copy(char *to, size_t to_step,
                                                                const char *from, size_t from_step,
                                                                size_t size, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        memcpy(to + (size_t)k * to_step, from + (size_t)k * from_step, size);
}

/* `n` elements of `size` bytes, each so many bytes after the one before. */
static void row_copy(char *to, size_t to_step, const char *from, size_t from_step, size_t size,
                     int64_t n)
{
    if (to_step == size && from_step == size) {
        memcpy(to, from, (size_t)n * size);
        return;
    }
    switch (size) { /* the sizes of all element types; a copy of a known size is one move */
    case 1: elements_copy(to, to_step, from, from_step, 1, n); break;
    case 2: elements_copy(to, to_step, from, from_step, 2, n); break;
    case 4: elements_copy(to, to_step, from, from_step, 4, n); break;
    case 8: elements_copy(to, to_step, from, from_step, 8, n); break;
    case 16: elements_copy(to, to_step, from, from_step, 16, n); break;
    default: elements_copy(to, to_step, from, from_step, size, n);
    }
}

void gat_layout_place(const struct gat_layout *l, const void *compact, void *buffer)
{
    const char *from = compact;
    struct walk w;
    if (is_empty(l))
        return;
    walk_logical(&w, l);
    do {
        row_copy((char *)buffer + l->lead + (size_t)w.offset * l->esize, (size_t)w.step * l->esize,
                 from, l->esize, l->esize, w.row);
        from += (size_t)w.row * l->esize;
    } while (walk_step(&w));
}

void gat_layout_take(const struct gat_layout *l, const void *buffer, void *compact)
{
    char *to = compact;
    struct walk w;
    if (is_empty(l))
        return;
    walk_logical(&w, l);
    do {
        row_copy(to, l->esize, (const char *)buffer + l->lead + (size_t)w.offset * l->esize,
                 (size_t)w.step * l->esize, l->esize, w.row);
        to += (size_t)w.row * l->esize;
    } while (walk_step(&w));
}

/* The first byte in [from, end) that is not canary. */
static bool span_gap(const unsigned char *bytes, size_t from, size_t end, unsigned char canary,
                     size_t *at)
{
    for (; from < end; from++)
        if (bytes[from] != canary) {
            *at = from;
            return true;
        }
    return false;
}

bool gat_layout_gap(const struct gat_layout *l, const void *buffer, unsigned char canary,
                    size_t *at)
{
    size_t end = 0;
    struct walk w;
    if (is_empty(l) || l->kind == GAT_COMPACT || l->kind == GAT_REPEATED || l->kind == GAT_ODD)
        return false;
    walk_memory(&w, l);
    do {
        size_t row = l->lead + (size_t)w.offset * l->esize;
        int64_t together = w.step == 1 ? w.row : 1; /* elements without a gap between them */
        for (int64_t k = 0; k < w.row; k += together) {
            size_t next = row + (size_t)(k * w.step) * l->esize;
            if (span_gap(buffer, end, next, canary, at))
                return true;
            end = next + (size_t)together * l->esize;
        }
    } while (walk_step(&w));
    return false;
}

size_t gat_layout_align(uint32_t min_align, size_t esize)
{
    size_t align = min_align > esize ? min_align : esize;
    return align > GAT_MAX_ALIGN ? GAT_MAX_ALIGN : align;
}
