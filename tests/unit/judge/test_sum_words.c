/* test_sum_words.c - one wrong element of a reduction, and the mistake that is told of it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

/* Numbers between blanks. */
static void numbers_put(enum gat_dtype type, const char *text, void *to)
{
    char word[64];
    int n;
    for (char *at = to; sscanf(text, "%63s%n", word, &n) == 1; at += gat_dtype_size(type)) {
        if (!gat_dtype_parse(type, word, at, NULL))
            ok(false, "'%s' is no %s", word, gat_dtype_name(type));
        text += n;
    }
}

static int64_t words_count(const char *text)
{
    char word[64];
    int64_t count = 0;
    for (int n; sscanf(text, "%63s%n", word, &n) == 1; text += n)
        count++;
    return count;
}

struct row {
    enum gat_dtype type;
    enum ref_reduction how;
    const char *data, *indices, *updates;
    int element;
    const char *got, *words; /* words with a ! before them are not told */
    bool without_data;
};

static void row_check(const struct row *r)
{
    unsigned char got[16] = {0};
    int64_t indices[16];
    numbers_put(GAT_I64, r->indices, indices);
    case_start(&t, "scatter_elements");
    case_data(&t, r->type, 1, (const int64_t[]){words_count(r->data)});
    case_updates(&t, 1, (const int64_t[]){words_count(r->updates)});
    case_indices(&t, 1, (const int64_t[]){words_count(r->indices)}, indices);
    numbers_put(r->type, r->data, t.member.question.data.data);
    numbers_put(r->type, r->updates, t.member.question.updates.data);
    t.member.question.reduction = (int64_t)r->how + 1;
    t.member.question.without_data = r->without_data;
    t.rules[0].value[REF_out_of_range] = REF_OOR_DROP;
    case_expect(&t);
    numbers_put(r->type, r->got, got);
    case_put(&t, r->element, got);
    is_verdict(&t, GAT_V_WRONG, r->got);
    if (r->words[0] == '!')
        ok(strstr(t.j.diagnosis, r->words + 1) == NULL, "%s has not '%s'", t.j.diagnosis,
           r->words + 1);
    else
        has_text(t.j.diagnosis, r->words, r->got);
    case_end(&t);
}

