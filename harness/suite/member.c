/* member.c - one case with its data.
 *
 * This runs for every case of every backend, hundreds of thousands of times a
 * second: literals were parsed when the file was read, names are put together
 * without formatting.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "dtype.h"
#include "parts/attribute.h"
#include "parts/fill.h"
#include "parts/fill_mixed.h"
#include "parts/fill_sparse.h"
#include "parts/presentation.h"
#include "parts/reduced.h"
#include "spec/reduction.h"
#include "suite/member.h"

static char *word_put(char *to, const char *word)
{
    size_t n = strlen(word);
    memcpy(to, word, n);
    return to + n;
}

const char *gat_member_presented(const struct gat_member *m)
{
    return gat_presentations[m->presentation].word;
}

/* The name of a generated test stands between the point and the types. */
void gat_member_name(const struct gat_point *p, unsigned k, struct gat_arena *a,
                     struct gat_member *m)
{
    m->test = gat_point_test(p, k);
    m->dtype = (enum gat_dtype)p->members[k][0];
    m->index_dtype = (enum gat_dtype)p->members[k][1];
    m->presentation = p->members[k][2];
    const char *parts[] = {p->name, "/", p->tests != NULL ? m->test->name : "",
                           p->tests != NULL ? "/" : "", gat_dtype_name(m->dtype), ",",
                           gat_dtype_name(m->index_dtype), m->presentation != 0 ? "+" : "",
                           gat_member_presented(m)};
    size_t size = 1;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        size += strlen(parts[i]);
    char *name = gat_arena_raw(a, size), *at = name;
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
        at = word_put(at, parts[i]);
    *at = '\0';
    m->name = name;
    m->name_hash = XXH3_64bits(name, size - 1);
}

static void array_shape(const struct gat_operand_text *t, enum gat_dtype dtype,
                        struct gat_array *out)
{
    out->dtype = t->dtype != GAT_DTYPE_COUNT ? t->dtype : dtype;
    out->ndim = t->ndim;
    memcpy(out->shape, t->shape, (size_t)t->ndim * sizeof out->shape[0]);
    out->data = t->fill == GAT_FILL_NONE ? t->bytes[out->dtype] : NULL;
    out->sparse = NULL;
}

/* Room for the elements of a filled operand; a literal one is its bytes already. */
static void array_place(const struct gat_operand_text *t, struct gat_arena *a,
                        struct gat_array *out)
{
    if (t->fill != GAT_FILL_NONE)
        out->data = gat_arena_raw(a, (size_t)t->count * gat_dtype_size(out->dtype) + 1);
}

/* `before` elements of other operands come first, so that no operand repeats them.
 * A list of chosen values starts at its beginning; a sequence starts anywhere. */
static void data_make(const struct gat_operand_text *t, const struct ref_case *q,
                      uint64_t start, int64_t before, struct gat_prng *prng,
                      struct gat_arena *a, struct gat_array *out)
{
    bool chosen = t->fill == GAT_FILL_SPECIALS || t->fill == GAT_FILL_STRINGS;
    uint64_t first = (chosen ? 0 : start) + (uint64_t)before;
    array_place(t, a, out);
    bool mixed = t->fill == GAT_FILL_MIXED;
    /* A special value that is reduced with another shows nothing of itself. */
    if (mixed && out == &q->data && q->updates.ndim >= 0 && gat_prng_below(prng, 4) == 0 &&
        gat_fill_neutral(q, out))
        return;
    /* In half of the cases both operands have special values of the same kinds, which meet; in
     * three of four that compare they are close. */
    enum ref_reduction r = ref_reduction_of(q);
    bool close = q->updates.ndim >= 0 && (r == REF_MIN || r == REF_MAX) && start >> 22 != 0;
    bool same = close || start >> 23 != 0;
    uint64_t draw = same ? start * UINT64_C(0x9E3779B97F4A7C15) : gat_prng_next(prng);
    bool terms = (mixed || t->fill == GAT_FILL_DISTINCT) && q->updates.ndim >= 0 &&
                 gat_fill_terms(q, first, out);
    if (!terms && t->fill != GAT_FILL_NONE)
        gat_fill_data(out, mixed ? GAT_FILL_DISTINCT : t->fill, first, prng, a);
    if (mixed)
        gat_fill_sprinkle(out, &(struct gat_mix){draw, close, out == &q->updates}, prng);
}

