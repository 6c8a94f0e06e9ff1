/* facts.c - what the features of a case are told from.
 *
 * The case may be wrong in every way: an operand may lack its bytes, an axis may name nothing,
 * ranks and extents may contradict each other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "dtype.h"
#include "oracle/facts.h"
#include "parts/fitting.h"

enum { MOST_TARGETS = 1 << 22 }; /* most places among which duplicates are looked for */

#define ADD(set, kind) ((set) |= UINT32_C(1) << (kind))

/* ---- shapes ---- */

static int64_t extent_at(const struct gat_array *t, int32_t d)
{
    return t->ndim == 0 ? 1 : t->shape[d];
}

static void counts_find(struct gat_facts *f)
{
    int64_t end = f->axis + (f->tuples ? f->depth : 1);
    f->extent = f->before = f->after = 1;
    for (int32_t d = 0; d < f->rank; d++) {
        int64_t extent = extent_at(&f->q->data, d);
        *(d < f->axis ? &f->before : d < end ? &f->extent : &f->after) *= extent;
        f->before_one |= d < f->axis && extent == 1;
        f->behind_one |= d >= end && extent == 1;
    }
}

static void tuples_find(struct gat_facts *f)
{
    const struct gat_array *data = &f->q->data, *indices = &f->q->indices;
    f->rank = data->ndim;
    f->axis_good = indices->ndim > 0 && f->batch >= 0 && f->batch < indices->ndim &&
                   f->batch <= data->ndim;
    f->depth = indices->ndim > 0 ? indices->shape[indices->ndim - 1] : 0;
    f->axis_good = f->axis_good && f->depth <= data->ndim - f->batch;
    f->axis = f->axis_good ? f->batch : 0;
    if (f->axis_good)
        counts_find(f);
}

/* The axis is all the dimensions that indices are for, wherever they lie. */
static void boxes_find(struct gat_facts *f)
{
    const struct gat_array *data = &f->q->data;
    f->rank = data->ndim;
    f->depth = f->a->depth;
    f->axis_good =
        f->a->rule != REF_bad_windows && f->a->rule != REF_bad_rank && f->a->rule != REF_bad_sizes;
    f->before = f->extent = f->after = 1;
    if (!f->axis_good)
        return;
    for (int64_t j = 0; j < f->depth; j++)
        f->extent *= data->shape[f->a->along[j]];
    for (int32_t d = 0; d < data->ndim; d++)
        f->after *= data->shape[d];
    if (f->extent > 0)
        f->after /= f->extent;
    f->axis = f->depth > 0 ? f->a->along[0] : 0;
    for (int32_t d = 0; d < data->ndim; d++)
        f->behind_one |= d != f->axis && data->shape[d] == 1;
}

static void axis_find(struct gat_facts *f)
{
    const struct ref_case *q = f->q;
    bool tensor = q->axis_tensor.ndim >= 0;
    for (unsigned k = 0; k < f->m->n_attrs; k++) {
        f->axis_stated |= strcmp(f->m->attrs[k].name, "axis") == 0;
        f->batch_stated |= strcmp(f->m->attrs[k].name, "batch_dims") == 0;
    }
    f->axis_stated |= tensor;
    f->depth = 1;
    if (f->places) {
        f->rank = q->data.ndim;
        f->axis_good = true;
        f->extent = gat_array_count(&q->data);
        f->before = f->after = 1;
        return;
    }
    if (f->tuples || q->kernel->naming == REF_NAMES_BOXES) {
        (f->tuples ? tuples_find : boxes_find)(f);
        return;
    }
    f->rank = q->data.ndim == 0 ? 1 : q->data.ndim;
    f->axis_given = q->axis;
    f->axis_good = true;
    if (tensor) {
        f->axis_good = gat_array_count(&q->axis_tensor) == 1 &&
                       gat_dtype_is_index(q->axis_tensor.dtype);
        f->axis_given = f->axis_good ? gat_array_index(&q->axis_tensor, 0) : 0;
    }
    f->axis_good &= f->axis_given >= -f->rank && f->axis_given < f->rank &&
                    (f->elementwise || q->data.ndim > 0);
    if (!f->axis_good)
        return;
    f->axis = f->axis_given < 0 ? f->axis_given + f->rank : f->axis_given;
    counts_find(f);
}

