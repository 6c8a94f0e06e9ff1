/* sum_explain.c - the mistakes that would give one element of a reduction the value it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/sum_explain.h"

#include <math.h>
#include <string.h>

#include "arith.h"
#include "diagnose/damage.h"
#include "diagnose/sum_manner.h"
#include "diagnose/sum_stop.h"
#include "dtype.h"
#include "real.h"

/* Updates of one element, each of which may be the one; updates of others that may have come. */
enum { MOST_UPDATES = 256, MOST_OTHERS = 1 << 16, MOST_TRIED = 64, FEW = 4, MOST_PAIRED = 8 };

static bool is_integer(enum gat_dtype t)
{
    return gat_number_of(t) == GAT_SIGNED || gat_number_of(t) == GAT_UNSIGNED;
}

static bool is_best(const struct gat_sum *m)
{
    return ref_reduction_of(m->c) == REF_MIN || ref_reduction_of(m->c) == REF_MAX;
}

static uint64_t bit(unsigned kind)
{
    return UINT64_C(1) << kind;
}

/* ---- data and updates ---- */

/* The mistakes about data that explain an element with updates. */
static uint64_t data_explain(struct gat_sum *m)
{
    uint64_t set = 0;
    struct gat_sum_trial less = {.other_data = true}, more = {.more = gat_sum_data(m)};
    if (gat_sum_fits(m, &less))
        set |= bit(GAT_SUM_DATA_LOST);
    if (!m->c->without_data && gat_sum_fits(m, &more))
        set |= bit(GAT_SUM_DATA_TWICE);
    if (gat_dtype_same(m->c->data.dtype, m->got, gat_sum_data(m)))
        set |= bit(GAT_SUM_STAYED) | (m->n == 1 ? bit(GAT_SUM_LOST) : 0);
    return set;
}

/* Can this value, as one more or as one less, make what came?  Cheap; gat_sum_fits decides. */
static bool may_differ_by(const struct gat_sum *m, const void *value, bool less)
{
    enum gat_dtype t = m->c->data.dtype;
    enum ref_reduction how = ref_reduction_of(m->c);
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (is_best(m))
        return less || gat_dtype_same(t, value, m->got);
    if (how != REF_ADD && how != REF_SUB)
        return true;
    if (is_integer(t)) {
        uint64_t by = gat_integer_get(t, m->got) - gat_integer_get(t, m->want);
        uint64_t v = gat_integer_get(t, value), unused = 64 - 8 * (unsigned)m->esize;
        return by << unused == ((how == REF_ADD) != less ? v : 0 - v) << unused;
    }
    for (unsigned p = 0; f != NULL && p < parts; p++) {
        double got = gat_real_get(f, (const char *)m->got + p * f->size, 0);
        double due = gat_real_get(f, (const char *)m->want + p * f->size, 0);
        double v = gat_real_get(f, (const char *)value + p * f->size, 0);
        double by = (how == REF_ADD) != less ? got - due : due - got;
        if (isfinite(v) && isfinite(by) && fabs(by - v) > fabs(v) / 16)
            return false;
    }
    return true;
}

/* The first update with which the trial fits, or -1; of very many updates only those are tried
 * whose value is about the difference. */
static int64_t number_find(struct gat_sum *m, bool less, bool more)
{
    unsigned tried = 0;
    for (int64_t k = 0; k < m->n && tried < MOST_UPDATES; k++) {
        struct gat_sum_trial t = {.without = less, .less = k};
        t.more = more ? gat_sum_update(m, k) : NULL;
        if (m->n > MOST_UPDATES && !may_differ_by(m, gat_sum_update(m, k), less))
            continue;
        tried += m->n > MOST_UPDATES ? MOST_UPDATES / FEW : 1;
        if (gat_sum_fits(m, &t))
            return k;
    }
    return -1;
}

/* `value` combined with itself or with another, as one update; false where that is no plain sum
 * or product. */
static bool joined(const struct gat_sum *m, const void *with, void *value)
{
    enum ref_reduction how = ref_reduction_of(m->c);
    if (how != REF_ADD && how != REF_SUB && how != REF_MUL && how != REF_MEAN)
        return false;
    gat_arith_join(m->c->data.dtype, how == REF_MUL ? GAT_MUL : GAT_ADD, value, with);
    return true;
}

