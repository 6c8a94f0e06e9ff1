/* diagnose_sum.c - what became of the updates that one element is made of.
 *
 * An explanation of the first wrong element has to fit others too: numbers are often so small
 * that one element fits several mistakes by chance.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/diagnose_sum.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "arith.h"
#include "diagnose/damage.h"
#include "diagnose/sum_explain.h"
#include "dtype.h"
#include "real.h"
#include "spec/reduction.h"

enum {
    MOST_ELSEWHERE = 64, /* wrong elements that may have got an update that is missed */
    LEAST_ASKED = 4,
    FEW_TERMS = 256 /* among more there is often one that explains a value by chance */
};

void gat_sum_due(const struct ref_case *c, const struct ref_answer *a, int64_t element,
                 struct gat_sentence *s)
{
    static const char *const words[] = {[REF_ADD] = "the sum", [REF_MUL] = "the product",
                                        [REF_MIN] = "the least", [REF_MAX] = "the greatest",
                                        [REF_MEAN] = "the mean", [REF_SUB] = "the difference"};
    struct gat_sum m;
    gat_sum_start(&m, c, a, element, NULL);
    gat_sentence_add(s, "%s of ", words[ref_reduction_of(c)]);
    if (!c->without_data) {
        gat_sentence_place(s, "data", &c->data, element);
        gat_sentence_add(s, " and ");
    }
    gat_sentence_place(s, "updates", &c->updates, m.updates[0]);
    if (m.n > 1)
        gat_sentence_add(s, " and %" PRId64 " more", m.n - 1);
    gat_sentence_add(s, " = ");
    gat_sentence_value(s, a->output.dtype, m.want);
    gat_sum_free(&m);
}

static void update_tell(const struct gat_sum *m, int64_t u, const char *what,
                        struct gat_sentence *s)
{
    gat_sentence_place(s, "updates", &m->c->updates, u);
    gat_sentence_add(s, " = ");
    gat_sentence_value(s, m->c->updates.dtype,
                       (const char *)m->c->updates.data + (size_t)u * m->esize);
    gat_sentence_add(s, " %s", what);
}

static void data_tell(const struct gat_sum *m, const char *what, struct gat_sentence *s)
{
    gat_sentence_place(s, "data", &m->c->data, m->element);
    gat_sentence_add(s, " = ");
    gat_sentence_value(s, m->c->data.dtype, gat_sum_data(m));
    gat_sentence_add(s, " %s", what);
}

/* The mistakes that lead to another place: none where they are too many. */
static uint64_t named(uint64_t relations)
{
    if (__builtin_popcountll(relations) > GAT_MISTAKES_TOLD)
        relations = gat_relations_plainest((uint32_t)relations);
    return __builtin_popcountll(relations) <= GAT_MISTAKES_TOLD ? relations : 0;
}

static bool is_named(uint64_t relations)
{
    return named(relations) != 0;
}

/* ", index off by one" */
static void named_tell(uint64_t relations, struct gat_sentence *t)
{
    const char *mark = ", ";
    uint64_t left = gat_relations_told(named(relations));
    for (; left != 0; left &= left - 1, mark = ", or ")
        gat_sentence_add(t, "%s%s", mark, gat_relation_words((unsigned)__builtin_ctzll(left)));
}

/* The update missing here is one too many at another wrong element. */
static bool moved_tell(const struct gat_expectation *x, const void *output,
                       const struct gat_subject *s, int64_t u, struct gat_sentence *t)
{
    const struct gat_array *out = &s->a->output;
    size_t esize = gat_dtype_size(out->dtype);
    int64_t n = gat_array_count(out), e = s->element;
    unsigned parts;
    for (unsigned k = 0; k < MOST_ELSEWHERE; k++) {
        struct gat_sum m;
        e = gat_next_wrong(s->c, s->a, output, s->written, e + 1);
        if (e == n)
            return false;
        struct gat_subject there = gat_subject_make(x, output, s->written, e);
        gat_sum_start(&m, s->c, s->a, e, there.got);
        struct gat_sum_trial more = {.more = (const char *)s->c->updates.data + (size_t)u * esize};
        bool fits = gat_sum_fits(&m, &more);
        gat_sum_free(&m);
        if (!fits)
            continue;
        uint64_t relations = gat_update_relations(&there, u);
        if (!is_named(relations) && gat_real_of(out->dtype, &parts) != NULL)
            continue; /* numbers that are close fit by chance */
        gat_sentence_add(t, ", it went to ");
        gat_sentence_place(t, "output", out, e);
        named_tell(relations, t);
        return true;
    }
    return false;
}

