/* probe.c - one question to the oracle about a variant, in a tiny case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "study/probe.h"

#include <string.h>

#include "dtype.h"
#include "oracle/expect.h"
#include "parts/fitting.h"
#include "suite/candidate_member.h"

enum { EXTENT = 3, MOST = 64 };

static bool elementwise(const struct gat_probe *p)
{
    return p->spec->kernel->naming == REF_NAMES_ELEMENTS;
}

static bool slices(const struct gat_probe *p)
{
    return p->spec->kernel->naming == REF_NAMES_SLICES;
}

static bool has_axis(const struct gat_probe *p)
{
    return gat_attr_find(p->spec, "axis") != NULL;
}

static bool updates(const struct gat_probe *p)
{
    return p->spec->kernel->scatters;
}

/* The shape [1, .., before, last] of so many dimensions. */
static struct gat_array shape_of(int32_t ndim, int64_t before, int64_t last)
{
    struct gat_array t = {.ndim = ndim};
    for (int32_t d = 0; d < ndim; d++)
        t.shape[d] = d == ndim - 1 ? last : d == ndim - 2 ? before : 1;
    return t;
}

/* An operand whose bytes are zero. */
static void operand_make(struct gat_operand_text *o, const struct gat_array *s,
                         enum gat_dtype dtype, struct gat_arena *a)
{
    *o = (struct gat_operand_text){
        .present = true, .ndim = s->ndim, .dtype = dtype, .count = gat_array_count(s)};
    memcpy(o->shape, s->shape, sizeof o->shape);
    o->bytes[dtype] = gat_arena_alloc(a, 16 * (size_t)(o->count + MOST));
    for (int64_t k = 0; k < o->count && dtype == GAT_STR; k++)
        ((struct gat_string *)o->bytes[dtype])[k] = (struct gat_string){"", 0};
}

/* The last dimension first, for operators whose axis is always that one. */
static void shape_turn(struct gat_operand_text *o)
{
    int32_t end = o->ndim - 1;
    int64_t last = o->ndim > 1 ? o->shape[end] : 0;
    if (o->ndim < 2)
        return;
    o->shape[end] = o->shape[0];
    o->shape[0] = last;
}

/* first, first + step, ... in a type whose elements have at least one byte. */
static void count_up(struct gat_operand_text *o, unsigned char first, unsigned char step)
{
    size_t size = gat_dtype_size(o->dtype);
    if (o->dtype == GAT_STR)
        return;
    for (int64_t k = 0; k < o->count; k++)
        ((unsigned char *)o->bytes[o->dtype])[(size_t)k * size] =
            (unsigned char)(first + step * k);
}

static void indices_make(const struct gat_probe *p, struct gat_operand_text *o, int64_t per_row)
{
    size_t size = gat_dtype_size(o->dtype);
    for (int64_t k = 0; k < o->count; k++)
        memcpy((char *)o->bytes[o->dtype] + (size_t)k * size, &p->index[k % per_row], size);
}

static bool tuples(const struct gat_probe *p)
{
    return p->spec->kernel->naming == REF_NAMES_TUPLES;
}

/* Indices and updates of so many rows, `on` of each. */
static void indices_shape(const struct gat_probe *p, struct gat_candidate *c,
                          const struct gat_array *data, int64_t before, int64_t on,
                          struct gat_arena *a)
{
    const struct ref_kernel *kernel = p->spec->kernel;
    struct gat_test *t = &c->test;
    int32_t rank = data->ndim;
    int32_t index_rank = p->index_rank >= 0   ? p->index_rank
                         : tuples(p)          ? 2
                         : elementwise(p) || p->batch_dims > 0 ? rank
                                                               : 1;
    before = p->index_before > 0 ? p->index_before : before;
    if (tuples(p)) {
        before = p->batch_dims > 0 ? before : on;
        on = p->depth > 0 ? p->depth - 1 : 1;
    }
    bool apart = kernel->naming == REF_NAMES_WINDOWS; /* one for each batch */
    struct gat_array indices = apart ? shape_of(index_rank, 1, rank == 2 ? before : 1)
                                     : shape_of(index_rank, before, on);
    struct gat_array fit = shape_of(rank, before, on);
    operand_make(&t->indices, &indices, c->index_dtype, a);
    if (!updates(p))
        return;
    if (!apart)
        gat_updates_fit(kernel->naming, &p->profile->rules, data, &indices, rank - 1, 0, &fit);
    operand_make(&t->updates, &fit, c->dtype, a);
    count_up(&t->updates, 10, 10);
}

