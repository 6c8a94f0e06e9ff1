/* question.c - a call as strangers state it becomes a question, or gets a reason.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "question.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checked.h"
#include "dtype.h"

gat_status gat_refuse(struct gat_oracle *o, gat_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(o->reason, sizeof o->reason, format, list);
    va_end(list);
    return status;
}

/* Is `name` one of the words of " axis reduction "? */
static bool is_word(const char *words, const char *name)
{
    size_t n = strnlen(name, MOST_SHOWN);
    for (const char *p = strstr(words, name); n > 0 && p != NULL; p = strstr(p + 1, name))
        if (p > words && p[-1] == ' ' && p[n] == ' ' && strcspn(name, " ") == n)
            return true;
    return false;
}

/* The row that a name means; *known: only its profile does not exist. */
static const struct ref_variant *variant_find(const char *name, bool *known)
{
    char own[256];
    const char *at = strchr(name, '@');
    int size = (int)(at == NULL ? strlen(name) : (size_t)(at - name));
    *known = false;
    for (size_t k = 0; k < ref_variant_count; k++) {
        const struct ref_variant *v = &ref_variants[k];
        const char *names[] = {v->variant, ref_words[k].alias};
        for (unsigned j = 0; j < 2; j++) {
            int n = snprintf(own, sizeof own, "%s/%s", v->op, names[j]);
            if (names[j][0] == '\0' || n != size || memcmp(own, name, (size_t)n) != 0)
                continue;
            *known = true;
            if (at == NULL || strcmp(at + 1, v->profile) == 0)
                return v;
        }
    }
    return NULL;
}

/* Do strides lead forward, and to bytes that can be counted?  That of an extent of one leads
 * nowhere. */
static bool strides_lead(const struct gat_tensor *t, size_t esize)
{
    int64_t end = 0, step;
    for (int32_t d = 0; d < t->ndim; d++)
        if (t->shape[d] > 1 &&
            (t->strides[d] < 0 || __builtin_mul_overflow(t->strides[d], (int64_t)esize, &step) ||
             __builtin_mul_overflow(t->shape[d] - 1, step, &step) ||
             __builtin_add_overflow(end, step, &end)))
            return false;
    return true;
}

/* Count of elements and bytes that the limit allows. */
static gat_status tensor_measure(struct gat_oracle *o, const char *name,
                                 const struct gat_tensor *t, int64_t *count)
{
    size_t size;
    enum gat_dtype dtype = gat_tensor_dtype(t);
    if (dtype == GAT_DTYPE_COUNT)
        return gat_refuse(o, GAT_E_UNSUPPORTED,
                          "%s has an unknown element type: code %u, %u bits, %u lanes", name,
                          t->type.code, t->type.bits, t->type.lanes);
    if (t->ndim < 0 || t->ndim > GAT_MAX_RANK)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "%s has rank %ld, and 0 to %d exist", name,
                          (long)t->ndim, GAT_MAX_RANK);
    if (t->ndim > 0 && t->shape == NULL)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "%s has a rank and no shape", name);
    for (int32_t d = 0; d < t->ndim; d++)
        if (t->shape[d] < 0)
            return gat_refuse(o, GAT_E_UNSUPPORTED, "dimension %ld of %s has extent %lld", (long)d,
                              name, (long long)t->shape[d]);
    if (!gat_shape_count(t->ndim, t->shape, count) ||
        !gat_size_mul((size_t)*count, gat_dtype_size(dtype), &size) || size > o->limit)
        return gat_refuse(o, GAT_E_NOMEM, "%s has more than the limit of %llu bytes", name,
                          (unsigned long long)o->limit);
    if (size > 0 && t->data == NULL)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "%s has elements and no data", name);
    if (t->device.type != 1 && t->device.type != 0)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "%s lies on a device and not in memory", name);
    if (size > 0 && t->strides != NULL && !strides_lead(t, gat_dtype_size(dtype)))
        return gat_refuse(o, GAT_E_UNSUPPORTED,
                          "%s has a stride below 0, or strides that no memory holds", name);
    return GAT_OK;
}

/* Element by element, in C order of the coordinates. */
static void strided_copy(const struct gat_tensor *t, int64_t count, size_t esize, char *to)
{
    int64_t at[GAT_MAX_RANK] = {0};
    const char *from = gat_tensor_data(t);
    for (int64_t k = 0; k < count; k++, to += esize) {
        memcpy(to, from, esize);
        for (int32_t d = t->ndim - 1; d >= 0; d--) {
            if (at[d] + 1 < t->shape[d]) {
                from += t->strides[d] * (int64_t)esize;
                at[d]++;
                break;
            }
            if (at[d] > 0)
                from -= t->strides[d] * (int64_t)esize * at[d];
            at[d] = 0;
        }
    }
}

