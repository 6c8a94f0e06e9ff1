/* test_sentences.c - a diagnosis names the cause, and none that the data cannot support.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

/* Rows `from[k]` of data where the indices of a gather name others. */
static void rows_put(const int64_t *from)
{
    const struct ref_case *q = &t.member.question;
    int64_t inner = q->data.shape[1];
    case_expect(&t);
    for (int64_t k = 0; k < gat_array_count(&q->indices); k++)
        for (int64_t j = 0; j < inner; j++)
            case_put_data(&t, k * inner + j, from[k] * inner + j);
    case_judge(&t);
}

static void test_bytes(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(40, 3));
    case_indices(&t, SHAPE(4), (const int64_t[]){39, 17, 8, 22});
    rows_put((const int64_t[]){9, 4, 2, 5});
    has_text(t.j.diagnosis, ": the index counts bytes, not elements", "an index divided by 4");
    rows_put((const int64_t[]){38, 16, 7, 21});
    has_text(t.j.diagnosis, ": index off by one", "an index off by one");
    case_end(&t);
}

/* Updates may be longer than indices, and then no index stands for what is beyond. */
static void test_beyond_indices(void)
{
    static const int64_t places[] = {1, 0};
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_updates_sizes] = REF_UPDATES_AT_LEAST;
    case_data(&t, GAT_F32, SHAPE(2, 3));
    case_updates(&t, SHAPE(2, 3));
    case_indices(&t, SHAPE(2, 1), places);
    case_expect(&t);
    case_put(&t, 0, case_element(&t.member.question.updates, 5));
    case_judge(&t);
    has_text(t.j.diagnosis, "updates[1,2] and has no place: no index stands for it",
             "an update beyond");
    case_end(&t);
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_out_of_range] = REF_OOR_DROP;
    case_data(&t, GAT_F32, SHAPE(2, 3));
    case_updates(&t, SHAPE(2, 1));
    case_indices(&t, SHAPE(2, 1), (const int64_t[]){1, 7});
    case_expect(&t);
    case_put(&t, 0, case_element(&t.member.question.updates, 1));
    case_judge(&t);
    has_text(t.j.diagnosis, "updates[1,0] and has no place: its index is out of range",
             "an update that is dropped");
    is_text(t.j.clause, "t/out_of_range", "by the clause about such an index");
    case_end(&t);
}

/* One of two values may come from anywhere. */
static void test_truth_values(void)
{
    static const unsigned char data[] = {1, 0, 1, 0, 1, 0, 1};
    const unsigned char no = 0;
    case_start(&t, "gather");
    case_data(&t, GAT_BOOL, SHAPE(7));
    memcpy(t.member.question.data.data, data, sizeof data);
    case_indices(&t, SHAPE(3), (const int64_t[]){2, 4, 6});
    case_expect(&t);
    case_put(&t, 0, &no);
    case_put(&t, 2, &no);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "off by one") == NULL, "no guess: %s", t.j.diagnosis);
    has_text(t.j.diagnosis, "does not tell where it came from", "but why there is none");
    case_end(&t);
}

static void test_unsigned_index(void)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_out_of_range] = REF_OOR_CLAMP;
    case_data(&t, GAT_I32, SHAPE(7));
    case_indices(&t, SHAPE(1), (const int64_t[]){-2});
    t.member.question.indices.dtype = t.member.index_dtype = GAT_U64;
    case_expect(&t);
    case_put_data(&t, 0, 1);
    case_judge(&t);
    has_text(t.j.diagnosis, "indices[0] = 18446744073709551614", "an index above 2^63");
    case_end(&t);
}

/* A zero with a sign that data hold came from there, where one without is due. */
static void test_signed_zero(void)
{
    const float minus = -0.0F;
    case_start(&t, "gather");
    t.rules[0].value[REF_out_of_range] = REF_OOR_ZERO;
    case_data(&t, GAT_F32, SHAPE(3));
    case_indices(&t, SHAPE(2), (const int64_t[]){0, -5});
    memcpy((float *)t.member.question.data.data + 1, &minus, sizeof minus);
    case_expect(&t);
    case_put(&t, 1, &minus);
    case_judge(&t);
    has_text(t.j.diagnosis, "is -0.0, which is data[1]", "its place");
    ok(strstr(t.j.diagnosis, "sign") == NULL, "and no damage: %s", t.j.diagnosis);
    case_end(&t);
}

