/* relation.c - the usual mistakes of gathers and scatters, as relations of two places.
 *
 * Each relation is a small predicate.  One element of small data may satisfy
 * several by chance, so the caller intersects over several wrong elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "diagnose/relation.h"
#include "dtype.h"

/* A place with its coordinates spelled out. */
struct spelled {
    const struct gat_place *p;
    int32_t rank, axis; /* the axis that is looked at, one of a tuple's */
    int64_t at;         /* its index */
    int64_t depth;
    const int64_t *shape;
    int64_t right[GAT_MAX_RANK], found[GAT_MAX_RANK];
    bool along_axis; /* they differ in the coordinate of the axis only */
    bool indexed;    /* `index` is known */
    int64_t index, extent;
    int64_t seen;    /* coordinate of found along the axis */
};

bool gat_index_readable(const struct gat_array *indices)
{
    return indices->ndim >= 0 && gat_dtype_is_index(indices->dtype);
}

static bool not_wrapped(const struct spelled *s)
{
    int64_t stride = 1;
    for (int32_t d = s->axis + 1; d < s->rank; d++)
        stride *= s->shape[d];
    return s->index < 0 && s->p->found == s->p->right - s->extent * stride;
}

static bool negative_is_zero(const struct spelled *s)
{
    return s->along_axis && s->index < 0 && s->seen == 0;
}

static bool sign_dropped(const struct spelled *s)
{
    return s->along_axis && s->index < 0 && s->index > -s->extent &&
           s->seen == -s->index;
}

static bool is_folded(const struct spelled *s, int64_t index)
{
    int64_t at;
    return gat_index_fold(index, s->extent, true, &at) && at == s->seen;
}

static bool low_bits(const struct spelled *s)
{
    if (!s->along_axis || s->index < 0)
        return false;
    return s->seen == (s->index & 0xff) || is_folded(s, (int8_t)s->index) ||
           s->seen == (s->index & 0xffff) || is_folded(s, (int16_t)s->index) ||
           s->seen == (s->index & 0xffffffff) || is_folded(s, (int32_t)s->index);
}

/* An array of 64-bit numbers walked as one of 32-bit numbers. */
static bool read_as_32_bits(const struct spelled *s)
{
    const struct gat_array *indices = &s->p->c->indices;
    int32_t half;
    if (!s->along_axis || indices->dtype != GAT_I64)
        return false;
    memcpy(&half, (const char *)indices->data + s->at * 4, sizeof half);
    return is_folded(s, half);
}

static bool rounded(const struct spelled *s)
{
    return s->along_axis && s->index > -(INT64_C(1) << 62) && s->index < INT64_C(1) << 62 &&
           (int64_t)(float)s->index != s->index && is_folded(s, (int64_t)(float)s->index);
}

/* An index outside of its axis, one end of which was due, and the other came. */
static bool other_end(const struct spelled *s)
{
    int64_t last = s->extent - 1;
    return s->indexed && s->along_axis && (s->index < 0 || s->index > last) &&
           s->p->c->rules->value[REF_out_of_range] == REF_OOR_CLAMP &&
           ((s->seen == 0 && s->right[s->axis] == last) ||
            (s->seen == last && s->right[s->axis] == 0));
}

/* Where a negative index stands for an element, but does not count from the end. */
static bool counted_from_end(const struct spelled *s)
{
    return s->along_axis && s->index < 0 && s->index >= -s->extent &&
           s->p->c->rules->value[REF_index_domain] != REF_WRAPS &&
           s->seen == s->index + s->extent;
}

/* One place further (1) or back (-1), also past the end of the axis: on in memory, or round, but
 * not from an end at which indices from outside stop. */
static bool is_moved(const struct spelled *s, int64_t by)
{
    if (other_end(s) && s->extent > 2)
        return false;
    int64_t count = gat_array_count(&s->p->c->data), stride = 1;
    if (s->axis < 0 || s->axis >= s->rank)
        return false;
    for (int32_t d = s->axis + 1; d < s->rank; d++)
        stride *= s->shape[d];
    if ((s->p->found - s->p->right - by * stride) % count == 0)
        return true;
    return s->along_axis && (s->seen - s->right[s->axis] - by) % s->extent == 0;
}

static bool one_further(const struct spelled *s)
{
    return is_moved(s, 1);
}

static bool one_back(const struct spelled *s)
{
    return is_moved(s, -1);
}

/* The same of each index of a tuple. */
static bool bytes_in_tuple(const struct spelled *s, int64_t esize)
{
    for (int32_t d = 0; d < s->rank; d++) {
        bool named = d >= s->axis && d < s->axis + s->depth;
        if (s->found[d] != (named ? s->right[d] / esize : s->right[d]))
            return false;
    }
    return true;
}

