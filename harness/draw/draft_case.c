/* draft_case.c - what drafts are made for a variant, and a draft as a case of it.
 *
 * Indices become literals, so that the case is the same under every name and seed;
 * data keep the word for their fill.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "draw/draft.h"
#include "draw/draft_case.h"
#include "draw/draft_index.h"
#include "spec/reduction.h"

static enum gat_stated stated(const struct gat_spec *s, const char *name)
{
    const struct gat_attr_spec *a = gat_attr_find(s, name);
    return a == NULL ? GAT_NEVER : a->required ? GAT_ALWAYS : GAT_MAYBE;
}

void gat_breed_make(const struct gat_spec *s, const struct gat_profile *p, int64_t most,
                    struct gat_breed *out)
{
    *out = (struct gat_breed){.naming = s->kernel->naming,
                              .updates = s->kernel->scatters,
                              .rules = &p->rules,
                              .data_types = p->data_types,
                              .index_types = p->index_types,
                              .most = most};
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++)
        out->stated[k] = stated(s, gat_attribute_table[k].name);
    out->axis_tensor = out->axis != GAT_NEVER && s->profiles[0].rules.value[REF_axis_tensor] !=
                                                     REF_AXIS_TENSOR_NEVER;
    if (out->reduction != GAT_NEVER)
        out->reductions = gat_reductions_of(s);
}

/* A type that the variant does not list is stated by the operand itself. */
static void operand_shape(struct gat_operand_text *o, const struct gat_array *t, bool listed)
{
    memset(o, 0, sizeof *o);
    o->present = t->ndim >= 0;
    o->ndim = t->ndim;
    o->dtype = listed ? GAT_DTYPE_COUNT : t->dtype;
    o->types = GAT_ALL_TYPES;
    o->count = 1;
    for (int32_t k = 0; k < t->ndim; k++) {
        o->shape[k] = t->shape[k];
        o->count *= t->shape[k];
    }
}

/* A whole number as an element of any type; what the type cannot hold is cut. */
static void number_put(enum gat_dtype t, size_t size, int64_t value, unsigned char *to)
{
    char text[24];
    bool exact;
    if (gat_dtype_is_index(t)) {
        memcpy(to, &value, size); /* little-endian, as all that a backend sees */
        return;
    }
    snprintf(text, sizeof text, "%" PRId64, value);
    if (!gat_dtype_parse(t, text, to, &exact))
        memset(to, 0, size);
}

static void indices_put(const struct gat_draft *d, struct gat_operand_text *o,
                        struct gat_arena *a)
{
    enum gat_dtype t = d->indices.dtype;
    size_t size = gat_dtype_size(t);
    unsigned char *to = o->bytes[t] = gat_arena_raw(a, (size_t)o->count * size + sizeof(int64_t));
    bool whole = gat_dtype_is_index(t);
    struct gat_index_rule rule;
    o->types = GAT_BIT(t);
    gat_index_rule_make(d, &rule);
    for (int64_t k = 0; k < o->count; k++, to += size) {
        int64_t value = gat_draft_index(&rule, k);
        if (whole)
            memcpy(to, &value, sizeof value); /* the next index overwrites what is too much */
        else
            number_put(t, size, value, to);
    }
}

static void axis_put(const struct gat_draft *d, struct gat_test *t, struct gat_arena *a)
{
    operand_shape(&t->axis_tensor, &d->axis_tensor, false);
    if (!t->axis_tensor.present)
        return;
    bool above = d->axis.value < 0 && gat_dtype_code(d->axis_tensor.dtype).code != 0;
    enum gat_dtype type = t->axis_tensor.dtype = above ? GAT_I64 : d->axis_tensor.dtype;
    size_t size = gat_dtype_size(type);
    unsigned char *to = gat_arena_raw(a, (size_t)t->axis_tensor.count * size + 1);
    t->axis_tensor.types = GAT_BIT(type);
    t->axis_tensor.bytes[type] = to;
    for (int64_t k = 0; k < t->axis_tensor.count; k++, to += size)
        number_put(type, size, d->axis.value, to);
}

void gat_draft_candidate(const struct gat_draft *d, const struct gat_spec *s,
                         const struct gat_profile *p, struct gat_arena *a,
                         struct gat_candidate *c)
{
    struct gat_test *t = &c->test;
    memset(c, 0, sizeof *c);
    c->dtype = d->data.dtype;
    c->index_dtype = d->indices.dtype;
    c->presentation = d->presentation;
    t->ops = &s->op;
    t->n_ops = 1;
    t->topic = t->name = "draft";
    t->hunts = "a draft";
    operand_shape(&t->data, &d->data, (p->data_types & GAT_BIT(d->data.dtype)) != 0);
    operand_shape(&t->indices, &d->indices, (p->index_types & GAT_BIT(d->indices.dtype)) != 0);
    operand_shape(&t->updates, &d->updates,
                  d->updates.dtype == d->data.dtype && t->data.dtype == GAT_DTYPE_COUNT);
    t->data.fill = d->data_fill;
    t->updates.fill = d->updates_fill;
    indices_put(d, &t->indices, a);
    axis_put(d, t, a);
    memcpy(t->single, d->single, sizeof t->single);
    memcpy(t->lists, d->lists, sizeof t->lists);
}
