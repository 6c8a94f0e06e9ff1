/* sum_manner.c - other arithmetic that would give one element of a reduction the value it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/sum_manner.h"

#include <math.h>
#include <string.h>

#include "arith.h"
#include "diagnose/damage.h"
#include "dtype.h"
#include "real.h"

static bool is_best(const struct gat_sum *m)
{
    return ref_reduction_of(m->c) == REF_MIN || ref_reduction_of(m->c) == REF_MAX;
}

static uint64_t bit(unsigned kind)
{
    return UINT64_C(1) << kind;
}

/* Does it fit what came, and not what is due as well? */
static bool tells(struct gat_sum *m, const struct gat_sum_trial *t)
{
    const void *got = m->got;
    if (!gat_sum_fits(m, t))
        return false;
    m->got = m->want;
    bool fits = gat_sum_fits(m, t);
    m->got = got;
    return !fits;
}

/* Is it what comes of so many ones?  An update of 1 tells nothing. */
static uint64_t counted_explain(struct gat_sum *m)
{
    char one[16];
    const struct gat_sum_trial ones = {.each = one};
    if (ref_reduction_of(m->c) != REF_ADD || !gat_dtype_parse(m->c->data.dtype, "1", one, NULL))
        return 0;
    return tells(m, &ones) ? bit(GAT_SUM_COUNTED) : 0;
}

/* Is it the least or the greatest number of another integer type? */
static bool is_integer_end(enum gat_dtype t, const void *number)
{
    uint64_t x = gat_integer_get(t, number);
    bool is = false;
    for (unsigned other = 0; other < GAT_DTYPE_COUNT && !is; other++)
        is = gat_number_of((enum gat_dtype)other) <= GAT_UNSIGNED && other != (unsigned)t &&
             gat_number_of((enum gat_dtype)other) != GAT_NO_NUMBER &&
             (x == gat_integer_most((enum gat_dtype)other) ||
              x == 0 - gat_integer_least((enum gat_dtype)other));
    return is;
}

/* Is it the least or the greatest finite number of another floating-point type? */
static bool is_real_end(const struct gat_real *f, const void *number)
{
    static const enum gat_dtype others[] = {GAT_F16, GAT_BF16, GAT_F32};
    unsigned parts;
    bool is = false;
    for (unsigned k = 0; k < sizeof others / sizeof others[0] && !is; k++) {
        const struct gat_real *other = gat_real_of(others[k], &parts);
        is = other != f && fabs(gat_real_get(f, number, 0)) ==
                               gat_real_widen(gat_real_infinity(other) - 1, other);
    }
    return is;
}

/* Numbers that are taken for the least of a type: zero, the least normal one above it, and the ends
 * of other types. */
static bool is_beginning(enum gat_dtype t, const void *number)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    bool is_end = f == NULL ? is_integer_end(t, number) : parts == 1 && is_real_end(f, number);
    return is_end || gat_damage_is_zero(t, number) ||
           (f != NULL && parts == 1 &&
            gat_bits_get(f->size, number) == UINT64_C(1) << f->mantissa);
}

/* Is it such a number, better than each term? */
static uint64_t began_explain(struct gat_sum *m)
{
    const struct gat_sum_trial too = {.more = m->got};
    bool asked = is_best(m) && is_beginning(m->c->data.dtype, m->got) && !gat_sum_got_is_term(m);
    return asked && tells(m, &too) ? bit(GAT_SUM_BEGAN) : 0;
}

uint64_t gat_sum_manners(struct gat_sum *m)
{
    static const struct {
        enum ref_rule rule;
        enum gat_sum_kind kind;
    } rules[] = {{REF_overflow, GAT_SUM_SATURATED},
                 {REF_nan, GAT_SUM_NAN},
                 {REF_zero_sign, GAT_SUM_ZERO},
                 {REF_mean_rounding, GAT_SUM_MEAN}};
    uint64_t set = counted_explain(m) | began_explain(m);
    for (unsigned other = REF_ADD; other < REF_REDUCTIONS; other++) {
        struct gat_sum_trial t = {.how = (enum ref_reduction)other};
        if (t.how != ref_reduction_of(m->c) && tells(m, &t))
            set |= bit(GAT_SUM_MANNER + other);
    }
    for (unsigned k = 0; k < sizeof rules / sizeof rules[0]; k++) {
        const struct gat_sum_trial same = {0};
        int64_t was = m->rules.value[rules[k].rule];
        m->rules.value[rules[k].rule] = !was;
        set |= gat_sum_fits(m, &same) ? bit(rules[k].kind) : 0;
        m->rules.value[rules[k].rule] = was;
    }
    return set;
}

bool gat_sum_is_other_sign(const struct gat_sum *m)
{
    enum gat_dtype t = m->c->data.dtype;
    if (!is_best(m) || (gat_number_of(t) != GAT_SIGNED && gat_number_of(t) != GAT_UNSIGNED))
        return false;
    unsigned unused = 64 - 8 * (unsigned)m->esize;
    uint64_t turn = gat_number_of(t) == GAT_SIGNED ? 0 : UINT64_C(1) << 63, best = 0;
    int64_t first = m->c->without_data ? 0 : -1;
    for (int64_t k = first; k < m->n; k++) {
        uint64_t key = (gat_integer_get(t, k < 0 ? gat_sum_data(m) : gat_sum_update(m, k))
                        << unused) ^ turn;
        bool better = ref_reduction_of(m->c) == REF_MAX ? key > best : key < best;
        best = k == first || better ? key : best;
    }
    return best == ((gat_integer_get(t, m->got) << unused) ^ turn);
}

bool gat_sum_is_flipped(const struct gat_sum *m)
{
    static const double far = 0x1p16;
    unsigned parts;
    const struct gat_real *f = gat_real_of(m->c->data.dtype, &parts);
    if (!gat_damage_flips(m->c->data.dtype, m->got, m->want))
        return false;
    for (unsigned p = 0; f != NULL && p < parts && !is_best(m); p++) {
        const char *came = (const char *)m->got + p * f->size;
        const char *want = (const char *)m->want + p * f->size;
        double got = fabs(gat_real_get(f, came, 0)), due = fabs(gat_real_get(f, want, 0));
        if (memcmp(came, want, f->size) != 0 && got < due * far && due < got * far)
            return false;
    }
    return true;
}