/* An update that belongs elsewhere counts here. */
static void gained_tell(const struct gat_sum *m, const struct gat_subject *s,
                        const struct gat_sum_found *f, struct gat_sentence *t)
{
    uint64_t relations = gat_update_relations(s, f->gained);
    int64_t target = ref_target_of(m->c, m->a, f->gained);
    bool beside = target == gat_subject_beside(s, -1) || target == gat_subject_beside(s, 1);
    update_tell(m, ref_update_element(m->c, m->a, f->gained), "counts too, ", t);
    gat_sentence_add(t, is_named(relations) || beside ? "and belongs at " : "whose place is ");
    gat_sentence_place(t, "output", &m->a->output, target);
    named_tell(relations, t);
}

static void beside_tell(const struct gat_sum *m, const struct gat_sum_found *f,
                        struct gat_sentence *t)
{
    gat_sentence_add(t, "what belongs at ");
    gat_sentence_place(t, "output", &m->a->output, f->beside);
    gat_sentence_add(t, " counts too");
}

static void twice_tell(const struct gat_sum *m, const struct gat_sum_found *f,
                       struct gat_sentence *t)
{
    update_tell(m, f->twice, "counts twice", t);
    if (f->twice_too < 0)
        return;
    gat_sentence_add(t, ", as does ");
    gat_sentence_place(t, "updates", &m->c->updates, f->twice_too);
}

/* The updates of another element came in place of its own. */
static void shifted_tell(const struct gat_sum *m, unsigned kind, const struct gat_sum_found *f,
                         struct gat_sentence *t)
{
    static const char *const words[] = {"the next element instead", "index off by one",
                                        "another row"};
    gat_sentence_add(t, "the updates of ");
    gat_sentence_place(t, "output", &m->a->output, f->from[kind - GAT_SUM_OTHER_ELEMENT]);
    gat_sentence_add(t, " came in place of its own, %s", words[kind - GAT_SUM_OTHER_ELEMENT]);
}

static const char *const plain_words[] = {[GAT_SUM_FLUSHED] =
                                              "a denormal number was flushed to zero (that sums "
                                              "are those of IEEE 754 is our reading)",
                                          [GAT_SUM_NAN] = "a NaN was skipped",
                                          [GAT_SUM_ZERO] = "the sign of a zero did not count",
                                          [GAT_SUM_FINITE] = "the finite number next to it came "
                                                             "in place of an infinity",
                                          [GAT_SUM_SATURATED] = "stopped at the end of the type",
                                          [GAT_SUM_MEAN] = "rounded the other way",
                                          [GAT_SUM_DOUBLE] = "rounded as float64 does",
                                          [GAT_SUM_SINGLE] = "rounded as float32 does",
                                          [GAT_SUM_ALL_TWICE] = "each update counts twice",
                                          [GAT_SUM_COUNTED] = "each update counts as 1, "
                                                              "whatever it is",
                                          [GAT_SUM_FLIPPED] = "one bit of it is flipped",
                                          [GAT_SUM_KINDS] = NULL};

