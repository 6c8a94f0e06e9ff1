/* subject.c - one wrong element of an output, and where its value lies in the operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/subject.h"

#include <string.h>

#include "dtype.h"

/* Wrong elements that are looked at; finds of one value that are related; elements
 * of an operand that are searched. */
enum { MOST_SAMPLES = 8, MOST_FINDS = 4096, MOST_SEARCHED = 1 << 24 };

struct gat_subject gat_subject_make(const struct gat_expectation *x, const void *output,
                                    const struct gat_written *written, int64_t element)
{
    struct gat_subject s = {
        .c = &x->member->question, .a = &x->answer, .element = element, .written = written};
    size_t at = (size_t)element * gat_dtype_size(s.a->output.dtype);
    s.got = (const char *)output + at;
    s.want = (const char *)s.a->output.data + at;
    s.source = ref_source_of(s.c, s.a, element);
    s.index_at = gat_chooser(s.c, s.a, element, s.source);
    return s;
}

/* The output of a scatter has the shape of data, and so its own places. */
static bool is_scatter(const struct ref_case *c)
{
    return c->updates.ndim >= 0;
}

static void relate(struct gat_finds *f, uint64_t relations, int64_t at)
{
    for (unsigned k = 0; k < GAT_FOUND_RELATIONS; k++)
        if ((relations >> k & 1) != 0 && (f->relations >> k & 1) == 0)
            f->related[k] = at;
    f->relations |= relations;
}

int64_t gat_subject_beside(const struct gat_subject *s, int64_t step)
{
    int64_t n = gat_array_count(&s->a->output);
    return (s->element + step + n) % n;
}

bool gat_is_due_beside(const struct gat_subject *s, int64_t step, int64_t at)
{
    struct ref_source x = ref_source_of(s->c, s->a, gat_subject_beside(s, step));
    return x.operand == REF_FROM_DATA && x.element == at;
}

/* How element `at` of data relates to where the subject should come from. */
static uint64_t data_relations(const struct gat_subject *s, int64_t at)
{
    struct gat_place p = {.c = s->c, .axis = (int32_t)s->a->axis, .depth = s->a->depth, .found = at,
                          .batch_dims = (int32_t)s->a->batch_dims, .index_at = -1};
    if (is_scatter(s->c) && s->source.operand == REF_FROM_UPDATES)
        return at == s->element ? UINT64_C(1) << GAT_STALE : 0;
    if (s->source.operand != REF_FROM_DATA)
        return 0;
    p.right = s->source.element;
    if (!is_scatter(s->c)) {
        p.index_at = s->index_at;
        p.home = &s->a->output;
        p.home_at = s->element;
    }
    bool near = !is_scatter(s->c) && at != s->source.element &&
                (gat_is_due_beside(s, -1, at) || gat_is_due_beside(s, 1, at));
    return gat_relations(&p) | (near ? UINT64_C(1) << GAT_BESIDE : 0);
}

/* How the place where update `u` belongs relates to where it was seen. */
static uint64_t update_relations(const struct gat_subject *s, int64_t u)
{
    int64_t target = ref_target_of(s->c, s->a, u);
    struct gat_place p = {.c = s->c,
                          .axis = (int32_t)s->a->axis,
                          .depth = s->a->depth,
                          .batch_dims = (int32_t)s->a->batch_dims,
                          .right = target,
                          .found = s->element,
                          .index_at = gat_chooser(s->c, s->a, target,
                                                  (struct ref_source){REF_FROM_UPDATES, u}),
                          .home = &s->c->updates,
                          .home_at = u};
    if (target < 0)
        return 0;
    return target == s->element ? UINT64_C(1) << GAT_OTHER_WRITER : gat_relations(&p);
}

void gat_value_find(const struct gat_subject *s, enum ref_operand operand, struct gat_finds *f)
{
    const struct gat_array *t =
        operand == REF_FROM_DATA ? &s->c->data : &s->c->updates;
    memset(f, 0, sizeof *f);
    if (t->ndim < 0 || t->dtype != s->a->output.dtype)
        return;
    size_t size = gat_dtype_size(t->dtype);
    int64_t count = gat_array_count(t);
    if (count > MOST_SEARCHED && t->sparse == NULL)
        return;
    for (int64_t at = gat_array_filled(t, 0); at < count && f->n < MOST_FINDS;
         at = gat_array_filled(t, at + 1)) {
        if (!gat_dtype_same(t->dtype, (const char *)t->data + (size_t)at * size,
                            s->got))
            continue;
        if (f->n++ == 0)
            f->first = at;
        relate(f,
               operand == REF_FROM_DATA ? data_relations(s, at)
                                        : update_relations(s, at),
               at);
    }
    if (f->n > 1) /* what is due beside it is one of several places that hold the value */
        f->relations &= ~(UINT64_C(1) << GAT_BESIDE);
}

uint64_t gat_relations_shared(const struct gat_expectation *x, const void *output,
                              const struct gat_subject *first, enum ref_operand operand,
                              struct gat_finds *f)
{
    gat_value_find(first, operand, f);
    uint64_t shared = f->relations;
    int64_t n = gat_array_count(&x->answer.output), e = first->element;
    for (unsigned k = 1; k < MOST_SAMPLES && shared != 0; k++) {
        struct gat_finds more;
        e = gat_next_wrong(&x->member->question, &x->answer, output, first->written, e + 1);
        if (e == n)
            break;
        struct gat_subject s = gat_subject_make(x, output, first->written, e);
        gat_value_find(&s, operand, &more);
        if (more.n > 0)
            shared &= more.relations;
    }
    return shared;
}
