/* opt_join.c - updates that are combined with the elements of the output.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_join.h"

#include "dtype.h"

bool opt_join_read(const struct ref_case *c, struct opt_join *j)
{
    static const signed char ops[] = {[REF_NONE] = -1,     [REF_ADD] = GAT_ADD,
                                      [REF_MUL] = GAT_MUL, [REF_MIN] = GAT_MIN,
                                      [REF_MAX] = GAT_MAX, [REF_MEAN] = -1,
                                      [REF_SUB] = GAT_SUB};
    enum ref_reduction how = ref_reduction_of(c);
    const int64_t *rule = c->rules->value;
    j->joins = how != REF_NONE;
    if (!j->joins) /* where any of two updates may stay, the last one does */
        return rule[REF_duplicates] == REF_DUP_ANY || rule[REF_duplicates] == REF_DUP_LAST ||
               rule[REF_duplicates] == REF_DUP_UNDEFINED;
    if (ops[how] < 0 || c->without_data || rule[REF_overflow] != REF_OVERFLOW_WRAPS ||
        rule[REF_precision] != REF_PRECISION_OWN || rule[REF_nan] != REF_NAN_PROPAGATES)
        return false;
    j->how = (enum gat_arith)ops[how];
    return gat_arith_has(c->data.dtype, j->how);
}

void opt_join_rows(const struct opt_level *l, const struct opt_combine *c)
{
    const int32_t *at = c->at;
    size_t esize = gat_dtype_size(c->dtype);
    if (l->combine(c))
        return;
    for (int64_t r = 0; r < c->rows; r++)
        for (int64_t k = 0; k < c->width; k++, at++)
            for (size_t b = 0; b < c->row && *at >= c->first && *at < c->end; b += esize)
                gat_arith_join(c->dtype, c->how, c->to + (size_t)*at * c->row + b,
                               c->from + r * c->pitch + (size_t)k * c->row + b);
}
