/* place.c - the usual mistakes of gathers and scatters, as relations of two places.
 *
 * Each relation is a small predicate.  One element of small data may satisfy
 * several by chance, so the caller intersects over several wrong elements.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "dtype.h"
#include "place.h"

/* A place with its coordinates spelled out. */
struct spelled {
    const struct gat_place *p;
    int32_t rank;
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
    for (int32_t d = s->p->axis + 1; d < s->rank; d++)
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
    memcpy(&half, (const char *)indices->data + s->p->index_at * 4, sizeof half);
    return is_folded(s, half);
}

static bool off_by_one(const struct spelled *s)
{
    if (!s->along_axis)
        return false;
    int64_t due = s->right[s->p->axis];
    return s->seen == due + 1 || s->seen == due - 1;
}

static bool neighbour_used(const struct spelled *s)
{
    const struct gat_array *indices = &s->p->c->indices;
    int64_t n = gat_array_count(indices), at = s->p->index_at;
    if (!s->along_axis)
        return false;
    return (at > 0 && is_folded(s, gat_array_index(indices, at - 1))) ||
           (at + 1 < n && is_folded(s, gat_array_index(indices, at + 1)));
}

static bool first_used(const struct spelled *s)
{
    return s->along_axis && is_folded(s, gat_array_index(&s->p->c->indices, 0));
}

static bool not_used(const struct spelled *s)
{
    return s->along_axis && s->seen == s->p->index_at;
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
    int32_t b = s->p->batch_dims;
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
        if (d == s->p->axis ||
            !gat_index_fold(s->index, s->shape[d], true, &folded))
            continue;
        at[d] = folded;
        if (memcmp(at, s->found, (size_t)s->rank * sizeof at[0]) == 0)
            return true;
        at[d] = keep;
    }
    return false;
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
    {"index off by one", false, off_by_one},
    {"axes swapped", false, swapped},
    {"the negative index was taken as 0", true, negative_is_zero},
    {"the sign of the index was dropped", true, sign_dropped},
    {"another batch", false, other_batch},
    {"only the low bits of the index were used", true, low_bits},
    {"the offset was cut to 32 bits", false, offset_cut},
    {"64-bit indices were read as 32-bit numbers", true, read_as_32_bits},
    {"the index was used along another axis", true, other_axis},
    {"the neighbouring index was used", true, neighbour_used},
    {"the first index was used", true, first_used},
    {"the position of the index was used, not its value", true, not_used},
};
_Static_assert(sizeof relations / sizeof relations[0] <= GAT_RELATIONS_MOST,
               "sets of relations are 32-bit masks");

const char *gat_relation_words(unsigned relation)
{
    assert(relation < sizeof relations / sizeof relations[0]);
    return relations[relation].words;
}

static bool differ_along(const struct spelled *s, int32_t axis)
{
    for (int32_t d = 0; d < s->rank; d++)
        if ((s->right[d] == s->found[d]) == (d == axis))
            return false;
    return true;
}

uint32_t gat_relations(const struct gat_place *p)
{
    const struct gat_array *data = &p->c->data;
    struct spelled s = {.p = p, .rank = data->ndim, .shape = data->shape};
    uint32_t set = 0;
    assert(data->ndim >= 0);
    if (p->right == p->found || data->ndim == 0)
        return 0;
    gat_shape_unravel(data->ndim, data->shape, p->right, s.right);
    gat_shape_unravel(data->ndim, data->shape, p->found, s.found);
    if (p->axis >= 0 && p->axis < data->ndim) {
        s.along_axis = differ_along(&s, p->axis);
        s.extent = data->shape[p->axis];
        s.seen = s.found[p->axis];
    }
    s.indexed =
        p->index_at >= 0 && s.extent > 0 && gat_index_readable(&p->c->indices);
    if (s.indexed)
        s.index = gat_array_index(&p->c->indices, p->index_at);
    for (unsigned k = 0; k < sizeof relations / sizeof relations[0]; k++)
        if ((s.indexed || !relations[k].needs_index) && relations[k].holds(&s))
            set |= UINT32_C(1) << k;
    return set;
}

int64_t gat_chooser(const struct ref_case *c, const struct ref_answer *a,
                    int64_t element, struct ref_source source)
{
    const struct gat_array *out = &a->output, *indices = &c->indices;
    int64_t at[GAT_MAX_RANK], position = 0;
    if (!gat_index_readable(indices) || gat_array_count(indices) == 0)
        return -1;
    if (c->updates.ndim >= 0)
        return source.operand == REF_FROM_UPDATES ? source.element : -1;
    gat_shape_unravel(out->ndim, out->shape, element, at);
    bool same = out->ndim == indices->ndim &&
                memcmp(out->shape, indices->shape,
                       (size_t)out->ndim * sizeof out->shape[0]) == 0;
    for (int32_t d = 0; d < indices->ndim; d++) {
        int64_t from = d;
        if (!same && d >= a->batch_dims)
            from += a->axis - a->batch_dims;
        if (from < 0 || from >= out->ndim || out->shape[from] != indices->shape[d])
            return -1;
        position = position * indices->shape[d] + at[from];
    }
    return position;
}

int64_t gat_update_target(const struct ref_case *c, const struct ref_answer *a,
                          int64_t u)
{
    int64_t at[GAT_MAX_RANK], position = 0;
    const struct gat_array *data = &c->data;
    if (!gat_index_readable(&c->indices) || c->updates.ndim != data->ndim ||
        a->axis < 0 || a->axis >= data->ndim || u >= gat_array_count(&c->indices))
        return -1;
    gat_shape_unravel(c->updates.ndim, c->updates.shape, u, at);
    bool wraps = c->rules->value[REF_index_domain] == REF_WRAPS;
    if (!gat_index_fold(gat_array_index(&c->indices, u), data->shape[a->axis],
                        wraps, &at[a->axis]))
        return -1;
    for (int32_t d = 0; d < data->ndim; d++) {
        if (at[d] >= data->shape[d])
            return -1;
        position = position * data->shape[d] + at[d];
    }
    return position;
}
