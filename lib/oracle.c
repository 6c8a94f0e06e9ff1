/* oracle.c - the answer to a question, and what else would be one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtype.h"
#include "question.h"
#include "real.h"

uint32_t gat_oracle_abi(void)
{
    return GAT_ORACLE_ABI;
}

const char *gat_oracle_variant(uint64_t k)
{
    return k < ref_variant_count ? ref_words[k].name : NULL;
}

struct gat_oracle *gat_oracle_new(void)
{
    struct gat_oracle *o = calloc(1, sizeof *o);
    if (o != NULL)
        o->limit = REF_MOST_SCRATCH;
    return o;
}

void gat_oracle_free(struct gat_oracle *o)
{
    if (o == NULL)
        return;
    gat_question_drop(o);
    free(o);
}

void gat_oracle_limit(struct gat_oracle *o, uint64_t bytes)
{
    if (o != NULL)
        o->limit = bytes;
}

static int32_t demand_of(enum ref_demand demand)
{
    static const int32_t ours[] = {[REF_MUST_SUCCEED] = GAT_MUST_SUCCEED,
                                   [REF_MUST_REPORT] = GAT_MUST_REPORT,
                                   [REF_MAY_EITHER] = GAT_MAY_EITHER,
                                   [REF_FREE] = GAT_FREE};
    return ours[demand];
}

/* The demand in words, the clause that decides it, and the first bad index. */
static void reason_write(struct gat_oracle *o)
{
    static const char *const words[] = {[REF_MUST_SUCCEED] = "an answer is due",
                                        [REF_MUST_REPORT] = "an error is due",
                                        [REF_MAY_EITHER] = "an error is allowed",
                                        [REF_FREE] = "the document leaves everything open"};
    const struct ref_clause *clause = &o->words->clauses[o->a.rule];
    char index[96] = "";
    if (o->a.bad_at >= 0 && o->a.rule == REF_out_of_range)
        snprintf(index, sizeof index, "; indices, element %lld, is %lld", (long long)o->a.bad_at,
                 (long long)gat_array_index(&o->c.indices, o->a.bad_at));
    if (clause->id != NULL)
        gat_refuse(o, GAT_OK, "%s (%s): %s [%s, %s]%s", words[o->a.demand],
                   ref_rule_infos[o->a.rule].name, clause->text, clause->id, clause->where, index);
    else
        gat_refuse(o, GAT_OK, "%s (%s): %s%s", words[o->a.demand],
                   ref_rule_infos[o->a.rule].name, ref_rule_infos[o->a.rule].sentence, index);
}

/* The demand when the call has no answer, or may have none. */
static gat_status answered(struct gat_oracle *o)
{
    o->demand = demand_of(o->a.demand);
    if (o->a.demand != REF_MUST_SUCCEED)
        reason_write(o);
    memcpy(o->due, o->reason, sizeof o->due);
    if (o->a.demand == REF_MUST_SUCCEED || o->a.demand == REF_MAY_EITHER)
        return GAT_OK;
    return o->a.error == GAT_OK ? GAT_E_INVALID : o->a.error;
}

static gat_status answer_make(struct gat_oracle *o)
{
    size_t size = gat_array_size(&o->a.output), room = ref_scratch_size(&o->c, &o->a);
    if (size > o->limit || room > o->limit)
        return gat_refuse(o, GAT_E_NOMEM, "the output needs more than the limit of %llu bytes",
                          (unsigned long long)o->limit);
    o->values = malloc(size + 1);
    o->scratch = room == 0 ? NULL : malloc(room);
    if (o->values == NULL || (room > 0 && o->scratch == NULL))
        return gat_refuse(o, GAT_E_NOMEM, "there is no memory for the output");
    memset(o->values, 0, size); /* what is open has some value */
    o->a.output.data = o->values;
    ref_run(&o->c, &o->a, o->scratch);
    o->output = (struct gat_tensor){
        .data = o->values,
        .device = {1, 0},
        .ndim = o->a.output.ndim,
        .type = gat_dtype_code(o->a.output.dtype),
        .shape = o->a.output.shape,
    };
    return answered(o);
}

