/* demands.c - what every kernel of ref/ asks of its operands.
 *
 * A rule is looked up only where another value of it could have changed the
 * answer: the set `consulted` tells which clauses a case exercises and for which
 * ambiguous ones the readings part.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "demands.h"

#include <string.h>

#include "dtype.h"

void ref_decide(struct ref_answer *a, enum ref_rule rule, enum ref_consequence what,
                gat_status kind)
{
    static const enum ref_demand demands[] = {REF_MUST_REPORT, REF_MAY_EITHER, REF_FREE};
    static const int strictness[] = {
        [REF_MUST_SUCCEED] = 0, [REF_MAY_EITHER] = 1, [REF_MUST_REPORT] = 2, [REF_FREE] = 3};
    a->errors |= UINT32_C(1) << kind;
    if (strictness[demands[what]] <= strictness[a->demand])
        return;
    a->demand = demands[what];
    a->error = kind;
    a->rule = rule;
}

static enum ref_consequence consequence_of(const struct ref_case *c,
                                           struct ref_answer *a, enum ref_rule rule)
{
    /* These two have "allowed" in front of the three consequences. */
    bool late = rule == REF_empty || rule == REF_empty_tuple;
    return (enum ref_consequence)(ref_rule(c, a, rule) - late);
}

void ref_broken(const struct ref_case *c, struct ref_answer *a, enum ref_rule consequence,
                gat_status kind)
{
    ref_decide(a, consequence, consequence_of(c, a, consequence), kind);
}

void ref_impossible(const struct ref_case *c, struct ref_answer *a,
                    enum ref_rule consequence, gat_status kind)
{
    enum ref_consequence what = consequence_of(c, a, consequence);
    ref_decide(a, consequence, what == REF_EITHER ? REF_UNDEFINED : what, kind);
}

void ref_check_rank(const struct ref_case *c, struct ref_answer *a,
                    const struct gat_array *t, enum ref_rule least,
                    enum ref_rule greatest)
{
    bool low = t->ndim <= c->rules->value[least] && t->ndim < ref_rule(c, a, least);
    bool high =
        t->ndim >= c->rules->value[greatest] && t->ndim > ref_rule(c, a, greatest);
    if (low || high)
        ref_broken(c, a, REF_bad_rank, GAT_E_INVALID);
}

/* The one element of the axis tensor; false when it is not one. */
static bool axis_read(const struct ref_case *c, int64_t *axis)
{
    const struct gat_array *t = &c->axis_tensor;
    bool one = gat_array_count(t) == 1 && gat_dtype_is_index(t->dtype);
    *axis = one ? gat_array_index(t, 0) : 0;
    return one;
}

bool ref_check_axis(const struct ref_case *c, struct ref_answer *a, int32_t rank)
{
    int64_t axis = c->axis;
    if (c->axis_tensor.ndim >= 0) {
        if (!axis_read(c, &axis)) {
            ref_impossible(c, a, REF_bad_axis_tensor, GAT_E_INVALID);
            return false;
        }
        if (ref_rule(c, a, REF_axis_tensor) == REF_AXIS_TENSOR_NEVER)
            ref_broken(c, a, REF_bad_axis_tensor, GAT_E_INVALID);
    }
    if (axis < -rank || axis >= rank) {
        ref_impossible(c, a, REF_bad_axis, GAT_E_INVALID);
        return false;
    }
    if (axis < 0 && ref_rule(c, a, REF_axis_domain) == REF_AXIS_NONNEGATIVE)
        ref_broken(c, a, REF_bad_axis, GAT_E_INVALID);
    a->axis = axis < 0 ? axis + rank : axis;
    return true;
}

static bool batch_extents_agree(const struct ref_case *c, int64_t b)
{
    for (int64_t d = 0; d < b; d++)
        if (c->data.shape[d] != c->indices.shape[d])
            return false;
    return true;
}

int64_t ref_check_batch(const struct ref_case *c, struct ref_answer *a, int64_t of_indices,
                        int64_t of_data)
{
    int64_t b = c->batch_dims, q = c->indices.ndim;
    if (b == 0)
        return 0;
    if (ref_rule(c, a, REF_batch_dims) == REF_BATCH_NONE)
        ref_broken(c, a, REF_bad_batch, GAT_E_INVALID);
    if (b < -q || b > of_indices) {
        ref_impossible(c, a, REF_bad_batch, GAT_E_INVALID);
        return 0;
    }
    if (b < 0) {
        if (ref_rule(c, a, REF_negative_batch_dims) != REF_NEGATIVE_BATCH_WRAPS)
            ref_broken(c, a, REF_negative_batch_dims, GAT_E_INVALID);
        b += q;
    }
    if (b > of_data)
        ref_impossible(c, a, REF_bad_batch, GAT_E_INVALID);
    else if (!batch_extents_agree(c, b))
        ref_impossible(c, a, REF_bad_sizes, GAT_E_INVALID);
    else
        a->batch_dims = b;
    return b;
}

/* What follows from an index whose effect is undefined, where `undefined` does for the operator. */
static enum ref_consequence undefined_of(const struct ref_case *c, struct ref_answer *a,
                                         enum ref_consequence undefined)
{
    return undefined == REF_EITHER && ref_rule(c, a, REF_undefined_index) == REF_UNDEFINED_WHOLE
               ? REF_UNDEFINED
               : undefined;
}

/* May an error for an index be left out, as nothing moves? */
static bool is_unmoved(const struct ref_case *c, struct ref_answer *a)
{
    const struct ref_map *m = &a->map;
    return m->idle || (ref_product(m->shape, 0, m->rank) == 0 &&
                       ref_rule(c, a, REF_unmoved_index) == REF_UNMOVED_EITHER);
}

