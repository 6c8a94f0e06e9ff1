/* gpu_question.c - what a call asks: shapes, axis and types, checked before a kernel runs.
 *
 * A kernel is only ever given rows and strides that lie inside its operands, so that
 * the indices are all that it has to check.  Where a document leaves open what follows
 * from something, the call is refused.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gpu.h"

gat_status gpu_fail(struct gpu_context *c, gat_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(c->error, sizeof c->error, format, args);
    va_end(args);
    return status;
}

static bool count_of(const int64_t *shape, int32_t ndim, int64_t *count)
{
    bool empty = false, fits = true;
    *count = 1;
    for (int32_t d = 0; d < ndim; d++)
        empty |= shape[d] == 0;
    for (int32_t d = 0; d < ndim && !empty; d++)
        fits &= shape[d] > 0 && !__builtin_mul_overflow(*count, shape[d], count);
    if (empty)
        *count = 0;
    return fits && *count <= INT64_MAX / GAT_MAX_RANK / 16;
}

static void strides_make(struct gpu_tensor *t, const int64_t *strides)
{
    int64_t dense = t->esize;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        t->stride[d] = strides != NULL ? strides[d] * t->esize : dense;
        if (t->count > 0)
            dense *= t->shape[d];
    }
}

static gat_status tensor_read(struct gpu_context *c, const struct gat_call *call, const char *name,
                              struct gpu_tensor *t)
{
    const struct gat_tensor *from = gat_operand_get(call, name);
    if (from == NULL)
        return gpu_fail(c, GAT_E_INVALID, "there is no operand %s", name);
    t->given = true;
    t->dtype = gat_tensor_dtype(from);
    if (t->dtype == GAT_DTYPE_COUNT)
        return gpu_fail(c, GAT_E_TYPE, "the element type of %s is unknown", name);
    t->esize = from->type.bits / 8;
    t->ndim = from->ndim;
    if (t->ndim < 0 || t->ndim > GAT_MAX_RANK)
        return gpu_fail(c, GAT_E_INVALID, "%s has rank %d", name, t->ndim);
    for (int32_t d = 0; d < t->ndim; d++)
        t->shape[d] = from->shape[d];
    if (!count_of(t->shape, t->ndim, &t->count))
        return gpu_fail(c, GAT_E_INVALID, "%s has too many elements", name);
    strides_make(t, from->strides);
    t->at = (struct gpu_at){from->data, from->byte_offset};
    return GAT_OK;
}

/* A tensor of rank 0 takes part as one of shape [1]. */
static void rank_least(struct gpu_tensor *t)
{
    if (t->ndim == 0) {
        t->ndim = 1;
        t->shape[0] = 1;
        t->stride[0] = t->esize;
    }
}

/* Elements in C order, however many dimensions they have, as one dimension. */
static bool flatten(struct gpu_tensor *t)
{
    int64_t step = t->esize, next = 0;
    for (int32_t d = t->ndim - 1; d >= 0; d--) {
        if (t->shape[d] == 1 || t->count == 0)
            continue;
        if (next == 0)
            step = t->stride[d];
        else if (t->stride[d] != next)
            return false;
        next = t->stride[d] * t->shape[d];
    }
    t->ndim = 1;
    t->shape[0] = t->count;
    t->stride[0] = step;
    return true;
}

/* One integer of any type; false: another number of elements, or another type. */
static bool integer_read(const struct gat_tensor *t, int64_t *number)
{
    const uint32_t wide = GAT_BIT(GAT_I64) | GAT_BIT(GAT_U64);
    const uint32_t is_signed = GAT_BIT(GAT_I8) | GAT_BIT(GAT_I16) | GAT_BIT(GAT_I32) | wide;
    const uint32_t all = is_signed | GAT_BIT(GAT_U8) | GAT_BIT(GAT_U16) | GAT_BIT(GAT_U32);
    uint32_t type = GAT_BIT(gat_tensor_dtype(t));
    if (gat_tensor_count(t) != 1 || (all & type) == 0)
        return false;
    uint64_t bits = 0;
    unsigned above = 64 - t->type.bits;
    memcpy(&bits, gat_tensor_data(t), t->type.bits / 8);
    *number = (is_signed & type) != 0 ? (int64_t)(bits << above) >> above : (int64_t)bits;
    return type != GAT_BIT(GAT_U64) || *number >= 0;
}

