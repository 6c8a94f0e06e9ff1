/* presentation.c - the words for presentations, and what they mean for a case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parts/presentation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "files/word_lists.h"
#include "parts/operand_text.h"

const struct gat_presentation gat_presentations[GAT_P_COUNT] = {
#define PRESENTATION(id, word, kind, operand, in_place)                                            \
    {word, GAT_##kind, GAT_ON_##operand, in_place},
#include "parts/presentations.def"
};

static bool word_read(const struct gat_node *n, uint32_t *set, struct gat_error *e)
{
    const char *text, *known[GAT_P_COUNT];
    if (!gat_node_text(n, &text, e))
        return false;
    for (unsigned k = 1; k < GAT_P_COUNT; k++) {
        known[k - 1] = gat_presentations[k].word;
        if (strcmp(text, gat_presentations[k].word) != 0)
            continue;
        if ((*set & GAT_BIT(k)) != 0)
            return gat_node_fail(e, n, "'%s' is there already", text);
        *set |= GAT_BIT(k);
        return true;
    }
    known[GAT_P_COUNT - 1] = NULL;
    return gat_unknown_fail(e, n, "presentation", known);
}

bool gat_presentations_read(const struct gat_node *n, struct gat_test *t, struct gat_error *e)
{
    uint32_t *set = &t->presented;
    const char *text;
    *set = 0;
    t->presents_all =
        n->kind == GAT_NODE_TEXT && gat_node_text(n, &text, e) && strcmp(text, "all") == 0;
    if (t->presents_all) {
        *set = UINT32_MAX >> (32 - GAT_P_COUNT) & ~GAT_BIT(GAT_P_PLAIN);
        return true;
    }
    if (n->kind == GAT_NODE_TEXT)
        return word_read(n, set, e);
    if (n->kind != GAT_NODE_LIST || n->count == 0)
        return gat_node_fail(e, n, "a list of presentations is due here");
    for (size_t k = 0; k < n->count; k++)
        if (!word_read(n->items[k], set, e))
            return false;
    return true;
}

uint32_t gat_presentations_of(const struct gat_test *t)
{
    if (t->data.fill == GAT_FILL_SPARSE && t->updates.present)
        return GAT_BIT(GAT_P_INPLACE);
    return t->presented | GAT_BIT(GAT_P_PLAIN);
}

/* Would equal slices along dimension d of an operand hide a wrong place?  Those along
 * an axis would, and those within a tuple or among the dimensions that it indexes. */
static bool is_told_apart(const struct ref_case *q, enum gat_presented operand, int32_t d)
{
    int64_t axis = q->axis < 0 ? q->axis + q->data.ndim : q->axis;
    int32_t last = q->indices.ndim - 1;
    bool boxes = q->kernel->naming == REF_NAMES_BOXES; /* lists may name any */
    if (q->kernel->naming == REF_NAMES_PLACES || boxes)
        return operand != GAT_ON_INDICES || (boxes && d == q->lists[REF_index_vector_dim].value[0]);
    if (q->kernel->naming != REF_NAMES_TUPLES)
        return d == axis && (operand != GAT_ON_INDICES || q->kernel->naming == REF_NAMES_ELEMENTS);
    if (operand == GAT_ON_UPDATES || last < 0)
        return d < last;
    return operand == GAT_ON_INDICES
               ? d == last
               : d >= q->batch_dims && d < q->batch_dims + q->indices.shape[last];
}

/* Elements of a slice along dimension `d`. */
static int64_t inner_count(const struct gat_array *t, int32_t d)
{
    int64_t inner = 1;
    for (int32_t k = d + 1; k < t->ndim; k++)
        inner *= t->shape[k];
    return inner;
}

/* Do the literals of an operand repeat along the dimension, in each of its types? */
static bool literals_repeat(const struct gat_operand_text *o, int32_t d)
{
    for (int k = 0; k < GAT_DTYPE_COUNT; k++) {
        struct gat_array t = {.dtype = (enum gat_dtype)k, .ndim = o->ndim};
        if (o->fill != GAT_FILL_NONE || (o->types & GAT_BIT(k)) == 0)
            continue;
        memcpy(t.shape, o->shape, sizeof t.shape);
        int64_t inner = inner_count(&t, d), extent = o->shape[d];
        size_t esize = gat_dtype_size(t.dtype);
        const char *bytes = o->bytes[k];
        for (int64_t at = 0; at < o->count; at++) {
            int64_t first = at - at / inner % extent * inner;
            if (!gat_dtype_same(t.dtype, bytes + (size_t)at * esize, bytes + (size_t)first * esize))
                return false;
        }
    }
    return true;
}

/* The dimensions of an operand that repeat, of those with more than one slice along which equal
 * slices hide nothing: some that are drawn, or those along which its literals do. */
static uint32_t repeated_dimensions(const struct gat_member *m, enum gat_presented operand)
{
    const struct ref_case *q = &m->question;
    const struct gat_array *t = gat_question_operand(q, operand);
    const struct gat_operand_text *o = &m->test->operands[operand];
    bool picks = operand == GAT_ON_INDICES && q->kernel->naming == REF_NAMES_SLICES;
    uint32_t may = 0, drawn = (uint32_t)(m->placed >> (8 + GAT_MAX_RANK * operand));
    if (!picks && q->axis_tensor.ndim >= 0)
        return 0; /* its value is not known yet */
    for (int32_t d = 0; d < t->ndim; d++)
        if (t->shape[d] > 1 && !is_told_apart(q, operand, d) && literals_repeat(o, d))
            may |= 1u << d;
    if (o->fill == GAT_FILL_NONE)
        return may;
    return (may & drawn) != 0 ? may & drawn : may & -may;
}

