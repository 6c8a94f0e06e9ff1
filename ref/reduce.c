/* reduce.c - scatters that combine: an element of data and its updates become one.
 *
 *     output[t] = data[t] op the updates whose target is t, in any order
 *
 * An element without updates is a copy.  Where data are left out (include_self of
 * false), an element with updates is made of these alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reduce.h"

#include <assert.h>
#include <math.h>

#include "dtype.h"
#include "terms.h"
#include "walk.h"

static bool has_arithmetic(enum gat_dtype t, enum ref_reduction r)
{
    static const enum gat_arith ops[] = {[REF_ADD] = GAT_ADD, [REF_MUL] = GAT_MUL,
                                         [REF_MIN] = GAT_MIN, [REF_MAX] = GAT_MAX,
                                         /* as ordered numbers, and no complex ones */
                                         [REF_MEAN] = GAT_MIN, [REF_SUB] = GAT_SUB};
    return gat_arith_has(t, ops[r]);
}

void ref_check_reduction(const struct ref_case *c, struct ref_answer *a)
{
    if (c->reduction == 0)
        (void)ref_rule(c, a, REF_reduction);
    enum ref_reduction r = ref_reduction_of(c);
    if (r == REF_NONE || has_arithmetic(c->data.dtype, r))
        return;
    /* A type that is not listed may be refused, or not, where nothing else is said of it. */
    bool unlisted = !c->type_allowed && ref_rule(c, a, REF_bad_reduction) == REF_ERROR;
    ref_impossible(c, a, unlisted ? REF_bad_type : REF_bad_reduction, GAT_E_TYPE);
}

static unsigned parts_of(enum gat_dtype t)
{
    return gat_number_of(t) == GAT_COMPLEX ? 2 : 1;
}

/* Elements that have updates are no more than there are updates. */
static size_t most_updated(const struct ref_answer *a)
{
    int64_t n = gat_array_count(&a->output), updates = a->map.rows * a->map.run;
    return (size_t)(updates < n ? updates : n);
}

size_t ref_reduce_scratch(const struct ref_case *c, const struct ref_answer *a)
{
    size_t parts = parts_of(c->data.dtype), n = (size_t)gat_array_count(&a->output);
    size_t most = most_updated(a) * parts;
    return n * sizeof(int64_t) + most * (sizeof(struct ref_terms) + sizeof(struct ref_range)) + n;
}

/* The rules count as consulted where another value of them could matter. */
static struct ref_manner manner_of(const struct ref_case *c)
{
    const int64_t *value = c->rules->value;
    unsigned parts;
    enum ref_reduction r = ref_reduction_of(c);
    return (struct ref_manner){.reduction = r == REF_SUB ? REF_ADD : r,
                               .subtracts = r == REF_SUB,
                               .dtype = c->data.dtype,
                               .form = gat_real_of(c->data.dtype, &parts),
                               .overflow = value[REF_overflow],
                               .precision = value[REF_precision],
                               .nan = value[REF_nan],
                               .zero_sign = value[REF_zero_sign],
                               .mean_rounding = value[REF_mean_rounding],
                               .mean_of = value[REF_mean_of]};
}

static void rules_note(const struct ref_case *c, struct ref_answer *a,
                       const struct ref_manner *m, const struct ref_terms *t,
                       const struct ref_range *r)
{
    bool best = m->reduction == REF_MIN || m->reduction == REF_MAX;
    if (m->form == NULL && m->reduction == REF_MEAN)
        (void)ref_rule(c, a, REF_mean_rounding);
    if (m->reduction == REF_MEAN && t->count > 2)
        (void)ref_rule(c, a, REF_mean_of);
    if (m->form == NULL && m->reduction != REF_MEAN && ref_terms_overflow(m, t))
        (void)ref_rule(c, a, REF_overflow);
    if (m->form != NULL && m->form->size == 2 && !best && r->low < r->high)
        (void)ref_rule(c, a, REF_precision);
    if (best && (t->kinds & TERMS_NAN) != 0)
        (void)ref_rule(c, a, REF_nan);
    if (m->form != NULL && r->low == 0 && r->high == 0)
        (void)ref_rule(c, a, REF_zero_sign);
}

/* ---- with scratch ---- */

struct job {
    const struct ref_case *c;
    struct ref_answer *a;
    struct ref_manner m;
    unsigned parts;
    size_t esize;
    int64_t elements, updated; /* of the output; those that have updates so far */
    int64_t *number;           /* of each element among those, from 1 */
    struct ref_terms *terms;
    struct ref_range *ranges;
    unsigned char *open;
};

static char *output_at(const struct job *j, int64_t element)
{
    return (char *)j->a->output.data + (size_t)element * j->esize;
}

static const char *update_at(const struct job *j, int64_t u)
{
    return (const char *)j->c->updates.data + (size_t)ref_update_element(j->c, j->a, u) * j->esize;
}