/* data[index / bytes of an element]: the index, or the place that a tuple names, was taken for
 * a number of bytes. */
static bool bytes_for_elements(const struct spelled *s)
{
    int64_t esize = (int64_t)gat_dtype_size(s->p->c->data.dtype), inner = 1, extent = 1;
    if (s->along_axis && esize > 1 && s->seen == s->right[s->axis] / esize)
        return true;
    if (esize == 1 || s->p->c->kernel->naming != REF_NAMES_TUPLES || s->axis != s->p->a->axis)
        return false;
    if (bytes_in_tuple(s, esize))
        return true;
    for (int32_t d = s->axis; d < s->rank; d++)
        *(d < s->axis + s->depth ? &extent : &inner) *= s->shape[d];
    int64_t right = s->p->right / inner, found = s->p->found / inner;
    return s->p->right % inner == s->p->found % inner && right / extent == found / extent &&
           found % extent == right % extent / esize;
}

/* The index that stands where this one does, in the indices of another batch. */
static bool other_batch_index(const struct spelled *s)
{
    const struct gat_array *indices = &s->p->c->indices;
    int64_t n = gat_array_count(indices), each = 1;
    for (int64_t d = s->p->a->batch_dims; d < indices->ndim; d++)
        each *= indices->shape[d];
    if (!s->along_axis || each == 0)
        return false;
    for (int64_t at = s->at % each; at < n; at += each)
        if (at != s->at && is_folded(s, gat_array_index(indices, at)))
            return true;
    return false;
}

static bool first_used(const struct spelled *s)
{
    return s->along_axis && is_folded(s, gat_array_index(&s->p->c->indices, s->at % s->depth));
}

static bool not_used(const struct spelled *s)
{
    return s->along_axis && s->seen == s->at / s->depth;
}

/* A place that a tuple names when index j is for dimension j + step of those that it indexes,
 * taken from either end; the tuple lies `by` indices after the right one. */
static bool tuple_names(const struct spelled *s, int64_t by, bool reversed, int64_t step)
{
    int64_t at[GAT_MAX_RANK], first = s->p->index_at + by, k = s->depth;
    const struct gat_array *indices = &s->p->c->indices;
    if (first < 0 || first + k > gat_array_count(indices))
        return false;
    memcpy(at, s->right, sizeof at);
    for (int64_t j = 0; j < k; j++) {
        int64_t from = reversed ? k - 1 - j : (j + step) % k, d = s->p->a->axis + j;
        if (!gat_index_fold(gat_array_index(indices, first + from), s->shape[d], true, &at[d]))
            return false;
    }
    return memcmp(at, s->found, (size_t)s->rank * sizeof at[0]) == 0;
}

static bool tuple_reversed(const struct spelled *s)
{
    return s->depth > 1 && tuple_names(s, 0, true, 0);
}

static bool tuple_turned(const struct spelled *s)
{
    bool turned = false;
    for (int64_t step = 1; step < s->depth; step++)
        turned |= tuple_names(s, 0, false, step);
    return turned;
}

static bool neighbour_used(const struct spelled *s)
{
    const struct gat_array *indices = &s->p->c->indices;
    int64_t n = gat_array_count(indices), at = s->at, step = s->depth;
    if (step > 1 && (tuple_names(s, -step, false, 0) || tuple_names(s, step, false, 0)))
        return true;
    if (!s->along_axis)
        return false;
    return (at >= step && is_folded(s, gat_array_index(indices, at - step))) ||
           (at + step < n && is_folded(s, gat_array_index(indices, at + step)));
}

/* The index of the row of indices before this one or after it, where each element has its own. */
static bool neighbour_row_used(const struct spelled *s)
{
    const struct gat_array *indices = &s->p->c->indices;
    int64_t at[GAT_MAX_RANK], stride = 1;
    if (!s->along_axis || s->p->c->kernel->naming != REF_NAMES_ELEMENTS)
        return false;
    gat_shape_unravel(indices->ndim, indices->shape, s->at, at);
    for (int32_t d = indices->ndim - 1; d >= 0; stride *= indices->shape[d--]) {
        if (d == s->axis)
            continue;
        if ((at[d] > 0 && is_folded(s, gat_array_index(indices, s->at - stride))) ||
            (at[d] + 1 < indices->shape[d] &&
             is_folded(s, gat_array_index(indices, s->at + stride))))
            return true;
    }
    return false;
}

