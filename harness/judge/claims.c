/* claims.c - does a backend's manifest cover a case, and if not, why not.
 *
 * The reasons are fixed sentences, because a run counts how often each occurs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diagnose/relation.h"
#include "judge/claims.h"
#include "parts/attribute.h"
#include "parts/operand_text.h"
#include "parts/presentation.h"

static const char views[] = "strided, offset and broadcast operands";
static const char in_place[] = "work in place";
static const char odd[] = "odd addresses";

/* Why a claim with these flags does not cover the presentation, or NULL. */
static const char *presentation_gap(unsigned presentation, uint32_t flags)
{
    const struct gat_presentation *p = &gat_presentations[presentation];
    if (p->in_place && (flags & GAT_WORKS_IN_PLACE) == 0)
        return in_place;
    if (p->kind == GAT_ODD)
        return (flags & GAT_ODD_ADDRESSES) == 0 ? odd : NULL;
    return p->kind != GAT_COMPACT && (flags & GAT_TAKES_VIEWS) == 0 ? views : NULL;
}

bool gat_presentation_is_gap(const char *gap)
{
    return gap == views || gap == in_place || gap == odd;
}

static const char *const data_gaps[GAT_DTYPE_COUNT] = {
#define X(id, name, code, bits) "element type " name,
    GAT_DTYPE_MAP(X)
#undef X
};
static const char *const index_gaps[GAT_DTYPE_COUNT] = {
#define X(id, name, code, bits) "index type " name,
    GAT_DTYPE_MAP(X)
#undef X
};

static bool is_listed(const char *const *list, const char *word)
{
    for (; *list != NULL; list++)
        if (strcmp(*list, word) == 0)
            return true;
    return false;
}

static bool variant_is_listed(const struct gat_claim *claim, const struct gat_spec *s)
{
    if (claim->variants == NULL)
        return false;
    return is_listed(claim->variants, s->variant) ||
           (s->alias != NULL && is_listed(claim->variants, s->alias));
}

/* Is `name` listed with some value, as "name=value"? */
static bool has_values(const char *const *list, const char *name)
{
    size_t n = strlen(name);
    for (; *list != NULL; list++)
        if (strncmp(*list, name, n) == 0 && (*list)[n] == '=')
            return true;
    return false;
}

/* A value of an attribute of this kind as a claim states it. */
static bool value_is_listed(const char *const *list, const char *name, enum gat_attr_kind kind,
                            int64_t number, const char *text)
{
    char entry[80];
    if (kind == GAT_ATTR_TEXT)
        snprintf(entry, sizeof entry, "%s=%s", name, text);
    else
        snprintf(entry, sizeof entry, "%s=%" PRId64, name, number);
    return (kind == GAT_ATTR_TEXT || kind == GAT_ATTR_INT) && is_listed(list, entry);
}

/* Why the claim does not cover attribute k of the table; NULL if it does, or if the call lacks
 * it. */
static const char *one_attribute_gap(const struct gat_claim *claim, const struct gat_member *m,
                                     unsigned k)
{
    const struct gat_attribute *known = &gat_attribute_table[k];
    const char *name = known->name;
    bool limited = has_values(claim->attrs, name);
    if (is_listed(claim->attrs, name))
        return NULL;
    for (unsigned i = 0; i < m->n_attrs; i++) {
        const struct gat_attr *a = &m->attrs[i];
        if (strcmp(a->name, name) != 0)
            continue;
        if (!limited)
            return known->words;
        return value_is_listed(claim->attrs, name, (enum gat_attr_kind)a->kind, a->i, a->text)
                   ? NULL
                   : known->other;
    }
    const struct gat_attr_spec *s = gat_attr_find(m->point->spec, name);
    if (!limited || s == NULL || s->required)
        return NULL;
    if (s->kind == GAT_ATTR_TEXT)
        return value_is_listed(claim->attrs, name, s->kind, 0, "none") ? NULL : known->other;
    return !s->has_otherwise || value_is_listed(claim->attrs, name, s->kind, s->otherwise, NULL)
               ? NULL
               : known->other;
}