/* What the document gives for an index out of range, but for half of its bits. */
static void test_half_a_fill(void)
{
    const uint64_t half = UINT32_MAX;
    case_start(&t, "gather");
    t.rules[0].value[REF_out_of_range] = REF_OOR_FILL;
    case_data(&t, GAT_U64, SHAPE(3));
    case_indices(&t, SHAPE(2), (const int64_t[]){0, -5});
    case_expect(&t);
    case_put(&t, 1, &half);
    case_judge(&t);
    has_text(t.j.diagnosis, ": only the first 4 of its 8 bytes are right", "half of a fill");
    is_text(t.j.clause, "t/out_of_range", "by the clause that gives it");
    case_end(&t);
}

static void test_batch_indices(void)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_batch_dims] = REF_BATCH_ALLOWED;
    case_data(&t, GAT_I32, SHAPE(2, 30));
    case_indices(&t, SHAPE(2, 3), (const int64_t[]){3, 17, 9, 26, 5, 21});
    t.member.question.axis = t.member.question.batch_dims = 1;
    case_expect(&t);
    for (int64_t k = 0; k < 3; k++) /* those of the first batch, in the second */
        case_put_data(&t, 3 + k, 30 + ((const int64_t[]){3, 17, 9})[k]);
    case_judge(&t);
    has_text(t.j.diagnosis, ": the indices of another batch were used", "indices of another batch");
    case_end(&t);
}

static void test_narrow_sum(void)
{
    case_sum(&t, GAT_I32, REF_ADD);
    int32_t *u = t.member.question.updates.data, due = 0, got;
    *(int32_t *)t.member.question.data.data = 5;
    u[0] = 30000, u[1] = 30001, u[2] = 30002;
    due = 5 + u[0] + u[1] + u[2];
    got = (int16_t)due;
    case_expect(&t);
    case_put(&t, 0, &got);
    case_judge(&t);
    has_text(t.j.diagnosis, "as if it were kept in 16 bits",
             "a sum that its type held and another did not");
    case_end(&t);
    case_sum(&t, GAT_I8, REF_ADD);
    int8_t *b = t.member.question.updates.data;
    const int8_t half = (int8_t)(110 % 16 - 16);
    *(int8_t *)t.member.question.data.data = 50;
    b[0] = 17, b[1] = 19, b[2] = 24;
    case_expect(&t);
    case_put(&t, 0, &half);
    case_judge(&t);
    has_text(t.j.diagnosis, "as if it were kept in 4 bits", "half of eight bits");
    case_end(&t);
}

static void test_nan_lost(void)
{
    case_sum(&t, GAT_F32, REF_MAX);
    float *u = t.member.question.updates.data;
    const float got = 3;
    u[0] = 1, u[1] = __builtin_nanf(""), u[2] = 3;
    *(float *)t.member.question.data.data = 2;
    case_expect(&t);
    case_put(&t, 0, &got);
    case_judge(&t);
    has_text(t.j.diagnosis, ": a NaN was skipped", "a NaN that max dropped");
    has_text(t.j.clause, "/nan", "by the clause that speaks of NaN");
    case_end(&t);
}

/* Operators whose documents demand more dimensions than one combine no otherwise. */
static void test_sum_of_tuples(void)
{
    const int32_t got = 5 + 3 * 2;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(1, 1));
    case_updates(&t, SHAPE(3, 1));
    case_indices(&t, SHAPE(3, 1), (const int64_t[]){0, 0, 0});
    t.member.question.reduction = REF_ADD + 1;
    t.rules[0].value[REF_index_rank_min] = t.rules[0].value[REF_data_rank_min] = 2;
    int32_t *u = t.member.question.updates.data;
    *(int32_t *)t.member.question.data.data = 5;
    u[0] = 100, u[1] = 3, u[2] = 3;
    case_expect(&t);
    case_put(&t, 0, &got);
    case_judge(&t);
    has_text(t.j.diagnosis, ": updates[0,0] = 100 is lost", "one update is lost");
    case_end(&t);
    case_sum(&t, GAT_I32, REF_ADD);
    const int32_t twice = 5 + 2 * 111;
    u = t.member.question.updates.data;
    *(int32_t *)t.member.question.data.data = 5;
    u[0] = 100, u[1] = 10, u[2] = 1;
    case_expect(&t);
    case_put(&t, 0, &twice);
    case_judge(&t);
    has_text(t.j.diagnosis, ": each update counts twice", "all of them");
    case_end(&t);
}