/* An update of not very many that is in the sum of a mean twice, and counted once. */
static int64_t doubled_find(struct gat_sum *m)
{
    bool asked = ref_reduction_of(m->c) == REF_MEAN && m->n <= MOST_UPDATES;
    for (int64_t k = 0; k < m->n && asked; k++) {
        char value[16];
        struct gat_sum_trial t = {.without = true, .less = k, .more = value};
        memcpy(value, gat_sum_update(m, k), m->esize);
        gat_arith_join(m->c->data.dtype, GAT_ADD, value, gat_sum_update(m, k));
        if (gat_sum_fits(m, &t))
            return k;
    }
    return -1;
}

/* Two updates of a few that count twice: the first of them. */
static int64_t pair_find(struct gat_sum *m, int64_t *other)
{
    for (int64_t k = 0; k < m->n && m->n > 2 && m->n <= MOST_PAIRED; k++)
        for (*other = k + 1; *other < m->n; ++*other) {
            char value[16];
            struct gat_sum_trial t = {.more = value};
            memcpy(value, gat_sum_update(m, k), m->esize);
            if (joined(m, gat_sum_update(m, *other), value) && gat_sum_fits(m, &t))
                return k;
        }
    return -1;
}

/* An update whose value is that of the one beside it in updates. */
static int64_t swapped_find(struct gat_sum *m)
{
    int64_t count = gat_array_count(&m->c->updates);
    const char *values = m->c->updates.data;
    for (int64_t k = 0; k < m->n; k++)
        for (int64_t beside = m->updates[k] - 1; beside <= m->updates[k] + 1; beside += 2) {
            struct gat_sum_trial t = {.without = true, .less = k};
            if (beside < 0 || beside >= count)
                continue;
            t.more = values + (size_t)beside * m->esize;
            if (gat_sum_fits(m, &t))
                return beside;
        }
    return -1;
}

/* Is it what it is whatever is added: an infinity, or a NaN? */
static bool absorbs(const struct gat_sum *m)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    for (unsigned p = 0; f != NULL && p < parts && !is_best(m); p++)
        if (!isfinite(gat_real_get(f, (const char *)m->got + p * f->size, 0)))
            return true;
    return false;
}

/* The first update that has the value that came, or where the least or the greatest is due the last
 * alone; m->n where none has it, or so many that the value tells nothing. */
static int64_t place_find(const struct gat_sum *m)
{
    enum { OFTEN = 16 };
    int64_t place = m->n, hits = 0;
    bool absorbed = absorbs(m);
    for (int64_t k = m->n - 1; k >= (is_best(m) ? m->n - 1 : 0) && !absorbed; k--)
        if (gat_dtype_same(m->c->data.dtype, m->got, gat_sum_update(m, k))) {
            place = k;
            hits++;
        }
    bool often = ref_reduction_of(m->c) == REF_MUL || hits * OFTEN > m->n; /* small numbers */
    return hits > 1 && m->n > 3 && often ? m->n : place;
}

static uint64_t updates_explain(struct gat_sum *m, uint64_t wanted, struct gat_sum_found *f)
{
    uint64_t set = 0;
    struct gat_sum_trial all = {.twice = true};
    if (gat_sum_fits(m, &all))
        set |= bit(GAT_SUM_ALL_TWICE);
    bool losing = (wanted & (bit(GAT_SUM_LOST) | bit(GAT_SUM_MOVED))) != 0 && m->n > 1;
    int64_t lost = losing ? number_find(m, true, false) : -1;
    bool doubling = (wanted & bit(GAT_SUM_TWICE)) != 0;
    int64_t twice = doubling ? number_find(m, false, true) : -1;
    twice = twice < 0 && doubling ? doubled_find(m) : twice;
    bool few = m->n <= MOST_UPDATES;
    int64_t swapped = few && (wanted & bit(GAT_SUM_SWAPPED)) != 0 ? swapped_find(m) : -1;
    int64_t place = place_find(m), other = -1;
    if (doubling && lost < 0 && twice < 0 && swapped < 0 && place == m->n && set == 0)
        twice = pair_find(m, &other);
    f->twice_too = twice >= 0 && other >= 0 ? m->updates[other] : -1;
    f->lost = lost >= 0 ? m->updates[lost] : m->updates[0];
    f->twice = twice >= 0 ? m->updates[twice] : 0;
    f->place = place < m->n ? m->updates[place] : 0;
    f->swapped = swapped;
    return set | (lost >= 0 ? bit(GAT_SUM_LOST) : 0) | (twice >= 0 ? bit(GAT_SUM_TWICE) : 0) |
           (place < m->n ? bit(GAT_SUM_PLACE) : 0) | (swapped >= 0 ? bit(GAT_SUM_SWAPPED) : 0);
}