int64_t gat_axis_given(const struct ref_case *q)
{
    if (q->axis_tensor.ndim >= 0 && gat_array_count(&q->axis_tensor) == 1 &&
        gat_dtype_is_index(q->axis_tensor.dtype))
        return gat_array_index(&q->axis_tensor, 0);
    return q->axis;
}

/* Where windows can begin, as the oracle finds it from the shapes. */
static struct gat_axes windows_axes(const struct ref_case *q)
{
    struct gat_axes axes = {.depth = 1};
    struct ref_answer a;
    ref_check(q, &a);
    if (a.stride == 1 && a.depth > 0)
        axes.depth = a.depth;
    for (int64_t j = 0; j < axes.depth; j++)
        axes.extent[j] = a.places[j] > 0 ? a.places[j] : 0;
    return axes;
}

/* The extents that indices count along, as far as axis, batches and tuples make sense. */
static struct gat_axes axes_of(const struct ref_case *q)
{
    const struct gat_array *data = &q->data, *indices = &q->indices;
    struct gat_axes axes = {.depth = 1};
    bool tuples = q->kernel->naming == REF_NAMES_TUPLES;
    int64_t first = tuples ? q->batch_dims : gat_axis_given(q);
    if (!tuples && data->ndim == 0)
        axes.extent[0] = 1;
    if (q->kernel->naming == REF_NAMES_PLACES) {
        axes.extent[0] = gat_array_count(data);
        return axes;
    }
    if (ref_names_windows(q->kernel->naming))
        return windows_axes(q);
    if (first < 0 && !tuples)
        first += data->ndim;
    if (tuples && indices->ndim > 0) {
        int64_t depth = indices->shape[indices->ndim - 1];
        axes.depth = depth < 1 ? 1 : depth > GAT_MAX_RANK ? GAT_MAX_RANK : depth;
    }
    for (int64_t j = 0; j < axes.depth && first >= 0 && first < data->ndim - j; j++)
        axes.extent[j] = data->shape[first + j];
    return axes;
}

static void attr_int(struct gat_member *m, const char *name, int64_t value)
{
    m->attrs[m->n_attrs++] =
        (struct gat_attr){.name = name, .kind = GAT_ATTR_INT, .i = value};
}

static void attr_text(struct gat_member *m, const char *name, const char *text)
{
    m->attrs[m->n_attrs++] =
        (struct gat_attr){.name = name, .kind = GAT_ATTR_TEXT, .text = text};
}

static void attr_ints(struct gat_member *m, const char *name, int32_t n, const int64_t *v)
{
    m->attrs[m->n_attrs++] = (struct gat_attr){
        .name = name, .kind = GAT_ATTR_INTS, .ints = v, .n_ints = (uint64_t)n};
}

/* An attribute that the test does not state is not sent: the backend must know
 * the default itself. */
static void attributes_make(const struct gat_test *t, struct gat_member *m)
{
    struct ref_case *q = &m->question;
    const struct gat_spec *s = m->point->spec;
    q->axis = t->axis.given ? t->axis.value : gat_attr_otherwise(s, "axis");
    q->batch_dims = t->batch_dims.given ? t->batch_dims.value : gat_attr_otherwise(s, "batch_dims");
    memcpy(q->lists, t->lists, sizeof q->lists);
    bool reduces = gat_reduction_ask(t, s, q);
    m->n_attrs = 0;
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++) {
        const struct gat_attribute *a = &gat_attribute_table[k];
        const struct ref_list *list = a->form == GAT_FORM_LIST ? &t->lists[a->at] : NULL;
        if (a->form == GAT_FORM_REDUCTION && reduces)
            attr_text(m, a->name, gat_reduction_name((int64_t)ref_reduction_of(q)));
        else if (list != NULL && list->given && !ref_list_infos[a->at].single)
            attr_ints(m, a->name, list->count, list->value);
        else if (list != NULL && list->given)
            attr_int(m, a->name, list->value[0]);
        else if (a->form != GAT_FORM_REDUCTION && list == NULL && t->single[a->at].given)
            attr_int(m, a->name, t->single[a->at].value);
    }
}