/* An update that is missed at one element and one too many at the next. */
static void test_sum_elsewhere(void)
{
    const int32_t had[] = {1000, 2000, 3000, 4000}, by[] = {17, 400, 31};
    int32_t to;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(4));
    case_updates(&t, SHAPE(3));
    case_indices(&t, SHAPE(3), (const int64_t[]){0, 1, 3});
    t.member.question.reduction = REF_ADD + 1;
    memcpy(t.member.question.data.data, had, sizeof had);
    memcpy(t.member.question.updates.data, by, sizeof by);
    case_expect(&t);
    to = 2000;
    case_put(&t, 1, &to);
    to = 3400;
    case_put(&t, 2, &to);
    case_judge(&t);
    has_text(t.j.diagnosis, "no update came, it went to output[2], index off by one",
             "where the update went");
    to = 2417; /* the first counts at the second too */
    case_put(&t, 1, &to);
    to = 3000;
    case_put(&t, 2, &to);
    case_judge(&t);
    has_text(t.j.diagnosis,
             "updates[0] = 17 counts too, and belongs at output[0], index off by one, or the "
             "neighbouring index was used; 1 of",
             "which update is one too many");
    case_end(&t);
}

/* Any NaN of data may be the one that came: its payload is no damage then. */
static void test_other_nan(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(12));
    const uint32_t nans[] = {0x7fc00101, 0x7fc00202, 0x7fc00303,
                             0x7fc00404, 0x7fc00505, 0x7fc00606};
    memcpy(t.member.question.data.data, nans, sizeof nans);
    case_indices(&t, SHAPE(2), (const int64_t[]){2, 4});
    case_expect(&t);
    case_put_data(&t, 0, 3);
    case_put_data(&t, 1, 5);
    case_judge(&t);
    has_text(t.j.diagnosis, "which is data[3]: index off by one", "the NaN of another place");
    case_expect(&t);
    case_put(&t, 0, &(const uint32_t){0x7fc00000});
    case_judge(&t);
    has_text(t.j.diagnosis, " = 0x7fc00", "two NaNs are told by their bits");
    has_text(t.j.diagnosis, " and is 0x7fc00000", "also one that has a name");
    case_end(&t);
}

/* One wrong element fits several mistakes: they are told together, not the first of them. */
static void test_several_mistakes(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I16, SHAPE(99));
    case_indices(&t, SHAPE(2), (const int64_t[]){2, 5});
    case_expect(&t);
    case_put_data(&t, 0, 1); /* 2 / 2 bytes, and 2 - 1 */
    case_judge(&t);
    has_text(t.j.diagnosis, "index off by one, or the index counts bytes, not elements",
             "two mistakes that give the same");
    case_end(&t);
}

/* A sum of four elements, and what came instead: of all updates of another place, not of one. */
static void reduced_start(enum ref_reduction how, int64_t n, const int64_t *indices,
                          const int32_t *updates)
{
    const int32_t had[] = {1000, 2000, 3000, 4000};
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(4));
    case_updates(&t, SHAPE(n));
    case_indices(&t, SHAPE(n), indices);
    t.member.question.reduction = (int64_t)how + 1;
    memcpy(t.member.question.data.data, had, sizeof had);
    memcpy(t.member.question.updates.data, updates, (size_t)n * sizeof *updates);
    case_expect(&t);
}

static void came(int64_t element, int32_t value)
{
    case_put(&t, element, &value);
}

