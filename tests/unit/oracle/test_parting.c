/* test_parting.c - do two answers to one question differ in what they admit?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/ruling.h"
#include "judge_case.h"
#include "oracle/expect.h"
#include "study/answers_differ.h"
#include "suite/candidate.h"
#include "tap.h"

static struct judge_case t;

/* The case by its own rules against the same case with one rule changed. */
static bool parts(enum ref_rule rule, int64_t value)
{
    struct ref_case c;
    struct ref_answer other;
    t.rules[1] = t.rules[0];
    t.rules[1].value[rule] = value;
    case_expect(&t);
    gat_answer_by(&t.member, &t.rules[1], &t.arena, &c, &other);
    bool one = gat_answers_part(&c, &t.x.answer, &other);
    bool two = gat_answers_part(&c, &other, &t.x.answer);
    ok(one == two, "  the same from both sides");
    return one;
}

static void gathers(void)
{
    case_gather(&t); /* data [2,3], axis 1, indices 2, -1, 0 */
    ok(!parts(REF_empty, REF_EMPTY_ERROR), "a rule that does not matter");
    ok(parts(REF_index_domain, REF_NONNEGATIVE), "an answer and an error");
    t.rules[0].value[REF_index_domain] = REF_NONNEGATIVE;
    t.rules[0].value[REF_out_of_range] = REF_OOR_CLAMP;
    ok(parts(REF_out_of_range, REF_OOR_WRAP), "two values");
    ok(parts(REF_out_of_range, REF_OOR_ZERO), "a value and zero");
    ok(parts(REF_out_of_range, REF_OOR_DROP), "a value and an open element");
    t.rules[0].value[REF_out_of_range] = REF_OOR_ZERO;
    ok(parts(REF_out_of_range, REF_OOR_DROP), "zero and an open element that is zero here");
    t.rules[0].value[REF_out_of_range] = REF_OOR_ERROR;
    ok(!parts(REF_bad_axis, REF_EITHER), "two errors of one kind");
    t.member.question.axis = 9;
    ok(!parts(REF_out_of_range, REF_OOR_CLAMP), "an error for another reason stays");
    ok(parts(REF_bad_axis, REF_UNDEFINED), "an error and anything");
    case_end(&t);
}

static void batches(void)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_batch_dims] = REF_BATCH_ALLOWED;
    t.rules[0].value[REF_negative_batch_dims] = REF_EITHER;
    case_data(&t, GAT_I32, SHAPE(2, 3));
    case_indices(&t, SHAPE(2, 1), (const int64_t[]){0, 1});
    t.member.question.axis = 1;
    t.member.question.batch_dims = -1;
    ok(parts(REF_negative_batch_dims, REF_NEGATIVE_BATCH_WRAPS), "either and an answer");
    case_end(&t);
}

static void scatters(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(3));
    case_indices(&t, SHAPE(2), (const int64_t[]){1, 1});
    case_updates(&t, SHAPE(2));
    ok(parts(REF_duplicates, REF_DUP_LAST), "any of two and the last");
    ok(parts(REF_duplicates, REF_DUP_FIRST), "any of two and the first");
    ok(parts(REF_duplicates, REF_DUP_ERROR), "any of two and an error");
    int32_t *updates = t.member.question.updates.data;
    updates[1] = updates[0];
    ok(!parts(REF_duplicates, REF_DUP_LAST), "any of two that are the same");
    ((int64_t *)t.member.question.indices.data)[1] = 2;
    ok(!parts(REF_duplicates, REF_DUP_LAST), "one of one");
    case_end(&t);
}

static void shapes(void)
{
    struct ref_case c;
    struct ref_answer other;
    case_gather(&t);
    case_expect(&t);
    gat_answer_by(&t.member, &t.rules[0], &t.arena, &c, &other);
    ok(!gat_answers_part(&c, &t.x.answer, &other), "the same answer twice");
    other.output.shape[1] = 2;
    ok(gat_answers_part(&c, &t.x.answer, &other), "another extent");
    other.output.shape[1] = 3;
    other.output.ndim = 1;
    ok(gat_answers_part(&c, &t.x.answer, &other), "another rank");
    other.output.ndim = 2;
    other.output.dtype = GAT_F32;
    ok(gat_answers_part(&c, &t.x.answer, &other), "another type");
    case_end(&t);
}

int main(void)
{
    gathers();
    batches();
    scatters();
    shapes();
    return done();
}
