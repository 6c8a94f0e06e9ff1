/* displaced.c - a wrong value that the operands hold in another place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/displaced.h"

#include <string.h>

#include "diagnose/damage.h"
#include "dtype.h"
#include "oracle/next_wrong.h"

/* Wrong elements that may hold an update that is missed; elements whose halves are looked at. */
enum { MOST_ELSEWHERE = 64, MOST_HALVES = 1 << 20 };

/* Where a half of an element is from. */
struct half {
    const struct gat_array *operand;
    const char *name;
    int64_t at;
};

static unsigned lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

/* ", which is updates[0,4] and belongs at output[1,2]", after another place ", or it is ..."; a
 * place that tells nothing is only named. */
static void find_add(const struct gat_subject *s, enum ref_operand operand, int64_t at,
                     bool related, bool more, struct gat_sentence *t)
{
    gat_sentence_add(t, more ? ", or it is " : ", which is ");
    if (operand == REF_FROM_DATA) {
        gat_sentence_place(t, "data", &s->c->data, at);
        return;
    }
    gat_sentence_place(t, "updates", &s->c->updates, at);
    int64_t u = gat_update_to(s->c, s->a, at, s->element), target = ref_target_of(s->c, s->a, u);
    bool several = ref_update_count(s->c, s->a) > gat_array_count(&s->c->updates);
    if (target == s->element)
        return;
    if (target < 0)
        gat_sentence_add(t, " and has no place: %s",
                         ref_first_index(s->c, s->a, u) < 0 ? "no index stands for it"
                                                             : "its index is out of range");
    else
        gat_sentence_add(t, several   ? ", one of whose places is "
                            : related ? " and belongs at "
                                      : ", whose place is ");
    if (target >= 0)
        gat_sentence_place(t, "output", &s->a->output, target);
}

/* ": index off by one", or by chance ": perhaps index off by one"; after another explanation
 * ", or index off by one". */
static void relation_add(const struct gat_subject *s, unsigned relation, int64_t found,
                         bool more, bool perhaps, struct gat_sentence *t)
{
    const char *mark = more ? ", or " : perhaps ? ": perhaps " : ": ";
    if (relation == GAT_BESIDE) {
        gat_sentence_add(t, "%s belongs at ", more ? ", or it" : " and");
        gat_sentence_place(t, "output", &s->a->output,
                           gat_subject_beside(s, gat_is_due_beside(s, -1, found) ? -1 : 1));
    } else if (relation == GAT_STALE)
        gat_sentence_add(t, "%swhat data held before, the update is lost", mark);
    else if (relation == GAT_OTHER_WRITER)
        gat_sentence_add(
            t, "%sanother update of the same element was due, the %s", mark,
            s->c->rules->value[REF_duplicates] == REF_DUP_FIRST ? "first" : "last");
    else
        gat_sentence_add(t, "%s%s", mark, gat_relation_words(relation));
}

/* The mistakes that explain a find at this place. */
static uint64_t related_to(const struct gat_finds *f, int64_t at)
{
    uint64_t set = 0, known = (UINT64_C(1) << GAT_RELATIONS_MOST) - 1;
    for (uint64_t left = f->relations & known; left != 0; left &= left - 1)
        set |= f->related[lowest(left)] == at ? left & -left : 0;
    return set;
}

/* Another wrong element that holds the missing update, which then is not lost; or -1. */
static int64_t went_find(const struct gat_expectation *x, const void *output,
                         const struct gat_subject *s, struct gat_displaced *d)
{
    const struct gat_array *out = &s->a->output;
    size_t size = gat_dtype_size(out->dtype);
    int64_t n = gat_array_count(out), e = s->element;
    for (unsigned k = 0; k < MOST_ELSEWHERE; k++) {
        struct gat_finds f;
        e = gat_next_wrong(s->c, s->a, output, s->written, e + 1);
        if (e == n)
            return -1;
        if (!gat_dtype_same(out->dtype, (const char *)output + (size_t)e * size, s->want))
            continue;
        if (gat_dtype_same(out->dtype, (const char *)s->c->data.data + (size_t)e * size, s->want))
            continue; /* it may have stayed there too */
        struct gat_subject there = gat_subject_make(x, output, s->written, e);
        gat_value_find(&there, REF_FROM_UPDATES, &f);
        uint64_t mistakes = related_to(&f, s->source.element);
        if (f.n != 1 && mistakes == 0) /* updates hold it elsewhere too */
            continue;
        d->went_by = gat_relations_shared(x, output, &there, REF_FROM_UPDATES, &f);
        d->went_by &= (UINT64_C(1) << GAT_RELATIONS_MOST) - 1;
        d->went_perhaps = d->went_by == 0;
        if (d->went_perhaps)
            d->went_by = mistakes & (f.n == 1 ? f.perhaps : mistakes);
        return e;
    }
    return -1;
}