/* A number that is close is no sign of an update that went elsewhere; and a product of zero is one
 * of any small factor. */
static void test_sum_by_chance(void)
{
    reduced_start(REF_ADD, 2, (const int64_t[]){0, 2}, (const int32_t[]){17, 41});
    came(0, 1000), came(2, 3058);
    case_judge(&t);
    has_text(t.j.diagnosis, "no update came, it went to output[2]", "whole numbers tell");
    came(2, 3041);
    case_judge(&t);
    has_text(t.j.diagnosis, "no update came", "an update that did not come");
    case_end(&t);
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F16, SHAPE(4));
    case_updates(&t, SHAPE(4));
    case_indices(&t, SHAPE(4), (const int64_t[]){0, 1, 3, 2});
    t.member.question.reduction = REF_ADD + 1;
    memcpy(t.member.question.data.data, (const uint16_t[]){0x4700, 0x4800, 0x4900, 0x4a00}, 8);
    memcpy(t.member.question.updates.data, (const uint16_t[]){0x211f, 0x211f, 0x211f, 0x3c00}, 8);
    case_expect(&t); /* the next number after 11 is what 11 + 0.01 makes in float16 */
    case_put(&t, 0, (const uint16_t[]){0x4700});
    case_put(&t, 1, (const uint16_t[]){0x4800});
    case_put(&t, 3, (const uint16_t[]){0x4a00});
    case_put(&t, 2, (const uint16_t[]){0x4981});
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "it went to") == NULL, "close numbers: %s", t.j.diagnosis);
    case_end(&t);
    reduced_start(REF_MUL, 2, (const int64_t[]){0, 1}, (const int32_t[]){0, 5});
    came(1, 0);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "counts too") == NULL, "a product of zero: %s", t.j.diagnosis);
    case_end(&t);
}

static void test_sum_shifted(void)
{
    reduced_start(REF_ADD, 6, (const int64_t[]){0, 0, 1, 1, 2, 3},
                  (const int32_t[]){17, 41, 311, 97, 23, 531});
    came(0, 1000 + 531), came(1, 2000 + 17 + 41), came(2, 3000 + 311 + 97), came(3, 4000 + 23);
    case_judge(&t);
    has_text(t.j.diagnosis,
             "the updates of output[3] came in place of its own, the next element "
             "instead, or the updates of output[3] came in place of its own, index "
             "off by one",
             "all updates of the place before");
    is_int((int64_t)t.j.mistakes, 2, "two mistakes that give the same");
    case_end(&t);
}

static void test_sum_twice(void)
{
    reduced_start(REF_MUL, 4, (const int64_t[]){1, 1, 1, 1}, (const int32_t[]){3, 5, 7, 11});
    came(1, 2000 * 3 * 5 * 5 * 7 * 11 * 11);
    case_judge(&t);
    has_text(t.j.diagnosis, ": updates[1] = 5 counts twice, as does updates[3]",
             "two updates of a product twice");
    is_int((int64_t)t.j.mistakes, 1, "one mistake");
    case_end(&t);
    reduced_start(REF_MEAN, 2, (const int64_t[]){1, 1}, (const int32_t[]){310, 4});
    came(1, (2000 + 310 + 310 + 4) / 3);
    case_judge(&t);
    has_text(t.j.diagnosis, ": updates[0] = 310 counts twice", "of a mean, but counted once");
    case_end(&t);
    enum { MANY = 300 };
    static int64_t indices[MANY];
    static int32_t updates[MANY];
    int32_t sum = 1000;
    for (int32_t k = 0; k < MANY; k++)
        sum += updates[k] = 3 * k + 1;
    reduced_start(REF_ADD, MANY, indices, updates);
    came(0, sum + updates[298]);
    case_judge(&t);
    has_text(t.j.diagnosis, "updates[298] = 895 counts twice", "one of very many");
    came(0, sum - updates[297]);
    case_judge(&t);
    has_text(t.j.diagnosis, "updates[297] = 892 is lost", "one of very many is lost");
    case_end(&t);
}

