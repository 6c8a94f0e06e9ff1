/* plain_formula.h - what the formula of each operator says of a call, worked out in the plainest
 * way from coordinates: a second reading of the documents, which shares no code with ref.
 *
 * A call has elements that are moved: of the output of a gather, of the updates of a scatter.  Of
 * each the formula of its operator says which place of data it belongs to, dimension by dimension:
 * a coordinate, or an index with what is added to it.  Only calls whose shapes, axis and batches
 * are in order may be asked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PLAIN_FORMULA_H
#define GAT_PLAIN_FORMULA_H

#include <math.h>
#include <string.h>

#include "dtype.h"
#include "plain_places.h"

enum { PLAIN_MOST = 512, PLAIN_WRITERS = 16 };

/* ---- what becomes of it ---- */

enum plain_end { PLAIN_INSIDE, PLAIN_NOWHERE, PLAIN_ZERO, PLAIN_FILL };
struct plain_answer {
    enum ref_demand demand;
    bool without;      /* a scatter moves an index inside, and there is nowhere to move it to */
    int64_t count;
    bool open[PLAIN_MOST];
    int n[PLAIN_MOST]; /* values that are admitted, in the order of updates */
    double value[PLAIN_MOST][PLAIN_WRITERS];
};

static void plain_demand(struct plain_answer *a, enum ref_demand d)
{
    static const int strict[] = {[REF_MUST_SUCCEED] = 0, [REF_MAY_EITHER] = 1,
                                 [REF_MUST_REPORT] = 2, [REF_FREE] = 3};
    if (strict[d] > strict[a->demand])
        a->demand = d;
}

/* The coordinate that an index means, or how it ends elsewhere.  A gather may do anything with
 * the elements that such an index is for, a scatter with all. */
static enum plain_end plain_resolve(const struct ref_case *c, int64_t room, int64_t *index,
                                    struct plain_answer *a)
{
    const struct ref_rules *r = c->rules;
    bool all = c->kernel->scatters || r->value[REF_undefined_index] == REF_UNDEFINED_WHOLE;
    enum ref_demand anything = all ? REF_FREE : REF_MAY_EITHER;
    int64_t domain = r->value[REF_index_domain], v = *index;
    if (v < 0 && domain == REF_BELOW_UNDEFINED) {
        plain_demand(a, anything);
        return PLAIN_NOWHERE;
    }
    if (v < 0 && v >= -room && domain == REF_WRAPS)
        *index = v = v + room;
    if (v >= 0 && v < room)
        return PLAIN_INSIDE;
    bool moves = r->value[REF_out_of_range] == REF_OOR_CLAMP ||
                 r->value[REF_out_of_range] == REF_OOR_WRAP;
    if (moves && room <= 0) {
        a->without = c->kernel->scatters;
        plain_demand(a, REF_MAY_EITHER);
        return PLAIN_NOWHERE;
    }
    switch (r->value[REF_out_of_range]) {
    case REF_OOR_ERROR: plain_demand(a, REF_MUST_REPORT); return PLAIN_NOWHERE;
    case REF_OOR_EITHER:
        plain_demand(a, REF_MAY_EITHER);
        *index = v + room;
        return v < 0 && v >= -room ? PLAIN_INSIDE : PLAIN_NOWHERE;
    case REF_OOR_UNDEFINED: plain_demand(a, anything); return PLAIN_NOWHERE;
    case REF_OOR_CLAMP: *index = v < 0 ? 0 : room - 1; return PLAIN_INSIDE;
    case REF_OOR_WRAP: *index = (v % room + room) % room; return PLAIN_INSIDE;
    case REF_OOR_ZERO: return PLAIN_ZERO;
    case REF_OOR_FILL: return PLAIN_FILL;
    default: return PLAIN_NOWHERE;
    }
}