static void kind_tell(const struct gat_sum *m, const struct gat_subject *s, unsigned kind,
                      const struct gat_sum_found *f, struct gat_sentence *t)
{
    bool is_signed = gat_number_of(m->c->data.dtype) == GAT_SIGNED;
    if (kind >= GAT_SUM_MANNER)
        gat_sentence_add(t, "what reduction %s gives", gat_reduction_name(kind - GAT_SUM_MANNER));
    else if (plain_words[kind] != NULL)
        gat_sentence_add(t, "%s", plain_words[kind]);
    else if (kind == GAT_SUM_BITS)
        gat_sentence_add(t, "the lowest %d bits of it, as if it were kept in %d bits", f->bits,
                         f->bits);
    else if (kind == GAT_SUM_PARTIAL)
        gat_sentence_add(t, "as if a part of it were kept in %d bits", f->partial);
    else if (kind == GAT_SUM_DIVISOR)
        gat_sentence_add(t, "divided by %" PRId64 " and not by %" PRId64, f->divisor, f->terms);
    else if (kind == GAT_SUM_BEGAN)
        gat_sentence_add(t, "that counts too, as if the %s began there",
                         ref_reduction_of(m->c) == REF_MIN ? "least" : "greatest");
    else if (kind == GAT_SUM_DATA_LOST)
        data_tell(m, m->c->without_data ? "has a part in it" : "has no part in it", t);
    else if (kind == GAT_SUM_DATA_TWICE)
        data_tell(m, "counts twice", t);
    else if (kind == GAT_SUM_STAYED)
        data_tell(m, "is what stayed, as if no update came", t);
    else if (kind == GAT_SUM_STRAY)
        update_tell(m, f->stray,
                    ref_first_index(m->c, m->a, ref_update_first(m->a, f->stray)) < 0
                        ? "counts too, though no index stands for it"
                        : "counts too, though its index is out of range", t);
    else if (kind == GAT_SUM_LOST)
        update_tell(m, f->lost, "is lost", t);
    else if (kind == GAT_SUM_TWICE)
        twice_tell(m, f, t);
    else if (kind == GAT_SUM_PLACE && m->n == 1) /* which without data is right */
        data_tell(m, "has no part in it", t);
    else if (kind == GAT_SUM_PLACE)
        update_tell(m, f->place, "took the place of all others", t);
    else if (kind == GAT_SUM_SWAPPED)
        update_tell(m, f->swapped,
                    "came in place of its neighbour, as if by the neighbouring index", t);
    else if (kind == GAT_SUM_SIGN)
        gat_sentence_add(t, "%s numbers were compared as if they were %s",
                         is_signed ? "signed" : "unsigned", is_signed ? "unsigned" : "signed");
    else if (kind == GAT_SUM_GAINED)
        gained_tell(m, s, f, t);
    else if (kind == GAT_SUM_BESIDE)
        beside_tell(m, f, t);
    else
        shifted_tell(m, kind, f, t);
}

/* ": off by 0.5, of which the order of the terms explains 0.002", or of a zero its sign */
static void distance_tell(const struct gat_sum *m, struct gat_sentence *s)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    if (f == NULL || parts != 1)
        return;
    double got = gat_real_get(f, m->got, 0), due = gat_real_get(f, m->want, 0), most = 0;
    const struct ref_range *r = ref_ranges_of(m->a, m->element);
    if (!isfinite(got) || !isfinite(due))
        return;
    if (got == due) { /* zeros */
        (void)gat_damage_tell(m->c->data.dtype, m->got, m->want, s);
        return;
    }
    if (r->low < r->high)
        most = (r->high - r->low) / 2;
    gat_sentence_add(s, ": off by %.3g, ", fabs(got - due));
    if (most > 0)
        gat_sentence_add(s, "of which the order of the terms explains %.3g", most);
    else
        gat_sentence_add(s, "and every order of the terms gives the same");
}


/* The explanations that all samples share.  A lost update alone is told of the first sample, if
 * others got one too many. */
static uint64_t shared_find(const struct gat_expectation *x, const void *output,
                            const struct gat_subject *s, struct gat_sum_found *first,
                            unsigned *n_shared)
{
    struct gat_samples samples;
    uint64_t sets[GAT_SAMPLES] = {first->set};
    unsigned n = 1;
    *n_shared = 1;
    if (first->set == 0)
        return 0;
    gat_samples_take(x, output, s->written, s->element, GAT_SAMPLES, &samples);
    for (unsigned k = 1; k < samples.n; k++) {
        struct gat_subject other = gat_subject_make(x, output, s->written, samples.at[k]);
        struct gat_sum_found f;
        struct gat_sum m;
        gat_sum_start(&m, s->c, s->a, other.element, other.got);
        gat_sum_explain(&m, &other, first->set, &f);
        if (!f.is_vague)
            sets[n++] = f.set;
        gat_sum_free(&m);
    }
    *n_shared = n;
    return gat_explanations_shared(sets, n, n / 8);
}