/* ": the update went to output[1,2], index off by one" */
static void went_add(const struct gat_subject *s, const struct gat_displaced *d,
                     struct gat_sentence *t)
{
    bool more = false;
    gat_sentence_add(t, ": the update went to ");
    gat_sentence_place(t, "output", &s->a->output, d->went);
    for (uint64_t left = gat_relations_told(d->went_by); left != 0; left &= left - 1, more = true)
        gat_sentence_add(t, "%s%s", more ? ", or " : d->went_perhaps ? ", perhaps " : ", ",
                         gat_relation_words(lowest(left)));
}

const enum ref_operand gat_searched[2] = {REF_FROM_DATA, REF_FROM_UPDATES};

/* The mistakes that lead to one place, where they are so many that they are guesses. */
static uint64_t guesses_of(const struct gat_finds *f, uint64_t set)
{
    uint64_t known = set & ((UINT64_C(1) << GAT_RELATIONS_MOST) - 1), guesses = 0;
    for (uint64_t left = known; left != 0; left &= left - 1) {
        uint64_t same = known & related_to(f, f->related[lowest(left)]);
        guesses |= same & ~gat_relations_told(same);
    }
    return guesses;
}

void gat_displaced_find(const struct gat_expectation *x, const void *output,
                        const struct gat_subject *s, struct gat_displaced *d)
{
    const uint64_t facts = UINT64_C(1) << GAT_BESIDE;
    uint64_t sure = 0;
    d->n = 0;
    d->perhaps = false;
    for (unsigned k = 0; k < 2; k++) {
        d->shared[k] = gat_relations_shared(x, output, s, gat_searched[k], &d->finds[k]);
        sure |= d->shared[k];
    }
    d->sure = (sure & ~facts) != 0;
    for (unsigned k = 0; k < 2; k++) {
        uint64_t perhaps = d->sure ? 0 : d->finds[k].perhaps;
        d->perhaps |= perhaps != 0;
        d->shared[k] |= perhaps;
        d->shared[k] &= ~guesses_of(&d->finds[k], d->shared[k]);
        d->n += (unsigned)__builtin_popcountll(d->shared[k]);
    }
    d->went = (d->shared[0] >> GAT_STALE & 1) != 0 ? went_find(x, output, s, d) : -1;
}

bool gat_displaced_is_clear(const struct gat_displaced *d)
{
    bool lost = d->shared[0] == UINT64_C(1) << GAT_STALE && d->went < 0;
    return d->n > 0 && d->n <= GAT_MISTAKES_TOLD && !d->perhaps && !(lost && d->n == 1);
}

/* Is it what data held before, but also one update of another element, and nothing tells which? */
static bool is_either(const struct gat_subject *s, const struct gat_displaced *d)
{
    const struct gat_finds *updates = &d->finds[1];
    bool stale = d->shared[0] == UINT64_C(1) << GAT_STALE && d->went < 0;
    int64_t target = -1;
    if (stale && updates->n == 1)
        target = ref_target_of(s->c, s->a,
                               gat_update_to(s->c, s->a, updates->first, s->element));
    return d->n == 1 && target >= 0 && target != s->element;
}

