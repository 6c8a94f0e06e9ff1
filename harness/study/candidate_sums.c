/* candidate_sums.c - candidates about reductions: each of them, and the numbers that
 * show what a rule about arithmetic says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"
#include "spec/reduction.h"
#include "study/candidate_part.h"
#include "study/candidate_sums.h"

#define ALL (GAT_BIT(REF_ADD) | GAT_BIT(REF_MUL) | GAT_BIT(REF_MIN) | GAT_BIT(REF_MAX) | \
             GAT_BIT(REF_MEAN))

/* With data and updates of which type; DTYPE_COUNT keeps what the candidate has. */
static const struct sum {
    uint32_t reductions; /* the first that is offered is stated */
    enum gat_dtype dtype;
    const char *data, *updates;
} sums[GAT_SUMS] = {
    [GAT_SUM_ADD] = {GAT_BIT(REF_ADD), GAT_DTYPE_COUNT, NULL, NULL},
    [GAT_SUM_MUL] = {GAT_BIT(REF_MUL), GAT_DTYPE_COUNT, NULL, NULL},
    [GAT_SUM_MIN] = {GAT_BIT(REF_MIN), GAT_DTYPE_COUNT, NULL, NULL},
    [GAT_SUM_MAX] = {GAT_BIT(REF_MAX), GAT_DTYPE_COUNT, NULL, NULL},
    [GAT_SUM_MEAN] = {GAT_BIT(REF_MEAN), GAT_DTYPE_COUNT, NULL, NULL},
    [GAT_SUM_OF_BOOL] = {ALL, GAT_BOOL, "false", "true"},
    [GAT_SUM_OF_COMPLEX] = {ALL & ~(GAT_BIT(REF_ADD) | GAT_BIT(REF_MUL)), GAT_C64, "1", "2"},
    [GAT_SUM_OVERFLOWS] = {GAT_BIT(REF_ADD) | GAT_BIT(REF_MUL), GAT_I8, "100", "101"},
    [GAT_SUM_WITH_NAN] = {GAT_BIT(REF_MIN) | GAT_BIT(REF_MAX), GAT_F32, "1", "nan"},
    [GAT_SUM_NEGATIVE_MEAN] = {GAT_BIT(REF_MEAN), GAT_I16, "-4", "1"},
    [GAT_SUM_WITHOUT_DATA] = {ALL, GAT_DTYPE_COUNT, NULL, NULL},
};

static void values_put(struct gat_operand_text *o, enum gat_dtype t, const char *text,
                       unsigned char *to)
{
    size_t size = gat_dtype_size(t);
    bool exact;
    for (size_t k = 0; k < GAT_CANDIDATE_VALUES; k++)
        if (!gat_dtype_parse(t, text, to + k * size, &exact))
            gat_dtype_distinct(t, 0, to + k * size);
    o->dtype = t;
    o->bytes[t] = to;
}

bool gat_candidate_reduce(struct gat_candidate *c, const struct gat_spec *s,
                          const struct gat_profile *p, enum gat_candidate_sum sum,
                          struct gat_candidate_terms *terms)
{
    const struct sum *m = &sums[sum];
    struct gat_test *t = &c->test;
    uint32_t offered = gat_reductions_of(s) & m->reductions;
    bool typed = m->dtype != GAT_DTYPE_COUNT;
    if (!t->updates.present || offered == 0 ||
        (typed && (p->data_types & GAT_BIT(m->dtype)) == 0))
        return false;
    t->reduction = (struct gat_attribute_value){true, __builtin_ctz(offered)};
    t->initial.given = sum == GAT_SUM_WITHOUT_DATA;
    if (typed) {
        c->dtype = m->dtype;
        values_put(&t->data, m->dtype, m->data, terms->data);
        values_put(&t->updates, m->dtype, m->updates, terms->updates);
    }
    return true;
}