static void expectation_make(const struct gat_test *t, struct gat_member *m)
{
    m->expect_error = t->expect_error;
    m->expect.ndim = -1;
    m->expect.data = NULL;
    if (t->expect_output.present)
        array_shape(&t->expect_output, m->question.data.dtype, &m->expect);
}

bool gat_member_is_allowed(const struct gat_point *p, const struct gat_member *m)
{
    return (p->profile->data_types & GAT_BIT(m->dtype)) != 0 &&
           (p->profile->index_types & GAT_BIT(m->index_dtype)) != 0;
}

void gat_member_ask(const struct gat_point *p, unsigned k, struct gat_member *m)
{
    const struct gat_test *t = gat_point_test(p, k);
    struct ref_case *q = &m->question;
    m->point = p;
    m->test = t;
    m->dtype = (enum gat_dtype)p->members[k][0];
    m->index_dtype = (enum gat_dtype)p->members[k][1];
    m->presentation = p->members[k][2];
    q->kernel = p->spec->kernel;
    q->rules = &p->profile->rules;
    q->type_allowed = gat_member_is_allowed(p, m);
    q->index_unlisted = (p->profile->index_types & GAT_BIT(m->index_dtype)) == 0;
    attributes_make(t, m);
    array_shape(&t->data, m->dtype, &q->data);
    array_shape(&t->indices, m->index_dtype, &q->indices);
    q->updates.ndim = q->axis_tensor.ndim = -1;
    if (t->updates.present)
        array_shape(&t->updates, m->dtype, &q->updates);
    if (t->axis_tensor.present)
        array_shape(&t->axis_tensor, GAT_I64, &q->axis_tensor);
    expectation_make(t, m);
}

/* A presentation with a stride of 0 needs equal slices. */
static void contents_repeat(struct gat_member *m)
{
    struct ref_case *q = &m->question;
    struct gat_array *operands[] = {&q->data, &q->indices, &q->updates};
    for (int k = GAT_ON_DATA; k <= GAT_ON_UPDATES; k++)
        if (operands[k]->ndim >= 0)
            gat_presentation_repeat(m, (enum gat_presented)k, operands[k]);
}

/* The loops of a gather begin and stop with its output: half of these elements come from a
 * value that a copy may change. */
static void ends_make(struct ref_case *q, struct gat_prng *prng)
{
    struct ref_answer a = {.demand = REF_MUST_SUCCEED};
    ref_check(q, &a);
    int64_t n = a.demand == REF_MUST_SUCCEED ? gat_array_count(&a.output) : 0;
    for (unsigned k = 0; k < 2 && n > 0; k++) {
        struct ref_source from = ref_source_of(q, &a, k == 0 ? 0 : n - 1);
        if (from.operand == REF_FROM_DATA && gat_prng_below(prng, 2) == 0)
            gat_fill_frail(&q->data, from.element, prng);
    }
}

/* Some elements of the middle third move up by one, so that ends, and most of a sum, stay.  Where
 * a gather reads one of the middle, one that it reads is among them. */