/* At most so many dimensions of data and of indices. */
static gat_status batches_read(struct gpu_context *c, const struct gat_call *call,
                               struct gpu_question *q, int32_t of_data, int32_t of_indices)
{
    int64_t batch = gat_attr_int(call, "batch_dims", 0);
    if (batch < 0 && GPU_DECIDES(q->variant, negative_batch_dims, wraps))
        batch += of_indices;
    if (batch < 0 || batch > of_data || batch > of_indices)
        return gpu_fail(c, GAT_E_INVALID, "batch_dims is %lld", (long long)batch);
    q->batch_dims = (int32_t)batch;
    for (int32_t d = 0; d < q->batch_dims; d++)
        if (q->t[GPU_DATA].shape[d] != q->t[GPU_INDICES].shape[d])
            return gpu_fail(c, GAT_E_INVALID, "data and indices differ in batch %d", d);
    return GAT_OK;
}

/* From the attribute, or from the operand, which lies in memory of the host. */
static gat_status axis_read(struct gpu_context *c, const struct gat_call *call,
                            struct gpu_question *q)
{
    const struct gat_tensor *t = gat_operand_get(call, "axis");
    int64_t rank = q->t[GPU_DATA].ndim, axis = gat_attr_int(call, "axis", q->variant->axis);
    if (t != NULL && !integer_read(t, &axis))
        return gpu_fail(c, GAT_E_INVALID, "axis has to be one integer");
    bool from_start = GPU_DECIDES(q->variant, axis_domain, nonnegative);
    if (axis < -rank || axis >= rank || (axis < 0 && from_start))
        return gpu_fail(c, GAT_E_INVALID, "axis %lld names no dimension of data", (long long)axis);
    q->axis = (int32_t)(axis < 0 ? axis + rank : axis);
    return batches_read(c, call, q, q->axis, q->t[GPU_INDICES].ndim);
}

/* Indices whose last dimension holds tuples. */
static gat_status tuples_read(struct gpu_context *c, const struct gat_call *call,
                              struct gpu_question *q)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA], *indices = &q->t[GPU_INDICES];
    if (indices->ndim == 0)
        return gpu_fail(c, GAT_E_INVALID, "indices of rank 0 hold no tuples");
    gat_status status = batches_read(c, call, q, data->ndim, indices->ndim - 1);
    int64_t depth = indices->shape[indices->ndim - 1];
    if (status == GAT_OK && depth > data->ndim - q->batch_dims)
        return gpu_fail(c, GAT_E_INVALID, "tuples of %lld indices are too long for data",
                        (long long)depth);
    q->axis = q->batch_dims;
    q->vector = indices->ndim - 1;
    if (status == GAT_OK)
        gpu_formula_slices(q, (int32_t)depth);
    return status;
}

/* Each batch of data has a window of updates, which begins where its index says. */
static gat_status window_batches_read(struct gpu_context *c, const struct gat_call *call,
                                      struct gpu_question *q)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA], *updates = &q->t[GPU_UPDATES];
    if (data->ndim < 2 || updates->ndim != data->ndim || q->t[GPU_INDICES].ndim != 1)
        return gpu_fail(c, GAT_E_INVALID, "operands of a rank that is not theirs");
    gat_status status = axis_read(c, call, q);
    if (status == GAT_OK && (q->axis == 0 || q->t[GPU_INDICES].shape[0] != data->shape[0] ||
                             updates->shape[q->axis] > data->shape[q->axis]))
        status = gpu_fail(c, GAT_E_INVALID, "axis, batches or windows that do not go together");
    if (status == GAT_OK)
        gpu_formula_batches(q);
    return status;
}

/* Indices count data as one dimension; what they are has their shape, and in a scatter updates
 * are taken in their order, again and again where there are fewer. */
static gat_status places_read(struct gpu_context *c, struct gpu_question *q)
{
    struct gpu_tensor *data = &q->t[GPU_DATA], *updates = &q->t[GPU_UPDATES];
    struct gpu_tensor *indices = &q->t[GPU_INDICES];
    if (!flatten(data) || (q->scatters && (!flatten(indices) || !flatten(updates))))
        return gpu_fail(c, GAT_E_INVALID, "a view that is no dimension");
    if (q->scatters && updates->count != indices->count &&
        (updates->count == 0 || updates->count > indices->count))
        return gpu_fail(c, GAT_E_INVALID, "updates that are not as many as indices");
    gpu_formula_slices(q, 1);
    return GAT_OK;
}