#define ALL3 "0 0 0"
#define TENS "1 3 5 7 9 11 13 15 17 19"
static const struct row rows[] = {
    /* data */
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "111", ": data[0] = 5 has no part in it", false},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "121", ": data[0] = 5 counts twice", false},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "116", ": data[0] = 5 has a part in it", true},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "121", "!data[0] = 5 counts twice", true},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "5",
     "data[0] = 5 is what stayed, as if no update came",
     false},
    {GAT_I32, REF_ADD, "5", "0", "11", 0, "5", "no update came", false},
    {GAT_F32, REF_ADD, "5", "0", "-0", 0, "-0", ": data[0] = 5.0 has no part in it", false},
    /* updates */
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "106", ": updates[1] = 10 is lost", false},
    {GAT_I32, REF_ADD, "5", "0 0 9", "1 10 100", 0, "116",
     ": updates[2] = 100 counts too, though its index is out of range", false},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "126", ": updates[1] = 10 counts twice", false},
    {GAT_F16, REF_ADD, "0", ALL3, "1000 1000 -1999", 0, "20", "!counts twice", false},
    /* two updates that count twice are looked for where nothing plainer is */
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "127",
     ": updates[0] = 1 counts twice, as does updates[1]", false},
    {GAT_I32, REF_ADD, "5 9", "0 0 0 1", "1 10 100 111", 0, "127", "!as does", false},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 -17", 0, "10", "!as does", false},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 0", 0, "27", "!as does", false},
    {GAT_I32, REF_ADD, "5", "0 0 0 0", "1 10 100 -11", 0, "116", "!as does", false},
    {GAT_I32, REF_ADD, "5", "0 0 0 0", "1 10 100 11", 0, "138", "!as does", false},
    {GAT_F16, REF_ADD, "0", ALL3, "100 100 -199", 0, "2", ": each update counts twice", false},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "100",
     "updates[2] = 100 took the place of all others", false},
    {GAT_I32, REF_ADD, "5", ALL3, "1 10 100", 0, "1",
     "updates[0] = 1 took the place of all others", false},
    {GAT_I32, REF_MAX, "5", ALL3, "100 10 7", 0, "10", "!took the place", false},
    {GAT_I32, REF_MAX, "5", ALL3, "100 10 7", 0, "7", ": perhaps updates[2] = 7 took the place",
     false},
    {GAT_I32, REF_ADD, "5", "0", "100", 0, "100", ": data[0] = 5 has no part in it", false},
    {GAT_I32, REF_ADD, "5 9", "0 1 0", "1000 20 300", 0, "325",
     "updates[1] = 20 came in place of its neighbour", false},
    {GAT_I32, REF_ADD, "5 9", "0 1 0", "1000 20 300", 0, "1025",
     "updates[1] = 20 came in place of its neighbour", false},
    /* updates of other elements */
    {GAT_F32, REF_ADD, "1000 2000 3000 4000", "0 1 3", "17 400 31", 1, "2417",
     ": updates[0] = 17.0 counts too, and belongs at output[0], index off by one, or the "
     "neighbouring index was used; 1 of", false},
    {GAT_F32, REF_ADD, "1000 2000 3000 4000", "0 1 3", "17 400 inf", 1, "2417",
     ": updates[0] = 17.0 counts too", false},
    {GAT_F32, REF_ADD, "1000 2000 3000 4000", "0 1 3", "17 400 inf", 1, "inf",
     "updates[2] = inf counts too", false},
    {GAT_F32, REF_ADD, TENS, "0 1 9 7 6", "17 400 17 17 17", 1, "420",
     ": updates[0] = 17.0 counts too", false},
    {GAT_F32, REF_ADD, TENS, "0 1 9 7 6 5", "17 400 17 17 17 17", 1, "420", "!counts too", false},
    {GAT_F32, REF_SUB, "1000 2000 3000 4000", "0 1 3", "17 400 31", 1, "1583",
     ": updates[0] = 17.0 counts too", false},
    {GAT_I32, REF_SUB, "1000 2000 3000 4000", "0 1 3", "17 400 31", 1, "1583",
     ": updates[0] = 17 counts too", false},
    {GAT_I32, REF_MAX, "1000 2000 3000 4000", "0 1 3", "17 400 9000", 2, "9000",
     ": updates[2] = 9000 counts too, and belongs at output[3], index off by one", false},
    {GAT_I32, REF_MUL, "1000 2000 3000 4000", "0 1 3", "17 7 31", 1, "238000",
     ": updates[0] = 17 counts too", false},
    {GAT_F32, REF_ADD, "1000 2000 3000 4000", "0 1 3", "17 400 31", 2, "3400",
     ": updates[1] = 400.0 counts too", false},
    {GAT_I32, REF_ADD, "1000 2000", "0 0 1 1", "1 1 1 1", 1, "2004",
     ": each update counts twice, or what belongs at output[0] counts too", false},
    {GAT_I32, REF_ADD, "1000 2000 3000", "0 0 1", "5 9 100", 1, "2114",
     ": what belongs at output[0] counts too", false},
    {GAT_I32, REF_ADD, "1000 2000 3000", "2 2 1", "5 9 100", 1, "2114",
     ": what belongs at output[2] counts too", false},
    {GAT_I32, REF_ADD, "1000 2000 3000 4000", "3 3 1", "5 9 100", 1, "2114", "!counts too", false},
    {GAT_I32, REF_ADD, "100 200 300", "0 0 1", "100 90 3", 1, "293",
     "updates[1] = 90 counts too, and belongs at output[0]; 1 of", false},
    {GAT_I32, REF_ADD, "1000 2000 3000 4000", "0 3 1", "17 400 31", 1, "2048",
     ": updates[0] = 17 counts too, and belongs at output[0], index off by one", false},
    {GAT_I64, REF_ADD, "5 9", "0 1", "1000 20", 0, "1025",
     ": updates[1] = 20 counts too, and belongs at output[1]; 1 of", false},
    /* fewer bits */
    {GAT_I32, REF_ADD, "10000", "0", "30000", 0, "-25536", "the lowest 16 bits of it", false},
    {GAT_I32, REF_ADD, "70000", "0", "30000", 0, "34464", "the lowest 16 bits of it", false},
    {GAT_I32, REF_ADD, "10000", "0", "30000", 0, "-25537", "!bits of it", false},
    {GAT_U32, REF_ADD, "70000", "0", "30000", 0, "34464", "the lowest 16 bits of it", false},
    {GAT_I64, REF_ADD, "70000", "0", "4294967296", 0, "70000", "the lowest 32 bits of it", false},
    {GAT_I32, REF_ADD, "2096000", "0", "128", 0, "2093056", "!kept in 8 bits", false},
    {GAT_I32, REF_ADD, "2096000", "0", "132", 0, "2093060", "kept in 8 bits", false},
    {GAT_I32, REF_MUL, "100003", "0", "20000003", 0, "165821161",
     "as if a part of it were kept in 24 bits", false},
    {GAT_F32, REF_ADD, "1000.5", "0", "0.126953125", 0, "1000.5",
     "as if a part of it were kept in 13 bits", false},
    {GAT_F32, REF_ADD, "1000.5", "0", "0.126953125", 0, "1000.6268", "!kept in 13 bits", false},
    {GAT_F32, REF_ADD, "100", "0", "50", 0, "151", "!kept in 13 bits", false},
    {GAT_F32, REF_ADD, "1000.5", "0", "0.126953125", 0, "500.5", "!kept in 13 bits", false},
    {GAT_F32, REF_ADD, "1000.5", "0", "0.126953125", 0, "0", "!kept in 13 bits", false},
    /* special numbers */
    {GAT_F32, REF_ADD, "100", "0", "50", 0, "153", ": off by 3, and every order of the terms",
     false},
    {GAT_F32, REF_ADD, "100", "0", "50", 0, "inf", "!off by", false},
    {GAT_F32, REF_ADD, "100", "0 0", "inf 7", 0, "3", "!off by", false},
    {GAT_F32, REF_ADD, "1e-44", "0", "1e-44", 0, "3e-45", "!flushed to zero", false},
    {GAT_F32, REF_ADD, "1e-44", "0", "1e-44", 0, "0", ": a denormal number was flushed", false},
    {GAT_F32, REF_ADD, "1", "0 0", "nan 2", 0, "3", "!a NaN was skipped", false},
    {GAT_F32, REF_MIN, "inf", "0", "inf", 0, "3.4028235e38",
     ": the finite number next to it came in place of an infinity", false},
    {GAT_F32, REF_MAX, "-inf", "0", "-inf", 0, "3.4028235e38", "!next to it", false},
    {GAT_F64, REF_MAX, "7", "0", "-inf", 0, "-1.7976931348623157e308", "!rounded as", true},
    {GAT_F32, REF_MAX, "7", "0", "0", 0, "1.1754944e-38", "!flipped", true},
    {GAT_F32, REF_MAX, "7", "0", "3", 0, "55340232221128654848", "one bit of it is flipped", true},
    /* computed numbers that are near: one bit is no cause */
    {GAT_F32, REF_ADD, "5", "0 0", "2 4", 0, "10", "!flipped", false},
    {GAT_F32, REF_ADD, "5", "0 0", "2 4", 0, "22", "!flipped", false},
    {GAT_F32, REF_ADD, "5", "0 0", "2 4", 0, "-11", "!flipped", false},
    {GAT_F32, REF_ADD, "5", "0 0", "2 4", 0, "47244640256", "one bit of it is flipped", false},
    {GAT_C64, REF_ADD, "5", "0 0", "2 4", 0, "10", "!flipped", false},
    /* where the least and the greatest begin */
    {GAT_F32, REF_MAX, "-5", "0 0", "-2 -4", 0, "0", ": that counts too, as if the great", false},
    {GAT_F32, REF_MAX, "-5", "0 0", "-2 -4", 0, "1.1754944e-38", "greatest began there", false},
    {GAT_F32, REF_MAX, "-5", "0 0", "-2 -4", 0, "1", "!began", false},
    {GAT_I64, REF_MAX, "-5000000000", "0", "-6000000000", 0, "-2147483648", "greatest began",
     false},
    {GAT_I32, REF_MIN, "70000", "0", "80000", 0, "32767", "as if the least began there", false},
    {GAT_U32, REF_MIN, "3000000000", "0", "2900000000", 0, "2147483647", "least began there", true},
    {GAT_I32, REF_MIN, "70000", "0", "80000", 0, "32766", "!began", false},
    {GAT_F64, REF_MAX, "-1e40", "0", "-2e40", 0, "-3.4028234663852886e38", "greatest began", false},
    {GAT_F32, REF_MIN, "70000", "0", "80000", 0, "65504", "as if the least began there", false},
    {GAT_F32, REF_MIN, "70000", "0", "80000", 0, "65503", "!began", false},
    {GAT_F32, REF_MAX, "-5", "0 0", "2 -4", 0, "0", "!began", false},
    {GAT_I32, REF_MIN, "5", "0 0", "2 4", 0, "0", "as if the least began there", false},
    {GAT_I32, REF_MIN, "5", "0 0", "2 4", 0, "0", "as if the least began there", true},
    {GAT_I32, REF_MAX, "-5", "0 0", "0 4", 0, "0", "!began", false},
    /* sums that count */
    {GAT_I32, REF_ADD, "500", "0 0 0", "10 20 40", 0, "503", ": each update counts as 1, ", false},
    {GAT_I32, REF_ADD, "0", "0 0 0", "10 20 3", 0, "3", "each update counts as 1, whatever", false},
    {GAT_I32, REF_ADD, "0", "0 0 0", "10 20 3", 0, "3", "took the place of all others", false},
    {GAT_I32, REF_ADD, "500", "0 0 0", "10 20 40", 0, "3", "each update counts as 1", true},
    {GAT_I32, REF_ADD, "500", "0 0 0", "10 20 40", 0, "504", "!counts as 1", false},
    {GAT_I64, REF_MIN, "2147483648", "0", "2147483646", 0, "2147483648",
     "rounded as float32 does", false},
    {GAT_I64, REF_MIN, "2147483648", "0", "2147480000", 0, "2147483648", "!rounded as", false},
    {GAT_I64, REF_MAX, "2147483646", "0", "2147483648", 0, "2147483646",
     "rounded as float32 does", false},
    {GAT_F32, REF_MIN, "1", "0 0", "nan 2", 0, "1", "a NaN was skipped", false},
    {GAT_C64, REF_ADD, "100", "0", "50", 0, "151", "!off by", false},
    {GAT_C64, REF_ADD, "100", "0 0", "50 7", 0, "107", "updates[0] = ", false},
    /* a NaN or an infinity may make any complex number, and so explains none */
    {GAT_C64, REF_MUL, "5", "0 9", "2 inf", 0, "7", "!counts too", false},
    {GAT_C64, REF_MUL, "5", "0 9", "2 3", 0, "30", "updates[1] = 3.0+0.0i counts too", false},
    {GAT_F32, REF_MIN, "1", "0 0", "nan 2", 0, "3", "!a NaN was skipped", false},
    {GAT_F32, REF_ADD, "1", "0 9", "2 0x7fc00001", 0, "4", "= 3.0 and is 4.0", false},
    {GAT_F32, REF_MAX, "0x7fc00001", "0", "2", 0, "3", "updates[0] = nan and is 3.0", false},
    /* other arithmetic */
    {GAT_I32, REF_ADD, "5", "0 0", "3 7", 0, "105", ": what reduction mul gives", false},
    {GAT_I8, REF_ADD, "100", "0", "90", 0, "127", ": stopped at the end of the type", false},
    {GAT_I8, REF_ADD, "-100", "0", "-90", 0, "-128", ": stopped at the end of the type", false},
    {GAT_U8, REF_ADD, "200", "0", "90", 0, "255", ": stopped at the end of the type", false},
    {GAT_U8, REF_ADD, "200", "0", "90", 0, "128", "!stopped at the end of the type", false},
    {GAT_U8, REF_ADD, "200", "0 0", "90 7", 0, "6", ": stopped at the end of the type", false},
    {GAT_I8, REF_ADD, "-100", "0 0", "-90 100", 0, "-28", ": stopped at the end of the type",
     false},
    {GAT_U8, REF_SUB, "20", "0 0", "90 250", 0, "0", "stopped at the end of the type", false},
    {GAT_U64, REF_MUL, "4294967296", "0 0", "4294967296 3", 0, "18446744073709551613",
     "stopped at the end of the type", false},
    {GAT_U8, REF_ADD, "133", "0 0", "255 7", 0, "6",
     ": data[0] = 133 has no part in it, or stopped at the end of the type", false},
    {GAT_U8, REF_ADD, "200", "0 0", "30 7", 0, "6", "!stopped at the end of the type", false},
    {GAT_I32, REF_MEAN, "-3", "0", "0", 0, "-1", "or rounded the other way", false},
    {GAT_F32, REF_MEAN, "5", ALL3, "1 10 100", 0, "29.000011", ": off by 1.14e-05, ", false},
    {GAT_U8, REF_MAX, "100", "0 0", "200 7", 0, "100",
     "unsigned numbers were compared as if they were signed", false},
    {GAT_I8, REF_MIN, "100", ALL3, "-2 -3 7", 0, "7",
     "signed numbers were compared as if they were unsigned", false},
    {GAT_F32, REF_MEAN, "1", ALL3, "3 4 5", 0, "2.6", ": divided by 5 and not by 4", false},
    {GAT_F32, REF_MEAN, "0", ALL3, "3 4 5", 0, "1.2", "!divided by", false},
    {GAT_F32, REF_MEAN, "5", "0", "7", 0, "4", "divided by 3 and not by 2", false},
    {GAT_F32, REF_MEAN, "0", ALL3, "3 4 5", 0, "0", "!divided by", false},
    {GAT_F16, REF_MEAN, "1", ALL3, "3 4 5", 0, "2.6", ": divided by 5 and not by 4", false},
    {GAT_F16, REF_MEAN, "0", "0 0 0 0 0 0 0 0 0 0 0 0", "1 2 3 4 5 6 7 8 9 10 11 12", 0, "3.9",
     "!divided by", false},
    {GAT_I64, REF_ADD, "9007199254740992", "0 0", "1 4", 0, "9007199254740996",
     "rounded as float64 does", false},
    {GAT_I32, REF_ADD, "16777216", "0 0", "1 4", 0, "16777220", "rounded as float32 does", false},
    {GAT_F64, REF_ADD, "1", "0 0", "0.1 0.5", 0, "1.6000000014901161",
     ": rounded as float32 does", false},
    {GAT_F64, REF_ADD, "1", "0 0", "0.1 0.5", 0, "1.600000023841858", ": rounded as float32 does",
     false},
    {GAT_F64, REF_ADD, "1", "0 0", "0.1 0.5", 0, "1.6000000014901171", "!rounded as", false},
    {GAT_F64, REF_ADD, "1.5e308", "0 0", "1 2", 0, "inf", "!rounded as", false},
    {GAT_F32, REF_MAX, "0 1", "0 0", "0 0", 0, "-0.0", " is -0.0: a zero has got a sign", false},
};