static void middle_renew(const struct ref_case *q, struct gat_prng *prng, struct gat_array *t)
{
    enum { TRIED = 16, PARTS = 16 };
    int64_t third = gat_array_count(t) / 3, parts = (int64_t)1 << gat_prng_below(prng, PARTS) / 2;
    int64_t most = third / parts > 0 ? third / parts : 1, last = 2 * third - most;
    int64_t at = third + (int64_t)gat_prng_below(prng, (uint64_t)(last - third + 1));
    char *data = t->data;
    size_t size = gat_dtype_size(t->dtype);
    struct ref_answer a = {.demand = REF_MUST_REPORT};
    if (!q->kernel->scatters)
        ref_check(q, &a);
    int64_t n = a.demand == REF_MUST_SUCCEED ? gat_array_count(&a.output) : 0;
    for (unsigned k = 0; k < TRIED && n > 0; k++) {
        int64_t e = (int64_t)gat_prng_below(prng, (uint64_t)n);
        struct ref_source from = ref_source_of(q, &a, e);
        if (from.operand != REF_FROM_DATA || from.element <= third || from.element > 2 * third)
            continue;
        at = from.element - 1 < last ? from.element - 1 : last;
        break;
    }
    memmove(data + (size_t)(at + 1) * size, data + (size_t)at * size, (size_t)most * size);
}

/* Of a twin, which is as the case before it otherwise. */
static void operands_renew(const struct gat_test *t, struct ref_case *q, uint64_t seed)
{
    struct gat_prng prng = {seed};
    if (t->data.renewed)
        middle_renew(q, &prng, &q->data);
    if (t->updates.renewed)
        middle_renew(q, &prng, &q->updates);
}

void gat_member_make(const struct gat_point *p, unsigned k, uint64_t seed,
                     struct gat_arena *a, struct gat_member *m)
{
    const struct gat_test *t = gat_point_test(p, k);
    struct ref_case *q = &m->question;
    gat_member_ask(p, k, m);
    gat_member_name(p, k, a, m);
    /* Each operand has a stream of its own: what is drawn for one does not depend on
     * whether another is literal. */
    uint64_t content = t->content != 0 ? t->content : m->name_hash;
    struct gat_prng prng = {seed * UINT64_C(0x9E3779B97F4A7C15) ^ content};
    uint64_t start = gat_prng_next(&prng) >> 40;
    m->placed = gat_prng_next(&(struct gat_prng){~prng.state});
    struct gat_prng for_data = {gat_prng_next(&prng)}, for_updates = {gat_prng_next(&prng)};
    if (t->data.fill != GAT_FILL_SPARSE)
        data_make(&t->data, q, start, 0, &for_data, a, &q->data);
    if (t->updates.present)
        data_make(&t->updates, q, start, t->data.count, &for_updates, a, &q->updates);
    if (t->axis_tensor.present && t->axis_tensor.fill != GAT_FILL_NONE) {
        array_place(&t->axis_tensor, a, &q->axis_tensor);
        gat_fill_indices(&q->axis_tensor, GAT_FILL_ZEROS, &(struct gat_axes){.depth = 1}, &prng);
    }
    array_place(&t->indices, a, &q->indices);
    struct gat_axes axes = axes_of(q);
    if (t->indices.fill != GAT_FILL_NONE)
        gat_fill_indices(&q->indices, t->indices.fill, &axes, &prng);
    if (t->data.fill == GAT_FILL_MIXED && !q->kernel->scatters)
        ends_make(q, &for_data);
    operands_renew(t, q, for_updates.state);
    if (m->presentation != GAT_P_PLAIN)
        contents_repeat(m);
    if (t->data.fill == GAT_FILL_SPARSE) /* last: what is read decides what is there */
        gat_fill_sparse(q, a);
}

bool gat_member_is_refused(const struct gat_point *p, unsigned k)
{
    struct ref_answer a = {.demand = REF_MUST_SUCCEED};
    struct gat_member m;
    gat_member_ask(p, k, &m);
    ref_check(&m.question, &a);
    return a.demand == REF_MUST_REPORT;
}

void gat_member_suffix(const struct gat_point *p, unsigned member, char *out, size_t size)
{
    const unsigned char *m = p->members[member];
    snprintf(out, size, "%s%s%s,%s%s%s", p->tests != NULL ? p->tests[member]->name : "",
             p->tests != NULL ? "/" : "", gat_dtype_name((enum gat_dtype)m[0]),
             gat_dtype_name((enum gat_dtype)m[1]), m[2] != 0 ? "+" : "",
             gat_presentations[m[2]].word);
}