/* Are there such numbers?  Min, max and mean ask for ordered ones. */
static bool has_arithmetic(enum gat_dtype dtype, uint32_t how)
{
    bool is_complex = dtype == GAT_C64 || dtype == GAT_C128;
    return dtype != GAT_BOOL && dtype != GAT_STR && (!is_complex || how == K_ADD || how == K_MUL);
}

static gat_status types_check(struct gpu_context *c, const struct gpu_question *q)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA], *updates = &q->t[GPU_UPDATES];
    enum gat_dtype index = q->t[GPU_INDICES].dtype;
    if ((q->variant->indexes & GAT_BIT(index)) == 0 ||
        (q->variant->excludes & GAT_BIT(data->dtype)) != 0 ||
        (updates->given && updates->dtype != data->dtype))
        return gpu_fail(c, GAT_E_TYPE, "element types that do not go together here");
    if (q->how != K_MOVE && !has_arithmetic(data->dtype, q->how))
        return gpu_fail(c, GAT_E_TYPE, "elements that cannot be combined so");
    return GAT_OK;
}

/* Does the document take indices without elements as they are? */
static bool unchecked(const struct gpu_question *q)
{
    return GPU_DECIDES(q->variant, empty_indices, unchecked) && q->t[GPU_INDICES].count == 0;
}

/* Are updates broadcast to the shape of what moves? */
static bool spreads(const struct gpu_question *q)
{
    return q->scatters && GPU_DECIDES(q->variant, updates_sizes, broadcast);
}

static gat_status elements_check(struct gpu_context *c, struct gpu_question *q)
{
    struct gpu_tensor *data = &q->t[GPU_DATA], *indices = &q->t[GPU_INDICES];
    struct gpu_tensor *updates = &q->t[GPU_UPDATES];
    bool larger = GPU_DECIDES(q->variant, updates_sizes, at_least), spread = spreads(q);
    bool alike = data->ndim == indices->ndim &&
                 (!updates->given || updates->ndim == data->ndim || spread);
    if (!alike && !unchecked(q))
        return gpu_fail(c, GAT_E_INVALID, "operands of different rank");
    for (int32_t d = 0; d < data->ndim && updates->given && !spread && !unchecked(q); d++)
        if (larger ? updates->shape[d] < indices->shape[d]
                   : updates->shape[d] != indices->shape[d])
            return gpu_fail(c, GAT_E_INVALID, "updates do not go with the shape of indices");
    rank_least(data), rank_least(indices), rank_least(updates);
    return GAT_OK;
}

static gat_status sizes_check(struct gpu_context *c, const struct gpu_question *q)
{
    if (unchecked(q))
        return GAT_OK;
    bool any = !GPU_DECIDES(q->variant, off_axis, equal) && !gpu_repeats(q);
    for (int32_t d = 0; q->form == GPU_ELEMENTS && d < q->t[GPU_DATA].ndim; d++) {
        int64_t extent = q->t[GPU_INDICES].shape[d], most = q->t[GPU_DATA].shape[d];
        bool repeats = q->moved[d].data < 0 || q->moved[d].indices < 0;
        if (d != q->axis && !repeats && (extent > most || (extent < most && !any)))
            return gpu_fail(c, GAT_E_INVALID, "indices do not go with data off the axis");
    }
    return GAT_OK;
}

/* Updates as what moves: a dimension that they have one place in, or lack, takes no step. */
static void updates_spread(struct gpu_question *q)
{
    struct gpu_tensor *t = &q->t[GPU_UPDATES], was = *t;
    int32_t before = q->rank - was.ndim;
    if (before < 0)
        return;
    t->ndim = q->rank;
    t->count = 1;
    for (int32_t d = 0; d < q->rank; d++) {
        bool one = d < before || was.shape[d - before] == 1;
        t->shape[d] = one ? q->moved[d].extent : was.shape[d - before];
        t->stride[d] = one ? 0 : was.stride[d - before];
        t->count *= t->shape[d];
    }
}

