/* diagnose_status.c - sentences about what a backend reported.
 *
 * An error that was due is explained by what demanded it: the index and its place,
 * the axis, or the shapes.  An error that was not due is explained by what is
 * unusual about the case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "arith.h"
#include "base/sentence.h"
#include "checked.h"
#include "diagnose/diagnose_status.h"
#include "diagnose/relation.h"
#include "diagnose/ruling.h"
#include "dtype.h"
#include "exchange/placement.h"
#include "oracle/features.h"
#include "spec/broken_words.h"
#include "suite/member.h"

const char *gat_clause_id(const struct gat_expectation *x, enum ref_rule rule)
{
    const struct gat_clause *c = gat_spec_clause(x->member->point->spec, rule);
    return c == NULL ? "" : c->id;
}

/* The first clause of the rule that names a feature of such a case, or NULL. */
static const char *reached_clause(const struct gat_spec *s, enum ref_rule rule,
                                  const struct gat_features *features)
{
    for (unsigned k = 0; k < s->n_rule_clauses[rule]; k++) {
        const struct gat_clause *c = &s->clauses[s->rule_clauses[rule][k]];
        struct gat_features wanted = gat_clause_features(c);
        if (c->n_reached_by > 0 && gat_features_hold(features, &wanted))
            return c->id;
    }
    return NULL;
}

/* The clause that the case breaks.  Of several clauses of one rule (types of data, types of
 * indices) it is the one that names a feature of the case, else the one that decides.  Without a
 * clause on updates alone, the clause on types of data holds for them. */
static const char *broken_clause(const struct gat_expectation *x, enum ref_rule rule)
{
    const struct gat_spec *s = x->member->point->spec;
    struct gat_arena scratch = {0};
    struct gat_portrait portrait;
    gat_portrait_make(x, NULL, &scratch, &portrait);
    const char *found = reached_clause(s, rule, &portrait.features);
    struct gat_features updates = {0};
    gat_features_add(&updates, GAT_F_updates_type_differs);
    if (found == NULL && gat_features_hold(&portrait.features, &updates)) {
        gat_features_add(&updates, GAT_F_data_type_excluded);
        found = reached_clause(s, rule, &updates);
    }
    gat_arena_free(&scratch);
    return found != NULL ? found : gat_clause_id(x, rule);
}

void gat_index_cut_add(const struct ref_case *c, const struct ref_answer *a, int64_t at,
                       struct gat_sentence *s)
{
    int64_t index = gat_array_index(&c->indices, at), seen;
    int32_t low = (int32_t)(uint32_t)index;
    bool wraps = c->rules->value[REF_index_domain] == REF_WRAPS;
    if (low != index && gat_index_fold(low, ref_extent(a, at), wraps, &seen))
        gat_sentence_add(s, " (%" PRId32 " in 32 bits)", low);
}

/* "indices[2] = 7" */
static void index_add(const struct gat_expectation *x, struct gat_sentence *s,
                      int64_t at)
{
    const struct gat_array *indices = &x->member->question.indices;
    gat_sentence_place(s, "indices", indices, at);
    gat_sentence_add(s, " = %" PRId64, gat_array_index(indices, at));
    gat_index_cut_add(&x->member->question, &x->answer, at, s);
}

static void domain_add(const struct gat_expectation *x, struct gat_sentence *s, int64_t at)
{
    int64_t extent = ref_extent(&x->answer, at);
    bool wraps = x->member->question.rules->value[REF_index_domain] == REF_WRAPS;
    if (extent == 0)
        gat_sentence_add(s, " addresses an axis without elements");
    else
        gat_sentence_add(s, " is outside [%" PRId64 ", %" PRId64 "]",
                         wraps ? -extent : 0, extent - 1);
}

static void axis_add(const struct gat_expectation *x, struct gat_sentence *s)
{
    const struct ref_case *c = &x->member->question;
    int64_t rank = c->data.ndim;
    bool signs = c->rules->value[REF_axis_domain] == REF_AXIS_SIGNED;
    gat_sentence_add(s, "axis %" PRId64 " is outside [%" PRId64 ", %" PRId64 "]",
                     gat_axis_given(c), signs ? -rank : 0, rank - 1);
}