/* Of more than 64 updates the later ones are not asked whether they went through a float. */
static void many_updates(void)
{
    enum { MANY = 70 };
    int64_t zeros[MANY] = {0};
    const int64_t due_less = 1000 + MANY - 3;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I64, SHAPE(1));
    case_updates(&t, SHAPE(MANY));
    case_indices(&t, SHAPE(MANY), zeros);
    t.member.question.reduction = REF_ADD + 1;
    *(int64_t *)t.member.question.data.data = 1000;
    for (int k = 0; k < MANY; k++)
        ((int64_t *)t.member.question.updates.data)[k] = 1;
    case_expect(&t);
    case_put(&t, 0, &due_less);
    is_verdict(&t, GAT_V_WRONG, "three of seventy updates are missed");
    has_text(t.j.diagnosis, "the sum of data[0] and updates[0] and 69 more = 1070", "what is due");
    ok(strstr(t.j.diagnosis, "rounded as") == NULL, "and no float");
    case_end(&t);
}

/* Of very many updates the last are not looked at. */
static void far_updates(int64_t which, bool told)
{
    enum { MANY = 70000 };
    static int64_t indices[MANY];
    const int32_t got = 20 + 9999;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(3));
    case_updates(&t, SHAPE(MANY));
    memset(indices, 0, sizeof indices);
    indices[which] = 2;
    case_indices(&t, SHAPE(MANY), indices);
    t.member.question.reduction = REF_ADD + 1;
    for (int k = 0; k < 3; k++)
        ((int32_t *)t.member.question.data.data)[k] = 10 * (k + 1);
    for (int k = 0; k < MANY; k++)
        ((int32_t *)t.member.question.updates.data)[k] = k == which ? 9999 : 1;
    case_expect(&t);
    case_put(&t, 1, &got);
    is_verdict(&t, GAT_V_WRONG, "an update too many");
    ok((strstr(t.j.diagnosis, "= 9999 counts too") != NULL) == told, "%s", t.j.diagnosis);
    case_end(&t);
}

