/* sum.c - one element that updates are combined in, as a question to the oracle.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/sum.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "dtype.h"
#include "real.h"

enum { NEAR = 3 }; /* times as far as the order of the terms explains */

int64_t gat_sum_updates(const struct ref_case *c, const struct ref_answer *a, int64_t element)
{
    int64_t n = 0, count;
    if (c->updates.ndim < 0 || ref_reduction_of(c) == REF_NONE || a->output.sparse != NULL)
        return 0;
    count = ref_update_count(c, a);
    for (int64_t u = 0; u < count; u++)
        n += ref_target_of(c, a, u) == element;
    return n;
}

void gat_sum_start(struct gat_sum *m, const struct ref_case *c, const struct ref_answer *a,
                   int64_t element, const void *got)
{
    static const enum ref_rule kept[] = {REF_overflow, REF_precision,     REF_nan, REF_zero_sign,
                                         REF_mean_rounding, REF_base};
    memset(m, 0, sizeof *m);
    m->c = c;
    m->a = a;
    m->element = element;
    m->got = got;
    m->esize = gat_dtype_size(c->data.dtype);
    m->want = (const char *)a->output.data + (size_t)element * m->esize;
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        m->rules.value[k] = ref_rule_infos[k].otherwise;
    for (unsigned k = 0; k < sizeof kept / sizeof kept[0]; k++)
        m->rules.value[kept[k]] = c->rules->value[kept[k]];
    if (m->rules.value[REF_overflow] == REF_OVERFLOW_UNDEFINED) /* anything explains nothing */
        m->rules.value[REF_overflow] = REF_OVERFLOW_WRAPS;
    int64_t n = gat_sum_updates(c, a, element);
    int64_t *list = GAT_NEW_N(&m->lists, int64_t, (size_t)n + 1);
    for (int64_t u = 0; m->n < n; u++)
        if (ref_target_of(c, a, u) == element)
            list[m->n++] = ref_update_element(c, a, u);
    m->updates = list;
}

void gat_sum_free(struct gat_sum *m)
{
    gat_arena_free(&m->lists);
    gat_arena_free(&m->scratch);
}

const char *gat_sum_update(const struct gat_sum *m, int64_t k)
{
    return (const char *)m->c->updates.data + (size_t)m->updates[k] * m->esize;
}

const char *gat_sum_data(const struct gat_sum *m)
{
    return (const char *)m->c->data.data + (size_t)m->element * m->esize;
}

/* The updates of a trial, one after the other; how many. */
static int64_t updates_put(const struct gat_sum *m, const struct gat_sum_trial *t, char *to)
{
    const struct gat_sum *from = t->of != NULL ? t->of : m;
    int64_t n = 0;
    for (int64_t k = 0; k < from->n; k++)
        for (int times = 0; times < (t->twice ? 2 : 1); times++)
            if (!t->without || k != t->less)
                memcpy(to + (size_t)n++ * m->esize,
                       t->each != NULL ? t->each : gat_sum_update(from, k), m->esize);
    for (int64_t k = 0; t->with != NULL && k < t->with->n; k++)
        memcpy(to + (size_t)n++ * m->esize, gat_sum_update(t->with, k), m->esize);
    if (t->more != NULL)
        memcpy(to + (size_t)n++ * m->esize, t->more, m->esize);
    return n;
}

/* Denormal numbers among `n` elements become zeros of their sign. */
static void flush(enum gat_dtype t, char *values, size_t n)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    assert(f != NULL);
    for (size_t k = 0; k < n * parts; k++, values += f->size) {
        uint64_t bits = gat_bits_get(f->size, values), sign = bits & gat_real_sign(f);
        if ((bits ^ sign) < UINT64_C(1) << f->mantissa)
            gat_bits_put(sign, f->size, values);
    }
}

bool gat_sum_got_is_term(const struct gat_sum *m)
{
    bool is = memcmp(m->got, gat_sum_data(m), m->esize) == 0;
    for (int64_t k = 0; !is && k < m->n; k++)
        is = memcmp(m->got, gat_sum_update(m, k), m->esize) == 0;
    return is;
}