static const char *attribute_gap(const struct gat_claim *claim, const struct gat_member *m)
{
    const char *gap = NULL;
    if (claim->attrs == NULL)
        return NULL;
    for (unsigned k = 0; gap == NULL && k < GAT_ATTRIBUTES; k++)
        gap = one_attribute_gap(claim, m, k);
    for (unsigned k = 0; gap == NULL && k < m->n_attrs; k++)
        if (gat_attribute_find(m->attrs[k].name) == GAT_ATTRIBUTES &&
            !is_listed(claim->attrs, m->attrs[k].name))
            gap = "an attribute of the call";
    return gap;
}

static bool has_negative(const struct gat_array *indices)
{
    if (!gat_index_readable(indices))
        return false;
    int64_t n = gat_array_count(indices);
    for (int64_t k = 0; k < n; k++)
        if (gat_array_index(indices, k) < 0)
            return true;
    return false;
}

/* Why flags or ranks of the claim exclude one operand, or NULL. */
static const char *operand_gap(const struct gat_claim *claim, const struct gat_array *t)
{
    if (t->ndim < 0)
        return NULL;
    if (t->ndim < claim->min_rank || t->ndim > claim->max_rank)
        return "a rank outside the claimed ones";
    if ((claim->flags & GAT_NO_EMPTY) != 0 && gat_array_count(t) == 0)
        return "operands without elements";
    if ((claim->flags & GAT_NO_GIANTS) != 0 && gat_array_size(t) > (size_t)1 << 30)
        return "tensors above 1 GiB";
    return NULL;
}

/* Does the document leave the outcome open, if only for one element? */
static bool is_undefined(const struct gat_expectation *x)
{
    const struct ref_rules *rules = x->member->question.rules;
    return x->answer.demand == REF_FREE ||
           (x->answer.bad_at >= 0 && (rules->value[REF_out_of_range] == REF_OOR_UNDEFINED ||
                                      rules->value[REF_index_domain] == REF_BELOW_UNDEFINED));
}

static const char *flag_gap(const struct gat_claim *claim, const struct gat_expectation *x)
{
    const struct gat_array *indices = &x->member->question.indices;
    if ((claim->flags & GAT_NO_SCALAR_INDEX) != 0 && indices->ndim == 0)
        return "indices of rank 0";
    if ((claim->flags & GAT_NO_NEGATIVE_INDEX) != 0 && has_negative(indices))
        return "negative indices";
    /* Inputs are trusted: nothing that a document forbids may be sent. */
    if ((claim->flags & GAT_NO_ERRORS) != 0 && x->answer.demand != REF_MUST_SUCCEED)
        return "inputs that break the document";
    if ((claim->flags & GAT_NO_UNDEFINED) != 0 && is_undefined(x))
        return "inputs that the document leaves undefined";
    return NULL;
}

static const char *type_gap(const struct gat_claim *claim, const struct gat_member *m)
{
    if ((claim->data_types & GAT_BIT(m->dtype)) == 0)
        return data_gaps[m->dtype];
    return (claim->index_types & GAT_BIT(m->index_dtype)) == 0 ? index_gaps[m->index_dtype] : NULL;
}

/* Why this claim, of the right operator and variant, does not cover the case. */
static const char *case_gap(const struct gat_claim *claim, const struct gat_expectation *x)
{
    const struct gat_member *m = x->member;
    const char *gap = type_gap(claim, m);
    if (gap == NULL)
        gap = attribute_gap(claim, m);
    for (unsigned k = 0; gap == NULL && k < GAT_CASE_OPERANDS; k++)
        gap = operand_gap(claim, gat_question_operand(&m->question, k));
    if (gap == NULL)
        gap = operand_gap(claim, &x->answer.output);
    if (gap == NULL)
        gap = flag_gap(claim, x);
    return gap != NULL ? gap : presentation_gap(m->presentation, claim->flags);
}

