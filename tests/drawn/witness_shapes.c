/* witness_shapes.c - from numbers to shapes and attributes, one way for each kind of operator.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "witness_part.h"

/* n as a product of `dims` extents, appended to a shape; small factors are spread out. */
static void split(struct plan *p, int64_t n, int32_t dims, struct gat_array *t)
{
    int32_t most = dims > 0 ? (int32_t)below(p->shapes, dims) : 0;
    for (int32_t k = 0; k < dims && t->ndim < GAT_MAX_RANK; k++) {
        int64_t factor = 2 + below(p->shapes, 2);
        bool take = k != most && n % factor == 0 && below(p->shapes, 2) == 0;
        t->shape[t->ndim++] = take ? factor : 1;
        n /= take ? factor : 1;
    }
    if (dims > 0)
        t->shape[t->ndim - dims + most] *= n;
}

static void append(struct gat_array *t, int64_t n)
{
    if (t->ndim < GAT_MAX_RANK)
        t->shape[t->ndim++] = n;
}

/* ---- how many dimensions ---- */

/* Dimensions before and after the axis (of tuples and windows: those that are indexed). */
static bool dims_choose(struct plan *p, int32_t axis_dims, bool has_before, bool has_after)
{
    const struct want *w = p->w;
    int32_t least_before = p->rows > 1, least_after = p->inner > 1, rank;
    least_before += p->batches > 1 && p->rows > p->batches;
    if (w->axis == IF_AXIS_MIDDLE || w->axis == IF_AXIS_LAST)
        least_before += least_before == 0;
    if (w->axis == IF_AXIS_MIDDLE || w->axis == IF_AXIS_FIRST)
        least_after += least_after == 0;
    int32_t most_before = has_before && w->axis != IF_AXIS_FIRST ? 8 : 0;
    int32_t most_after = has_after && w->axis != IF_AXIS_LAST ? 8 : 0;
    if (least_before > most_before || least_after > most_after)
        return false;
    p->before = least_before + (int32_t)below(p->shapes, most_before > least_before ? 2 : 1);
    p->after = least_after + (int32_t)below(p->shapes, most_after > least_after ? 2 : 1);
    rank = p->before + axis_dims + p->after;
    int32_t due = w->rank > 0 ? (int32_t)w->rank : rank < w->rank_low ? (int32_t)w->rank_low : rank;
    for (; rank < due; rank++)
        if (p->after < most_after && (below(p->shapes, 2) == 0 || p->before >= most_before))
            p->after++;
        else if (p->before < most_before)
            p->before++;
        else
            return false;
    for (; rank > due; rank--)
        if (p->after > least_after)
            p->after--;
        else if (p->before > least_before)
            p->before--;
        else
            return false;
    return true;
}

/* Where a variant has no axis to choose, the dimensions before it are as many as it says. */
static bool axis_fixed(struct plan *p)
{
    if (variant_has(p->v, "axis"))
        return true;
    int64_t otherwise = p->v->axis_otherwise;
    int32_t due = (int32_t)(otherwise >= 0 ? otherwise : 0), least = p->rows > 1;
    if (due < least)
        return false;
    p->before = due;
    return p->w->rank == 0 || p->before + 1 + p->after == p->w->rank;
}

/* Dimensions that count picks: as asked for, and none only for one pick. */
static bool pick_dims(struct plan *p, int32_t others, int32_t least)
{
    const struct want *w = p->w;
    p->index_dims = least + (p->picks > 1 && least == 0) + (int32_t)below(p->shapes, 2);
    if (w->index_rank >= 0)
        p->index_dims = (int32_t)w->index_rank - others;
    return p->index_dims >= least && (p->index_dims > 0 || p->picks == 1);
}

/* ---- attributes ---- */

static struct gat_attr *attr_add(struct witness *out, const char *name, enum gat_attr_kind kind)
{
    struct gat_attr *x = &out->attrs[out->n_attrs++];
    *x = (struct gat_attr){.name = name, .kind = (int32_t)kind};
    return x;
}

static void ints_add(struct witness *out, struct gat_arena *a, const char *name, int64_t from,
                     int64_t n)
{
    struct gat_attr *x = attr_add(out, name, GAT_ATTR_INTS);
    int64_t *ints = GAT_NEW_N(a, int64_t, (size_t)n + 1);
    for (int64_t k = 0; k < n; k++)
        ints[k] = from + k;
    x->ints = ints;
    x->n_ints = (uint64_t)n;
}