static bool swapped(const struct spelled *s)
{
    int64_t at[GAT_MAX_RANK], column = 0, step = 1;
    for (int32_t d = 0; d < s->rank; d++) {
        column += s->right[d] * step;
        step *= s->shape[d];
    }
    if (s->rank > 1 && s->p->found == column)
        return true;
    for (int32_t i = 0; i < s->rank; i++)
        for (int32_t j = i + 1; j < s->rank; j++) {
            memcpy(at, s->right, sizeof at);
            at[i] = s->right[j];
            at[j] = s->right[i];
            if (memcmp(at, s->found, (size_t)s->rank * sizeof at[0]) == 0)
                return true;
        }
    return false;
}

static bool other_batch(const struct spelled *s)
{
    int64_t b = s->p->a->batch_dims;
    return b > 0 && b <= s->rank &&
           memcmp(s->right + b, s->found + b,
                  (size_t)(s->rank - b) * sizeof s->right[0]) == 0;
}

static bool other_axis(const struct spelled *s)
{
    int64_t at[GAT_MAX_RANK], folded;
    const struct gat_array *home = s->p->home;
    if (home == NULL || home->ndim != s->rank || s->rank < 2)
        return false;
    gat_shape_unravel(home->ndim, home->shape, s->p->home_at, at);
    for (int32_t d = 0; d < s->rank; d++) {
        int64_t keep = at[d];
        if (d == s->axis ||
            !gat_index_fold(s->index, s->shape[d], true, &folded))
            continue;
        at[d] = folded;
        if (memcmp(at, s->found, (size_t)s->rank * sizeof at[0]) == 0)
            return true;
        at[d] = keep;
    }
    return false;
}

static bool next_element(const struct spelled *s)
{
    return s->p->found == (s->p->right + 1) % gat_array_count(&s->p->c->data);
}

/* The same place in another of the rows that stand before the axis. */
static bool other_row(const struct spelled *s)
{
    int32_t a = s->axis;
    return a > 0 && a < s->rank &&
           memcmp(s->right + a, s->found + a, (size_t)(s->rank - a) * sizeof s->right[0]) == 0;
}

/* An offset that was kept in 32 bits, in elements or in bytes. */
static bool offset_cut(const struct spelled *s)
{
    uint64_t esize = gat_dtype_size(s->p->c->data.dtype), right = (uint64_t)s->p->right;
    return s->p->found == (int64_t)(right & UINT32_MAX) ||
           s->p->found == (int64_t)((right * esize & UINT32_MAX) / esize);
}

/* ORDER: preference.  What needs an index is not asked without one. */
static const struct {
    const char *words;
    bool needs_index;
    bool (*holds)(const struct spelled *);
} relations[] = {
    {"the negative index was not wrapped", true, not_wrapped},
    {"only the low bits of the index were used", true, low_bits},
    {"the index was rounded as float32 does", true, rounded},
    {"the index stopped at the other end of the axis", true, other_end},
    {"the negative index was counted from the end", true, counted_from_end},
    {"index off by one", false, one_further},
    {"index off by one", false, one_back},
    {"the index tuple was applied in reverse", true, tuple_reversed},
    {"the indices of the tuple were used for other dimensions", true, tuple_turned},
    {"axes swapped", false, swapped},
    {"the negative index was taken as 0", true, negative_is_zero},
    {"the sign of the index was dropped", true, sign_dropped},
    {"another batch", false, other_batch},
    {"the index counts bytes, not elements", false, bytes_for_elements},
    {"the indices of another batch were used", true, other_batch_index},
    {"the offset was cut to 32 bits", false, offset_cut},
    {"64-bit indices were read as 32-bit numbers", true, read_as_32_bits},
    {"the index was used along another axis", true, other_axis},
    {"the neighbouring index was used", true, neighbour_used},
    {"the index of a neighbouring row was used", true, neighbour_row_used},
    {"the next element instead", false, next_element},
    {"another row", false, other_row},
    {"the first index was used", true, first_used},
    {"the position of the index was used, not its value", true, not_used},
};
_Static_assert(sizeof relations / sizeof relations[0] <= GAT_RELATIONS_MOST,
               "sets of relations are 32-bit masks");

const char *gat_relation_words(unsigned relation)
{
    return relation < sizeof relations / sizeof relations[0] ? relations[relation].words : NULL;
}

uint32_t gat_relations_plainest(uint32_t set)
{
    uint32_t further = 0, back = 0, element = 0;
    for (unsigned k = 0; k < sizeof relations / sizeof relations[0]; k++) {
        uint32_t bit = UINT32_C(1) << k;
        further |= relations[k].holds == one_further ? bit : 0;
        back |= relations[k].holds == one_back ? bit : 0;
        element |= relations[k].holds == next_element ? bit : 0;
    }
    return (set & further) != 0 ? set & ~(back | element) : set;
}

