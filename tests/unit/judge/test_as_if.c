/* test_as_if.c - what other indices would give, told of a whole answer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

static void clamped_put(const int64_t *places)
{
    for (int64_t k = 0; k < 3; k++)
        case_put_data(&t, k, places[k]);
    case_judge(&t);
}

/* What other indices give is told of a whole answer alone. */
static void test_as_if(void)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_out_of_range] = REF_OOR_CLAMP;
    t.rules[0].value[REF_index_domain] = REF_NONNEGATIVE;
    case_data(&t, GAT_I32, SHAPE(7));
    case_indices(&t, SHAPE(3), (const int64_t[]){-2, 4, INT64_C(1) << 32});
    t.member.question.indices.dtype = t.member.index_dtype = GAT_U64;
    case_expect(&t);
    clamped_put((const int64_t[]){0, 4, 6});
    has_text(t.j.diagnosis, "; the whole answer is as if indices were read as numbers with a sign;",
             "a sign");
    ok(strstr(t.j.diagnosis, "which is data[0]") != NULL, "beside the only wrong element: %s",
       t.j.diagnosis);
    clamped_put((const int64_t[]){0, 4, 0});
    has_text(t.j.diagnosis, "; the whole answer is as if indices were read as numbers of 32 bits;",
             "32 bits");
    clamped_put((const int64_t[]){0, 4, 0});
    ok(strstr(t.j.diagnosis, "which is") == NULL, "and alone where two are wrong: %s",
       t.j.diagnosis);
    clamped_put((const int64_t[]){0, 3, 6});
    ok(strstr(t.j.diagnosis, "as if") == NULL, "neither: %s", t.j.diagnosis);
    case_end(&t);
}

/* A truth value is right by chance in one of two, so that one of them shows no other indices. */
static void truths_put(const int64_t *indices, int wrong)
{
    const unsigned char yes = 1;
    case_start(&t, "gather");
    t.rules[0].value[REF_out_of_range] = REF_OOR_CLAMP;
    t.rules[0].value[REF_index_domain] = REF_NONNEGATIVE;
    case_data(&t, GAT_BOOL, SHAPE(7));
    memset(t.member.question.data.data, 0, 7);
    memcpy(t.member.question.data.data, &yes, 1);
    case_indices(&t, SHAPE(5), indices);
    t.member.question.indices.dtype = t.member.index_dtype = GAT_U64;
    case_expect(&t);
    for (int k = 0; k < wrong; k++)
        case_put(&t, k, &yes);
    case_judge(&t);
}

static void test_truth_values(void)
{
    truths_put((const int64_t[]){-2, 4, 5, 6, 3}, 1);
    ok(strstr(t.j.diagnosis, "as if") == NULL, "one of five: %s", t.j.diagnosis);
    case_end(&t);
    truths_put((const int64_t[]){-2, -2, -3, -4, 3}, 4);
    has_text(t.j.diagnosis, "; the whole answer is as if indices were read as numbers with a sign;",
             "four of five");
    case_end(&t);
}

/* Indices of one column, which stand for all columns of data, were taken one after the other. */
static void test_repeated(void)
{
    case_start(&t, "gather_elements");
    t.rules[0].value[REF_off_axis] = REF_SIZES_REPEAT;
    case_data(&t, GAT_I32, SHAPE(4, 3));
    case_indices(&t, SHAPE(2, 1), (const int64_t[]){3, 1});
    case_expect(&t);
    for (int64_t k = 0; k < 6; k++)
        case_put_data(&t, k, (k % 2 == 0 ? 9 : 3) + k % 3);
    case_judge(&t);
    has_text(t.j.diagnosis, "as if indices that are repeated came round and round in C order;",
             "indices of one column");
    case_put_data(&t, 5, 0);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "as if") == NULL, "but for one element: %s", t.j.diagnosis);
    case_end(&t);
}

/* Answers that would take long to make anew are looked at element by element alone. */
static void test_large(int64_t width, bool told)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_out_of_range] = REF_OOR_CLAMP;
    t.rules[0].value[REF_index_domain] = REF_NONNEGATIVE;
    case_data(&t, GAT_I32, SHAPE(2, width));
    case_indices(&t, SHAPE(4), (const int64_t[]){-2, 1, 1, 1});
    t.member.question.indices.dtype = t.member.index_dtype = GAT_U64;
    case_expect(&t);
    for (int64_t k = 0; k < width; k++)
        case_put_data(&t, k, k);
    case_judge(&t);
    bool is = strstr(t.j.diagnosis, "; the whole answer is as if") != NULL;
    ok(is == told, "an answer of %lld: %s", (long long)(4 * width), t.j.diagnosis);
    case_end(&t);
}

/* So are those of many updates to few places. */
static void test_many_updates(int64_t width, bool told)
{
    case_start(&t, "scatter_nd");
    t.rules[0].value[REF_out_of_range] = REF_OOR_CLAMP;
    t.rules[0].value[REF_index_domain] = REF_NONNEGATIVE;
    t.rules[0].value[REF_duplicates] = REF_DUP_LAST;
    case_data(&t, GAT_I32, SHAPE(2, width));
    case_indices(&t, SHAPE(5, 1), (const int64_t[]){-2, 1, 1, 1, 1});
    case_updates(&t, SHAPE(5, width));
    t.member.question.indices.dtype = t.member.index_dtype = GAT_U64;
    case_expect(&t);
    for (int64_t k = 0; k < width; k++)
        case_put(&t, k, case_element(&t.member.question.updates, k));
    case_judge(&t);
    bool is = strstr(t.j.diagnosis, "; the whole answer is as if") != NULL;
    ok(is == told, "updates of %lld: %s", (long long)(5 * width), t.j.diagnosis);
    case_end(&t);
}

int main(void)
{
    test_as_if();
    test_large(1 << 14, true);
    test_large((1 << 14) + 1, false);
    test_many_updates((1 << 16) / 5, true);
    test_many_updates((1 << 16) / 5 + 1, false);
    test_repeated();
    test_truth_values();
    return done();
}