static void index_note(const struct ref_case *c, struct ref_answer *a,
                       int64_t extent, enum ref_consequence undefined)
{
    switch (ref_rule(c, a, REF_out_of_range)) {
    case REF_OOR_ERROR:
        ref_decide(a, REF_out_of_range, is_unmoved(c, a) ? REF_EITHER : REF_ERROR, GAT_E_RANGE);
        break;
    case REF_OOR_EITHER:
        ref_decide(a, REF_out_of_range, REF_EITHER, GAT_E_RANGE);
        break;
    case REF_OOR_UNDEFINED:
        ref_decide(a, REF_out_of_range, undefined_of(c, a, undefined), GAT_E_RANGE);
        break;
    case REF_OOR_CLAMP:
    case REF_OOR_WRAP: /* an axis without elements has nothing to offer instead */
        if (extent == 0)
            ref_decide(a, REF_out_of_range, REF_EITHER, GAT_E_RANGE);
        break;
    default: /* REF_OOR_ZERO, REF_OOR_DROP, REF_OOR_FILL: nothing is wrong with it */
        break;
    }
}

void ref_check_indices(const struct ref_case *c, struct ref_answer *a,
                       enum ref_consequence undefined)
{
    int64_t count = gat_array_count(&c->indices);
    for (int64_t at = 0; at < count; at++) {
        int64_t index = gat_array_index(&c->indices, at), extent = ref_extent(a, at);
        if (index >= 0 && index < extent)
            continue;
        int64_t domain = index < 0 ? ref_rule(c, a, REF_index_domain) : REF_NONNEGATIVE;
        if (domain == REF_WRAPS && index >= -extent)
            continue;
        if (a->bad_at < 0)
            a->bad_at = at;
        if (domain == REF_BELOW_UNDEFINED) {
            ref_decide(a, REF_index_domain, undefined_of(c, a, undefined), GAT_E_RANGE);
            continue;
        }
        index_note(c, a, extent, undefined);
    }
}

int64_t ref_position_outside(const struct ref_rules *r, int64_t index, int64_t extent)
{
    int64_t what = r->value[REF_out_of_range], rest;
    bool from_end = index < 0 && index >= -extent;
    if (index < 0 && r->value[REF_index_domain] == REF_BELOW_UNDEFINED)
        return REF_AT_NOTHING;
    if (extent == 0 && (what == REF_OOR_CLAMP || what == REF_OOR_WRAP))
        return REF_AT_NOTHING;
    if (from_end && (r->value[REF_index_domain] == REF_WRAPS || what == REF_OOR_EITHER))
        return index + extent;
    switch (what) {
    case REF_OOR_CLAMP:
        return index < 0 ? 0 : extent - 1;
    case REF_OOR_WRAP:
        rest = index % extent;
        return rest < 0 ? rest + extent : rest;
    case REF_OOR_ZERO:
        return REF_AT_ZERO;
    case REF_OOR_FILL:
        return REF_AT_FILL;
    default:
        return REF_AT_NOTHING;
    }
}

size_t ref_unspecified_size(const struct ref_case *c, const struct ref_answer *a)
{
    int64_t what = c->rules->value[REF_out_of_range];
    bool moves = what == REF_OOR_CLAMP || what == REF_OOR_WRAP;
    bool open = what == REF_OOR_EITHER || what == REF_OOR_UNDEFINED || what == REF_OOR_DROP ||
                (moves && gat_array_count(&c->data) == 0) ||
                c->rules->value[REF_index_domain] == REF_BELOW_UNDEFINED;
    return open ? (size_t)gat_array_count(&a->output) : 0;
}

/*@ requires 0 <= first <= end && \valid(marks + (first .. end - 1));
    terminates \true;
    assigns marks[first .. end - 1];
    ensures marked: \forall integer k; first <= k < end ==> marks[k] == mark;
*/
static void mark_all(unsigned char *marks, int64_t first, int64_t end, unsigned char mark)
{
    /*@ loop invariant first <= k <= end;
        loop invariant marked: \forall integer i; first <= i < k ==> marks[i] == mark;
        loop assigns k, marks[first .. end - 1];
        loop variant end - k;
    */
    for (int64_t k = first; k < end; k++)
        marks[k] = mark;
}

/*@ requires 0 <= count && 1 <= esize <= 64 && count * esize <= INT64_MAX;
    requires esize == size_of(dtype) && \valid(to + (0 .. count * esize - 1));
    terminates \true;
    assigns to[0 .. count * esize - 1];
*/
static void fill_all(char *to, int64_t count, enum gat_dtype dtype, int64_t esize)
{
    /*@ loop invariant 0 <= k <= count;
        loop assigns k, to[0 .. count * esize - 1];
        loop variant count - k;
    */
    for (int64_t k = 0; k < count; k++) {
        //@ ghost ref_lemma_row(k, count, esize);
        gat_dtype_fill(dtype, to + k * esize);
    }
}

void ref_put_nothing(struct ref_answer *a, int64_t position, int64_t element,
                     int64_t count, unsigned char *scratch)
{
    int64_t esize = (int64_t)gat_dtype_size(a->output.dtype);
    char *to = (char *)a->output.data + element * esize;
    //@ assert 0 <= count * esize <= INT64_MAX;
    //@ assert bytes: (size_t)(count * esize) == count * esize;
    //@ assert lies: \valid(to + (0 .. count * esize - 1));
    memset(to, 0, (size_t)(count * esize));
    if (position == REF_AT_FILL)
        fill_all(to, count, a->output.dtype, esize);
    if (position != REF_AT_NOTHING || scratch == NULL)
        return;
    if (a->unspecified == NULL) {
        a->unspecified = scratch;
        mark_all(scratch, 0, gat_array_count(&a->output), 0);
    }
    mark_all(scratch, element, element + count, 1);
}