/* Call `join` with each update that has a place, and the element of the output. */
static void each_update(struct job *j, void (*join)(struct job *j, int64_t u, int64_t at))
{
    const struct ref_map *m = &j->a->map;
    struct ref_walk w = ref_walk_at(m, 0);
    for (; w.row < m->rows; w = ref_walk_next(m, w)) {
        int64_t p = ref_walk_place(j->c, j->a, w);
        for (int64_t q = 0; q < m->run && p >= 0; q++)
            join(j, w.row * m->run + q, p + q);
    }
}

static struct ref_terms *terms_of(const struct job *j, int64_t at)
{
    return &j->terms[(j->number[at] - 1) * j->parts];
}

/* The first update of an element brings the element of data with it. */
static void term_collect(struct job *j, int64_t u, int64_t at)
{
    bool first = j->number[at] == 0;
    if (first)
        j->number[at] = ++j->updated;
    struct ref_terms *t = terms_of(j, at);
    for (unsigned k = 0; first && k < j->parts; k++)
        ref_terms_start(&j->m, &t[k]);
    if (first && !j->c->without_data)
        ref_terms_add(&j->m, t, j->parts, output_at(j, at), false);
    ref_terms_add(&j->m, t, j->parts, update_at(j, u), true);
}

static void open_mark(struct job *j, int64_t at)
{
    if (j->a->unspecified == NULL)
        memset(j->open, 0, (size_t)j->elements);
    j->a->unspecified = j->open;
    j->open[at] = 1;
}

static bool is_free(const struct ref_range *r)
{
    return r->low < r->high || (r->also & (unsigned)~REF_BITS_ALONE) != 0;
}

/* Is the range of this element more than its bits? */
static bool element_end(struct job *j, int64_t at)
{
    struct ref_terms *t = terms_of(j, at);
    struct ref_range *r = &j->ranges[(j->number[at] - 1) * j->parts];
    bool ranges = false;
    for (unsigned k = 0; k < j->parts; k++)
        r[k] = (struct ref_range){0, 0, REF_BITS_ALONE};
    if (ref_terms_end(&j->m, t, j->parts, output_at(j, at), r))
        open_mark(j, at);
    for (unsigned k = 0; k < j->parts; k++) {
        rules_note(j->c, j->a, &j->m, &t[k], &r[k]);
        ranges |= is_free(&r[k]);
        j->a->hides_update |= ref_terms_hide(&j->m, &t[k], &r[k]);
    }
    return ranges;
}

static void reduce_widely(struct job *j)
{
    bool ranges = false;
    memset(j->number, 0, (size_t)j->elements * sizeof *j->number);
    each_update(j, term_collect);
    for (int64_t at = 0; at < j->elements; at++)
        ranges |= j->number[at] != 0 && element_end(j, at);
    if (!ranges)
        return;
    j->a->range_at = j->number;
    j->a->ranges = j->ranges;
}

/* ---- without ---- */

static void join_in_turn(struct job *j, int64_t u, int64_t at)
{
    static const enum gat_arith ops[] = {
        [REF_ADD] = GAT_ADD, [REF_MUL] = GAT_MUL, [REF_MIN] = GAT_MIN, [REF_MAX] = GAT_MAX,
        [REF_MEAN] = GAT_ADD, [REF_SUB] = GAT_SUB};
    if (j->c->without_data)
        memcpy(output_at(j, at), update_at(j, u), j->esize);
    else
        gat_arith_join(j->c->data.dtype, ops[ref_reduction_of(j->c)], output_at(j, at),
                       update_at(j, u));
}

void ref_reduce(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    struct job j = {.c = c, .a = a, .m = manner_of(c), .parts = parts_of(c->data.dtype)};
    j.esize = gat_dtype_size(c->data.dtype);
    j.elements = gat_array_count(&a->output);
    if (scratch == NULL) {
        each_update(&j, join_in_turn);
        return;
    }
    size_t most = most_updated(a) * j.parts;
    j.number = scratch;
    j.terms = (struct ref_terms *)(j.number + j.elements);
    j.ranges = (struct ref_range *)(j.terms + most);
    j.open = (unsigned char *)(j.ranges + most);
    reduce_widely(&j);
}

/* ---- admission ---- */

static bool part_within(const struct ref_range *r, double got, double want)
{
    if (isnan(got))
        return (r->also & REF_ALSO_NAN) != 0;
    if (isinf(got))
        return (r->also & (got > 0 ? REF_ALSO_PLUS_INFINITY : REF_ALSO_MINUS_INFINITY)) != 0;
    if (got == 0 && want == 0 && (r->also & REF_ALSO_ANY_ZERO) == 0 &&
        (signbit(got) != 0) != (signbit(want) != 0))
        return false;
    return r->low <= got && got <= r->high;
}

bool ref_within(const struct ref_answer *a, int64_t element, const void *got)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(a->output.dtype, &parts);
    const struct ref_range *r = ref_ranges_of(a, element);
    size_t esize = gat_dtype_size(a->output.dtype);
    const char *want = (const char *)a->output.data + (size_t)element * esize;
    assert(f != NULL); /* integers have no ranges */
    if ((r->also & REF_BITS_ALONE) != 0)
        return false;
    for (unsigned k = 0; k < parts; k++)
        if (!part_within(&r[k], gat_real_get(f, got, k), gat_real_get(f, want, k)))
            return false;
    return true;
}