/* Counts the explanations that this value would have; false where it is what came or is due. */
static bool hits_ask(const struct gat_subject *s, uint64_t set, const void *value,
                     unsigned hits[64])
{
    size_t size = gat_dtype_size(s->a->output.dtype);
    struct gat_sum_found f;
    struct gat_sum m;
    if (memcmp(value, s->got, size) == 0 || memcmp(value, s->want, size) == 0)
        return false;
    gat_sum_start(&m, s->c, s->a, s->element, value);
    gat_sum_explain(&m, s, set, &f);
    gat_sum_free(&m);
    for (uint64_t left = f.set; left != 0; left &= left - 1)
        hits[__builtin_ctzll(left)]++;
    return true;
}

/* How many of the values that other places are due would have each explanation in place of what
 * came; of so many that were asked. */
static unsigned hits_count(const struct gat_subject *s, uint64_t set, unsigned most,
                           unsigned hits[64])
{
    enum { TRIED = 64 };
    const struct gat_array *due = &s->a->output;
    int64_t n = due->sparse != NULL ? 0 : gat_array_count(due);
    size_t size = gat_dtype_size(due->dtype);
    unsigned asked = 0;
    for (int64_t k = 0; k < n && k < TRIED && asked < most; k++) {
        const char *value = (const char *)due->data +
                            (size_t)(n <= TRIED ? k : gat_spread(k, n)) * size;
        asked += hits_ask(s, set, value, hits);
    }
    return asked;
}

/* The same of all values of a type that has few, some of which are asked: terms make many of
 * them. */
static unsigned hits_of_type(const struct gat_subject *s, uint64_t set, unsigned most,
                             unsigned hits[64])
{
    enum { VALUES = 256 };
    unsigned asked = 0;
    for (unsigned k = 0; k < most && gat_dtype_size(s->a->output.dtype) == 1; k++) {
        unsigned char value = (unsigned char)gat_spread(k, VALUES);
        asked += hits_ask(s, set, &value, hits);
    }
    return asked;
}

/* How often would one value have the explanation by chance?  The least and the greatest of n terms
 * is one of them, whatever went wrong. */
static double chance_of(const struct gat_subject *s, unsigned kind, unsigned hits, unsigned asked)
{
    int64_t n = gat_sum_updates(s->c, s->a, s->element);
    enum ref_reduction how = ref_reduction_of(s->c);
    double chance = asked >= LEAST_ASKED ? hits / (double)asked : 0;
    bool is_term = kind == GAT_SUM_PLACE && n > 1 && (how == REF_MIN || how == REF_MAX);
    return is_term && chance < 1 / (double)n ? 1 / (double)n : chance;
}

/* Those that `samples` values would hardly have by chance; *perhaps: which chance may explain.
 * Only what one of many terms would explain is ever by chance; of more than a few hundred it may
 * always be. */
static uint64_t likely_only(const struct gat_subject *s, uint64_t set, unsigned samples,
                            uint64_t *perhaps)
{
    enum { MOST_TERMS = 4096, ASKED = 16, ASKED_OF_MANY = 6 };
    uint64_t terms = set & (GAT_SUM_TERMS | UINT64_C(1) << GAT_SUM_PLACE |
                            UINT64_C(1) << GAT_SUM_BITS | UINT64_C(1) << GAT_SUM_PARTIAL |
                            UINT64_C(1) << GAT_SUM_FLIPPED | UINT64_MAX << GAT_SUM_MANNER);
    int64_t n = gat_sum_updates(s->c, s->a, s->element);
    unsigned hits[64] = {0}, any[64] = {0};
    unsigned most = n > MOST_TERMS ? 0 : n > FEW_TERMS ? ASKED_OF_MANY : ASKED;
    unsigned asked = terms != 0 ? hits_count(s, terms, most, hits) : 0;
    unsigned times = ref_update_count(s->c, s->a) <= MOST_TERMS ? 4 : 1; /* each sees all updates */
    unsigned of_type = terms != 0 ? hits_of_type(s, terms, times * most, any) : 0;
    *perhaps = n > FEW_TERMS ? terms : 0;
    for (uint64_t left = terms; left != 0; left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(left);
        double due = chance_of(s, kind, hits[kind], asked);
        double value = chance_of(s, kind, any[kind], of_type);
        double chance = pow(due > value ? due : value, samples);
        if (chance > 1.0 / GAT_MAYBE)
            set &= ~(left & -left);
        else if (chance > 1.0 / GAT_RARE)
            *perhaps |= left & -left;
    }
    return set;
}

