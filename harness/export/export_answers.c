/* export_answers.c - which answers a case admits, told apart from the readings that make
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "export/export.h"
#include "export/export_answers.h"
#include "oracle/expect.h"
#include "real.h"

static bool same_bytes(const void *a, const void *b, size_t size)
{
    return a == NULL || b == NULL ? a == b : memcmp(a, b, size) == 0;
}

/* Do both admit the same?  Their outputs have one shape. */
static bool answers_same(const struct ref_case *c, const struct ref_answer *a,
                         const struct ref_answer *b)
{
    size_t n = (size_t)gat_array_count(&a->output), esize = gat_dtype_size(a->output.dtype);
    if (a->demand != b->demand || (a->demand == REF_MUST_REPORT && a->error != b->error))
        return false;
    if (a->demand == REF_FREE || a->demand == REF_MUST_REPORT)
        return true;
    for (size_t k = 0; k < n; k++)
        if (!gat_dtype_same(a->output.dtype, (const char *)a->output.data + k * esize,
                            (const char *)b->output.data + k * esize))
            return false;
    unsigned parts;
    bool computed =
        gat_real_of(a->output.dtype, &parts) != NULL && a->ranges != NULL && b->ranges != NULL;
    for (size_t k = 0; computed && k < n * parts; k++) {
        const struct ref_range *r = &ref_ranges_of(a, (int64_t)(k / parts))[k % parts];
        const struct ref_range *s = &ref_ranges_of(b, (int64_t)(k / parts))[k % parts];
        if (r->low != s->low || r->high != s->high || r->also != s->also)
            return false;
    }
    size_t updates = c->updates.ndim >= 0 ? (size_t)ref_update_count(c, a) : 0;
    return (a->ranges == NULL) == (b->ranges == NULL) &&
           same_bytes(a->unspecified, b->unspecified, n) &&
           same_bytes(a->last_writer, b->last_writer, n * sizeof *a->last_writer) &&
           same_bytes(a->earlier_writer, b->earlier_writer, updates * sizeof *a->earlier_writer);
}

static bool same_shape(const struct gat_array *a, const struct gat_array *b)
{
    return a->dtype == b->dtype && a->ndim == b->ndim &&
           memcmp(a->shape, b->shape, (size_t)a->ndim * sizeof a->shape[0]) == 0;
}

unsigned gat_export_answers(const struct gat_expectation *x, struct gat_arena *a,
                            struct gat_export_answer **out)
{
    const struct gat_member *m = x->member;
    const struct gat_profile *p = m->point->profile;
    struct gat_export_answer *list = GAT_NEW_N(a, struct gat_export_answer, p->n_combinations + 1);
    unsigned n = 1;
    bool matter = (x->answer.consulted & p->ambiguous) != 0;
    list[0] = (struct gat_export_answer){"", p->combination_names[0], x->answer};
    for (unsigned k = 1; k < p->n_combinations && matter; k++) {
        struct ref_case c;
        struct ref_answer other;
        unsigned i = 0;
        gat_answer_by(m, &p->combinations[k], a, &c, &other);
        if (!same_shape(&other.output, &x->answer.output))
            continue;
        while (i < n && !answers_same(&c, &other, &list[i].answer))
            i++;
        if (i == n)
            list[n++] =
                (struct gat_export_answer){p->combination_names[k], p->combination_names[k], other};
        else
            list[i].readings =
                gat_arena_print(a, "%s; %s", list[i].readings, p->combination_names[k]);
    }
    if (n > 1)
        list[0].reading = p->combination_names[0];
    *out = list;
    return n;
}