static bool differ_along(const struct spelled *s, int32_t axis)
{
    for (int32_t d = 0; d < s->rank; d++)
        if ((s->right[d] == s->found[d]) == (d == axis))
            return false;
    return true;
}

/* The axis of index number j of those that name a place together. */
static int32_t axis_of(const struct gat_place *p, int64_t j)
{
    /* An index says where a window begins, not where in it a place lies. */
    return ref_names_windows(p->c->kernel->naming) ? p->a->along[j] : (int32_t)(p->a->axis + j);
}

/* The relations that hold along one axis: of a tuple, that of its index number j. */
static uint32_t relations_along(struct spelled *s, int64_t j)
{
    const struct gat_place *p = s->p;
    uint32_t set = 0;
    bool windows = ref_names_windows(p->c->kernel->naming);
    s->axis = axis_of(p, j);
    s->at = windows || p->index_at < 0 ? -1 : p->index_at + j;
    s->along_axis = false;
    s->extent = 0;
    if (s->axis >= 0 && s->axis < s->rank) {
        s->along_axis = differ_along(s, s->axis);
        s->extent = s->shape[s->axis];
        s->seen = s->found[s->axis];
    }
    s->indexed = s->at >= 0 && s->extent > 0 && gat_index_readable(&p->c->indices);
    if (s->indexed)
        s->index = gat_array_index(&p->c->indices, s->at);
    for (unsigned k = 0; k < sizeof relations / sizeof relations[0]; k++)
        if ((s->indexed || !relations[k].needs_index) && relations[k].holds(s))
            set |= UINT32_C(1) << k;
    return set;
}

/* `all` holds the shape of data as one dimension, where an index counts all places. */
static struct spelled spelled_make(const struct gat_place *p, int64_t *all)
{
    const struct gat_array *data = &p->c->data;
    struct spelled s = {.p = p, .rank = data->ndim, .shape = data->shape,
                        .depth = p->a->depth > 1 ? p->a->depth : 1};
    assert(data->ndim >= 0);
    *all = gat_array_count(data);
    if (p->c->kernel->naming == REF_NAMES_PLACES && data->ndim > 0) {
        s.shape = all;
        s.rank = 1;
    }
    gat_shape_unravel(s.rank, s.shape, p->right, s.right);
    gat_shape_unravel(s.rank, s.shape, p->found, s.found);
    return s;
}

uint32_t gat_relations(const struct gat_place *p)
{
    uint32_t set = 0;
    int64_t all;
    if (p->right == p->found || p->c->data.ndim == 0)
        return 0;
    struct spelled s = spelled_make(p, &all);
    for (int64_t j = 0; j < s.depth; j++)
        set |= relations_along(&s, j);
    return set;
}

struct gat_move gat_move_of(const struct gat_place *p)
{
    int64_t all;
    struct spelled s = spelled_make(p, &all);
    struct gat_move m = {.from = p->right, .to = p->found};
    unsigned n = 0;
    for (int32_t d = 0; d < s.rank; d++) {
        bool named = false;
        if (s.right[d] == s.found[d])
            continue;
        for (int64_t j = 0; j < s.depth; j++)
            named |= axis_of(p, j) == d;
        if (!named)
            return (struct gat_move){.from = p->right, .to = p->found};
        m.others = s.shape[d] - 1;
        if (n++ == 0) {
            m.from = s.right[d];
            m.to = s.found[d];
        }
    }
    if (n > 1) {
        m.from = p->right;
        m.to = p->found;
    }
    return m;
}

int64_t gat_update_to(const struct ref_case *c, const struct ref_answer *a, int64_t at,
                      int64_t element)
{
    int64_t first = ref_update_first(a, at), n = ref_update_count(c, a);
    if ((!c->kernel->repeats && !a->map.spread) || gat_array_count(&c->updates) == 0)
        return first;
    for (int64_t u = first; u < n; u++)
        if (ref_update_element(c, a, u) == at && ref_target_of(c, a, u) == element)
            return u;
    return first;
}

int64_t gat_chooser(const struct ref_case *c, const struct ref_answer *a,
                    int64_t element, struct ref_source source)
{
    int64_t at = c->kernel->scatters ? source.element : element;
    if (!gat_index_readable(&c->indices) || gat_array_count(&c->indices) == 0)
        return -1;
    if (c->kernel->scatters && source.operand != REF_FROM_UPDATES)
        return -1;
    if (ref_names_windows(c->kernel->naming) && a->depth > 1)
        return -1;
    return ref_first_index(c, a, c->kernel->scatters ? gat_update_to(c, a, at, element) : at);
}
