/* drawn_facts.c - sizes, shapes, types, addresses and states that a fault may depend on.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "drawn_facts.h"

#include <string.h>

#include "dtype.h"
#include "drawn_facts_part.h"

static int64_t product(const int64_t *shape, int64_t from, int64_t end)
{
    int64_t n = 1;
    for (int64_t d = from; d < end; d++)
        n *= shape[d];
    return n;
}

void drawn_measure(struct drawn_call *d)
{
    const struct ref_case *c = &d->c;
    const struct ref_answer *a = &d->a;
    const struct gat_array *data = &c->data, *indices = &c->indices;
    enum ref_naming naming = c->kernel->naming;
    bool windows = ref_names_windows(naming);
    int64_t first = a->axis, end = first + 1, count = gat_array_count(indices);
    d->scatters = c->updates.ndim >= 0;
    d->moved = d->scatters ? ref_update_count(c, a) : gat_array_count(&a->output);
    d->rows = d->inner = 1;
    d->extent = windows ? a->places[0] : gat_array_count(data);
    d->picks = a->depth > 0 ? count / a->depth : count;
    if (windows && d->picks > 0)
        d->inner = d->moved / d->picks;
    if (naming == REF_NAMES_PLACES || windows || data->ndim == 0)
        return;
    if (naming == REF_NAMES_TUPLES) {
        first = a->batch_dims;
        end = first + a->depth;
    }
    d->rows = product(data->shape, 0, first);
    d->extent = product(data->shape, first, end);
    d->inner = product(data->shape, end, data->ndim);
    if (naming == REF_NAMES_TUPLES)
        d->picks = product(indices->shape, a->batch_dims, indices->ndim - 1);
    else if (naming == REF_NAMES_SLICES)
        d->picks = product(indices->shape, a->batch_dims, indices->ndim);
    else
        d->picks = indices->ndim > a->axis ? indices->shape[a->axis] : 1;
}

static bool is_tail(int64_t size, int64_t block)
{
    return size > block && size % block != 0;
}

static bool is_multiple(int64_t size, int64_t block)
{
    return size > 0 && size % block == 0;
}

static bool size_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d)
{
    int64_t bytes = d->inner * (int64_t)gat_dtype_size(d->c.data.dtype);
    switch ((int)id) {
    case IF_PICKS_GE: return d->picks >= n;
    case IF_EXTENT_GE: return d->extent >= n;
    case IF_INNER_GE: return d->inner >= n;
    case IF_ROWS_GE: return d->rows >= n;
    case IF_MOVED_GE: return d->moved >= n;
    case IF_BYTES_GE: return bytes >= n;
    case IF_DATA_GE: return gat_array_size(&d->c.data) >= (size_t)n;
    case IF_PICKS_LT: return d->picks > 0 && d->picks <= n;
    case IF_EXTENT_LT: return d->extent <= n;
    case IF_PICKS_TAIL: return is_tail(d->picks, n);
    case IF_INNER_TAIL: return is_tail(d->inner, n);
    case IF_BYTES_TAIL: return is_tail(bytes, n);
    case IF_MOVED_TAIL: return is_tail(d->moved, n);
    case IF_PICKS_MULTIPLE: return is_multiple(d->picks, n);
    case IF_INNER_MULTIPLE: return is_multiple(d->inner, n);
    case IF_BYTES_MULTIPLE: return is_multiple(bytes, n);
    default: return is_multiple(d->extent, n);
    }
}

static uint64_t index_most(enum gat_dtype t)
{
    unsigned bits = (unsigned)gat_dtype_size(t) * 8;
    bool is_signed = t == GAT_I8 || t == GAT_I16 || t == GAT_I32 || t == GAT_I64;
    return (UINT64_C(1) << (bits - is_signed)) - 1;
}

static bool index_in_upper_half(const struct drawn_call *d)
{
    int64_t count = gat_array_count(&d->c.indices);
    uint64_t most = index_most(d->c.indices.dtype);
    for (int64_t at = 0; at < count; at++)
        if (gat_array_index(&d->c.indices, at) > (int64_t)(most / 2))
            return true;
    return false;
}

static bool type_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d)
{
    bool narrow = gat_dtype_size(d->c.indices.dtype) <= 2;
    switch ((int)id) {
    case IF_DATA_IS: return d->c.data.dtype == (enum gat_dtype)n;
    case IF_ESIZE_IS: return gat_dtype_size(d->c.data.dtype) == (size_t)n;
    case IF_INDICES_ARE: return d->c.indices.dtype == (enum gat_dtype)n;
    case IF_INDEX_HALF: return narrow && index_in_upper_half(d);
    default: return narrow && (uint64_t)d->picks > index_most(d->c.indices.dtype);
    }
}

uint64_t drawn_span(const struct gat_tensor *t)
{
    uint64_t last = 0, step = 1;
    for (int32_t k = t->ndim - 1; k >= 0; k--) {
        uint64_t stride = t->strides != NULL ? (uint64_t)t->strides[k] : step;
        if (t->shape[k] == 0)
            return 0;
        last += (uint64_t)(t->shape[k] - 1) * stride;
        step *= (uint64_t)t->shape[k];
    }
    return (last + 1) * (t->type.bits / 8u);
}

static bool align_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d)
{
    bool data = id <= IF_DATA_ALIGNED, indices = !data && id <= IF_INDICES_BOTH;
    const struct gat_tensor *t =
        gat_operand_get(d->came, data ? "data" : indices ? "indices" : "output");
    if (t == NULL || drawn_span(t) == 0)
        return false;
    uint64_t start = (uint64_t)(uintptr_t)gat_tensor_data(t), end = start + drawn_span(t);
    bool off_start = start % (uint64_t)n != 0, off_end = end % (uint64_t)n != 0;
    switch ((int)id) {
    case IF_DATA_ALIGNED: return !off_start;
    case IF_DATA_START:
    case IF_INDICES_START:
    case IF_OUTPUT_START: return off_start;
    case IF_DATA_END:
    case IF_OUTPUT_END: return off_end;
    default: return off_start && off_end;
    }
}

static bool same_shape(const struct gat_array *x, const struct gat_array *y)
{
    return x->ndim == y->ndim &&
           memcmp(x->shape, y->shape, (size_t)x->ndim * sizeof x->shape[0]) == 0;
}

static bool state_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d,
                        const struct drawn_memory *m)
{
    bool shapes = m->any && same_shape(&m->data, &d->c.data) &&
                  same_shape(&m->indices, &d->c.indices);
    bool types = m->data.dtype == d->c.data.dtype && m->indices.dtype == d->c.indices.dtype;
    switch ((int)id) {
    case IF_FIRST_CALL: return m->calls == 1;
    case IF_SAME_SHAPE: return shapes && types;
    case IF_OTHER_SHAPE: return m->any && !shapes;
    case IF_OTHER_TYPE: return m->any && m->data.dtype != d->c.data.dtype;
    case IF_AFTER_LARGER: return m->any && m->moved > d->moved;
    case IF_AFTER_SMALLER: return m->any && m->moved < d->moved;
    case IF_AFTER_ERROR: return m->any && m->failed;
    case IF_CALL_GE: return m->calls >= (uint64_t)n;
    default: return m->calls % (uint64_t)n == 0;
    }
}

static int64_t stated_axis(const struct drawn_call *d)
{
    return d->c.axis_tensor.ndim >= 0 ? gat_array_index(&d->c.axis_tensor, 0) : d->c.axis;
}

static bool shape_holds(enum drawn_condition id, int64_t n, const struct drawn_call *d)
{
    int32_t rank = d->c.data.ndim;
    int64_t axis = d->a.axis;
    switch ((int)id) {
    case IF_RANK_IS: return rank == n;
    case IF_RANK_GE: return rank >= n;
    case IF_INDEX_RANK_IS: return d->c.indices.ndim == n;
    case IF_AXIS_FIRST: return rank > 1 && axis == 0;
    case IF_AXIS_MIDDLE: return axis > 0 && axis < rank - 1;
    case IF_AXIS_LAST: return rank > 1 && axis == rank - 1;
    case IF_AXIS_NEGATIVE: return stated_axis(d) < 0;
    case IF_BATCHES_GE:
        return d->a.batch_dims > 0 && product(d->c.data.shape, 0, d->a.batch_dims) >= n;
    case IF_DEPTH_IS: return d->a.depth == n;
    case IF_EXTENT_ONE: return d->extent == 1;
    case IF_LONGER: return d->picks > d->extent;
    default: return d->picks > 0 && d->picks < d->extent;
    }
}

/* Is the operand not compact: with gaps (or shared elements), or in another order? */
static bool view_is(const struct gat_tensor *t, bool permuted)
{
    int64_t step = 1;
    bool order = true, gaps = false;
    int64_t inner_stride = 0;
    for (int32_t k = t->ndim - 1; t->strides != NULL && k >= 0; k--) {
        if (t->shape[k] == 0)
            return false;
        if (t->shape[k] == 1)
            continue;
        order &= t->strides[k] >= inner_stride;
        gaps |= t->strides[k] > step;
        inner_stride = t->strides[k];
        step = t->shape[k] * (t->strides[k] > 0 ? t->strides[k] : 1);
    }
    return permuted ? !order : order && gaps;
}

