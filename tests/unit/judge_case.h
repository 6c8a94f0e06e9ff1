/* judge_case.h - one case made by hand and a reply made up for it; no engine, no
 * files.  Every rule has a clause of its own, "t/<rule>".
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_JUDGE_CASE_H
#define GAT_JUDGE_CASE_H

#include <stdlib.h>

#include "diagnose/verdict.h"
#include "dtype.h"
#include "judge/judge.h"
#include "oracle/expect.h"

struct judge_case {
    struct gat_arena arena;
    struct ref_rules rules[2]; /* [1]: a second reading */
    struct gat_profile profile;
    struct gat_spec spec;
    struct gat_clause clauses[REF_RULE_COUNT];
    unsigned numbers[REF_RULE_COUNT];
    struct gat_test test;
    struct gat_point point;
    struct gat_member member;
    struct gat_expectation x;
    struct gat_claim claim;
    struct gat_reply reply;
    struct gat_judgement j;
};

#define SHAPE(...)                                                             \
    (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)),             \
        (const int64_t[]) { __VA_ARGS__ }

/* A case of `kernel` without operands, every rule at its first value. */
static inline void case_start(struct judge_case *t, const char *kernel)
{
    memset(t, 0, sizeof *t);
    for (unsigned k = 0; k < REF_RULE_COUNT; k++) {
        t->rules[0].value[k] = ref_rule_infos[k].otherwise;
        t->clauses[k].id =
            gat_arena_print(&t->arena, "t/%s", ref_rule_infos[k].name);
        t->numbers[k] = k;
        t->spec.rule_clauses[k] = &t->numbers[k];
        t->spec.n_rule_clauses[k] = 1;
    }
    t->rules[1] = t->rules[0];
    t->spec.op = kernel;
    t->spec.variant = "made-up-1.x";
    t->spec.alias = "made-up";
    t->spec.name = "op/made-up";
    t->spec.kernel = ref_kernel_find(kernel);
    t->spec.n_clauses = REF_RULE_COUNT;
    t->spec.clauses = t->clauses;
    t->profile.name = "";
    t->profile.n_combinations = 1;
    t->test.file = "made_up.yaml";
    t->test.line = 7;
    t->point.test = &t->test;
    t->point.spec = &t->spec;
    t->point.profile = &t->profile;
    struct ref_case *q = &t->member.question;
    q->kernel = t->spec.kernel;
    q->rules = &t->rules[0];
    q->data.ndim = q->indices.ndim = q->updates.ndim = q->axis_tensor.ndim = -1;
    q->type_allowed = true;
    t->member.point = &t->point;
    t->member.test = &t->test;
    t->claim.min_rank = 0;
    t->claim.max_rank = 16;
    t->reply.poison[0] = 0xa5;
    t->reply.poison[1] = 0x5a;
    t->reply.error_text = "";
}

/* A tensor whose elements are distinct, numbered on from `first`. */
static inline void case_tensor(struct judge_case *t, struct gat_array *a,
                               enum gat_dtype dtype, int32_t ndim,
                               const int64_t *shape, unsigned first)
{
    a->dtype = dtype;
    a->ndim = ndim;
    for (int32_t d = 0; d < ndim; d++)
        a->shape[d] = shape[d];
    a->data = gat_arena_alloc(&t->arena, gat_array_size(a));
    for (int64_t k = 0; k < gat_array_count(a); k++)
        gat_dtype_distinct(dtype, (uint64_t)k + first,
                           (char *)a->data + (size_t)k * gat_dtype_size(dtype));
}

static inline void case_data(struct judge_case *t, enum gat_dtype dtype,
                             int32_t ndim, const int64_t *shape)
{
    t->member.dtype = dtype;
    case_tensor(t, &t->member.question.data, dtype, ndim, shape, 0);
}