static void operands_add(const struct gat_expectation *x, struct gat_sentence *s)
{
    const struct ref_case *c = &x->member->question;
    gat_sentence_shape(s, "data", &c->data);
    gat_sentence_shape(s, ", indices", &c->indices);
    gat_sentence_shape(s, ", updates", &c->updates);
    if (c->axis_tensor.ndim >= 0 && gat_array_count(&c->axis_tensor) != 1)
        gat_sentence_shape(s, ", axis", &c->axis_tensor);
    else if (c->kernel->naming != REF_NAMES_TUPLES)
        gat_sentence_add(s, ", axis %" PRId64, gat_axis_given(c));
    if (c->batch_dims != 0)
        gat_sentence_add(s, ", batch_dims %" PRId64, c->batch_dims);
}

static void types_add(const struct gat_expectation *x, struct gat_sentence *s)
{
    const struct ref_case *c = &x->member->question;
    gat_sentence_add(s, "data of %s, indices of %s", gat_dtype_name(c->data.dtype),
                     gat_dtype_name(c->indices.dtype));
    if (c->updates.ndim >= 0)
        gat_sentence_add(s, ", updates of %s", gat_dtype_name(c->updates.dtype));
}

/* The thing that broke a demand of the document. */
static void cause_add(const struct gat_expectation *x, struct gat_sentence *s)
{
    const struct ref_answer *a = &x->answer;
    if (a->error == GAT_E_RANGE) { /* an index is */
        index_add(x, s, a->bad_at);
        domain_add(x, s, a->bad_at);
    } else if (a->rule == REF_bad_axis) {
        axis_add(x, s);
    } else {
        const char *broken = gat_broken_words(a->rule);
        gat_sentence_add(s, "%s (", broken != NULL ? broken : "the case breaks a demand");
        if (a->rule == REF_bad_type || a->rule == REF_bad_index_type)
            types_add(x, s);
        else
            operands_add(x, s);
        gat_sentence_add(s, ")");
    }
}

/* Of a call that must succeed: what the document has for an index outside of its domain. */
static const char *outcome_words(const struct ref_rules *rules)
{
    switch (rules->value[REF_out_of_range]) {
    case REF_OOR_CLAMP: return "the nearest element";
    case REF_OOR_WRAP: return "the element at its remainder";
    case REF_OOR_ZERO: return "zeros";
    case REF_OOR_DROP: return "no update";
    case REF_OOR_FILL: return "a value that fills";
    default: return "no error";
    }
}

static bool is_outside(const struct gat_expectation *x, int64_t at)
{
    const struct ref_case *c = &x->member->question;
    int64_t seen;
    return !gat_index_fold(gat_array_index(&c->indices, at), ref_extent(&x->answer, at),
                           c->rules->value[REF_index_domain] == REF_WRAPS, &seen);
}

/* The first index outside of its domain, else the first that is negative, or -1. */
static int64_t first_odd(const struct gat_expectation *x)
{
    const struct gat_array *indices = &x->member->question.indices;
    if (!gat_index_readable(indices))
        return -1;
    int64_t n = gat_array_count(indices), negative = -1;
    for (int64_t k = n - 1; k >= 0; k--)
        if (gat_array_index(indices, k) < 0)
            negative = k;
    for (int64_t k = 0; k < n; k++)
        if (is_outside(x, k))
            return k;
    return negative;
}

/* "indices[2] = -1 counts from the end of an axis of 3" or what the document has for it. */
static enum ref_rule odd_index_add(const struct gat_expectation *x, int64_t at,
                                   struct gat_sentence *s)
{
    const struct ref_case *c = &x->member->question;
    bool wraps = c->rules->value[REF_index_domain] == REF_WRAPS;
    index_add(x, s, at);
    if (!is_outside(x, at)) {
        gat_sentence_add(s, " counts from the end of an axis of %" PRId64,
                         ref_extent(&x->answer, at));
        return REF_index_domain;
    }
    domain_add(x, s, at);
    gat_sentence_add(s, ", for which the document has %s", outcome_words(c->rules));
    bool of_sign = gat_array_index(&c->indices, at) < 0 && !wraps;
    return of_sign && gat_clause_id(x, REF_index_domain)[0] != '\0' ? REF_index_domain
                                                                   : REF_out_of_range;
}