static void extents_compare(struct gat_facts *f)
{
    const struct gat_array *data = &f->q->data, *indices = &f->q->indices;
    int large = 0;
    bool same = false;
    for (int32_t d = 0; d < data->ndim; d++) {
        large += data->shape[d] > 1;
        for (int32_t e = 0; e < d; e++)
            same |= data->shape[d] > 1 && data->shape[d] == data->shape[e];
    }
    f->extents_differ = large >= 2 && !same;
    if (!f->elementwise || !f->axis_good || data->ndim != indices->ndim)
        return;
    for (int32_t d = 0; d < data->ndim; d++) {
        bool less = indices->shape[d] < data->shape[d];
        bool more = indices->shape[d] > data->shape[d];
        bool go = d != f->axis && gat_repeats(f->q->rules) && (less || more) &&
                  gat_extents_go(f->q->rules, indices->shape[d], data->shape[d]);
        f->indices_repeat |= go && indices->shape[d] == 1;
        f->data_repeats |= go && indices->shape[d] != 1;
        f->shorter_on |= d == f->axis && less;
        f->longer_on |= d == f->axis && more;
        f->longer_off |= d != f->axis && more && !go;
        f->shorter_before |= d < f->axis && less;
        f->shorter_behind |= d > f->axis && less;
    }
}

int64_t gat_facts_beside(const struct gat_facts *f, int32_t d, int64_t place)
{
    bool repeats = f->data_repeats && f->q->data.shape[d] == 1;
    return repeats ? 0 : place;
}

/* ---- indices ---- */

/* Which index of its tuple is number `at`? */
static int64_t part_of(const struct gat_facts *f, int64_t at)
{
    return f->depth > 1 ? at / f->a->stride % f->depth : 0;
}

int64_t gat_facts_extent(const struct gat_facts *f, int64_t at)
{
    if (f->places)
        return f->extent;
    if (f->windows)
        return ref_extent(f->a, at);
    return extent_at(&f->q->data, (int32_t)(f->axis + part_of(f, at)));
}

static void index_classify(struct gat_facts *f, int64_t i, int64_t s)
{
    int64_t low = (int32_t)(uint32_t)((uint64_t)i & UINT32_MAX);
    if (i >= 0 && i < s) {
        if (i == 0)
            ADD(f->indices, GAT_IX_ZERO);
        if (i == s - 1)
            ADD(f->indices, GAT_IX_LAST);
    } else if (i < 0 && i >= -s) {
        ADD(f->indices, GAT_IX_NEGATIVE);
        if (i == -1)
            ADD(f->indices, GAT_IX_MINUS_ONE);
        if (i == -s)
            ADD(f->indices, GAT_IX_MINUS_EXTENT);
    } else {
        ADD(f->indices, i == s ? GAT_IX_EXTENT : i == -s - 1 ? GAT_IX_BELOW : GAT_IX_AFAR);
        if (low != i && low >= -s && low < s)
            ADD(f->indices, GAT_IX_LOW_BITS);
    }
    if ((i >= INT32_MAX - 1 && i <= INT64_C(1) + INT32_MAX) ||
        (i <= INT32_MIN + 1 && i >= INT64_C(-1) + INT32_MIN))
        ADD(f->indices, GAT_IX_NEAR_2_31);
    if (i == INT64_MIN)
        ADD(f->indices, GAT_IX_INT64_MIN);
    if (i == INT64_MAX)
        ADD(f->indices, GAT_IX_INT64_MAX);
}

