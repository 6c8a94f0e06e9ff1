/* job.c - what goes through the contract for a case, and how its operands lie in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/job.h"

#include <inttypes.h>
#include <string.h>

#include "base/sentence.h"
#include "base/without.h"
#include "dtype.h"
#include "exchange/placement.h"
#include "layout.h"
#include "parts/operand_text.h"
#include "parts/presentation.h"

static void presentation_put(const struct gat_member *m, struct gat_job *job)
{
    const struct gat_presentation *p = &gat_presentations[m->presentation];
    unsigned n = m->question.updates.ndim >= 0 ? 3 : 2;
    job->presented = true;
    job->in_place = p->in_place;
    for (unsigned k = 0; k < n; k++) {
        job->layout[k] = (unsigned char)gat_presentation_kind(m, (enum gat_presented)k);
        job->repeats[k] = gat_presentation_repeats(m, (enum gat_presented)k);
    }
    job->layout[GAT_MAX_INPUTS] = (unsigned char)gat_presentation_kind(m, GAT_ON_OUTPUT);
}

enum { ONE_FROM_THREAD = 32, ONE_IN_CONTEXT = 64, ONE_TWICE = 4 };

enum gat_manner gat_job_manner(const struct gat_member *m, const struct gat_claim *claim)
{
    uint64_t hash = m->name_hash >> 20;
    bool any = claim != NULL && (claim->flags & GAT_ANY_CALLER) != 0;
    if (m->name_hash == 0 || gat_without("manners"))
        return GAT_CALL_PLAIN;
    if (any && hash % ONE_IN_CONTEXT == 0)
        return GAT_CALL_IN_CONTEXT;
    if (any && hash % ONE_FROM_THREAD == 1)
        return GAT_CALL_FROM_THREAD;
    return m->point->test->drawing != NULL && hash % ONE_TWICE == 2 ? GAT_CALL_TWICE
                                                                    : GAT_CALL_PLAIN;
}

/* A written case touches both ends of every operand.  The first call of a twin has the addresses
 * of the last call before it. */
static uint64_t placed_of(const struct gat_member *m)
{
    if (m->test->content != 0)
        return m->placed ^ GAT_PLACED_ORDER;
    return m->point->test->drawing != NULL ? m->placed : m->placed & GAT_PLACED_SWAPPED;
}

void gat_job_fill(const struct gat_expectation *x, const struct gat_claim *claim,
                  struct gat_job *job)
{
    const struct gat_member *m = x->member;
    const struct gat_point *p = m->point;
    const struct ref_case *q = &m->question;
    memset(job, 0, sizeof *job);
    job->name = m->name;
    job->op = p->spec->op;
    job->variant = p->spec->variant;
    job->profile = p->profile->name;
    job->n_attrs = m->n_attrs;
    job->attrs = m->attrs;
    for (unsigned k = 0; k < GAT_CASE_OPERANDS; k++) {
        const struct gat_array *operand = gat_question_operand(q, k);
        if (operand->ndim < 0)
            continue;
        job->input_names[job->n_inputs] = gat_operand_names[k];
        job->inputs[job->n_inputs++] = *operand;
    }
    job->output = x->answer.output;
    job->placed = placed_of(m);
    job->min_align = claim == NULL ? 0 : claim->min_align;
    job->manner = gat_job_manner(m, claim);
    if (m->presentation != GAT_P_PLAIN)
        presentation_put(m, job);
}

static void strides_add(struct gat_sentence *s, const struct gat_layout *l)
{
    gat_sentence_add(s, " with strides [");
    for (int32_t d = 0; d < l->ndim; d++)
        gat_sentence_add(s, "%s%" PRId64, d > 0 ? "," : "", l->stride[d]);
    gat_sentence_add(s, "]");
}

static void operand_tell(const struct gat_member *m, enum gat_presented operand,
                         const struct gat_array *t, uint32_t min_align, struct gat_sentence *s)
{
    enum gat_layout_kind kind = gat_presentation_kind(m, operand);
    struct gat_layout l;
    size_t esize = gat_dtype_size(t->dtype);
    unsigned k = operand == GAT_ON_OUTPUT ? GAT_MAX_INPUTS : (unsigned)operand;
    if (kind == GAT_COMPACT ||
        !gat_layout_make(kind, t->dtype, t->ndim, t->shape, gat_presentation_repeats(m, operand),
                         gat_placed_layout(placed_of(m), k), gat_layout_align(min_align, esize),
                         &l))
        return;
    gat_sentence_add(s, "%s%s", s->used > 0 ? ", " : "",
                     operand == GAT_ON_OUTPUT ? "output" : gat_operand_names[operand]);
    if (kind == GAT_OFFSET)
        gat_sentence_add(s, " with a byte_offset of %zu", l.lead);
    else if (kind == GAT_ODD)
        gat_sentence_add(s, " at an unaligned address");
    else
        strides_add(s, &l);
    if (kind != GAT_OFFSET && l.lead > 0)
        gat_sentence_add(s, " and a byte_offset of %zu", l.lead);
}

bool gat_presentation_tell(const struct gat_expectation *x, uint32_t min_align, char *out,
                           size_t size)
{
    const struct gat_member *m = x->member;
    const struct gat_presentation *p = &gat_presentations[m->presentation];
    struct gat_sentence s;
    if (m->presentation == GAT_P_PLAIN)
        return false;
    gat_sentence_start(&s, out, size);
    for (unsigned k = 0; k <= GAT_ON_OUTPUT; k++) {
        const struct gat_array *t = k == GAT_ON_OUTPUT ? &x->answer.output
                                                       : gat_question_operand(&m->question, k);
        if (t->ndim >= 0 && !(k == GAT_ON_OUTPUT && p->in_place))
            operand_tell(m, (enum gat_presented)k, t, min_align, &s);
    }
    if (p->in_place)
        gat_sentence_add(&s, "%soutput in the memory of data", s.used > 0 ? ", " : "");
    return true;
}