/* The first index of a type without sign whose highest bit is set, or -1. */
static int64_t first_high(const struct gat_array *indices)
{
    if (!gat_index_readable(indices) || gat_number_of(indices->dtype) != GAT_UNSIGNED)
        return -1;
    size_t size = gat_dtype_size(indices->dtype);
    int64_t n = gat_array_count(indices);
    for (int64_t k = 0; k < n; k++) {
        uint64_t bits =
            gat_integer_get(indices->dtype, (const char *)indices->data + (size_t)k * size);
        if ((bits >> (8 * size - 1) & 1) != 0)
            return k;
    }
    return -1;
}

/* "indices[2] = 40000 would be -25536 as int16" */
static void high_add(const struct gat_expectation *x, int64_t at, struct gat_sentence *s)
{
    unsigned bits = 8 * (unsigned)gat_dtype_size(x->member->question.indices.dtype);
    uint64_t index = (uint64_t)gat_array_index(&x->member->question.indices, at);
    index_add(x, s, at);
    gat_sentence_add(s, " would be %" PRId64 " as int%u",
                     (int64_t)(index << (64 - bits)) >> (64 - bits), bits);
}

/* Is there something to be said of the axis or of extents?  It comes first where the backend says
 * that the call is invalid, which an index never makes it. */
static bool is_odd_call(const struct ref_case *c)
{
    return gat_axis_given(c) < 0 || gat_array_count(&c->data) == 0 ||
           gat_array_count(&c->indices) == 0;
}

/* The unusual property of a case that must succeed, and its rule: the best
 * guess at the reason of the backend, led by the kind of error that it reported. */
static enum ref_rule oddity_add(const struct gat_expectation *x, gat_status status,
                                struct gat_sentence *s)
{
    const struct ref_case *c = &x->member->question;
    bool other = status == GAT_E_TYPE || (status == GAT_E_INVALID && is_odd_call(c));
    int64_t odd = other ? -1 : first_odd(x);
    if (odd >= 0)
        return odd_index_add(x, odd, s);
    if (status == GAT_E_TYPE) {
        gat_sentence_add(s, "the types are allowed");
        return REF_bad_type;
    }
    int64_t high = status == GAT_E_RANGE ? first_high(&c->indices) : -1;
    if (high >= 0) {
        high_add(x, high, s);
        return REF_value;
    }
    if (gat_axis_given(c) < 0) {
        gat_sentence_add(s, "axis %" PRId64 " counts from the last dimension",
                         gat_axis_given(c));
        return REF_axis_domain;
    }
    if (gat_array_count(&c->data) == 0 || gat_array_count(&c->indices) == 0) {
        gat_sentence_add(s, "an operand without elements is allowed: ");
        operands_add(x, s);
        return REF_empty;
    }
    operands_add(x, s);
    return REF_value;
}

static void broken_add(const struct gat_reply *r, unsigned call,
                       struct gat_sentence *s)
{
    gat_status status = r->status[call];
    gat_sentence_add(s, "answered ");
    if (status < 0 || status > GAT_E_DEVICE)
        gat_sentence_add(s, "status %d, which the contract does not define",
                         (int)status);
    else
        gat_sentence_add(s, "%s", gat_status_words(status));
    if (r->status[0] != r->status[1])
        gat_sentence_add(s, " in %s", gat_placed_words(r->placed, call));
}

static void kind_add(const struct gat_expectation *x, const struct gat_reply *r,
                     struct gat_sentence *s)
{
    gat_sentence_add(
        s, "reported %s where %s is due: ", gat_status_words(r->status[0]),
        gat_status_words(x->answer.error));
    cause_add(x, s);
}

void gat_due_add(const struct gat_expectation *x, struct gat_sentence *s)
{
    if (x->answer.demand == REF_MUST_SUCCEED) {
        gat_sentence_add(s, ", where an answer is due");
        return;
    }
    if (x->answer.demand == REF_MUST_REPORT)
        gat_sentence_add(s, ", where %s is due: ", gat_status_words(x->answer.error));
    else
        gat_sentence_add(s, ", where the outcome is left open: ");
    cause_add(x, s);
}

const char *gat_due_clause(const struct gat_expectation *x)
{
    return x->answer.demand == REF_MUST_REPORT    ? broken_clause(x, x->answer.rule)
           : x->answer.demand == REF_MUST_SUCCEED ? gat_clause_id(x, REF_value)
                                                  : NULL;
}