/* Twelve updates of one element, whose order the last bits of a sum hang on. */
static void close_start(enum ref_reduction how)
{
    static const int64_t nowhere[13];
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, 1, (const int64_t[]){2});
    case_updates(&t, 1, (const int64_t[]){13});
    case_indices(&t, 1, (const int64_t[]){13}, nowhere);
    int64_t *indices = t.member.question.indices.data;
    float *data = t.member.question.data.data, *u = t.member.question.updates.data;
    data[0] = 0x1p-60f, data[1] = 1;
    for (int k = 0; k < 12; k++)
        u[k] = (float)(k + 1) * 0.3f;
    u[12] = __builtin_nanf("");
    indices[12] = 1;
    t.member.question.reduction = (int64_t)how + 1;
    case_expect(&t);
}

static void test_close_sum(void)
{
    close_start(REF_ADD);
    const struct ref_range *r = ref_ranges_of(&t.x.answer, 0);
    float got = (float)r->high;
    do {
        got = nextafterf(got, HUGE_VALF);
        case_put(&t, 0, &got);
    } while (case_judge(&t) != GAT_V_WRONG && got < 24);
    ok(r->low < r->high && t.j.verdict == GAT_V_WRONG, "beyond what any order gives");
    has_text(t.j.diagnosis, "of which the order of the terms explains", "is told so");
    case_end(&t);
    close_start(REF_ADD);
    const float nan = __builtin_nanf("");
    case_put(&t, 0, &nan);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "counts too") == NULL, "a NaN is no sign of one: %s", t.j.diagnosis);
    case_end(&t);
}