static bool is_presented(const struct gat_presentation *p, enum gat_presented operand)
{
    if (p->in_place && operand == GAT_ON_OUTPUT)
        operand = GAT_ON_DATA;
    return p->operand == GAT_ON_ALL || p->operand == operand;
}

/* The layout of one operand. */
enum gat_layout_kind gat_presentation_kind(const struct gat_member *m, enum gat_presented operand)
{
    const struct gat_presentation *p = &gat_presentations[m->presentation];
    if (!is_presented(p, operand))
        return GAT_COMPACT;
    if (p->kind == GAT_REPEATED &&
        (operand == GAT_ON_OUTPUT || repeated_dimensions(m, operand) == 0))
        return GAT_COMPACT;
    return p->kind;
}

/* Dimensions without which a layout is the compact one. */
static int32_t least_rank(enum gat_layout_kind kind)
{
    return kind == GAT_PERMUTED || kind == GAT_PADDED ? 2 : kind == GAT_STRIDED;
}

bool gat_presentation_is(const struct gat_member *m, enum gat_layout_kind kind,
                         enum gat_presented operand)
{
    int32_t ndim =
        operand == GAT_ON_OUTPUT ? GAT_MAX_RANK : gat_question_operand(&m->question, operand)->ndim;
    return gat_presentation_kind(m, operand) == kind && ndim >= least_rank(kind);
}

uint32_t gat_presentation_repeats(const struct gat_member *m, enum gat_presented operand)
{
    return gat_presentation_kind(m, operand) == GAT_REPEATED ? repeated_dimensions(m, operand) : 0;
}

static void dimension_repeat(struct gat_array *t, int32_t d)
{
    size_t slice = (size_t)inner_count(t, d) * gat_dtype_size(t->dtype);
    size_t block = slice * (size_t)t->shape[d], size = gat_array_size(t);
    char *bytes = t->data;
    for (size_t first = 0; first < size; first += block)
        for (int64_t k = 1; k < t->shape[d]; k++)
            memcpy(bytes + first + (size_t)k * slice, bytes + first, slice);
}

void gat_presentation_repeat(const struct gat_member *m, enum gat_presented operand,
                             struct gat_array *t)
{
    uint32_t repeats = gat_presentation_repeats(m, operand);
    if (m->test->operands[operand].fill == GAT_FILL_NONE)
        return;
    for (int32_t d = 0; d < t->ndim; d++)
        if ((repeats >> d & 1) != 0)
            dimension_repeat(t, d);
}

/* Has one operand another layout than the compact one? */
static bool operand_changes(const struct gat_member *m, enum gat_presented operand)
{
    const struct gat_presentation *p = &gat_presentations[m->presentation];
    const struct gat_array *t = gat_question_operand(&m->question, operand);
    if (!is_presented(p, operand) || t->ndim < 0)
        return false;
    return p->kind == GAT_REPEATED ? repeated_dimensions(m, operand) != 0
                                   : t->ndim >= least_rank(p->kind);
}

const char *gat_presentation_misfit(const struct gat_member *m)
{
    const struct gat_presentation *p = &gat_presentations[m->presentation];
    const struct gat_array *updates = &m->question.updates;
    bool changes = p->operand == GAT_ON_OUTPUT || p->in_place;
    if (m->test->data.fill == GAT_FILL_SPARSE && m->presentation != GAT_P_INPLACE)
        return updates->ndim < 0 ? "sparse data have no presentation"
                                 : "a scatter into sparse data comes as 'inplace' alone";
    if (p->in_place && updates->ndim < 0)
        return "only a scatter works in place";
    if (p->operand == GAT_ON_UPDATES && updates->ndim < 0)
        return "there are no updates";
    for (int k = GAT_ON_DATA; k <= GAT_ON_UPDATES; k++)
        changes |= operand_changes(m, (enum gat_presented)k);
    if (changes)
        return NULL;
    return p->kind == GAT_REPEATED   ? "no dimension off the axis has two slices that repeat"
           : p->kind == GAT_PERMUTED ? "only two dimensions or more can be permuted"
           : p->kind == GAT_PADDED   ? "only two dimensions or more have rows"
                                     : "a single number has no strides";
}

/* The output and data that it overwrites always have another place or address. */
static bool is_other(const struct gat_member *m, int32_t rank)
{
    const struct gat_presentation *p = &gat_presentations[m->presentation];
    if (p->operand == GAT_ON_OUTPUT)
        return rank >= least_rank(p->kind);
    return !p->in_place || m->question.data.ndim >= least_rank(p->kind);
}

uint32_t gat_presentations_fitting(struct gat_member *m, int32_t rank)
{
    unsigned plain = m->presentation;
    uint32_t set = GAT_BIT(GAT_P_PLAIN);
    for (unsigned k = 1; k < GAT_P_COUNT; k++) {
        m->presentation = k;
        if (gat_presentation_misfit(m) == NULL && is_other(m, rank))
            set |= GAT_BIT(k);
    }
    m->presentation = plain;
    return set;
}
