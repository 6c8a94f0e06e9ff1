/* candidate_member.c - a candidate as a case of a variant, if it can be one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "suite/candidate_member.h"
#include "dtype.h"
#include "parts/fill.h"
#include "parts/fill_sparse.h"
#include "parts/presentation.h"
#include "parts/reduced.h"
#include "spec/reduction.h"
#include "suite/candidate.h"
#include "suite/member.h"
#include "suite/points.h"

const char *gat_candidate_misfit(const struct gat_candidate *c, const struct gat_spec *s,
                                 struct gat_arena *a)
{
    const struct gat_test *t = &c->test;
    bool lacking;
    const char *attr = gat_attr_misfit(t, s, &lacking);
    if (attr != NULL)
        return gat_arena_print(a, "it %s %s", lacking ? "requires" : "has no", attr);
    if (t->axis_tensor.present &&
        s->profiles[0].rules.value[REF_axis_tensor] == REF_AXIS_TENSOR_NEVER)
        return "its axis is no tensor";
    const char *sparse = gat_sparse_misfit(t, s);
    if (gat_reduction_misfit(t, s) != NULL)
        return sparse != NULL
                   ? gat_arena_print(a, "it takes no sparse data, %s", sparse)
                   : gat_arena_print(a, "it has no reduction %s",
                                     gat_reduction_name(t->reduction.value));
    if (s->kernel->scatters != t->updates.present)
        return t->updates.present ? "it has no updates" : "it requires updates";
    return NULL;
}

bool gat_operand_is_index(const struct gat_candidate *c, const struct gat_operand_text *o)
{
    return o == &c->test.indices || o == &c->test.axis_tensor;
}

enum gat_dtype gat_operand_type(const struct gat_candidate *c, const struct gat_operand_text *o)
{
    if (o->dtype != GAT_DTYPE_COUNT)
        return o->dtype;
    return o == &c->test.indices ? c->index_dtype : gat_operand_is_index(c, o) ? GAT_I64 : c->dtype;
}

static struct gat_point *point_make(const struct gat_candidate *c, const struct gat_spec *s,
                                    const struct gat_profile *p, struct gat_arena *a)
{
    struct gat_point *point = GAT_NEW(a, struct gat_point);
    point->test = &c->test;
    point->spec = s;
    point->profile = p;
    point->name = "candidate";
    point->n_members = 1;
    point->members = gat_arena_array(a, 1, sizeof *point->members);
    point->members[0][0] = (unsigned char)c->dtype;
    point->members[0][1] =
        (unsigned char)(c->test.indices.dtype != GAT_DTYPE_COUNT ? c->test.indices.dtype
                                                                 : c->index_dtype);
    point->members[0][2] = (unsigned char)c->presentation;
    return point;
}

const struct gat_member *gat_candidate_member(const struct gat_candidate *c,
                                              const struct gat_spec *s, const struct gat_profile *p,
                                              struct gat_arena *a)
{
    struct gat_member *m = GAT_NEW(a, struct gat_member);
    gat_member_make(point_make(c, s, p, a), 0, 0, a, m);
    return m;
}

struct gat_member *gat_candidate_ask(const struct gat_candidate *c, const struct gat_spec *s,
                                     const struct gat_profile *p, struct gat_arena *a)
{
    struct gat_member *m = GAT_NEW(a, struct gat_member);
    gat_member_ask(point_make(c, s, p, a), 0, m);
    return m;
}

static bool is_sparse(const struct gat_candidate *c)
{
    return c->test.data.fill == GAT_FILL_SPARSE;
}

bool gat_candidate_lie_plainly(struct gat_candidate *c)
{
    if (c->presentation == GAT_P_PLAIN || c->test.data.fill == GAT_FILL_SPARSE)
        return false;
    c->presentation = GAT_P_PLAIN;
    return true;
}

bool gat_candidate_is_presented(const struct gat_candidate *c, const struct gat_member *m)
{
    bool demanding = is_sparse(c) && c->test.updates.present;
    return (c->presentation == GAT_P_PLAIN && !demanding) || gat_presentation_misfit(m) == NULL;
}

/* How many elements so many bytes are; a string takes memory for its text too. */
static int64_t most_of(enum gat_dtype t, int64_t bytes)
{
    enum { TEXT = 64 };
    return bytes / ((int64_t)gat_dtype_size(t) + (t == GAT_STR ? TEXT : 0));
}

static bool operand_fits(const struct gat_candidate *c, const struct gat_operand_text *o,
                         int64_t bytes)
{
    return !o->present || o->fill == GAT_FILL_SPARSE ||
           o->count <= most_of(gat_operand_type(c, o), bytes);
}

/* Elements of a tensor, or the rows of one without elements: a loop through them takes
 * its time whether they hold something or not. */
static int64_t loops_of(const struct gat_array *t)
{
    int64_t n = 1;
    for (int32_t k = 0; k < t->ndim; k++)
        if (t->shape[k] > 1 && __builtin_mul_overflow(n, t->shape[k], &n))
            return INT64_MAX;
    return n;
}

/* Of sparse data no terms are kept, and one answer is right: is what a call makes of two numbers
 * rounded once, and no NaN, whose bits are free? */
static bool combines_simply(const struct ref_case *q, const struct gat_test *t)
{
    enum ref_reduction how = ref_reduction_of(q);
    bool real = (GAT_REAL_TYPES & GAT_BIT(q->data.dtype)) != 0;
    bool plain = t->updates.fill == GAT_FILL_DISTINCT;
    return how == REF_NONE || (how != REF_MEAN && real && plain);
}

bool gat_candidate_is_bounded(const struct gat_candidate *c, const struct gat_spec *s,
                              const struct gat_profile *p, int64_t bytes, struct gat_arena *a)
{
    const struct gat_test *t = &c->test;
    struct ref_answer answer = {.demand = REF_MUST_SUCCEED};
    int64_t at, picks, most = most_of(c->dtype, bytes);
    bool sparse = is_sparse(c);
    if (!operand_fits(c, &t->data, bytes) || !operand_fits(c, &t->indices, bytes) ||
        !operand_fits(c, &t->updates, bytes))
        return false;
    if (!sparse && !__builtin_mul_overflow(t->data.count, t->indices.count, &picks) && picks > 0 &&
        picks <= most)
        return true;
    if (sparse && t->indices.fill != GAT_FILL_NONE)
        return false;
    struct ref_case *q = &gat_candidate_ask(c, s, p, a)->question;
    q->indices.data = t->indices.bytes[q->indices.dtype];
    ref_check(q, &answer);
    if (!sparse)
        return loops_of(&answer.output) <= most;
    if (!t->updates.present)
        return loops_of(&answer.output) <= GAT_MOST_OPENED;
    bool answers = answer.demand == REF_MUST_SUCCEED || answer.demand == REF_MAY_EITHER;
    return ref_update_count(q, &answer) <= GAT_MOST_UPDATES && combines_simply(q, t) &&
           !(answers && gat_updates_meet(q, &answer, &at));
}