/* Where no clause about the rule says that there is an error, the demand is our own. */
static void own_demand_add(const struct gat_expectation *x, struct gat_sentence *s)
{
    const struct gat_spec *spec = x->member->point->spec;
    enum ref_rule rule = x->answer.rule;
    for (unsigned k = 0; k < spec->n_rule_clauses[rule]; k++)
        if (spec->clauses[spec->rule_clauses[rule][k]].level == GAT_ERROR)
            return;
    gat_sentence_add(s, "; that it has to be refused is our reading, as the document does not say "
                        "what follows");
}

enum { MOST_TOLD = 4, MOST_LOOKED_AT = 4096 };

/* What the output holds where an error was due, "zeros", "nothing" or its first elements: a
 * kernel that answers so may have read foreign memory, and a reader wants to know. */
static void came_tell(const struct gat_expectation *x, const struct gat_reply *r, char *out,
                      size_t size)
{
    const struct gat_array *t = &x->answer.output;
    int64_t n = gat_array_count(t), zeros = 0, kept = 0;
    size_t esize = gat_dtype_size(t->dtype);
    struct gat_sentence s;
    gat_sentence_start(&s, out, size);
    if (n == 0 || n > MOST_LOOKED_AT || t->dtype == GAT_STR || r->in_place ||
        r->output[0] == NULL || x->member->question.data.sparse != NULL)
        return;
    for (int64_t k = 0; k < n; k++) {
        const char *at = (const char *)r->output[0] + (size_t)k * esize;
        size_t b = 0;
        while (b < esize && at[b] == 0)
            b++;
        zeros += b == esize;
        kept += gat_is_poison(t->dtype, at, r->poison[0]);
    }
    if (zeros == n || kept == n) {
        gat_sentence_add(&s, "%s", zeros == n ? "zeros" : "nothing");
        return;
    }
    for (int64_t k = 0; k < n && k < MOST_TOLD; k++) {
        char text[64];
        gat_dtype_print(t->dtype, (const char *)r->output[0] + (size_t)k * esize, text,
                        sizeof text);
        gat_sentence_add(&s, "%s%s", k > 0 ? ", " : "", text);
    }
    gat_sentence_add(&s, "%s", n > MOST_TOLD ? ", ..." : "");
}

void gat_diagnose_status(const struct gat_expectation *x, const struct gat_reply *r,
                         const struct gat_ruling *ruling, struct gat_judgement *out)
{
    struct gat_sentence s;
    enum ref_rule rule = x->answer.rule;
    gat_sentence_start(&s, out->diagnosis, sizeof out->diagnosis);
    bool one = r->status[0] != r->status[1] &&
               (ruling->verdict == GAT_V_REFUSED || ruling->verdict == GAT_V_ACCEPTED);
    switch (one ? GAT_V_UNSTABLE_STATUS : (int)ruling->verdict) {
    case GAT_V_REFUSED:
        gat_sentence_add(&s, "reported %s where an answer is due: ",
                         gat_status_words(r->status[0]));
        rule = oddity_add(x, r->status[0], &s);
        break;
    case GAT_V_ACCEPTED:
        gat_sentence_add(&s, "reported success where %s is due: ",
                         gat_status_words(x->answer.error));
        cause_add(x, &s);
        own_demand_add(x, &s);
        came_tell(x, r, out->came, sizeof out->came);
        break;
    case GAT_V_UNSTABLE_STATUS:
        gat_sentence_add(&s, "reported %s in the first call and %s in the second",
                         gat_status_words(r->status[0]),
                         gat_status_words(r->status[1]));
        gat_due_add(x, &s);
        break;
    case GAT_V_WRONG_KIND: kind_add(x, r, &s); break;
    case GAT_V_DIRTY_ERROR:
        gat_sentence_add(
            &s,
            "claims clean errors, reported %s and changed the output, in "
            "%s",
            gat_status_words(r->status[ruling->call]),
            gat_placed_words(r->placed, ruling->call));
        break;
    default: broken_add(r, ruling->call, &s); break;
    }
    gat_sentence_quote(&s, "; it says ", r->error_text);
    bool of_document = ruling->verdict != GAT_V_DIRTY_ERROR &&
                       ruling->verdict != GAT_V_UNSUPPORTED &&
                       ruling->verdict != GAT_V_INTERNAL;
    out->clause = !of_document                             ? ""
                  : x->answer.demand == REF_MUST_REPORT ? broken_clause(x, rule)
                                                        : gat_clause_id(x, rule);
}