bool gat_sum_is_best_of(const struct gat_sum *m)
{
    enum ref_reduction how = ref_reduction_of(m->c);
    return (how == REF_MIN || how == REF_MAX) && gat_sum_got_is_term(m);
}

/* What came, as the terms of the trial are: the least and the greatest keep the bits that they
 * had, whatever they were compared as. */
static const void *got_as(struct gat_sum *m, const struct gat_sum_trial *t,
                          enum ref_reduction how)
{
    if (!t->flushed || (how != REF_MIN && how != REF_MAX) || !gat_sum_got_is_term(m))
        return m->got;
    char *got = memcpy(gat_arena_alloc(&m->scratch, m->esize), m->got, m->esize);
    flush(m->c->data.dtype, got, 1);
    return got;
}

/* Is a part of what came as near to what is due as the range is wide, or what is due itself? */
static bool part_near(double got, double due, const struct ref_range *r)
{
    double off = fabs(got - due);
    if (!(r->low < r->high))
        return got == due || (isnan(got) && isnan(due));
    return isinf(r->high - r->low) || (isfinite(off) && off <= NEAR * (r->high - r->low) / 2);
}

bool gat_sum_near(const struct gat_sum *m, const struct ref_range *r)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    bool near = f != NULL, wide = false;
    for (unsigned p = 0; near && p < parts; p++) {
        near = part_near(gat_real_get(f, (const char *)m->got + p * f->size, 0),
                         gat_real_get(f, (const char *)m->want + p * f->size, 0), &r[p]);
        wide |= r[p].low < r[p].high;
    }
    return near && wide;
}

bool gat_sum_fits(struct gat_sum *m, const struct gat_sum_trial *t)
{
    enum ref_reduction how = t->how == REF_NONE ? ref_reduction_of(m->c) : t->how;
    struct ref_case c = {.kernel = ref_kernel_find("scatter_elements"),
                         .rules = &m->rules,
                         .type_allowed = true,
                         .reduction = (int64_t)how + 1,
                         .without_data = m->c->without_data != t->other_data};
    struct ref_answer a;
    int64_t bad;
    size_t room = (size_t)((t->of != NULL ? t->of->n : m->n) * 2 + 2 +
                           (t->with != NULL ? t->with->n : 0));
    gat_arena_reset(&m->scratch);
    c.axis_tensor.ndim = -1;
    c.data = (struct gat_array){.dtype = m->c->data.dtype, .ndim = 1, .shape = {1}};
    c.data.data = (void *)(uintptr_t)gat_sum_data(m);
    c.updates = (struct gat_array){.dtype = m->c->data.dtype, .ndim = 1};
    char *values = c.updates.data = gat_arena_alloc(&m->scratch, room * m->esize);
    c.updates.shape[0] = updates_put(m, t, values);
    if (t->flushed) {
        c.data.data = memcpy(gat_arena_alloc(&m->scratch, m->esize), c.data.data, m->esize);
        flush(c.data.dtype, c.data.data, 1);
        flush(c.data.dtype, values, (size_t)c.updates.shape[0]);
    }
    c.indices = (struct gat_array){.dtype = GAT_I64, .ndim = 1};
    c.indices.shape[0] = c.updates.shape[0];
    c.indices.data = gat_arena_alloc(&m->scratch, room * sizeof(int64_t));
    memset(&a, 0, sizeof a);
    ref_check(&c, &a);
    if (a.demand != REF_MUST_SUCCEED)
        return false;
    void *scratch = gat_arena_alloc(&m->scratch, ref_scratch_size(&c, &a) + 1);
    a.output.data = gat_arena_alloc(&m->scratch, m->esize);
    ref_run(&c, &a, scratch);
    return ref_admits(&c, &a, got_as(m, t, how), 0, &bad) &&
           !gat_sum_near(m, ref_ranges_of(&a, 0)) &&
           a.unspecified == NULL;
}
