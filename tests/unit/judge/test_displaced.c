/* test_displaced.c - of several wrong elements the one is told whose place tells the mistake.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/subject.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

/* Elements of one axis, gathered from `wrong` and not as the indices say. */
static void gathered(int64_t n, const int64_t *indices, const int64_t *wrong)
{
    case_start(&t, "gather");
    case_data(&t, GAT_F64, SHAPE(100));
    case_indices(&t, SHAPE(n), indices);
    case_expect(&t);
    for (int64_t k = 0; k < n; k++)
        case_put_data(&t, k, wrong[k]);
    case_judge(&t);
}

/* At the end of a block the first may be wrong in another way. */
static void test_other_element(void)
{
    gathered(6, (const int64_t[]){15, 27, 62, 39, 71, 44},
             (const int64_t[]){80, 28, 63, 40, 72, 45});
    has_text(t.j.diagnosis, "output[1] must be data[27]", "the second element is told");
    has_text(t.j.diagnosis, "which is data[28]: index off by one", "and its mistake");
    has_text(t.j.diagnosis, "; all 6 elements are wrong", "of all that are wrong");
    is_int(t.j.element, 1, "the judgement is about it");
    is_int(t.j.mistakes, 2, "off by one, or the next element");
    case_end(&t);
    gathered(6, (const int64_t[]){15, 27, 62, 39, 71, 44},
             (const int64_t[]){80, 21, 63, 33, 70, 48});
    has_text(t.j.diagnosis, "output[0] must be data[15]", "where none tells a mistake, the first");
    case_end(&t);
    gathered(4, (const int64_t[]){15, 27, 62, 39}, (const int64_t[]){15, 80, 63, 40});
    has_text(t.j.diagnosis, "output[2] must be data[62]", "the third");
    ok(strstr(t.j.diagnosis, "every element from there on") == NULL, "it is not the first");
    case_end(&t);
}

/* An update that is missing may be seen where another one went. */
static void test_went(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F64, SHAPE(20));
    case_updates(&t, SHAPE(3));
    case_indices(&t, SHAPE(3), (const int64_t[]){1, 2, 9});
    const double *updates = t.member.question.updates.data;
    case_expect(&t);
    case_put_data(&t, 1, 1);
    case_put_data(&t, 9, 9);
    case_put(&t, 10, &updates[2]);
    case_judge(&t);
    has_text(t.j.diagnosis, "output[9] must be updates[2]", "the one that went elsewhere");
    has_text(t.j.diagnosis, ": the update went to output[10], perhaps index off by one", "is told");
    case_end(&t);
}

/* What belongs beside it is a fact, and hides no mistake that may be. */
static void test_facts(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(5, 2));
    case_indices(&t, SHAPE(3), (const int64_t[]){1, 2, 4});
    t.member.question.axis = 0;
    case_expect(&t);
    case_put_data(&t, 0, 4);
    case_judge(&t);
    has_text(t.j.diagnosis, "which is data[2,0]: perhaps index off by one, or the ", "mistakes");
    case_put_data(&t, 0, 2);
    case_put_data(&t, 1, 4);
    case_judge(&t);
    has_text(t.j.diagnosis, "output[0,1] must be data[1,1]", "the element");
    has_text(t.j.diagnosis, "which is data[2,0]", "its place");
    has_text(t.j.diagnosis, "or it belongs at output[1,0]", "and the fact");
    case_end(&t);
}

/* The first relation with these words, as a set. */
static uint64_t relation(const char *words)
{
    for (unsigned k = 0; gat_relation_words(k) != NULL; k++)
        if (strcmp(gat_relation_words(k), words) == 0)
            return UINT64_C(1) << k;
    ok(false, "there is no relation '%s'", words);
    return 0;
}

/* Three guesses are none, but where one of them says no more than another. */
static void guesses(void)
{
    uint64_t further = relation("index off by one"), next = relation("the next element instead");
    uint64_t batch = relation("another batch"), row = relation("another row");
    ok(gat_relations_told(batch | row) == (batch | row), "two are told");
    ok(gat_relations_told(further | next) == (further | next), "also where they say the same");
    ok(gat_relations_told(further | next | row) == (further | row), "of three the plainest");
    ok(gat_relations_told(further | batch | row) == 0, "of three guesses none");
}

/* Elements `re` and `im` of data in one element, whose right one is data[4]. */
static void halves(enum gat_dtype type, int re, int im, const char *words)
{
    size_t half = gat_dtype_size(type) / 2;
    char got[16];
    case_start(&t, "gather");
    case_data(&t, type, SHAPE(100));
    case_indices(&t, SHAPE(2), (const int64_t[]){4, 7});
    case_expect(&t);
    const char *data = t.member.question.data.data;
    memcpy(got, data + (size_t)re * 2 * half, half);
    memcpy(got + half, data + (size_t)im * 2 * half + half, half);
    case_put(&t, 0, got);
    case_judge(&t);
    if (words[0] == '!')
        ok(strstr(t.j.diagnosis, words + 1) == NULL, "%s has not '%s'", t.j.diagnosis, words + 1);
    else
        has_text(t.j.diagnosis, words, words);
    case_end(&t);
}

static void test_halves(void)
{
    halves(GAT_C128, 4, 9, ": only its real part is right, the imaginary part is that of data[9];");
    halves(GAT_C128, 9, 4, ": only its imaginary part is right, the real part is that of data[9];");
    halves(GAT_C128, 8, 9,
           ": its real part is that of data[8], the imaginary part is that of data[9];");
    halves(GAT_C64, 4, 9, ": only its real part is right, the imaginary part is that of data[9];");
    halves(GAT_I64, 4, 9, ": only its first half is right, the second half is that of data[9];");
    halves(GAT_C128, 9, 9, "which is data[9]");
    halves(GAT_I32, 4, 9, "!half");
}

int main(void)
{
    test_halves();
    guesses();
    test_other_element();
    test_went();
    test_facts();
    return done();
}
