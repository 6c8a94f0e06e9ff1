/* call.c - a call of the plug-in contract as a question.
 *
 * For the backends ref and opt, which take calls as any other backend does and
 * know the variants from the table that the build makes.  What the call says is
 * bounded before it is believed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "ref.h"

enum { MOST_OPERANDS = 8 };

/* The row of a variant for a profile, or the variant's first one. */
static const struct ref_variant *variant_find(const struct gat_call *call)
{
    const struct ref_variant *first = NULL;
    for (size_t k = 0; k < ref_variant_count; k++) {
        const struct ref_variant *v = &ref_variants[k];
        if (strcmp(v->op, call->op) != 0 || strcmp(v->variant, call->variant) != 0)
            continue;
        if (strcmp(v->profile, call->profile) == 0)
            return v;
        if (first == NULL)
            first = v;
    }
    return first;
}

static gat_status array_read(const struct gat_tensor *t, struct gat_array *out)
{
    int64_t count;
    if (t->strides != NULL)
        return GAT_E_UNSUPPORTED; /* what ref_call_compact is for */
    out->dtype = gat_tensor_dtype(t);
    if (out->dtype == GAT_DTYPE_COUNT)
        return GAT_E_TYPE;
    if (t->ndim < 0 || t->ndim > GAT_MAX_RANK ||
        !gat_shape_count(t->ndim, t->shape, &count))
        return GAT_E_INVALID;
    out->ndim = t->ndim;
    out->data = gat_tensor_data(t);
    for (int32_t d = 0; d < t->ndim; d++)
        out->shape[d] = t->shape[d];
    return GAT_OK;
}

static gat_status operands_read(const struct gat_call *call, struct ref_case *c)
{
    struct gat_array *slots[] = {&c->data, &c->indices, &c->updates};
    c->updates.ndim = -1;
    c->axis_tensor.ndim = -1;
    gat_status status = GAT_OK;
    for (unsigned k = 0; status == GAT_OK && c->kernel->inputs[k] != NULL; k++) {
        const struct gat_tensor *t = gat_operand_get(call, c->kernel->inputs[k]);
        status = t == NULL ? GAT_E_INVALID : array_read(t, slots[k]);
    }
    const struct gat_tensor *axis = gat_operand_get(call, "axis");
    if (status == GAT_OK && axis != NULL)
        status = array_read(axis, &c->axis_tensor);
    return status;
}

static bool list_read(const struct gat_attr *attr, bool single, struct ref_list *out)
{
    const int64_t *from = single ? &attr->i : attr->ints;
    uint64_t n = single ? 1 : attr->n_ints;
    if (attr->kind != (single ? GAT_ATTR_INT : GAT_ATTR_INTS) || n > GAT_MAX_RANK)
        return false;
    out->given = true;
    out->count = (int32_t)n;
    for (uint64_t k = 0; k < n; k++)
        out->value[k] = from[k];
    return true;
}

static bool reduction_read(const struct gat_attr *attr, struct ref_case *c)
{
    if (attr->kind != GAT_ATTR_TEXT ||
        !ref_rule_parse(REF_reduction, attr->text, &c->reduction))
        return false;
    c->reduction++;
    return true;
}

/* Attributes that no formula of a kernel uses have no effect on its answer. */
static bool attributes_read(const struct gat_call *call, struct ref_case *c)
{
    c->batch_dims = 0;
    c->reduction = 0;
    c->without_data = false;
    for (unsigned k = 0; k < REF_LISTS; k++) {
        c->lists[k].given = false;
        c->lists[k].count = 0;
        c->lists[k].value[0] = 0; /* a number that is not stated */
    }
    bool good = true;
    for (uint64_t k = 0; k < call->n_attrs; k++) {
        const struct gat_attr *attr = &call->attrs[k];
        int64_t *number = strcmp(attr->name, "axis") == 0         ? &c->axis
                          : strcmp(attr->name, "batch_dims") == 0 ? &c->batch_dims
                                                                  : NULL;
        if (number != NULL) {
            good &= attr->kind == GAT_ATTR_INT;
            *number = attr->i;
        } else if (strcmp(attr->name, "reduction") == 0) {
            good &= reduction_read(attr, c);
        } else if (strcmp(attr->name, "initial") == 0) {
            good &= attr->kind == GAT_ATTR_INT;
            c->without_data = attr->i == 0;
        } else {
            enum ref_list_id list = ref_list_find(attr->name);
            if (list != REF_LISTS)
                good &= list_read(attr, ref_list_infos[list].single, &c->lists[list]);
        }
    }
    return good;
}