static bool is_zero(const struct gat_sum *m)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    bool zero = f != NULL || gat_integer_get(m->c->data.dtype, m->got) == 0;
    for (unsigned p = 0; f != NULL && p < parts; p++)
        zero &= gat_real_get(f, (const char *)m->got + p * f->size, 0) == 0;
    return zero;
}

/* The first of a few updates that go nowhere, as their index is out of range, with which the trial
 * fits; -1: none. */
static int64_t stray_find(struct gat_sum *m)
{
    int64_t count = ref_update_count(m->c, m->a), found = -1, tried = 0;
    for (int64_t k = 0; k < count && k < MOST_OTHERS && tried <= FEW; k++) {
        int64_t at = ref_update_element(m->c, m->a, k);
        struct gat_sum_trial t = {.more = (const char *)m->c->updates.data + (size_t)at * m->esize};
        if (ref_target_of(m->c, m->a, k) >= 0 || !may_differ_by(m, t.more, false))
            continue;
        tried++;
        if (found < 0 && gat_sum_fits(m, &t))
            found = at;
    }
    return tried <= FEW ? found : -1;
}

/* An update of another element: the only one with such a value, or of a few the one whose place
 * relates to this one. */
static bool gained_find(struct gat_sum *m, const struct gat_subject *s, int64_t *u)
{
    enum ref_reduction how = ref_reduction_of(m->c);
    bool any = how == REF_MUL || how == REF_MEAN; /* the value tells nothing in advance */
    int64_t count = ref_update_count(m->c, m->a), tried = 0, related = 0;
    if (how == REF_MUL && is_zero(m)) /* which any small factor makes */
        return false;
    for (int64_t k = 0; k < count && k < MOST_OTHERS && tried <= MOST_TRIED; k++) {
        int64_t at = ref_update_element(m->c, m->a, k), target = ref_target_of(m->c, m->a, k);
        struct gat_sum_trial t = {.more = (const char *)m->c->updates.data + (size_t)at * m->esize};
        if (target < 0 || target == m->element || !may_differ_by(m, t.more, false))
            continue;
        bool relates = gat_update_relations(s, at) != 0;
        if (any && !relates)
            continue;
        tried++;
        if (((any || tried <= FEW) && gat_sum_fits(m, &t)) && (relates || tried == 1)) {
            related += relates;
            *u = related > 1 ? *u : k;
        } else if (tried == 1) {
            *u = -1;
        }
    }
    return (related > 0 || tried == 1) && (any || tried <= FEW) && *u >= 0;
}

/* ---- the updates of another place ---- */

/* Elements of the output between places that follow each other, as `kind` says. */
static int64_t shift_of(const struct gat_sum *m, unsigned kind)
{
    const struct gat_array *out = &m->a->output;
    int64_t inner = 1, places = 1, depth = m->a->depth > 1 ? m->a->depth : 1;
    if (kind == GAT_SUM_OTHER_ELEMENT || m->c->kernel->naming == REF_NAMES_PLACES ||
        ref_names_windows(m->c->kernel->naming))
        return kind == GAT_SUM_OTHER_ELEMENT ? 1 : 0;
    for (int64_t d = m->a->axis; d < out->ndim; d++)
        *(d < m->a->axis + depth ? &places : &inner) *= out->shape[d];
    return kind == GAT_SUM_OTHER_PLACE ? inner : inner * places;
}

/* The element whose updates came in place of its own, `shift` elements before it or after it. */
static bool shifted_find(struct gat_sum *m, int64_t shift, int64_t *from)
{
    int64_t n = gat_array_count(&m->a->output);
    for (int64_t by = -shift; by <= shift && shift > 0 && shift < n; by += 2 * shift) {
        struct gat_sum other;
        *from = (m->element + by + n) % n;
        gat_sum_start(&other, m->c, m->a, *from, NULL);
        struct gat_sum_trial t = {.of = &other};
        bool fits = other.n + m->n > 0 && gat_sum_fits(m, &t);
        gat_sum_free(&other);
        if (fits)
            return true;
    }
    return false;
}