static void test_divisor(void)
{
    float due, got;
    close_start(REF_MEAN);
    memcpy(&due, t.x.answer.output.data, sizeof due);
    got = due * 13 / 8;
    case_put(&t, 0, &got);
    case_judge(&t);
    has_text(t.j.diagnosis, ": divided by 8 and not by 13", "a mean of too few");
    got = due * 13 / 7.5f;
    case_put(&t, 0, &got);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "divided") == NULL, "no whole number: %s", t.j.diagnosis);
    case_end(&t);
}

/* Where the document leaves it open what becomes of a sum that is too great, one that the mistake
 * makes so great wraps, as sums do. */
static void test_open_overflow(void)
{
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_overflow] = REF_OVERFLOW_UNDEFINED;
    case_data(&t, GAT_U16, SHAPE(2));
    case_updates(&t, SHAPE(1));
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    numbers_put(GAT_U16, "55914 7", t.member.question.data.data);
    numbers_put(GAT_U16, "1", t.member.question.updates.data);
    t.member.question.reduction = REF_ADD + 1;
    case_expect(&t);
    case_put(&t, 0, (const uint16_t[]){46293});
    is_verdict(&t, GAT_V_WRONG, "a sum that wrapped, where the one due does not");
    has_text(t.j.diagnosis, ": data[0] = 55914 counts twice", "its cause");
    case_end(&t);
}

