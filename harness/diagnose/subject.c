/* subject.c - one wrong element of an output, and where its value lies in the operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/subject.h"

#include <string.h>

#include "diagnose/damage.h"
#include "dtype.h"
#include "real.h"

/* Finds of one value that are related; elements of an operand that are searched; samples that
 * follow the first, before the others are spread. */
enum { MOST_FINDS = 4096, MOST_SEARCHED = 1 << 24, CLOSE = 4, RARE = 128,
       MOST_ASIDE = 512 };

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
    struct gat_place p = {.c = s->c, .a = s->a, .found = at, .index_at = -1};
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
    return gat_relations(&p);
}

uint64_t gat_update_relations(const struct gat_subject *s, int64_t u)
{
    int64_t target = ref_target_of(s->c, s->a, u);
    struct gat_place p = {
        .c = s->c,
        .a = s->a,
        .right = target,
        .found = s->element,
        .index_at = gat_chooser(s->c, s->a, target, (struct ref_source){REF_FROM_UPDATES, u}),
        .home = &s->c->updates,
        .home_at = u};
    if (target < 0)
        return 0;
    return target == s->element ? UINT64_C(1) << GAT_OTHER_WRITER : gat_relations(&p);
}

/* Is the value what a gather owes to an element beside it? */
static void beside_find(const struct gat_subject *s, struct gat_finds *f)
{
    size_t size = gat_dtype_size(s->c->data.dtype);
    for (int64_t step = -1; step <= 1 && !is_scatter(s->c); step += 2) {
        struct ref_source x = ref_source_of(s->c, s->a, gat_subject_beside(s, step));
        bool other = x.operand == REF_FROM_DATA && x.element != s->source.element;
        if (other && s->source.operand == REF_FROM_DATA &&
            gat_dtype_same(s->c->data.dtype,
                           (const char *)s->c->data.data + (size_t)x.element * size, s->got))
            relate(f, UINT64_C(1) << GAT_BESIDE, x.element);
    }
}

void gat_value_find(const struct gat_subject *s, enum ref_operand operand, struct gat_finds *f)
{
    const struct gat_array *t =
        operand == REF_FROM_DATA ? &s->c->data : &s->c->updates;
    memset(f, 0, sizeof *f);
    if (t->ndim < 0)
        return;
    size_t size = gat_dtype_size(t->dtype);
    int64_t count = gat_array_count(t);
    if (count > MOST_SEARCHED && t->sparse == NULL)
        return;
    if (operand == REF_FROM_DATA)
        beside_find(s, f);
    for (int64_t at = gat_array_filled(t, 0); at < count && f->n < MOST_FINDS;
         at = gat_array_filled(t, at + 1)) {
        if (!gat_dtype_same(t->dtype, (const char *)t->data + (size_t)at * size,
                            s->got))
            continue;
        if (f->n++ == 0)
            f->first = at;
        relate(f,
               operand == REF_FROM_DATA ? data_relations(s, at)
                                        : gat_update_relations(s, at),
               at);
    }
}

static bool flushed_at(const struct gat_expectation *x, const void *output,
                       const struct gat_written *written, int64_t element, bool loosely)
{
    struct gat_subject s = gat_subject_make(x, output, written, element);
    return gat_damage_flushed(x->answer.output.dtype, s.got, s.want, loosely);
}

int64_t gat_subject_first(const struct gat_expectation *x, const void *output,
                          const struct gat_written *written, int64_t first)
{
    int64_t n = gat_array_count(&x->answer.output), e = first, flushed = -1, other = -1;
    unsigned parts;
    if (gat_real_of(x->answer.output.dtype, &parts) == NULL)
        return first;
    for (unsigned k = 0; k < MOST_ASIDE && e < n && (flushed < 0 || other < 0); k++) {
        if (!flushed_at(x, output, written, e, true))
            other = other < 0 ? e : other;
        else if (flushed < 0 && flushed_at(x, output, written, e, false))
            flushed = e;
        e = gat_next_wrong(&x->member->question, &x->answer, output, written, e + 1);
    }
    return flushed < 0 ? first : other < 0 ? flushed : other;
}

/* Does the element fail as the first does: by more than a denormal number counted as zero? */
static bool alike(const struct gat_expectation *x, const void *output,
                  const struct gat_written *written, int64_t element, bool flushed)
{
    return flushed ? flushed_at(x, output, written, element, false)
                   : !flushed_at(x, output, written, element, true);
}

void gat_samples_take(const struct gat_expectation *x, const void *output,
                      const struct gat_written *written, int64_t first, struct gat_samples *out)
{
    int64_t n = gat_array_count(&x->answer.output), e = first;
    bool flushed = flushed_at(x, output, written, first, false);
    bool any = !flushed && flushed_at(x, output, written, first, true); /* a sign of zero */
    out->n = 0;
    for (unsigned k = 0, aside = 0; k < GAT_SAMPLES && e < n; k++) {
        int64_t part = k < CLOSE ? 0 : k - CLOSE + 1;
        int64_t far = first + (n - first) / (GAT_SAMPLES - CLOSE + 1) * part;
        if (k > 0)
            e = gat_next_wrong(&x->member->question, &x->answer, output, written,
                               far > e ? far : e + 1);
        while (e < n && !any && !alike(x, output, written, e, flushed) && aside++ < MOST_ASIDE)
            e = gat_next_wrong(&x->member->question, &x->answer, output, written, e + 1);
        if (e < n)
            out->at[out->n++] = e;
    }
}

uint64_t gat_explanations_shared(const uint64_t *sets, unsigned n)
{
    unsigned misses[64] = {0}, least = n;
    uint64_t best = 0;
    for (uint64_t left = sets[0]; left != 0; left &= left - 1) {
        unsigned r = (unsigned)__builtin_ctzll(left);
        for (unsigned k = 1; k < n; k++)
            misses[r] += (sets[k] >> r & 1) == 0;
        least = misses[r] < least ? misses[r] : least;
    }
    for (uint64_t left = 4 * least <= n ? sets[0] : 0; left != 0; left &= left - 1)
        if (misses[__builtin_ctzll(left)] == least)
            best |= left & -left;
    return best;
}

uint64_t gat_relations_shared(const struct gat_expectation *x, const void *output,
                              const struct gat_subject *first, enum ref_operand operand,
                              struct gat_finds *f)
{
    struct gat_samples samples;
    uint64_t sets[GAT_SAMPLES];
    unsigned n = 1;
    double count = (double)gat_array_count(operand == REF_FROM_DATA ? &first->c->data
                                                                   : &first->c->updates);
    gat_value_find(first, operand, f);
    if (f->relations == 0)
        return 0;
    double chance = (double)f->n / count; /* that a place with all of these values is anywhere */
    gat_samples_take(x, output, first->written, first->element, &samples);
    sets[0] = f->relations;
    for (unsigned k = 1; k < samples.n; k++) {
        struct gat_finds more;
        struct gat_subject s = gat_subject_make(x, output, first->written, samples.at[k]);
        gat_value_find(&s, operand, &more);
        if (more.n == 0)
            continue;
        sets[n++] = more.relations;
        chance *= (double)more.n / count;
    }
    if (f->n > 1 && chance > 1.0 / RARE) /* of many places with the value some relate by chance */
        sets[0] &= UINT64_C(1) << GAT_STALE;
    return gat_explanations_shared(sets, n);
}