/* The element before it, or else after it, whose updates came too, `least` or more of them. */
static bool beside_find(struct gat_sum *m, int64_t least, int64_t *from)
{
    int64_t n = gat_array_count(&m->a->output);
    bool fits = false;
    for (int64_t by = -1; by <= 1 && n > 1 && !fits; by += 2) {
        struct gat_sum other;
        *from = (m->element + by + n) % n;
        gat_sum_start(&other, m->c, m->a, *from, NULL);
        struct gat_sum_trial t = {.with = &other};
        fits = other.n >= least && gat_sum_fits(m, &t);
        gat_sum_free(&other);
    }
    return fits;
}

static uint64_t shifts_explain(struct gat_sum *m, uint64_t wanted, struct gat_sum_found *f)
{
    uint64_t set = 0;
    if (ref_update_count(m->c, m->a) > MOST_OTHERS)
        return 0;
    for (unsigned kind = GAT_SUM_OTHER_ELEMENT; kind <= GAT_SUM_OTHER_ROW; kind++)
        if ((wanted & bit(kind)) != 0 &&
            shifted_find(m, shift_of(m, kind), &f->from[kind - GAT_SUM_OTHER_ELEMENT]))
            set |= bit(kind);
    int64_t least = wanted == UINT64_MAX ? 2 : 1; /* one alone is gained */
    if ((wanted & bit(GAT_SUM_BESIDE)) != 0 && beside_find(m, least, &f->beside))
        set |= bit(GAT_SUM_BESIDE);
    return set;
}

/* ---- what happens to any number ---- */

/* Is `got` what `want` becomes in an integer of fewer bits?  How many; 0: it is not. */
static int narrowed(enum gat_dtype t, const void *got, const void *want)
{
    uint64_t x = gat_integer_get(t, got), y = gat_integer_get(t, want);
    int all = 8 * (int)gat_dtype_size(t);
    for (int bits = all == 8 ? 4 : 8; bits < all; bits *= 2) {
        uint64_t low = y << (64 - bits);
        if (x == low >> (64 - bits) || x == (uint64_t)((int64_t)low >> (64 - bits)))
            return bits;
    }
    return 0;
}

/* Whole bytes of the lowest bits in which both agree, by six that are no zeros at the end; or 0. */
static int alike(enum gat_dtype t, const void *got, const void *want)
{
    uint64_t due = gat_integer_get(t, want), lost = gat_integer_get(t, got) ^ due;
    int zeros = __builtin_ctzll(due | UINT64_C(1) << 63), bits = 8 * (int)gat_dtype_size(t) - 8;
    while (bits - zeros >= 6 && lost << (64 - bits) != 0)
        bits -= 8;
    return bits - zeros >= 6 ? bits : 0;
}

/* The significant bits of a finite number that is not 0. */
static int significant(const struct gat_real *f, const void *number)
{
    uint64_t ones = gat_bits_get(f->size, number) | UINT64_C(1) << f->mantissa;
    return (int)f->mantissa + 1 - __builtin_ctzll(ones);
}

/* A number near what is due that has half of its bits, or fewer. */
static int shortened(const struct gat_real *f, const void *got, const void *want)
{
    double x = gat_real_get(f, got, 0), y = gat_real_get(f, want, 0);
    int half = (int)(f->mantissa + 3) / 2, bits = significant(f, got);
    bool near = isfinite(x) && isfinite(y) && x != 0 && fabs(x - y) <= fabs(y) / 16;
    return near && bits <= half && significant(f, want) > half ? half : 0;
}