int64_t gat_facts_position(const struct gat_facts *f, int64_t at)
{
    int64_t i = gat_array_index(&f->q->indices, at), extent = gat_facts_extent(f, at);
    if (i >= 0 && i < extent)
        return i;
    bool wraps = f->q->rules->value[REF_index_domain] == REF_WRAPS;
    return wraps && i < 0 && i >= -extent ? i + extent : -1;
}

static void position_note(struct gat_facts *f, int64_t at, int64_t p)
{
    static const int64_t powers[] = {1 << 7, 1 << 8, 1 << 15};
    if (p < 0) {
        if (f->n_bad++ == 0)
            f->first_bad = at;
        f->last_bad = at;
        f->late_bad |= part_of(f, at) > 0;
        return;
    }
    if (part_of(f, at) == 0 && (f->highest < 0 || p < f->lowest))
        f->lowest = p;
    if (part_of(f, at) == 0 && p > f->highest)
        f->highest = p;
    for (unsigned k = 0; k < 3; k++)
        if (p >= powers[k])
            ADD(f->indices, GAT_IX_ABOVE_COUNT + k);
}

/* Does index number `at` differ from its counterpart when the tuple is reversed? */
static bool is_mirrored(const struct gat_facts *f, int64_t at)
{
    int64_t part = part_of(f, at), other = at + f->depth - 1 - 2 * part;
    return f->depth > 1 && gat_array_index(&f->q->indices, at) !=
                               gat_array_index(&f->q->indices, other);
}

static void indices_walk(struct gat_facts *f)
{
    const struct gat_array *t = &f->q->indices;
    for (int64_t at = 0; at < f->count; at++) {
        int64_t i = gat_array_index(t, at);
        f->descends |= at >= f->depth && i < gat_array_index(t, at - f->depth);
        f->late_negative |= i < 0 && part_of(f, at) > 0;
        f->mirrored |= is_mirrored(f, at);
        index_classify(f, i, gat_facts_extent(f, at));
        position_note(f, at, gat_facts_position(f, at));
    }
}

static void batches_find(struct gat_facts *f)
{
    const struct gat_array *data = &f->q->data, *indices = &f->q->indices;
    if (f->elementwise || f->batch <= 0 || f->batch > indices->ndim || f->batch > f->axis)
        return; /* for tuples that is seen to before */
    for (int64_t d = 0; d < f->batch; d++) {
        f->batches *= indices->shape[d];
        f->batch_uneven |= indices->shape[d] != data->shape[d];
    }
    if (f->batches == 0)
        f->batches = 1;
}

/* The slice of its batch that the tuple from index `at` on names; -1 for none. */
static int64_t tuple_target(const struct gat_facts *f, int64_t at, int64_t picks)
{
    int64_t target = at / picks;
    for (int64_t j = 0; j < f->depth; j++) {
        int64_t p = gat_facts_position(f, at + j);
        if (p < 0)
            return -1;
        target = target * gat_facts_extent(f, at + j) + p;
    }
    return target;
}

/* The element, or the slice of its batch, that index `at` names; -1 for none. */
static int64_t target_of(const struct gat_facts *f, int64_t at, int64_t picks)
{
    const struct ref_case *q = f->q;
    if (!f->elementwise)
        return tuple_target(f, at, picks);
    int64_t p = gat_facts_position(f, at);
    if (p < 0)
        return -1;
    int64_t place[GAT_MAX_RANK] = {0}, target = 0;
    if (q->data.ndim != q->indices.ndim)
        return -1;
    gat_shape_unravel(q->indices.ndim, q->indices.shape, at, place);
    for (int32_t d = 0; d < q->data.ndim; d++) {
        int64_t c = d == f->axis ? p : gat_facts_beside(f, d, place[d]);
        if (c >= q->data.shape[d])
            return -1;
        target = target * q->data.shape[d] + c;
    }
    return target;
}