/* Has each string of a tensor its bytes? */
static bool strings_hold(const struct gat_string *s, int64_t count)
{
    int64_t k = 0;
    while (k < count && (s[k].data != NULL || s[k].size == 0))
        k++;
    return k == count;
}

gat_status gat_question_copy(struct gat_oracle *o, const char *name, const struct gat_tensor *t,
                             void **copy)
{
    int64_t count = 0;
    *copy = NULL;
    gat_status status = tensor_measure(o, name, t, &count);
    if (status != GAT_OK || count == 0)
        return status;
    size_t esize = gat_dtype_size(gat_tensor_dtype(t));
    *copy = malloc((size_t)count * esize);
    if (*copy == NULL)
        return gat_refuse(o, GAT_E_NOMEM, "there is no memory for a copy of %s", name);
    if (t->strides == NULL)
        memcpy(*copy, gat_tensor_data(t), (size_t)count * esize);
    else
        strided_copy(t, count, esize, *copy);
    if (gat_tensor_dtype(t) != GAT_STR || strings_hold(*copy, count))
        return GAT_OK;
    free(*copy);
    *copy = NULL;
    return gat_refuse(o, GAT_E_UNSUPPORTED, "a string of %s has a size and no bytes", name);
}

static bool operand_taken(const struct gat_oracle *o, const char *name)
{
    for (uint32_t k = 0; k < o->n_operands; k++)
        if (strcmp(o->operands[k].name, name) == 0)
            return true;
    return false;
}

/* The name as one that stays: an input of the operator, or an axis where that may be a tensor; NULL
 * for no such operand. */
static const char *operand_name(const struct gat_oracle *o, const char *name)
{
    const char *const *inputs = ref_kernel_find(o->variant->kernel)->inputs;
    for (unsigned k = 0; inputs[k] != NULL; k++)
        if (strcmp(inputs[k], name) == 0)
            return inputs[k];
    bool has_axis = o->variant->rules.value[REF_axis_tensor] != REF_AXIS_TENSOR_NEVER;
    return has_axis && strcmp(name, "axis") == 0 ? "axis" : NULL;
}

static gat_status operand_read(struct gat_oracle *o, const struct gat_operand *from)
{
    if (from->name == NULL)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "an operand has no name");
    if (from->form == GAT_ABSENT || strcmp(from->name, "output") == 0)
        return GAT_OK;
    const char *name = operand_name(o, from->name);
    if (name == NULL)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "%s/%s has no operand '%.*s'", o->variant->op,
                          o->variant->variant, MOST_SHOWN, from->name);
    if (operand_taken(o, name))
        return gat_refuse(o, GAT_E_UNSUPPORTED, "operand '%s' is given twice", name);
    uint32_t k = o->n_operands;
    gat_status status = gat_question_copy(o, name, &from->tensor, &o->copies[k]);
    if (status != GAT_OK)
        return status;
    struct gat_operand *to = &o->operands[o->n_operands++];
    *to = *from;
    to->name = name;
    to->role = GAT_IN;
    for (int32_t d = 0; d < from->tensor.ndim; d++)
        o->shapes[k][d] = from->tensor.shape[d];
    to->tensor.shape = o->shapes[k];
    to->tensor.strides = NULL;
    to->tensor.byte_offset = 0;
    to->tensor.data = o->copies[k];
    return GAT_OK;
}

static gat_status operands_read(struct gat_oracle *o, const struct gat_operand *operands,
                                uint64_t n)
{
    gat_status status = GAT_OK;
    for (uint64_t k = 0; status == GAT_OK && k < n; k++)
        status = operand_read(o, &operands[k]);
    const char *const *inputs = ref_kernel_find(o->variant->kernel)->inputs;
    for (unsigned k = 0; status == GAT_OK && inputs[k] != NULL; k++)
        if (!operand_taken(o, inputs[k]))
            status = gat_refuse(o, GAT_E_UNSUPPORTED, "%s/%s needs operand '%s'",
                                o->variant->op, o->variant->variant, inputs[k]);
    return status;
}