static bool layout_holds(enum drawn_condition id, const struct drawn_call *d)
{
    const struct gat_tensor *data = gat_operand_get(d->came, "data");
    const struct gat_tensor *output = gat_operand_get(d->came, "output");
    if (id == IF_IN_PLACE)
        return data != NULL && output != NULL && gat_tensor_data(data) == gat_tensor_data(output);
    bool found = false;
    for (uint64_t k = 0; k < d->came->n_operands; k++) {
        const struct gat_tensor *t = &d->came->operands[k].tensor;
        if (d->came->operands[k].form == GAT_ABSENT || gat_tensor_count(t) == 0)
            continue;
        size_t esize = t->type.bits / 8u;
        bool odd = (uintptr_t)gat_tensor_data(t) % (esize > 16 ? 16 : esize) != 0;
        found |= id == IF_OFFSET ? t->byte_offset != 0
                 : id == IF_ODD  ? odd
                                 : view_is(t, id == IF_PERMUTED);
    }
    return found;
}

static bool one_holds(const struct drawn_if *x, const struct drawn_call *d,
                      const struct drawn_memory *m)
{
    enum drawn_condition id = x->id;
    if (id <= IF_EXTENT_MULTIPLE)
        return size_holds(id, x->number, d);
    if (id <= IF_LAST_PLACE)
        return drawn_pattern_holds(id, x->number, d);
    if (id <= IF_PICKS_BEYOND)
        return type_holds(id, x->number, d);
    if (id <= IF_OUTPUT_BOTH)
        return align_holds(id, x->number, d);
    if (id <= IF_WIDE)
        return drawn_value_holds(id, d);
    if (id <= IF_CALL_EVERY)
        return state_holds(id, x->number, d, m);
    if (id <= IF_SHORTER)
        return shape_holds(id, x->number, d);
    if (id <= IF_IN_PLACE)
        return layout_holds(id, d);
    return drawn_bad_holds(id, x->number, d);
}

bool drawn_holds(const struct drawn_fault *f, const struct drawn_call *d,
                 const struct drawn_memory *m)
{
    bool all = true;
    for (unsigned k = 0; k < f->n && all; k++)
        all = one_holds(&f->when[k], d, m);
    return all;
}