/* Updates have the shape of what their indices are for. */
static gat_status updates_check(struct gpu_context *c, struct gpu_question *q)
{
    struct gpu_tensor *updates = &q->t[GPU_UPDATES];
    bool single = q->scatters && GPU_DECIDES(q->variant, updates_sizes, single);
    if (single && q->rank == 0 && updates->count == 1)
        updates->ndim = 0;
    if (spreads(q))
        updates_spread(q);
    else if (!q->scatters || q->form == GPU_ELEMENTS || q->form == GPU_PLACES)
        return GAT_OK;
    bool same = q->rank == updates->ndim;
    for (int32_t d = 0; same && d < q->rank; d++)
        same = q->moved[d].extent == updates->shape[d];
    return same ? GAT_OK
                : gpu_fail(c, GAT_E_INVALID, "updates have another shape than their places");
}

/* Shape and type that the output has by the formula; of a scatter those of `data`.  What moves
 * element by element has rank 0 if indices had. */
static bool output_make(const struct gpu_question *q, const struct gpu_tensor *data,
                        int32_t of_indices, struct gpu_tensor *out)
{
    *out = (struct gpu_tensor){.dtype = data->dtype, .esize = data->esize};
    out->ndim = q->scatters ? data->ndim : q->form == GPU_ELEMENTS ? of_indices : q->rank;
    for (int32_t d = 0; d < out->ndim && d < GAT_MAX_RANK; d++)
        out->shape[d] = q->scatters ? data->shape[d] : q->moved[d].extent;
    if (out->ndim > GAT_MAX_RANK || !count_of(out->shape, out->ndim, &out->count))
        return false;
    strides_make(out, NULL);
    return true;
}

static gat_status output_check(struct gpu_context *c, const struct gat_call *call,
                               const struct gpu_tensor *due, struct gpu_question *q)
{
    struct gpu_tensor *out = &q->t[GPU_OUTPUT];
    gat_status status = tensor_read(c, call, "output", out);
    if (status != GAT_OK)
        return status;
    bool same = out->dtype == due->dtype && out->ndim == due->ndim;
    for (int32_t d = 0; same && d < out->ndim; d++)
        same = out->shape[d] == due->shape[d];
    if (!same)
        return gpu_fail(c, GAT_E_INVALID, "output has another shape or type than it is due");
    if (q->form == GPU_ELEMENTS)
        rank_least(out);
    if (q->form == GPU_PLACES && q->scatters && !flatten(out))
        return gpu_fail(c, GAT_E_INVALID, "a view that is no dimension");
    return GAT_OK;
}

/* Reduction by the attributes, else as the variant has it. */
static bool reduction_read(const struct gat_call *call, struct gpu_question *q)
{
    static const char *const ops[] = {"none", "add", "mul", "min", "max", "mean", "sub"};
    q->how = (uint32_t)q->variant->rule[GPU_RULE_reduction];
    q->bare = gat_attr_int(call, "initial", 1) == 0;
    for (uint64_t k = 0; k < call->n_attrs; k++) {
        const struct gat_attr *attr = &call->attrs[k];
        if (!gat_text_same(attr->name, "reduction"))
            continue;
        for (q->how = 0; q->how <= K_SUB; q->how++)
            if (attr->kind == GAT_ATTR_TEXT && gat_text_same(attr->text, ops[q->how]))
                break;
    }
    q->negates = q->how == K_SUB;
    if (q->negates)
        q->how = K_ADD;
    return q->how <= K_SUB;
}

static enum gpu_form form_of(const char *op)
{
    static const struct {
        const char *op;
        enum gpu_form form;
    } forms[] = {{"gather", GPU_SLICES},
                 {"scatter_slices", GPU_SLICES},
                 {"gather_nd", GPU_TUPLES},
                 {"scatter_nd", GPU_TUPLES},
                 {"take", GPU_PLACES},
                 {"put", GPU_PLACES},
                 {"gather_windows", GPU_WINDOWS},
                 {"scatter_windows", GPU_WINDOWS},
                 {"tensor_scatter", GPU_BATCHES}};
    for (unsigned k = 0; k < sizeof forms / sizeof forms[0]; k++)
        if (gat_text_same(op, forms[k].op))
            return forms[k].form;
    return GPU_ELEMENTS;
}