static gat_status reduction_read(struct gat_oracle *o, const struct gat_attr *attr)
{
    int64_t value;
    const struct ref_variant *v = o->variant;
    if (attr->text != NULL && ref_rule_parse(REF_reduction, attr->text, &value) &&
        (v->reductions >> value & 1) != 0)
        return GAT_OK;
    return gat_refuse(o, GAT_E_UNSUPPORTED, "%s/%s takes no reduction '%.*s'", v->op, v->variant,
                      MOST_SHOWN, attr->text == NULL ? "" : attr->text);
}

static gat_status attr_read(struct gat_oracle *o, const struct gat_attr *attr)
{
    const struct ref_variant *v = o->variant;
    if (attr->name == NULL || !is_word(v->attributes, attr->name))
        return gat_refuse(o, GAT_E_UNSUPPORTED, "%s/%s has no attribute '%.*s'; it has:%s", v->op,
                          v->variant, MOST_SHOWN, attr->name == NULL ? "" : attr->name,
                          strcmp(v->attributes, " ") == 0 ? " none" : v->attributes);
    bool reduces = strcmp(attr->name, "reduction") == 0;
    enum ref_list_id list = ref_list_find(attr->name);
    bool many = list != REF_LISTS && !ref_list_infos[list].single;
    int32_t kind = reduces ? GAT_ATTR_TEXT : many ? GAT_ATTR_INTS : GAT_ATTR_INT;
    if (attr->kind != kind)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "attribute '%s' must be %s", attr->name,
                          reduces ? "a text" : many ? "a list of integers" : "an integer");
    if (many && (attr->n_ints > GAT_MAX_RANK || (attr->n_ints > 0 && attr->ints == NULL)))
        return gat_refuse(o, GAT_E_UNSUPPORTED,
                          "attribute '%s' must be a list of at most %d integers",
                          attr->name, GAT_MAX_RANK);
    return reduces ? reduction_read(o, attr) : GAT_OK;
}

static gat_status attrs_read(struct gat_oracle *o, const struct gat_attr *attrs, uint64_t n)
{
    gat_status status = GAT_OK;
    if (n > MOST_ATTRS)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "a call has at most %d attributes", MOST_ATTRS);
    for (uint64_t k = 0; status == GAT_OK && k < n; k++) {
        status = attr_read(o, &attrs[k]);
        for (uint64_t j = 0; status == GAT_OK && j < k; j++)
            if (strcmp(attrs[j].name, attrs[k].name) == 0)
                status = gat_refuse(o, GAT_E_UNSUPPORTED, "attribute '%s' is given twice",
                                    attrs[k].name);
    }
    char word[MOST_SHOWN];
    for (const char *p = o->words->required + 1; status == GAT_OK && *p != '\0';
         p += strlen(word) + 1) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(p, " "), p);
        bool there = operand_taken(o, word);
        for (uint64_t k = 0; k < n; k++)
            there |= strcmp(attrs[k].name, word) == 0;
        if (!there)
            status = gat_refuse(o, GAT_E_UNSUPPORTED, "%s/%s needs attribute '%s'", o->variant->op,
                                o->variant->variant, word);
    }
    return status;
}

gat_status gat_question_read(struct gat_oracle *o, const char *variant,
                             const struct gat_operand *operands, uint64_t n_operands,
                             const struct gat_attr *attrs, uint64_t n_attrs)
{
    bool known;
    if (variant == NULL || strnlen(variant, 256) == 256)
        return gat_refuse(o, GAT_E_UNSUPPORTED, "a variant has a name of at most 255 bytes");
    o->variant = variant_find(variant, &known);
    if (o->variant == NULL)
        return gat_refuse(o, GAT_E_UNSUPPORTED, known ? "'%.255s' names no profile of this variant"
                                                      : "there is no variant '%.255s'", variant);
    o->words = &ref_words[o->variant - ref_variants];
    if ((operands == NULL && n_operands > 0) || (attrs == NULL && n_attrs > 0))
        return gat_refuse(o, GAT_E_UNSUPPORTED, "a list that is NULL has no entries");
    gat_status status = operands_read(o, operands, n_operands);
    return status != GAT_OK ? status : attrs_read(o, attrs, n_attrs);
}

void gat_question_drop(struct gat_oracle *o)
{
    for (unsigned k = 0; k < MOST_INPUTS; k++) {
        free(o->copies[k]);
        o->copies[k] = NULL;
    }
    free(o->values);
    free(o->scratch);
    o->values = o->scratch = NULL;
    o->n_operands = 0;
    o->demand = GAT_NO_QUESTION;
    o->reason[0] = '\0';
}