/* The call's own output, if it has the shape and type that the answer has. */
static gat_status output_read(const struct gat_call *call, struct ref_answer *a)
{
    struct gat_array theirs;
    const struct gat_tensor *t = gat_operand_get(call, "output");
    if (t == NULL)
        return GAT_OK;
    gat_status status = array_read(t, &theirs);
    if (status != GAT_OK)
        return status;
    if (theirs.dtype != a->output.dtype || theirs.ndim != a->output.ndim ||
        memcmp(theirs.shape, a->output.shape,
               (size_t)theirs.ndim * sizeof theirs.shape[0]) != 0)
        return GAT_E_INVALID;
    a->output.data = theirs.data;
    return GAT_OK;
}

gat_status ref_case_from_call(const struct gat_call *call, struct ref_case *c,
                              struct ref_answer *a)
{
    const struct ref_variant *v = variant_find(call);
    if (v == NULL)
        return GAT_E_UNSUPPORTED;
    c->kernel = ref_kernel_find(v->kernel);
    c->rules = &v->rules;
    c->axis = v->axis_otherwise;
    gat_status status = operands_read(call, c);
    if (status != GAT_OK)
        return status;
    if (!attributes_read(call, c))
        return GAT_E_INVALID;
    c->index_unlisted = (v->index_types & GAT_BIT(c->indices.dtype)) == 0;
    c->type_allowed = (v->data_types & GAT_BIT(c->data.dtype)) != 0 && !c->index_unlisted;
    ref_check(c, a);
    if (a->demand == REF_MUST_REPORT || a->demand == REF_FREE)
        return a->error;
    return output_read(call, a);
}

gat_status ref_call_infer(const struct gat_call *call, uint32_t k,
                          struct gat_inferred *out)
{
    struct ref_case c;
    struct ref_answer a;
    struct gat_operand operands[MOST_OPERANDS];
    struct gat_call compact = *call;
    if (k != 0 || call->n_operands > MOST_OPERANDS)
        return GAT_E_INVALID;
    /* Strides say nothing about a shape, nor about the one element of an axis. */
    for (uint64_t i = 0; i < call->n_operands; i++) {
        operands[i] = call->operands[i];
        operands[i].tensor.strides = NULL;
    }
    compact.operands = operands;
    gat_status status = ref_case_from_call(&compact, &c, &a);
    if (status != GAT_OK)
        return status;
    out->ndim = a.output.ndim;
    out->type = gat_dtype_code(a.output.dtype);
    for (int32_t d = 0; d < out->ndim; d++)
        out->shape[d] = a.output.shape[d];
    return GAT_OK;
}

/* A variant has one row per profile; is `k` its first? */
static bool is_first_row(size_t k)
{
    for (size_t j = 0; j < k; j++)
        if (strcmp(ref_variants[j].op, ref_variants[k].op) == 0 &&
            strcmp(ref_variants[j].variant, ref_variants[k].variant) == 0)
            return false;
    return true;
}

size_t ref_claims_make(struct gat_claim *claims, const char *(*lists)[2], size_t most,
                       uint32_t flags)
{
    size_t n = 0;
    for (size_t k = 0; k < ref_variant_count && n < most; k++) {
        if (!is_first_row(k))
            continue;
        lists[n][0] = ref_variants[k].variant;
        lists[n][1] = NULL;
        claims[n] = (struct gat_claim){
            .op = ref_variants[k].op,
            .variants = lists[n],
            .data_types = GAT_ALL_TYPES,
            .index_types = GAT_ALL_TYPES,
            .max_rank = GAT_MAX_RANK,
            .flags = flags,
        };
        n++;
    }
    return n;
}

/* Which of several updates an element may have, and which elements may hold anything, is the
 * judge's to know. */
static size_t memory_needed(const struct ref_case *c, const struct ref_answer *a)
{
    bool needs = c->kernel->scatters && (ref_reduction_of(c) != REF_NONE ||
                                         c->rules->value[REF_duplicates] == REF_DUP_ERROR);
    size_t size = needs ? ref_scratch_size(c, a) : 0;
    return size > REF_MOST_SCRATCH ? 0 : size;
}

gat_status ref_call_answer(const struct ref_case *c, struct ref_answer *a, void *(*take)(size_t),
                           void (*give)(void *))
{
    size_t size = memory_needed(c, a);
    void *scratch = size == 0 ? NULL : take(size);
    if (size > 0 && scratch == NULL)
        return GAT_E_NOMEM;
    ref_run(c, a, scratch);
    if (size > 0)
        give(scratch);
    return a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER ? GAT_OK : a->error;
}
