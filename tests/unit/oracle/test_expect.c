/* test_expect.c - what is known of a case before anybody is asked: a literal that
 * contradicts the oracle, data that prove little, the shape of the output.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/sum.h"
#include "judge/judge.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

/* An index past the end, which must be reported. */
static void past_the_end(void)
{
    case_gather(&t);
    ((int64_t *)t.member.question.indices.data)[2] = 7;
}

/* An element that the document leaves open can have no literal: nobody would compare it. */
static void test_open_literals(void)
{
    static const char *variant = "made-1";
    past_the_end();
    t.rules[0].value[REF_out_of_range] = REF_OOR_DROP;
    case_expect(&t);
    ok(t.x.answer.demand == REF_MUST_SUCCEED && t.x.answer.unspecified != NULL, "an open element");
    case_tensor(&t, &t.member.expect, GAT_I32, SHAPE(2, 3), 0);
    memcpy(t.member.expect.data, t.x.answer.output.data, gat_array_size(&t.member.expect));
    case_expect(&t);
    ok(!t.x.oracle_wrong, "a test for any variant passes over one that leaves an element open");
    t.test.n_variants = 1;
    t.test.variants = &variant;
    case_expect(&t);
    ok(t.x.oracle_wrong, "a test that names the variant is wrong");
    has_text(t.x.oracle_why, "output[0,2]", "there");
    has_text(t.x.oracle_why, "leaves this element open", "and why");
    case_end(&t);
}

/* Two NaNs that differ by their bits are told by these. */
static void test_nan_literal(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(1));
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    *(uint32_t *)t.member.question.data.data = 0x7fc00001;
    case_tensor(&t, &t.member.expect, GAT_F32, SHAPE(1), 0);
    *(uint32_t *)t.member.expect.data = 0x7fc00002;
    case_expect(&t);
    has_text(t.x.oracle_why, "expects 0x7fc00002, the oracle makes 0x7fc00001", "two NaNs");
    *(float *)t.member.expect.data = 1;
    case_expect(&t);
    has_text(t.x.oracle_why, "expects 1.0, the oracle makes nan", "a NaN and a number");
    case_end(&t);
}

static void test_literals(void)
{
    case_gather(&t);
    struct gat_array *e = &t.member.expect;
    case_tensor(&t, e, GAT_I32, SHAPE(2, 3), 0);
    case_expect(&t);
    ok(t.x.oracle_wrong, "a literal that contradicts the oracle");
    has_text(t.x.oracle_why, "output[0,0]: the case expects ", "where");
    is_verdict(&t, GAT_V_SUITE, "is no fault of the backend");
    has_text(t.j.diagnosis, "made_up.yaml:7", "but of this file");
    t.reply.end = GAT_END_SIGNAL;
    is_verdict(&t, GAT_V_SUITE, "whatever the backend did");
    memcpy(e->data, t.x.answer.output.data, gat_array_size(e));
    case_expect(&t);
    ok(!t.x.oracle_wrong, "a literal that agrees");
    t.test.expect_output.present = true;
    t.test.expect_output.ndim = 2;
    t.test.expect_output.shape[0] = 2;
    t.test.expect_output.shape[1] = 3;
    ((int32_t *)e->data)[5] ^= 1;
    case_expect(&t);
    ok(t.x.oracle_wrong, "one that states its shape too, and differs in the last element");
    t.test.expect_output.present = false;
    e->shape[1] = 2;
    case_expect(&t);
    has_text(t.x.oracle_why, "shape [2,2], the oracle makes [2,3]", "another shape");
    e->data = NULL;
    t.test.expect_shape = t.test.expect_output.present = true;
    t.test.expect_output.ndim = 1;
    t.test.expect_output.shape[0] = 6;
    case_expect(&t);
    has_text(t.x.oracle_why, "shape [6], the oracle makes [2,3]", "a shape alone");
    t.test.expect_shape = t.test.expect_output.present = false;
    t.member.expect_error = GAT_E_RANGE;
    case_expect(&t);
    has_text(t.x.oracle_why, "expects a range error", "an error that is not due");
    case_end(&t);
    past_the_end();
    case_expect(&t);
    t.member.expect_error = GAT_E_RANGE;
    case_expect(&t);
    ok(!t.x.oracle_wrong, "an error that is due");
    t.member.expect_error = GAT_E_INVALID;
    case_expect(&t);
    ok(t.x.oracle_wrong, "an error of another kind");
    case_end(&t);
}

/* Literal answers of cases that are due an error or are open. */
static void test_literals_of_errors(void)
{
    static const struct {
        int64_t outside;
        const char *words; /* NULL: the literal may stand */
    } rows[] = {
        {REF_OOR_ERROR, "the case expects an answer and by out_of_range the variant "},
        {REF_OOR_EITHER, NULL},
        {REF_OOR_CLAMP, NULL},
    };
    static const char *variant = "made-1";
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        past_the_end();
        ((int64_t *)t.member.question.indices.data)[2] = rows[k].outside == REF_OOR_EITHER ? -1 : 7;
        t.rules[0].value[REF_out_of_range] = rows[k].outside;
        t.rules[0].value[REF_index_domain] = REF_NONNEGATIVE;
        ((int64_t *)t.member.question.indices.data)[1] = 0;
        t.test.n_variants = 1;
        t.test.variants = &variant;
        case_expect(&t);
        case_tensor(&t, &t.member.expect, GAT_I32, SHAPE(2, 3), 0);
        memcpy(t.member.expect.data, t.x.answer.output.data, gat_array_size(&t.member.expect));
        case_expect(&t);
        is_int(t.x.oracle_wrong, rows[k].words != NULL, "a literal answer");
        if (rows[k].words != NULL)
            has_text(t.x.oracle_why, rows[k].words, "and what is due");
        case_end(&t);
    }
}