/* Rules of operator and variant, and the options that replace them. */
static gat_status manner_read(struct gpu_context *c, const struct gat_call *call,
                              struct gpu_question *q)
{
    const struct gpu_variant *v = gpu_variant_find(call->op, call->variant, call->profile);
    if (v == NULL)
        return gpu_fail(c, GAT_E_UNSUPPORTED, "%s/%s is not known here", call->op, call->variant);
    q->variant = v;
    q->scatters = strncmp(call->op, "gather", 6) != 0 && !gat_text_same(call->op, "take");
    q->form = form_of(call->op);
    q->vector = -1;
    q->blank = GPU_DECIDES(v, base, zeros);
    q->policy = c->policy;
    q->zero = c->zero;
    if (c->declares == NULL && v->outside != NULL)
        (void)gpu_policy_find(v->outside, &q->policy, &q->zero);
    bool last = GPU_DECIDES(v, duplicates, last);
    q->first = c->first && !last;
    q->unordered = c->unordered && !last;
    return reduction_read(call, q) ? GAT_OK
                                   : gpu_fail(c, GAT_E_INVALID, "there is no such reduction");
}

static gat_status shapes_read(struct gpu_context *c, const struct gat_call *call,
                              struct gpu_question *q)
{
    const struct gpu_tensor *data = &q->t[GPU_DATA];
    bool empty = data->count == 0 || q->t[GPU_INDICES].count == 0 ||
                 (q->scatters && q->t[GPU_UPDATES].count == 0);
    if (empty && !GPU_DECIDES(q->variant, empty, allowed))
        return gpu_fail(c, GAT_E_INVALID, "an operand without elements");
    if (data->ndim == 0 && (q->variant->rule[GPU_RULE_data_rank_min] > 0 || q->form == GPU_SLICES))
        return gpu_fail(c, GAT_E_INVALID, "data of rank 0 have no axis");
    if (q->form == GPU_TUPLES)
        return tuples_read(c, call, q);
    if (q->form == GPU_PLACES)
        return places_read(c, q);
    if (q->form == GPU_WINDOWS)
        return gpu_windows_read(c, call, q);
    if (q->form == GPU_BATCHES)
        return window_batches_read(c, call, q);
    gat_status status = q->form == GPU_ELEMENTS ? elements_check(c, q) : GAT_OK;
    if (status == GAT_OK)
        status = axis_read(c, call, q);
    if (status == GAT_OK && q->form == GPU_ELEMENTS)
        gpu_formula_elements(q);
    else if (status == GAT_OK)
        gpu_formula_slices(q, 1);
    return status;
}

gat_status gpu_question_read(struct gpu_context *c, const struct gat_call *call, bool output,
                             struct gpu_question *q)
{
    struct gpu_tensor due;
    memset(q, 0, sizeof *q);
    gat_status status = manner_read(c, call, q);
    if (status == GAT_OK)
        status = tensor_read(c, call, "data", &q->t[GPU_DATA]);
    if (status == GAT_OK)
        status = tensor_read(c, call, "indices", &q->t[GPU_INDICES]);
    if (status == GAT_OK && q->scatters)
        status = tensor_read(c, call, "updates", &q->t[GPU_UPDATES]);
    if (status == GAT_OK)
        status = types_check(c, q);
    struct gpu_tensor data = q->t[GPU_DATA];
    int32_t of_indices = q->t[GPU_INDICES].ndim;
    if (status == GAT_OK)
        status = shapes_read(c, call, q);
    if (status == GAT_OK)
        status = sizes_check(c, q);
    if (status == GAT_OK)
        status = updates_check(c, q);
    if (status == GAT_OK && !output_make(q, &data, of_indices, &due))
        status = gpu_fail(c, GAT_E_INVALID, "no tensor is as large as the output would be");
    if (status == GAT_OK && output)
        return output_check(c, call, &due, q);
    q->t[GPU_OUTPUT] = due;
    return status;
}

gat_status gpu_infer(void *context, const struct gat_call *call, uint32_t k,
                     struct gat_inferred *out)
{
    struct gpu_question q;
    gat_status status = k != 0 ? GAT_E_INVALID : gpu_question_read(context, call, false, &q);
    if (status != GAT_OK)
        return status;
    const struct gpu_tensor *t = &q.t[GPU_OUTPUT];
    out->ndim = t->ndim;
    out->type = gat_operand_get(call, "data")->type;
    for (int32_t d = 0; d < t->ndim; d++)
        out->shape[d] = t->shape[d];
    return GAT_OK;
}