static bool axis_state(struct plan *p, struct witness *out)
{
    int32_t rank = out->data.ndim;
    bool can = p->v->rules.value[REF_axis_domain] == REF_AXIS_SIGNED;
    bool negative = p->w->axis_negative || (can && below(p->shapes, 3) == 0);
    int64_t axis = negative ? p->axis - rank : p->axis;
    if (p->w->axis_negative && !can)
        return false;
    if (p->w->effect == EFFECT_ACCEPT_AXIS)
        axis = negative ? -rank - 1 - below(p->shapes, 2) : rank + below(p->shapes, 2);
    if (variant_has(p->v, "axis"))
        attr_add(out, "axis", GAT_ATTR_INT)->i = axis;
    else if (p->w->axis_negative)
        return p->v->axis_otherwise < 0;
    return true;
}

static void reduction_state(struct plan *p, struct witness *out)
{
    static const char *const names[] = {[REF_NONE] = "none", [REF_ADD] = "add", [REF_MUL] = "mul",
                                        [REF_MIN] = "min",   [REF_MAX] = "max", [REF_MEAN] = "mean",
                                        [REF_SUB] = "sub"};
    if (p->reduction >= 0)
        attr_add(out, "reduction", GAT_ATTR_TEXT)->text = names[p->reduction];
    if (variant_has(p->v, "initial"))
        attr_add(out, "initial", GAT_ATTR_INT)->i = below(p->shapes, 4) != 0;
}

/* ---- one function for each kind of operator ---- */

static void before_append(struct plan *p, struct gat_array *t, int64_t *batch_dims)
{
    *batch_dims = p->batches > 1 || (p->w->batches > 0 && p->before > 0) ? 1 : 0;
    if (*batch_dims > 0)
        append(t, p->batches);
    split(p, p->rows / (*batch_dims > 0 ? p->batches : 1), p->before - (int32_t)*batch_dims, t);
}

static void copy_dims(struct gat_array *to, const struct gat_array *from, int32_t first,
                      int32_t end)
{
    for (int32_t d = first; d < end; d++)
        append(to, from->shape[d]);
}

static bool slices_make(struct plan *p, struct witness *out)
{
    struct gat_array *data = &out->data, *indices = &out->indices;
    int64_t batch = 0;
    if (!dims_choose(p, 1, true, true) || !axis_fixed(p))
        return false;
    if (p->batches > 1 && p->before == 0)
        return false;
    before_append(p, data, &batch);
    p->axis = data->ndim;
    append(data, p->extent);
    split(p, p->inner, p->after, data);
    int32_t least = p->v->rules.value[REF_index_rank_min] > batch;
    if (!pick_dims(p, (int32_t)batch, least))
        return false;
    copy_dims(indices, data, 0, (int32_t)batch);
    split(p, p->picks, p->index_dims, indices);
    if (batch > 0)
        attr_add(out, "batch_dims", GAT_ATTR_INT)->i = batch;
    if (out->updates.ndim >= 0) {
        copy_dims(&out->updates, data, 0, p->axis);
        copy_dims(&out->updates, indices, (int32_t)batch, indices->ndim);
        copy_dims(&out->updates, data, p->axis + 1, data->ndim);
    }
    p->tuples = p->batches * p->picks;
    return axis_state(p, out);
}

static bool elements_make(struct plan *p, struct witness *out)
{
    struct gat_array *data = &out->data;
    if (!dims_choose(p, 1, true, true) || !axis_fixed(p))
        return false;
    split(p, p->rows, p->before, data);
    p->axis = data->ndim;
    append(data, p->extent);
    split(p, p->inner, p->after, data);
    copy_dims(&out->indices, data, 0, data->ndim);
    out->indices.shape[p->axis] = p->picks;
    if (p->w->index_rank >= 0 && p->w->index_rank != data->ndim)
        return false;
    if (out->updates.ndim >= 0)
        copy_dims(&out->updates, &out->indices, 0, data->ndim);
    p->tuples = p->rows * p->picks * p->inner;
    return axis_state(p, out);
}

/* The places that tuples of `depth` indices name, as extents whose product is `extent`. */
static bool places_split(struct plan *p, struct gat_array *data)
{
    struct gat_array t = {.ndim = 0};
    split(p, p->extent, p->depth, &t);
    for (int32_t j = 0; j < p->depth; j++) {
        p->along[j] = t.shape[j];
        append(data, t.shape[j]);
    }
    return true;
}