static uint64_t number_explain(struct gat_sum *m, struct gat_sum_found *found)
{
    enum gat_dtype t = m->c->data.dtype;
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (m->n == 0)
        return 0;
    uint64_t flips = gat_sum_is_flipped(m) ? bit(GAT_SUM_FLIPPED) : 0;
    if (is_integer(t)) {
        found->bits = narrowed(t, m->got, m->want);
        found->partial = found->bits > 0 || is_best(m) ? 0 : alike(t, m->got, m->want);
        return flips | (found->bits > 0 ? bit(GAT_SUM_BITS) : 0) |
               (found->partial > 0 ? bit(GAT_SUM_PARTIAL) : 0);
    }
    struct gat_sum_trial terms = {.flushed = true};
    bool gone = gat_damage_flushed(t, m->got, m->want, false) || gat_sum_fits(m, &terms);
    uint64_t flushed = gone ? bit(GAT_SUM_FLUSHED) : 0;
    if (f == NULL || parts != 1)
        return flips | flushed;
    uint64_t due = gat_bits_get(f->size, m->want) & ~gat_real_sign(f);
    uint64_t got = gat_bits_get(f->size, m->got) & ~gat_real_sign(f);
    bool lost = due > gat_real_infinity(f) && got <= gat_real_infinity(f) && gat_sum_is_best_of(m);
    bool one_sign = gat_real_get(f, m->got, 0) * gat_real_get(f, m->want, 0) > 0;
    bool finite = due == gat_real_infinity(f) && got == due - 1 && one_sign;
    found->partial = is_best(m) ? 0 : shortened(f, m->got, m->want);
    return flips | flushed | (lost ? bit(GAT_SUM_NAN) : 0) | (finite ? bit(GAT_SUM_FINITE) : 0) |
           (found->partial > 0 ? bit(GAT_SUM_PARTIAL) : 0);
}

/* Are a term that came and what is due one number in a narrower float, in which they compare? */
static bool is_one_rounded(const struct gat_sum *m, bool single)
{
    char got[16], want[16];
    memcpy(got, m->got, m->esize);
    memcpy(want, m->want, m->esize);
    (void)gat_damage_round(m->c->data.dtype, m->got, single, got);
    (void)gat_damage_round(m->c->data.dtype, m->want, single, want);
    return is_best(m) && gat_sum_got_is_term(m) && memcmp(got, want, m->esize) == 0;
}

/* A number, or one of the updates that it is made of, went through a narrower float. */
static uint64_t rounded_explain(struct gat_sum *m)
{
    enum gat_dtype t = m->c->data.dtype;
    static const enum gat_sum_kind kinds[] = {GAT_SUM_DOUBLE, GAT_SUM_SINGLE};
    uint64_t set = 0;
    for (unsigned how = 0; how < 2 && m->esize >= 4 && !absorbs(m); how++)
        for (int64_t k = -1; k < m->n && k < MOST_TRIED && (set & bit(kinds[how])) == 0; k++) {
            char value[16];
            struct gat_sum_trial trial = {.without = k >= 0, .less = k, .more = value};
            bool changes = gat_damage_round(t, k < 0 ? m->want : gat_sum_update(m, k), how == 1,
                                            value);
            bool fits = k < 0 ? gat_dtype_same(t, value, m->got) : gat_sum_fits(m, &trial);
            set |= (changes && fits) || is_one_rounded(m, how == 1) ? bit(kinds[how]) : 0;
        }
    return (set & bit(GAT_SUM_DOUBLE)) != 0 ? bit(GAT_SUM_DOUBLE) : set;
}

/* Does the answer tell nothing of its terms?  Any NaN makes a NaN; and a number may be so near
 * that the order of the terms explains it even with a term more or less. */
static bool is_vague(const struct gat_sum *m)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    for (unsigned p = 0; f != NULL && p < parts; p++)
        if (isnan(gat_real_get(f, (const char *)m->got + p * f->size, 0)))
            return true;
    return gat_sum_near(m, ref_ranges_of(m->a, m->element));
}

/* What a mean was divided by in place of the number of its terms; 0: no other number is known. */
static int64_t divisor_find(const struct gat_sum *m, int64_t terms)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    if (ref_reduction_of(m->c) != REF_MEAN || f == NULL || m->n == 0)
        return 0; /* complex numbers have no mean */
    double got = gat_real_get(f, m->got, 0), sum = gat_real_get(f, m->want, 0) * (double)terms;
    double by = sum / got, whole = nearbyint(by), exact = ldexp(1, -(int)f->mantissa);
    bool fits = whole > 1 && whole <= 2 * (double)terms &&
                fabs(by - whole) <= 2 * (double)(terms + 1) * exact * whole &&
                2 * (double)(terms + 1) * exact * whole < 0.1;
    return fits && (int64_t)whole != terms ? (int64_t)whole : 0;
}