static enum plain_end plain_find_element(const struct plain_call *f, const struct plain_place *p,
                                         struct plain_answer *a, int64_t *element)
{
    enum plain_end end = PLAIN_INSIDE;
    *element = 0;
    for (int32_t d = 0; d < p->rank; d++) {
        int64_t at = p->at[d];
        if (p->named[d]) {
            int64_t index = p->index[d];
            enum plain_end e = plain_resolve(f->c, p->room[d], &index, a);
            end = e > end ? e : end;
            at += index;
        }
        *element = *element * p->extent[d] + at;
    }
    return end;
}

/* Tell `take`, if there is one, of each element that is moved: which it is, how its index ends,
 * where it belongs. */
typedef void plain_take(const struct plain_call *, int64_t moved, enum plain_end, int64_t element,
                        struct plain_answer *);
static void plain_walk(const struct plain_call *f, const struct plain_formula *formula,
                       struct plain_answer *a, plain_take *take)
{
    const struct ref_case *c = f->c;
    int64_t m[GAT_MAX_RANK] = {0}, count = 1;
    for (int32_t d = 0; d < f->rank; d++)
        count *= f->shape[d];
    for (int64_t k = 0; k < count; k++) {
        struct plain_place p = {.rank = c->data.ndim > 0 ? c->data.ndim : 1, .extent = {1}};
        int64_t element, moved = k;
        memcpy(p.extent, c->data.shape, (size_t)c->data.ndim * sizeof *p.extent);
        formula->place(f, m, &p);
        enum plain_end end = plain_find_element(f, &p, a, &element);
        if (c->rules->value[REF_updates_sizes] == REF_UPDATES_BROADCAST)
            moved = plain_broadcast(&c->updates, m, f->rank);
        else if (c->kernel->repeats)
            moved = k % gat_array_count(&c->updates);
        else if (c->kernel->scatters && c->updates.ndim == f->rank)
            moved = plain_flat(c->updates.shape, m, f->rank);
        if (take != NULL)
            take(f, moved, end, element, a);
        for (int32_t d = f->rank; d-- > 0 && ++m[d] == f->shape[d];)
            m[d] = 0;
    }
}

/* ---- numbers ---- */

static double plain_number(const struct gat_array *t, int64_t k)
{
    return t->dtype == GAT_I32   ? ((const int32_t *)t->data)[k]
           : t->dtype == GAT_I64 ? (double)((const int64_t *)t->data)[k]
                                 : (double)((const float *)t->data)[k];
}

static void plain_put(struct gat_array *t, int64_t k, double value)
{
    if (t->dtype == GAT_I32)
        ((int32_t *)t->data)[k] = (int32_t)value;
    else if (t->dtype == GAT_I64)
        ((int64_t *)t->data)[k] = (int64_t)value;
    else
        ((float *)t->data)[k] = (float)value;
}

static void plain_admit(struct plain_answer *a, int64_t k, double value)
{
    if (a->n[k] < PLAIN_WRITERS)
        a->value[k][a->n[k]] = value;
    a->n[k]++;
}

static void gathered(const struct plain_call *f, int64_t moved, enum plain_end end,
                     int64_t element, struct plain_answer *a)
{
    const struct gat_array *data = &f->c->data;
    double fill = data->dtype == GAT_I32   ? INT32_MIN
                  : data->dtype == GAT_I64 ? (double)INT64_MIN
                                           : (double)NAN;
    a->open[moved] = end == PLAIN_NOWHERE;
    if (!a->open[moved])
        plain_admit(a, moved, end == PLAIN_ZERO   ? 0
                              : end == PLAIN_FILL ? fill
                                                  : plain_number(data, element));
}

static void scattered(const struct plain_call *f, int64_t moved, enum plain_end end,
                      int64_t element, struct plain_answer *a)
{
    if (end == PLAIN_INSIDE)
        plain_admit(a, element, plain_number(&f->c->updates, moved));
}