gat_status gat_oracle_ask(struct gat_oracle *o, const char *variant,
                          const struct gat_operand *operands, uint64_t n_operands,
                          const struct gat_attr *attrs, uint64_t n_attrs)
{
    if (o == NULL)
        return GAT_E_NOMEM;
    gat_question_drop(o);
    memset(&o->c, 0, sizeof o->c);
    o->a = (struct ref_answer){.demand = REF_MUST_SUCCEED, .bad_at = -1};
    gat_status status =
        gat_question_read(o, variant, operands, n_operands, attrs, n_attrs);
    if (status != GAT_OK)
        return status;
    struct gat_call call = {
        .struct_size = sizeof call,
        .op = o->variant->op,
        .variant = o->variant->variant,
        .profile = o->variant->profile,
        .attrs = attrs,
        .n_attrs = n_attrs,
        .operands = o->operands,
        .n_operands = o->n_operands,
    };
    status = ref_case_from_call(&call, &o->c, &o->a);
    if (status != GAT_OK && o->a.demand == REF_MUST_SUCCEED)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "the operands make no question");
    if (o->a.demand == REF_MUST_REPORT || o->a.demand == REF_FREE)
        return answered(o);
    return answer_make(o);
}

const char *gat_oracle_reason(const struct gat_oracle *o)
{
    return o == NULL ? "there is no oracle: no memory was left for one" : o->reason;
}

int32_t gat_oracle_demand(const struct gat_oracle *o)
{
    return o == NULL ? GAT_NO_QUESTION : o->demand;
}

uint32_t gat_oracle_errors(const struct gat_oracle *o)
{
    return gat_oracle_demand(o) == GAT_NO_QUESTION ? 0 : o->a.errors;
}

static bool has_output(const struct gat_oracle *o)
{
    int32_t demand = gat_oracle_demand(o);
    return demand == GAT_MUST_SUCCEED || demand == GAT_MAY_EITHER;
}

const struct gat_tensor *gat_oracle_output(const struct gat_oracle *o)
{
    return has_output(o) ? &o->output : NULL;
}

static bool has_element(const struct gat_oracle *o, int64_t element)
{
    return has_output(o) && element >= 0 && element < gat_array_count(&o->a.output);
}

const void *gat_oracle_choice(const struct gat_oracle *o, int64_t element, uint64_t k)
{
    if (!has_element(o, element) || o->a.last_writer == NULL)
        return NULL;
    int64_t u = o->a.last_writer[element];
    while (u > 0 && k-- > 0)
        u = o->a.earlier_writer[u - 1];
    if (u <= 0)
        return NULL;
    size_t esize = gat_dtype_size(o->a.output.dtype);
    int64_t at = ref_update_element(&o->c, &o->a, u - 1);
    return (const char *)o->c.updates.data + (size_t)at * esize;
}

/* Ranges of the parts of an element; false where its bits stand alone. */
static bool ranges_give(const struct gat_oracle *o, int64_t element, struct gat_admitted *out)
{
    unsigned parts = 1;
    (void)gat_real_of(o->a.output.dtype, &parts);
    const struct ref_range *r = ref_ranges_of(&o->a, element);
    if ((r->also & REF_BITS_ALONE) != 0)
        return false;
    for (unsigned k = 0; k < parts; k++) {
        out->low[k] = r[k].low;
        out->high[k] = r[k].high;
        out->also[k] = r[k].also;
    }
    return true;
}

/* Any NaN; of a complex number one part has to be one, which leaves the other open and is said. */
static void nan_give(const struct gat_oracle *o, struct gat_admitted *out)
{
    unsigned parts = 1;
    (void)gat_real_of(o->a.output.dtype, &parts);
    out->kind = GAT_ADMITS_RANGE;
    for (unsigned k = 0; k < parts; k++) {
        out->low[k] = parts == 1 ? 1 : -INFINITY;
        out->high[k] = parts == 1 ? 0 : INFINITY;
        out->also[k] = GAT_ALSO_NAN;
        if (parts == 2)
            out->also[k] |= GAT_ALSO_PLUS_INFINITY | GAT_ALSO_MINUS_INFINITY | GAT_ALSO_ANY_ZERO |
                            GAT_ALSO_ONE_IS_NAN;
    }
}

int gat_oracle_element(const struct gat_oracle *o, int64_t element, struct gat_admitted *out)
{
    if (out == NULL)
        return 0;
    *out = (struct gat_admitted){.kind = GAT_ADMITS_ONE};
    if (!has_element(o, element))
        return 0;
    if (o->a.unspecified != NULL && o->a.unspecified[element] != 0) {
        out->kind = GAT_ADMITS_ALL;
    } else if (ranges_give(o, element, out)) {
        out->kind = GAT_ADMITS_RANGE;
    } else if (ref_fills_nan(&o->c, &o->a, element)) {
        nan_give(o, out);
    } else {
        int64_t u = o->a.last_writer == NULL ? 0 : o->a.last_writer[element];
        for (; u > 0 && out->n_choices < UINT32_MAX; u = o->a.earlier_writer[u - 1])
            out->n_choices++;
        out->kind = out->n_choices > 1 ? GAT_ADMITS_ANY_OF : GAT_ADMITS_ONE;
    }
    return 1;
}