const char *gat_claim_unnamed(const struct gat_manifest *manifest, const struct gat_spec *s)
{
    const char *gap = "the operator";
    for (unsigned k = 0; k < manifest->n_claims; k++) {
        if (strcmp(manifest->claims[k].op, s->op) != 0)
            continue;
        if (variant_is_listed(&manifest->claims[k], s))
            return NULL;
        gap = "the variant";
    }
    return gap;
}

bool gat_claim_names(const struct gat_manifest *manifest, const struct gat_spec *s)
{
    return gat_claim_unnamed(manifest, s) == NULL;
}

bool gat_claim_takes(const struct gat_manifest *manifest, const struct gat_spec *s,
                     const struct gat_member *m)
{
    for (unsigned k = 0; k < manifest->n_claims; k++) {
        const struct gat_claim *one = &manifest->claims[k];
        if (strcmp(one->op, s->op) == 0 && variant_is_listed(one, s) && type_gap(one, m) == NULL &&
            presentation_gap(m->presentation, one->flags) == NULL)
            return true;
    }
    return false;
}

/* Why sparse tensors cannot come to this backend, or NULL.  The device of an undefined case would
 * need memory under every hole, because a write anywhere inside the output is allowed there. */
static const char *sparse_gap(const struct gat_manifest *manifest, const struct gat_expectation *x)
{
    if (x->member->question.data.sparse == NULL)
        return NULL;
    if (manifest->is_copied && !manifest->giants)
        return "sparse tensors, which an adapter would have to copy with their holes";
    if (manifest->on_device && !manifest->maps)
        return "sparse tensors, because its device cannot map memory piece by piece";
    if (manifest->on_device && is_undefined(x))
        return "sparse tensors of an undefined case, whose holes have no memory on a device";
    return NULL;
}

const char *gat_claim_gap(const struct gat_manifest *manifest, const struct gat_expectation *x,
                          const struct gat_claim **claim)
{
    const struct gat_spec *s = x->member->point->spec;
    const char *sparse = sparse_gap(manifest, x);
    const char *gap = gat_claim_unnamed(manifest, s);
    *claim = NULL;
    for (unsigned k = 0; k < manifest->n_claims; k++) {
        const struct gat_claim *one = &manifest->claims[k];
        if (strcmp(one->op, s->op) != 0 || !variant_is_listed(one, s))
            continue;
        gap = sparse != NULL ? sparse : case_gap(one, x);
        if (gap == NULL) {
            *claim = one;
            return NULL;
        }
    }
    return gap;
}

const char *gat_claim_early_gap(const struct gat_manifest *manifest, const struct gat_spec *s,
                                const struct gat_member *m)
{
    const char *gap = gat_claim_unnamed(manifest, s);
    if (gap != NULL || m->test->data.fill == GAT_FILL_SPARSE)
        return gap;
    for (unsigned k = 0; k < manifest->n_claims; k++) {
        const struct gat_claim *one = &manifest->claims[k];
        if (strcmp(one->op, s->op) != 0 || !variant_is_listed(one, s))
            continue;
        gap = type_gap(one, m);
        if (gap == NULL)
            return NULL;
    }
    return gap;
}

const struct gat_manifest *gat_manifest_strict(struct gat_arena *a, const struct gat_manifest *m)
{
    struct gat_manifest *strict = GAT_NEW(a, struct gat_manifest);
    struct gat_claim *claims = GAT_NEW_N(a, struct gat_claim, m->n_claims);
    for (unsigned k = 0; k < m->n_claims; k++) {
        claims[k] = m->claims[k];
        claims[k].flags |= GAT_NAMES_ERRORS | GAT_CLEAN_ERRORS | GAT_ANY_CALLER;
    }
    *strict = *m;
    strict->claims = claims;
    return strict;
}