static bool kinds_tell(const struct gat_expectation *x, const void *output,
                       const struct gat_sum *m, const struct gat_subject *s, uint64_t set,
                       uint64_t perhaps, const struct gat_sum_found *f, unsigned *told,
                       struct gat_sentence *t)
{
    const char *mark = ": ";
    if ((set >> GAT_SUM_MOVED & 1) != 0) /* which is more than all updates of another place */
        set &= ~GAT_SUM_SHIFTS;
    if (m->n == 0)
        set &= ~GAT_SUM_SHIFTS;              /* it has none of its own */
    if (set == UINT64_C(1) << GAT_SUM_MOVED) /* one is missed here, and too many there */
        set = f->set & (UINT64_C(1) << GAT_SUM_LOST | UINT64_C(1) << GAT_SUM_STAYED |
                        UINT64_C(1) << GAT_SUM_GAINED);
    set = gat_sum_plainest(set & ~(UINT64_C(1) << GAT_SUM_MOVED));
    *told = (unsigned)__builtin_popcountll(set);
    if (set == 0 || *told > GAT_MISTAKES_TOLD)
        return false;
    for (; set != 0; set &= set - 1, mark = ", or ") {
        unsigned kind = (unsigned)__builtin_ctzll(set);
        gat_sentence_add(t, "%s%s", mark, (perhaps >> kind & 1) != 0 ? "perhaps " : "");
        kind_tell(m, s, kind, f, t);
        bool missed = kind == GAT_SUM_LOST || (kind == GAT_SUM_STAYED && m->n == 1);
        int64_t u = kind == GAT_SUM_LOST ? f->lost : m->updates[0];
        if (missed && !moved_tell(x, output, s, u, t))
            *told = *told > 1 ? *told : 2; /* where it went may tell another mistake */
    }
    return true;
}

bool gat_sum_tell(const struct gat_expectation *x, const void *output,
                  const struct gat_subject *s, struct gat_blamed *b, struct gat_sentence *t)
{
    struct gat_sum_found f;
    struct gat_sum m;
    gat_sum_start(&m, s->c, s->a, s->element, s->got);
    gat_sum_explain(&m, s, UINT64_MAX, &f);
    unsigned samples;
    uint64_t perhaps, shared = shared_find(x, output, s, &f, &samples);
    shared = likely_only(s, shared, samples, &perhaps);
    bool told = kinds_tell(x, output, &m, s, shared, perhaps, &f, &b->mistakes, t);
    if (told && (perhaps & shared) == shared) /* perhaps one is as good as several */
        b->mistakes += b->mistakes == 1;
    uint64_t first = shared & -shared;
    b->mistakes = told ? b->mistakes : 0;
    if (m.n > 0)
        b->rule = !told                                      ? REF_value
                : first == UINT64_C(1) << GAT_SUM_NAN       ? REF_nan
                : first == UINT64_C(1) << GAT_SUM_ZERO      ? REF_zero_sign
                : first == UINT64_C(1) << GAT_SUM_SATURATED ? REF_overflow
                : first == UINT64_C(1) << GAT_SUM_MEAN      ? REF_mean_rounding
                                                            : REF_value;
    if (!told && m.n > 0)
        distance_tell(&m, t);
    told |= m.n > 0;
    gat_sum_free(&m);
    return told;
}