/* An error where an answer is due. */
static void test_errors_of_answers(void)
{
    case_gather(&t);
    t.member.expect_error = GAT_E_RANGE;
    case_expect(&t);
    ok(t.x.oracle_wrong, "an error is expected, and the variant has an answer");
    has_text(t.x.oracle_why, " the variant demands an answer", "which is said");
    case_end(&t);
}

static void test_weak(void)
{
    case_gather(&t);
    int32_t *data = t.member.question.data.data;
    for (int k = 1; k < 6; k++)
        data[k] = data[0];
    case_expect(&t);
    ok(t.x.weak, "equal data cannot show a wrong position");
    is_verdict(&t, GAT_V_WEAK, "which a pass says");
    t.member.question.data.ndim = 1;
    t.member.question.indices.ndim = 0;
    t.member.question.axis = -1;
    *(int64_t *)t.member.question.indices.data = 1;
    case_expect(&t);
    ok(!t.x.weak, "a single element is not asked where it is from");
    t.member.question.data.ndim = 2;
    t.member.question.indices.ndim = 1;
    data[5] = 77;
    case_expect(&t);
    ok(!t.x.weak, "one other element can");
    case_end(&t);
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(1));
    case_indices(&t, SHAPE(2), (const int64_t[]){0, 0});
    case_expect(&t);
    ok(!t.x.weak, "a single place cannot be missed");
    case_end(&t);
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(3));
    memset(t.member.question.data.data, 0, 12);
    case_indices(&t, SHAPE(1), (const int64_t[]){1});
    case_updates(&t, SHAPE(1));
    case_expect(&t);
    ok(!t.x.weak, "zeros under distinct updates show where they went");
    memset(t.member.question.updates.data, 0, 4);
    case_expect(&t);
    ok(t.x.weak, "zeros under zeros do not");
    case_end(&t);
}

static void test_infer(void)
{
    struct gat_inferred s = {.ndim = 2, .type = {0, 32, 1}, .shape = {2, 3}};
    case_gather(&t);
    case_expect(&t);
    ok(gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "the right shape and type");
    s.shape[1] = 4;
    ok(!gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "a wrong extent");
    has_text(t.j.diagnosis, "infer() states the shape [2,4] where [2,3] is due", "both shapes");
    is_text(t.j.clause, "GAT-11", "our clause about what states a shape");
    s.shape[1] = 3;
    s.type.bits = 64;
    ok(!gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "a wrong type");
    has_text(t.j.diagnosis, "elements of type int64 where int32 is due", "both types");
    s.ndim = 1000000;
    ok(!gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "a rank beyond all bounds");
    ok(!gat_judge_infer(&t.x, true, GAT_E_TYPE, &s, &t.j), "an error");
    ok(!gat_judge_infer(&t.x, false, GAT_OK, &s, &t.j), "a death");
    is_int(t.j.verdict, GAT_V_WRONG_SHAPE, "is a verdict about the shape");
    case_end(&t);
    past_the_end();
    case_expect(&t);
    ok(gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "nothing is asked where an error is due");
    case_end(&t);
}

/* A scatter into data with holes, two of four elements, by indices 1 and `second`. */
static void holes_start(int64_t second)
{
    static const struct gat_extent extents[] = {{0, 8}};
    static const struct gat_sparse sparse = {1, extents, 8};
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(4));
    case_updates(&t, SHAPE(2));
    case_indices(&t, SHAPE(2), (const int64_t[]){1, second});
    memset((char *)t.member.question.data.data + 8, 0, 8);
    t.member.question.data.sparse = &sparse;
}

static void test_holes(void)
{
    holes_start(3);
    gat_expect(&t.member, &t.arena, &t.x);
    ok(!t.x.oracle_wrong && t.x.answer.output.sparse != NULL, "one update each: %s",
       t.x.oracle_why);
    t.member.question.reduction = REF_ADD + 1;
    is_int(gat_sum_updates(&t.member.question, &t.x.answer, 1), 0, "beside holes no sum is told");
    case_expect(&t);
    int32_t gained = *(const int32_t *)case_element(&t.member.question.data, 0);
    gained += *(const int32_t *)case_element(&t.member.question.updates, 0);
    case_put(&t, 0, &gained);
    FILE *written = tmpfile();
    ok(written != NULL && fwrite(t.reply.output[0], 16, 1, written) == 1 && fflush(written) == 0,
       "what was written");
    t.reply.written[0].file = t.reply.written[1].file = fileno(written);
    case_judge(&t);
    has_text(t.j.diagnosis, " and is 169507974, which is updates[1]", "but a place that holds it");
    fclose(written);
    case_end(&t);
    holes_start(1);
    gat_expect(&t.member, &t.arena, &t.x);
    ok(t.x.oracle_wrong, "two updates of one element");
    has_text(t.x.oracle_why, "output[1] has two updates, and one is all that", "and which");
    t.member.expect_error = GAT_E_RANGE;
    gat_expect(&t.member, &t.arena, &t.x);
    ok(t.x.oracle_wrong && strstr(t.x.oracle_why, "two updates") == NULL,
       "an error that is expected wrongly is told first: %s", t.x.oracle_why);
    case_end(&t);
}

int main(void)
{
    test_nan_literal();
    test_holes();
    test_literals();
    test_open_literals();
    test_literals_of_errors();
    test_errors_of_answers();
    test_weak();
    test_infer();
    return done();
}