void gat_related_tell(const struct gat_subject *s, const struct gat_displaced *d,
                      struct gat_blamed *b, struct gat_sentence *t)
{
    bool more = false;
    for (unsigned k = 0; k < 2; k++) {
        int64_t at = -1;
        for (uint64_t left = d->shared[k]; left != 0; left &= left - 1, more = true) {
            unsigned r = lowest(left);
            bool elsewhere = d->finds[k].related[r] != at;
            if (elsewhere)
                find_add(s, gat_searched[k], at = d->finds[k].related[r], true, more, t);
            if (r == GAT_STALE && d->went >= 0) {
                went_add(s, d, t);
                continue;
            }
            if (r == GAT_STALE && b->mistakes == 1)
                b->mistakes = 2; /* where the update went may tell another mistake */
            relation_add(s, r, at, more && !elsewhere, d->perhaps, t);
            if (r == GAT_OTHER_WRITER)
                b->rule = REF_duplicates;
        }
    }
    if (is_either(s, d))
        find_add(s, REF_FROM_UPDATES, d->finds[1].first, d->finds[1].relations != 0, true, t);
}

bool gat_unrelated_tell(const struct gat_subject *s, const struct gat_displaced *d,
                        struct gat_blamed *b, struct gat_sentence *t)
{
    for (unsigned k = 0; k < 2; k++) {
        int64_t at = d->finds[k].first;
        if (d->finds[k].n != 1 || gat_damage_is_zero(s->a->output.dtype, s->got))
            continue;
        find_add(s, gat_searched[k], at, false, false, t);
        int64_t u = k == 1 ? gat_update_to(s->c, s->a, at, s->element) : -1;
        if (k == 1 && ref_target_of(s->c, s->a, u) < 0 && ref_first_index(s->c, s->a, u) >= 0)
            b->rule = REF_out_of_range;
        return true;
    }
    return false;
}

/* ---- halves ---- */

/* The element of an operand that alone has this half, or the first of those that are the same; -1:
 * none, or several others, which may be chance. */
static int64_t half_find(const struct gat_array *t, size_t size, size_t from, const char *half)
{
    int64_t n = t->ndim < 0 || t->sparse != NULL ? 0 : gat_array_count(t), found = -1;
    const char *values = t->data;
    for (int64_t k = 0; k < n && n <= MOST_HALVES; k++) {
        const char *value = values + (size_t)k * size;
        if (memcmp(value + from, half, size / 2) != 0)
            continue;
        if (found >= 0 && memcmp(value, values + (size_t)found * size, size) != 0)
            return -1;
        found = found < 0 ? k : found;
    }
    return found;
}

static const char *half_words(enum gat_dtype t, unsigned half)
{
    bool complex = t == GAT_C64 || t == GAT_C128;
    return complex ? half == 0 ? "real part" : "imaginary part"
                   : half == 0 ? "first half" : "second half";
}

/* Which element has this half of what came? */
static bool half_place(const struct gat_subject *s, unsigned half, struct half *out)
{
    size_t size = gat_dtype_size(s->a->output.dtype), from = half * size / 2;
    const char *got = (const char *)s->got + from;
    out->operand = &s->c->data;
    out->name = "data";
    out->at = half_find(out->operand, size, from, got);
    if (out->at < 0 && s->c->updates.ndim >= 0) {
        out->operand = &s->c->updates;
        out->name = "updates";
        out->at = half_find(out->operand, size, from, got);
    }
    return out->at >= 0;
}

bool gat_torn_tell(const struct gat_subject *s, struct gat_sentence *t)
{
    enum gat_dtype type = s->a->output.dtype;
    size_t size = gat_dtype_size(type);
    static const char none[8];
    struct half from[2];
    bool right[2], known[2];
    if (type == GAT_STR || size < 8)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        const char *got = (const char *)s->got + k * size / 2;
        right[k] = memcmp(got, (const char *)s->want + k * size / 2, size / 2) == 0;
        if (memcmp(got, none, size / 2) == 0) /* zeros come of much else */
            return false;
        known[k] = !right[k] && half_place(s, k, &from[k]);
    }
    if ((!right[0] && !known[0]) || (!right[1] && !known[1]))
        return false;
    if (right[0] || right[1])
        gat_sentence_add(t, ": only its %s is right", half_words(type, right[0] ? 0 : 1));
    for (unsigned k = 0; k < 2; k++) {
        if (right[k])
            continue;
        gat_sentence_add(t, "%s %s is that of ",
                         k == 0 && !right[1] ? ": its" : ", the", half_words(type, k));
        gat_sentence_place(t, from[k].name, from[k].operand, from[k].at);
    }
    return true;
}
