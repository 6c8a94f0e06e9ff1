/* opt_join.c - updates that are combined with the elements of the output.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_join.h"

#include "dtype.h"

bool opt_join_read(const struct ref_case *c, struct opt_join *j)
{
    static const enum gat_arith ops[] = {
        [REF_ADD] = GAT_ADD, [REF_MUL] = GAT_MUL,  [REF_MIN] = GAT_MIN,
        [REF_MAX] = GAT_MAX, [REF_MEAN] = GAT_ADD, [REF_SUB] = GAT_SUB};
    enum ref_reduction how = ref_reduction_of(c);
    const int64_t *rule = c->rules->value;
    j->joins = how != REF_NONE;
    if (!j->joins) /* where any of two updates may stay, the last one does */
        return rule[REF_duplicates] == REF_DUP_ANY || rule[REF_duplicates] == REF_DUP_LAST ||
               rule[REF_duplicates] == REF_DUP_UNDEFINED;
    if (c->without_data || rule[REF_overflow] != REF_OVERFLOW_WRAPS ||
        rule[REF_precision] != REF_PRECISION_OWN || rule[REF_nan] != REF_NAN_PROPAGATES ||
        rule[REF_mean_rounding] == REF_MEAN_NEAREST)
        return false;
    j->mean = how == REF_MEAN;
    j->how = ops[how];
    return gat_arith_has(c->data.dtype, j->how);
}

/* As ref makes an integer of a sum and its number of terms. */
static void integer_mean(const struct ref_case *c, char *element, uint64_t terms)
{
    enum gat_dtype t = c->data.dtype;
    uint64_t sum = gat_integer_get(t, element);
    bool minus = gat_number_of(t) == GAT_SIGNED && (int64_t)sum < 0;
    if (minus && c->rules->value[REF_mean_rounding] == REF_MEAN_TO_ZERO)
        sum = 0 - (0 - sum) / terms;
    else
        sum = gat_integer_divide(t, sum, terms);
    gat_integer_put(t, element, sum);
}

static void real_mean(enum gat_dtype t, char *element, double terms)
{
    unsigned parts;
    const struct gat_real *form = gat_real_of(t, &parts);
    gat_real_put(form, element, 0, gat_real_get(form, element, 0) / terms);
}

void opt_means_make(const struct ref_case *c, char *sums, const uint32_t *counts, int64_t first,
                    int64_t end)
{
    enum gat_dtype t = c->data.dtype;
    size_t esize = gat_dtype_size(t);
    for (int64_t k = first; t == GAT_F32 && k < end; k++) {
        float sum, mean;
        memcpy(&sum, sums + k * 4, 4);
        mean = sum / (float)(counts[k] + 1); /* which a number without updates is */
        if (counts[k] != 0)
            memcpy(sums + k * 4, &mean, 4);
    }
    for (int64_t k = first; t != GAT_F32 && k < end; k++)
        if (counts[k] != 0 && gat_real_of(t, &(unsigned){0}) != NULL)
            real_mean(t, sums + (size_t)k * esize, (double)counts[k] + 1);
        else if (counts[k] != 0)
            integer_mean(c, sums + (size_t)k * esize, (uint64_t)counts[k] + 1);
}