/* 64 bytes have so many values that one of them is told of no single wrong sum. */
static void test_chance(const char *data, const char *words, bool told)
{
    enum { N = 64 };
    static const int64_t nowhere[N] = {0};
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_U8, SHAPE(8));
    case_updates(&t, SHAPE(N));
    case_indices(&t, SHAPE(N), nowhere);
    numbers_put(GAT_U8, data, t.member.question.data.data);
    for (unsigned char k = 0; k < N; k++)
        ((unsigned char *)t.member.question.updates.data)[k] = k;
    t.member.question.reduction = REF_ADD + 1;
    case_expect(&t);
    case_put(&t, 0, (const uint8_t[]){37});
    case_judge(&t);
    ok((strstr(t.j.diagnosis, words) != NULL) == told, "%s: %s", words, t.j.diagnosis);
    case_end(&t);
}

/* One of hundreds is told of as what may be. */
static void test_hundreds(void)
{
    enum { N = 300 };
    static const int64_t nowhere[N] = {0};
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(2));
    case_updates(&t, SHAPE(N));
    case_indices(&t, SHAPE(N), nowhere);
    numbers_put(GAT_I32, "0 0", t.member.question.data.data);
    for (int32_t k = 0; k < N; k++)
        ((int32_t *)t.member.question.updates.data)[k] = 1000 * k;
    t.member.question.reduction = REF_ADD + 1;
    case_expect(&t);
    case_put(&t, 0, (const int32_t[]){1000 * (N * (N - 1) / 2 - 7)});
    case_judge(&t);
    has_text(t.j.diagnosis, ": perhaps updates[7] = 7000 is lost", "one of hundreds");
    case_end(&t);
}

/* A product of that many complex numbers may be anything, and so explains nothing. */
static void test_vain(void)
{
    enum { N = 600 };
    static const int64_t nowhere[N] = {0};
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_C64, SHAPE(2));
    case_updates(&t, SHAPE(N));
    case_indices(&t, SHAPE(N), nowhere);
    for (unsigned k = 0; k < N; k++)
        ((float *)t.member.question.updates.data)[2 * k] = (float)(k + 7);
    t.member.question.reduction = REF_ADD + 1;
    case_expect(&t);
    case_put(&t, 0, (const float[]){1000000, 0});
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "reduction mul") == NULL, "no product: %s", t.j.diagnosis);
    case_end(&t);
}

int main(void)
{
    test_chance("200 1 2 3 4 5 6 7", "took the place", false);
    test_chance("200 1 102 103 104 105 106 107", ": perhaps updates[37] = 37 took the place", true);
    test_chance("200 101 102 103 104 105 106 107", ": perhaps updates[37] = 37 took the", true);
    test_hundreds();
    test_vain();
    test_open_overflow();
    test_close_sum();
    test_divisor();
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
        row_check(&rows[k]);
    many_updates();
    far_updates(100, true);
    far_updates(69000, false);
    return done();
}