static void test_make(const struct gat_probe *p, struct gat_candidate *c, struct gat_arena *a)
{
    const struct ref_rules *r = &p->profile->rules;
    struct gat_test *t = &c->test;
    int32_t least = (int32_t)r->value[REF_data_rank_min];
    int32_t rank = p->data_rank >= 0 ? p->data_rank : least > 1 ? least : 1;
    int64_t before = p->data_before > 0 ? p->data_before : 1;
    int64_t on = p->no_elements ? 0 : p->index_on > 0 ? p->index_on : 1;
    if (p->data_rank < 0 && p->data_before > 0 && rank < 2)
        rank = 2;
    t->axis.given = has_axis(p);
    t->axis.value = p->axis != 0 ? p->axis : rank > 0 ? rank - 1 : 0;
    t->batch_dims.given = p->batch_dims != 0;
    t->batch_dims.value = p->batch_dims;
    struct gat_array data = shape_of(rank, before, EXTENT);
    operand_make(&t->data, &data, c->dtype, a);
    /* An update shows where it went by changing the data: the least of two is lower, and
     * what is made of zeros differs from zeros. */
    bool zeros = p->rules->value[REF_base] == REF_BASE_ZEROS;
    count_up(&t->data,
             zeros                                       ? 0
             : p->rules->value[REF_reduction] == REF_MIN ? 101
                                                         : 1,
             zeros ? 0 : 1);
    indices_shape(p, c, &data, before, on, a);
    if (p->spec->kernel->naming == REF_NAMES_BOXES)
        gat_windows_plain(t->lists, rank, t->data.shape, rank - 1, t->indices.ndim, updates(p));
    if (slices(p) && !has_axis(p)) {
        shape_turn(&t->data);
        shape_turn(&t->updates);
    }
    indices_make(p, &t->indices, on > 0 ? on : 1);
}

/* The first row of the output of a gather holds data[p], of a scatter what an update
 * changed. */
static int position_of(const struct gat_probe *p, const struct ref_case *q,
                       const struct ref_answer *x)
{
    size_t size = gat_dtype_size(x->output.dtype);
    const unsigned char *out = x->output.data;
    unsigned char fill[16];
    if (gat_array_count(&x->output) == 0)
        return 0;
    if (updates(p)) {
        for (int k = 0; k < EXTENT && k < gat_array_count(&x->output); k++)
            if (memcmp(out + (size_t)k * size, (const char *)q->data.data + (size_t)k * size,
                       size) != 0)
                return k;
        return GAT_PROBE_NONE;
    }
    if (x->unspecified != NULL && x->unspecified[0] != 0)
        return GAT_PROBE_OPEN;
    gat_dtype_fill(x->output.dtype, fill);
    if (memcmp(out, fill, size) == 0)
        return GAT_PROBE_FILL;
    return out[0] == 0 ? GAT_PROBE_ZERO : out[0] - 1;
}

struct gat_outcome gat_probe_run(const struct gat_probe *p)
{
    struct gat_arena a = {0};
    struct gat_candidate *c = GAT_NEW(&a, struct gat_candidate);
    struct gat_outcome out = {0};
    struct ref_case q;
    struct ref_answer x;
    uint32_t numbers = p->profile->data_types & ~GAT_BIT(GAT_STR) & ~GAT_BIT(GAT_BOOL);
    c->dtype = p->typed ? p->dtype
               : (numbers & GAT_BIT(GAT_I32)) != 0 ? GAT_I32
                                                   : (enum gat_dtype)__builtin_ctz(numbers);
    c->index_dtype = p->index_dtype != GAT_BOOL ? p->index_dtype
                     : (p->profile->index_types & GAT_BIT(GAT_I64)) != 0 ? GAT_I64
                                                                         : GAT_I32;
    test_make(p, c, &a);
    gat_answer_by(gat_candidate_member(c, p->spec, p->profile, &a), p->rules, &a, &q, &x);
    out.demand = x.demand;
    if (x.demand == REF_MUST_SUCCEED || x.demand == REF_MAY_EITHER) {
        out.position = position_of(p, &q, &x);
        out.any = x.last_writer != NULL && x.last_writer[0] > 0 &&
                  x.earlier_writer[x.last_writer[0] - 1] > 0;
        out.first = updates(p) && ((const unsigned char *)x.output.data)[0] == 10;
    }
    gat_arena_free(&a);
    return out;
}