/* For each target the last index that named it, from 1; negative if it counted from the end. */
static void targets_find(const struct gat_facts *f, struct gat_target_facts *out)
{
    int64_t picks = f->count / f->batches;
    int64_t most = f->elementwise ? gat_array_count(&f->q->data) : f->batches * f->extent;
    if (f->count == 0 || most <= 0 || most > MOST_TARGETS)
        return;
    int64_t *named = GAT_NEW_N(f->scratch, int64_t, (size_t)most);
    for (int64_t at = 0; at < f->count; at += f->depth) {
        bool from_end = false;
        int64_t target = target_of(f, at, picks);
        for (int64_t k = at; k < at + f->depth; k++) {
            int64_t index = gat_array_index(&f->q->indices, k);
            from_end |= index < 0;
            out->batches_differ |=
                k >= picks && index != gat_array_index(&f->q->indices, k % picks);
        }
        if (target < 0)
            continue;
        assert(target < most);
        int64_t was = named[target], old = was < 0 ? -was : was;
        out->n += was == 0;
        out->repeats |= was != 0;
        out->apart |= was != 0 && old + f->depth - 1 != at;
        out->two_names |= was != 0 && (was < 0) != from_end;
        named[target] = from_end ? -(at + 1) : at + 1;
    }
}

/* The same facts for windows, and updates of indices that are repeated, followed one by one. */
static void windows_targets_find(const struct gat_facts *f, struct gat_target_facts *out)
{
    const struct ref_case *q = f->q;
    bool scatters = q->updates.ndim >= 0;
    int64_t most = gat_array_count(&q->data),
            n = scatters ? ref_update_count(q, f->a) : f->n_output;
    if (!f->answers || most <= 0 || most > MOST_TARGETS)
        return;
    int64_t *named = GAT_NEW_N(f->scratch, int64_t, (size_t)most);
    for (int64_t u = 0; u < n; u++) {
        struct ref_source from = {REF_FROM_NOWHERE, 0};
        if (!scatters)
            from = ref_source_of(q, f->a, u);
        int64_t target = scatters ? ref_target_of(q, f->a, u)
                                  : from.operand == REF_FROM_DATA ? from.element : -1;
        if (target < 0)
            continue;
        out->n += named[target] == 0;
        out->repeats |= named[target] != 0;
        out->apart |= named[target] != 0 && named[target] != u;
        named[target] = u + 1;
    }
}

const struct gat_target_facts *gat_facts_targets(struct gat_facts *f)
{
    bool each = f->windows || (f->indices_repeat && f->q->updates.ndim >= 0);
    if (!f->targets_known && f->axis_good)
        (each ? windows_targets_find : targets_find)(f, &f->targets);
    f->targets_known = true;
    return &f->targets;
}

/* ---- values ---- */

struct float_form {
    unsigned bytes, mantissa; /* of one real number; 0: no float */
};

static struct float_form float_form_of(enum gat_dtype t)
{
    switch ((int)t) {
    case GAT_F16: return (struct float_form){2, 10};
    case GAT_BF16: return (struct float_form){2, 7};
    case GAT_F32:
    case GAT_C64: return (struct float_form){4, 23};
    case GAT_F64:
    case GAT_C128: return (struct float_form){8, 52};
    default: return (struct float_form){0, 0};
    }
}

static uint32_t float_kinds(struct float_form form, const void *at)
{
    uint64_t bits = 0, one = 1, all = (one << form.mantissa) - 1;
    uint32_t set = 0;
    memcpy(&bits, at, form.bytes); /* little-endian, as all data are */
    bool minus = (bits >> (8 * form.bytes - 1) & 1) != 0;
    uint64_t mantissa = bits & all, most = (one << (8 * form.bytes - 1 - form.mantissa)) - 1;
    uint64_t exponent = bits >> form.mantissa & most, quiet = one << (form.mantissa - 1);
    if (exponent == most && mantissa != 0) {
        ADD(set, GAT_VALUE_NAN);
        if (minus || mantissa != quiet)
            ADD(set, GAT_VALUE_PAYLOAD);
        if ((mantissa & quiet) == 0)
            ADD(set, GAT_VALUE_SIGNALLING);
    } else if (exponent == most) {
        ADD(set, GAT_VALUE_INFINITE);
    } else if (exponent == 0 && mantissa != 0) {
        ADD(set, GAT_VALUE_DENORMAL);
    } else if (exponent == 0) {
        ADD(set, minus ? GAT_VALUE_MINUS_ZERO : GAT_VALUE_ZERO);
    } else {
        ADD(set, GAT_VALUE_OTHER);
    }
    return set;
}