static bool tuples_make(struct plan *p, struct witness *out)
{
    struct gat_array *data = &out->data, *indices = &out->indices;
    bool batch = p->batches > 1 || p->w->batches > 0;
    int64_t inner_dims = p->inner > 1 ? 1 + below(p->shapes, 2) : below(p->shapes, 2);
    int64_t rank = p->w->rank > 0 ? p->w->rank : p->w->rank_low;
    int64_t more = rank - (batch + p->depth + inner_dims);
    if (more > 0 || p->w->rank > 0)
        inner_dims += more;
    if (inner_dims < (p->inner > 1))
        return false;
    if (batch)
        append(data, p->batches);
    places_split(p, data);
    split(p, p->inner, (int32_t)inner_dims, data);
    if (!pick_dims(p, batch + 1, 0))
        return false;
    if (batch)
        append(indices, p->batches);
    split(p, p->picks, p->index_dims, indices);
    append(indices, p->depth);
    if (batch)
        attr_add(out, "batch_dims", GAT_ATTR_INT)->i = 1;
    if (out->updates.ndim >= 0) {
        copy_dims(&out->updates, indices, 0, indices->ndim - 1);
        copy_dims(&out->updates, data, batch + p->depth, data->ndim);
    }
    p->tuples = p->batches * p->picks;
    return true;
}

static bool flat_make(struct plan *p, struct witness *out)
{
    int32_t rank = 1 + (int32_t)below(p->shapes, 3);
    if (p->w->rank > 0 || rank < p->w->rank_low)
        rank = (int32_t)(p->w->rank > 0 ? p->w->rank : p->w->rank_low);
    split(p, p->extent, rank, &out->data);
    if (!pick_dims(p, 0, 0))
        return false;
    split(p, p->picks, p->index_dims, &out->indices);
    if (out->updates.ndim >= 0)
        copy_dims(&out->updates, &out->indices, 0, out->indices.ndim);
    p->tuples = p->picks;
    return true;
}

/* tensor_scatter: one window in each batch; its rows of data are longer than places. */
static bool batch_windows_make(struct plan *p, struct witness *out)
{
    struct gat_array *data = &out->data;
    int64_t window = p->inner % 2 == 0 && below(p->shapes, 2) == 0 ? 2 : 1;
    p->inner /= window;
    if (!dims_choose(p, 2, false, true))
        return false;
    p->inner *= window;
    append(data, p->picks);
    append(data, p->extent + window - 1);
    p->axis = 1;
    split(p, p->inner / window, p->after, data);
    if (p->after == 0 && p->inner > window)
        return false;
    append(&out->indices, p->picks);
    copy_dims(&out->updates, data, 0, data->ndim);
    out->updates.shape[1] = window;
    p->tuples = p->picks;
    return (p->w->index_rank < 0 || p->w->index_rank == 1) && axis_state(p, out);
}

static bool listed_windows_make(struct plan *p, struct witness *out, struct gat_arena *a)
{
    struct gat_array *data = &out->data, windows = {.ndim = 0};
    if (!dims_choose(p, p->depth, false, true) || !pick_dims(p, 1, 0))
        return false;
    places_split(p, data);
    split(p, p->inner, p->after, data);
    split(p, p->picks, p->index_dims, &out->indices);
    int32_t picks = out->indices.ndim;
    append(&out->indices, p->depth);
    ints_add(out, a, "offset_dims", picks, p->after);
    out->attrs[out->n_attrs - 1].name = "offset_dims";
    ints_add(out, a, "collapsed_slice_dims", 0, p->depth);
    ints_add(out, a, "start_index_map", 0, p->depth);
    attr_add(out, "index_vector_dim", GAT_ATTR_INT)->i = picks;
    copy_dims(&windows, &out->indices, 0, picks);
    copy_dims(&windows, data, p->depth, data->ndim);
    if (out->updates.ndim >= 0) {
        copy_dims(&out->updates, &windows, 0, windows.ndim);
    } else {
        struct gat_attr *sizes = attr_add(out, "slice_sizes", GAT_ATTR_INTS);
        int64_t *n = GAT_NEW_N(a, int64_t, (size_t)data->ndim + 1);
        for (int32_t d = 0; d < data->ndim; d++)
            n[d] = d < p->depth ? 1 : data->shape[d];
        sizes->ints = n;
        sizes->n_ints = (uint64_t)data->ndim;
    }
    p->tuples = p->picks;
    return true;
}

bool shapes_make(struct plan *p, struct gat_arena *a, struct witness *out)
{
    bool good = false;
    p->along[0] = p->extent;
    switch (p->naming) {
    case REF_NAMES_SLICES: good = slices_make(p, out); break;
    case REF_NAMES_ELEMENTS: good = elements_make(p, out); break;
    case REF_NAMES_TUPLES: good = tuples_make(p, out); break;
    case REF_NAMES_PLACES: good = flat_make(p, out); break;
    case REF_NAMES_WINDOWS: good = batch_windows_make(p, out); break;
    case REF_NAMES_BOXES: good = listed_windows_make(p, out, a); break;
    default: break;
    }
    reduction_state(p, out);
    return good && out->data.ndim < GAT_MAX_RANK && out->indices.ndim < GAT_MAX_RANK;
}