static double plain_join(int64_t how, double x, double y)
{
    switch (how) {
    case REF_MUL: return x * y;
    case REF_MIN: return x < y ? x : y;
    case REF_MAX: return x > y ? x : y;
    case REF_SUB: return x - y;
    default: return x + y;
    }
}

/* What the updates of one element and what was there become together. */
static double plain_fold(const struct ref_case *c, int64_t how, const double *value, int n,
                         double base)
{
    double all = c->without_data ? value[0] : base;
    int first = c->without_data ? 1 : 0;
    for (int k = first; k < n; k++)
        all = plain_join(how, all, value[k]);
    if (how != REF_MEAN)
        return all;
    all /= n + 1 - first;
    bool down = c->rules->value[REF_mean_rounding] == REF_MEAN_DOWN;
    return c->data.dtype == GAT_F32 ? (double)(float)all : down ? floor(all) : trunc(all);
}

static void plain_combine(const struct ref_case *c, struct plain_answer *a)
{
    int64_t how = c->reduction > 0 ? c->reduction - 1 : c->rules->value[REF_reduction];
    int64_t duplicates = c->rules->value[REF_duplicates];
    for (int64_t k = 0; k < a->count; k++) {
        bool zeros = c->rules->value[REF_base] == REF_BASE_ZEROS;
        double base = zeros ? 0 : plain_number(&c->data, k), *value = a->value[k];
        int n = a->n[k];
        if (n == 0 || (how == REF_NONE && n > 1 && duplicates == REF_DUP_LAST))
            value[0] = n == 0 ? base : value[n - 1];
        else if (how != REF_NONE)
            value[0] = plain_fold(c, how, value, n, base);
        if (how == REF_NONE && n > 1 && duplicates == REF_DUP_UNDEFINED)
            plain_demand(a, REF_FREE);
        if (how == REF_NONE && n > 1 && duplicates == REF_DUP_ERROR)
            plain_demand(a, REF_MUST_REPORT);
        a->n[k] = how == REF_NONE && n > 1 && duplicates == REF_DUP_ANY ? n : 1;
    }
}

/* What is due; false where the call has more elements or writers than there is room for. */
static bool plain_answer(const struct ref_case *c, int64_t axis, int64_t batches,
                         struct plain_call *f, struct plain_answer *a)
{
    const struct plain_formula *formula = plain_formulas;
    while (strcmp(formula->kernel, c->kernel->name) != 0)
        formula++;
    *f = (struct plain_call){.c = c, .axis = axis, .batches = batches};
    formula->shape(f);
    a->demand = REF_MUST_SUCCEED;
    a->count = c->kernel->scatters ? gat_array_count(&c->data) : 1;
    for (int32_t d = 0; d < f->rank && !c->kernel->scatters; d++)
        a->count *= f->shape[d];
    if (a->count > PLAIN_MOST)
        return false;
    a->without = false;
    memset(a->n, 0, sizeof a->n);
    memset(a->open, 0, sizeof a->open);
    plain_walk(f, formula, a, c->kernel->scatters ? scattered : gathered);
    struct plain_call rows = *f; /* an index of a row without elements counts too */
    for (int32_t d = 0; d < rows.rank; d++)
        rows.shape[d] += rows.shape[d] == 0 && gat_array_count(&c->indices) > 0;
    plain_walk(&rows, formula, a, NULL);
    int64_t moved = 1;
    for (int32_t d = 0; d < f->rank; d++)
        moved *= f->shape[d];
    bool lax = strstr(formula->kernel, "_elements") != NULL || /* indices are repeated no times */
               c->rules->value[REF_unmoved_index] == REF_UNMOVED_EITHER;
    if (lax && moved == 0 && a->demand == REF_MUST_REPORT)
        a->demand = REF_MAY_EITHER;
    for (int64_t k = 0; k < a->count; k++)
        if (a->n[k] > PLAIN_WRITERS)
            return false;
    if (a->without)
        return false;
    if (c->kernel->scatters)
        plain_combine(c, a);
    return true;
}

#endif