static uint32_t text_kinds(const struct gat_string *s)
{
    uint32_t set = 0;
    if (s->size == 0)
        ADD(set, GAT_VALUE_EMPTY_TEXT);
    else if (s->size > 16)
        ADD(set, GAT_VALUE_LONG_TEXT);
    if (s->size > 0 && memchr(s->data, 0, s->size) != NULL)
        ADD(set, GAT_VALUE_NUL_TEXT);
    return set;
}

static uint32_t values_of(const struct gat_array *t, int64_t count)
{
    static const char zeros[16] = {0};
    struct float_form form = float_form_of(t->dtype);
    size_t size = gat_dtype_size(t->dtype);
    uint32_t set = 0;
    if (t->data == NULL)
        return 0;
    for (int64_t k = gat_array_filled(t, 0); k < count; k = gat_array_filled(t, k + 1)) {
        const char *at = (const char *)t->data + (size_t)k * size;
        struct gat_string text;
        if (t->dtype == GAT_STR) {
            memcpy(&text, at, sizeof text);
            set |= text_kinds(&text);
        } else if (form.bytes == 0) {
            ADD(set, memcmp(at, zeros, size) == 0 ? GAT_VALUE_ZERO : GAT_VALUE_OTHER);
        } else {
            set |= float_kinds(form, at);
            if (form.bytes < size)
                set |= float_kinds(form, at + form.bytes);
        }
    }
    return set;
}

const struct gat_value_facts *gat_facts_values(struct gat_facts *f)
{
    if (!f->values_known && f->answers) {
        f->values.output = values_of(&f->a->output, f->n_output);
        f->values.data = values_of(&f->q->data, gat_array_count(&f->q->data));
        if (f->q->updates.ndim >= 0)
            f->values.updates = values_of(&f->q->updates, gat_array_count(&f->q->updates));
    }
    f->values_known = true;
    return &f->values;
}

void gat_facts_find(const struct gat_expectation *x, struct gat_arena *scratch,
                    struct gat_facts *f)
{
    const struct gat_member *m = x->member;
    const struct ref_case *q = &m->question;
    memset(f, 0, sizeof *f);
    f->m = m;
    f->x = x;
    f->q = q;
    f->a = &x->answer;
    f->p = m->point->profile;
    f->scratch = scratch;
    f->batches = 1;
    f->elementwise = q->kernel->naming == REF_NAMES_ELEMENTS;
    f->places = q->kernel->naming == REF_NAMES_PLACES;
    f->tuples = q->kernel->naming == REF_NAMES_TUPLES;
    f->windows = ref_names_windows(q->kernel->naming);
    f->answers = f->a->demand == REF_MUST_SUCCEED || f->a->demand == REF_MAY_EITHER;
    f->batch = q->batch_dims;
    f->first_bad = f->last_bad = f->highest = -1;
    axis_find(f);
    extents_compare(f);
    if (gat_dtype_is_index(q->indices.dtype))
        f->count = gat_array_count(&q->indices);
    if (f->axis_good) {
        batches_find(f);
        indices_walk(f);
        int32_t last = q->indices.ndim - 1;
        const int64_t *beside = f->indices_repeat ? f->a->map.shape : q->indices.shape;
        int64_t side = !f->elementwise ? f->after : last >= 0 ? beside[last] : 1;
        f->run = side * (int64_t)gat_dtype_size(q->data.dtype);
    }
    if (f->answers)
        f->n_output = gat_array_count(&f->a->output);
}