/* A bit that flips looks like other mistakes in numbers that are small or powers of two. */
static void test_flipped(void)
{
    reduced_start(REF_ADD, 1, (const int64_t[]){1}, (const int32_t[]){1 << 20});
    came(1, 2000 + (1 << 21));
    case_judge(&t);
    has_text(t.j.diagnosis, ": updates[0] = 1048576 counts twice", "a sum that is twice too large");
    case_end(&t);
    reduced_start(REF_ADD, 1, (const int64_t[]){1}, (const int32_t[]){7});
    came(1, 2007 | 1 << 22);
    case_judge(&t);
    has_text(t.j.diagnosis, "one bit of it is flipped", "a bit of a sum");
    case_end(&t);
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(6));
    case_indices(&t, SHAPE(2), (const int64_t[]){2, 4});
    case_expect(&t);
    int32_t due;
    memcpy(&due, (const char *)t.x.answer.output.data, sizeof due);
    came(0, due ^ 1 << 27);
    case_judge(&t);
    has_text(t.j.diagnosis, ": one bit of it is flipped", "a bit of what is moved");
    case_end(&t);
}

/* Where many places hold a value some of them relate to the right one by chance. */
static void test_repeated_value(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(4, 4));
    int32_t *data = t.member.question.data.data;
    for (int32_t k = 0; k < 16; k++)
        data[k] = k % 3;
    case_indices(&t, SHAPE(1), (const int64_t[]){1});
    case_expect(&t);
    came(0, (data[4] + 1) % 3);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "off by one") == NULL, "a value of five places: %s", t.j.diagnosis);
    is_int((int64_t)t.j.mistakes, 0, "no mistake is named");
    case_end(&t);
}

/* A value that many places hold is no sign of any of them, in several elements neither. */
static void test_repeated_zeros(void)
{
    const int32_t zero = 0;
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(12));
    int32_t *data = t.member.question.data.data;
    for (int32_t k = 0; k < 12; k++)
        data[k] = k % 3 == 0 ? k + 7 : 0;
    case_indices(&t, SHAPE(3), (const int64_t[]){3, 6, 9});
    case_expect(&t);
    for (int64_t k = 0; k < 3; k++)
        case_put(&t, k, &zero);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "off by one") == NULL, "zeros of eight places: %s", t.j.diagnosis);
    case_end(&t);
}

/* Where data held the same before, the update that is missed may be lost too. */
static void test_stayed(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(4));
    case_updates(&t, SHAPE(2));
    case_indices(&t, SHAPE(2), (const int64_t[]){0, 1});
    ((int32_t *)t.member.question.data.data)[1] = ((int32_t *)t.member.question.updates.data)[0];
    case_expect(&t);
    case_put_data(&t, 0, 0);
    case_put_data(&t, 1, 1);
    case_judge(&t);
    has_text(t.j.diagnosis, "which is data[0]: what data held before, the update is lost",
             "no update came");
    case_end(&t);
}

/* Each call has a poison of its own: what both hold is a value. */
static void test_value_like_poison(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_U8, SHAPE(7));
    case_indices(&t, SHAPE(3), (const int64_t[]){2, 4, 6});
    ((unsigned char *)t.member.question.data.data)[3] = t.reply.poison[0];
    case_expect(&t);
    case_put_data(&t, 0, 3);
    case_judge(&t);
    has_text(t.j.diagnosis, "and is 165, which is data[3]", "the byte of one call's poison");
    *case_output(&t, 1, 0) = 7;
    case_judge(&t);
    has_text(t.j.diagnosis, "and is poison: not written", "another value in the other call");
    case_end(&t);
}

int main(void)
{
    test_repeated_zeros();
    test_stayed();
    test_value_like_poison();
    test_sum_by_chance();
    test_sum_shifted();
    test_sum_twice();
    test_flipped();
    test_repeated_value();
    test_sum_of_tuples();
    test_sum_elsewhere();
    test_other_nan();
    test_several_mistakes();
    test_bytes();
    test_beyond_indices();
    test_truth_values();
    test_unsigned_index();
    test_signed_zero();
    test_half_a_fill();
    test_batch_indices();
    test_narrow_sum();
    test_nan_lost();
    return done();
}
