/* sum_manner.c - other arithmetic that would give one element of a reduction the value it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/sum_manner.h"

#include "arith.h"
#include "dtype.h"

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

uint64_t gat_sum_manners(struct gat_sum *m)
{
    static const struct {
        enum ref_rule rule;
        enum gat_sum_kind kind;
    } rules[] = {{REF_overflow, GAT_SUM_SATURATED},
                 {REF_nan, GAT_SUM_NAN},
                 {REF_mean_rounding, GAT_SUM_MEAN}};
    uint64_t set = 0;
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