static inline void case_updates(struct judge_case *t, int32_t ndim,
                                const int64_t *shape)
{
    case_tensor(t, &t->member.question.updates, t->member.dtype, ndim, shape, 100);
}

static inline void case_indices(struct judge_case *t, int32_t ndim,
                                const int64_t *shape, const int64_t *values)
{
    struct gat_array *a = &t->member.question.indices;
    t->member.index_dtype = GAT_I64;
    case_tensor(t, a, GAT_I64, ndim, shape, 0);
    for (int64_t k = 0; k < gat_array_count(a); k++)
        ((int64_t *)a->data)[k] = values[k];
}

static inline size_t case_esize(const struct judge_case *t)
{
    return gat_dtype_size(t->x.answer.output.dtype);
}

/* Element `at` of what call `call` answers. */
static inline unsigned char *case_output(struct judge_case *t, unsigned call,
                                         int64_t at)
{
    return (unsigned char *)(uintptr_t)t->reply.output[call] +
           (size_t)at * case_esize(t);
}

/* Ask the oracle; the reply is then the right answer, twice. */
static inline void case_expect(struct judge_case *t)
{
    gat_expect(&t->member, &t->arena, &t->x);
    size_t size = gat_array_size(&t->x.answer.output);
    t->reply.end = GAT_END_ANSWERED;
    for (unsigned k = 0; k < 2; k++) {
        char *copy = gat_arena_alloc(&t->arena, size);
        memcpy(copy, t->x.answer.output.data, size);
        t->reply.output[k] = copy;
    }
}

/* Both calls report `status` and leave the output as it was. */
static inline void case_report(struct judge_case *t, gat_status status)
{
    for (unsigned k = 0; k < 2; k++) {
        t->reply.status[k] = status;
        memset(case_output(t, k, 0), t->reply.poison[k],
               gat_array_size(&t->x.answer.output));
    }
}

/* Element `at` of both outputs becomes what `from` points to. */
static inline void case_put(struct judge_case *t, int64_t at, const void *from)
{
    for (unsigned k = 0; k < 2; k++)
        memcpy(case_output(t, k, at), from, case_esize(t));
}

/* Element `at` of an operand. */
static inline const void *case_element(const struct gat_array *a, int64_t at)
{
    return (const char *)a->data + (size_t)at * gat_dtype_size(a->dtype);
}

static inline void case_put_data(struct judge_case *t, int64_t at, int64_t from)
{
    case_put(t, at, case_element(&t->member.question.data, from));
}

static inline enum gat_verdict_class case_judge(struct judge_case *t)
{
    gat_judge(&t->x, &t->claim, &t->reply, &t->arena, &t->j);
    return t->j.verdict;
}

static inline void case_end(struct judge_case *t)
{
    gat_arena_free(&t->arena);
}

/* gather of int32 data [2,3] along axis 1 by [2, -1, 0]. */
static inline void case_gather(struct judge_case *t)
{
    case_start(t, "gather");
    t->rules[0].value[REF_index_domain] = REF_WRAPS;
    case_data(t, GAT_I32, SHAPE(2, 3));
    case_indices(t, SHAPE(3), (const int64_t[]){2, -1, 0});
    t->member.question.axis = 1;
}

/* One element of data and three updates of it. */
static inline void case_sum(struct judge_case *t, enum gat_dtype dtype, enum ref_reduction how)
{
    case_start(t, "scatter_elements");
    case_data(t, dtype, SHAPE(1));
    case_updates(t, SHAPE(3));
    case_indices(t, SHAPE(3), (const int64_t[]){0, 0, 0});
    t->member.question.reduction = (int64_t)how + 1;
}

#define is_verdict(t, want, name)                                              \
    do {                                                                       \
        is_text(gat_verdict_name(case_judge(t)), gat_verdict_name(want), name); \
        if ((t)->j.verdict != (want))                                          \
            printf("#   %s\n", (t)->j.diagnosis);                              \
    } while (0)

#endif