void gat_sum_explain(struct gat_sum *m, const struct gat_subject *s, uint64_t wanted,
                     struct gat_sum_found *f)
{
    const uint64_t moved = bit(GAT_SUM_LOST) | bit(GAT_SUM_STAYED) | bit(GAT_SUM_GAINED);
    f->set = number_explain(m, f);
    if (m->n > 0) {
        f->set |= data_explain(m) | updates_explain(m, wanted, f) | gat_sum_manners(m);
        f->set |= (gat_sum_is_other_sign(m) ? bit(GAT_SUM_SIGN) : 0) |
                  (gat_sum_stops(m) ? bit(GAT_SUM_SATURATED) : 0) | rounded_explain(m);
    }
    if ((wanted & (bit(GAT_SUM_GAINED) | bit(GAT_SUM_MOVED))) != 0 && gained_find(m, s, &f->gained))
        f->set |= bit(GAT_SUM_GAINED);
    f->stray = (wanted & bit(GAT_SUM_STRAY)) != 0 ? stray_find(m) : -1;
    f->terms = m->n + !m->c->without_data;
    f->divisor = divisor_find(m, f->terms);
    f->set |= shifts_explain(m, wanted, f) | (f->stray >= 0 ? bit(GAT_SUM_STRAY) : 0) |
              (f->divisor > 0 ? bit(GAT_SUM_DIVISOR) : 0);
    if ((f->set & moved) != 0)
        f->set |= bit(GAT_SUM_MOVED);
    f->is_vague = is_vague(m);
    if (f->is_vague)
        f->set &= ~(GAT_SUM_TERMS | UINT64_MAX << GAT_SUM_MANNER);
    f->set &= wanted;
}

uint64_t gat_sum_plainest(uint64_t set)
{
    static const struct {
        enum gat_sum_kind says;
        uint64_t less;
    } rules[] = {{GAT_SUM_STAYED, UINT64_C(1) << GAT_SUM_LOST | GAT_SUM_SHIFTS |
                                      UINT64_C(1) << GAT_SUM_BESIDE},
                 {GAT_SUM_FLUSHED, UINT64_C(1) << GAT_SUM_FLIPPED | GAT_SUM_SHIFTS |
                                       UINT64_C(1) << GAT_SUM_SINGLE |
                                       UINT64_MAX << GAT_SUM_MANNER},
                 {GAT_SUM_ZERO, ~GAT_SUM_BY_ZERO},
                 {GAT_SUM_SINGLE, UINT64_C(1) << GAT_SUM_PARTIAL},
                 {GAT_SUM_FINITE, GAT_SUM_SHIFTS | UINT64_C(1) << GAT_SUM_FLIPPED |
                                      UINT64_C(1) << GAT_SUM_GAINED |
                                      UINT64_C(1) << GAT_SUM_BESIDE},
                 {GAT_SUM_MEAN, UINT64_C(1) << GAT_SUM_GAINED | UINT64_C(1) << GAT_SUM_BESIDE},
                 {GAT_SUM_GAINED, UINT64_C(1) << GAT_SUM_BESIDE},
                 {GAT_SUM_SIGN, UINT64_C(1) << GAT_SUM_FLIPPED},
                 {GAT_SUM_BITS, UINT64_C(1) << GAT_SUM_FLIPPED},
                 {GAT_SUM_TWICE, UINT64_C(1) << GAT_SUM_ALL_TWICE},
                 {GAT_SUM_DATA_LOST, UINT64_C(1) << GAT_SUM_PLACE},
                 {GAT_SUM_NAN, UINT64_C(1) << GAT_SUM_LOST | UINT64_C(1) << GAT_SUM_PLACE}};
    for (unsigned k = 0; k < sizeof rules / sizeof rules[0]; k++)
        if ((set & bit(rules[k].says)) != 0)
            set &= ~rules[k].less;
    uint64_t plain = set & (bit(GAT_SUM_MANNER) - 1);
    return __builtin_popcountll(set) > GAT_MISTAKES_TOLD && plain != 0 ? plain : set;
}
