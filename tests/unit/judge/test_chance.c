/* test_chance.c - a mistake is named only where the data could have told it from chance.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge_case.h"
#include "tap.h"

static const char one[] = "index off by one";

/* Of n elements that are gathered from one axis, those at `wrong` come from there. */
static void gathered(struct judge_case *t, int64_t extent, int64_t n, const int64_t *indices,
                     const int64_t *wrong)
{
    case_start(t, "gather");
    case_data(t, GAT_F64, SHAPE(extent));
    case_indices(t, SHAPE(n), indices);
    case_expect(t);
    for (int64_t k = 0; k < n; k++)
        case_put_data(t, k, wrong[k]);
    case_judge(t);
}

enum told { NOT, PERHAPS, SURELY };

static void is_told(const struct judge_case *t, enum told told, const char *words)
{
    const char *at = strstr(t->j.diagnosis, one);
    enum told as = at == NULL                                         ? NOT
                   : strstr(t->j.diagnosis, ": perhaps ") != NULL ? PERHAPS
                                                                      : SURELY;
    ok(as == told, "%s: %s", words, t->j.diagnosis);
}

static void test_axes(void)
{
    struct judge_case t;
    gathered(&t, 50, 3, (const int64_t[]){7, 20, 33}, (const int64_t[]){7, 21, 33});
    is_told(&t, PERHAPS, "one of 49 other places");
    case_end(&t);
    gathered(&t, 50, 3, (const int64_t[]){7, 20, 33}, (const int64_t[]){8, 21, 34});
    is_told(&t, SURELY, "three of them");
    case_end(&t);
    gathered(&t, 50, 3, (const int64_t[]){7, 20, 33}, (const int64_t[]){8, 19, 34});
    is_told(&t, NOT, "once back, and twice further");
    case_end(&t);
    gathered(&t, 2, 6, (const int64_t[]){0, 1, 0, 1, 1, 0}, (const int64_t[]){1, 0, 1, 0, 0, 1});
    is_told(&t, NOT, "an axis of two has one other place");
    case_end(&t);
    gathered(&t, 4, 6, (const int64_t[]){1, 1, 1, 1, 1, 1}, (const int64_t[]){0, 0, 0, 0, 0, 0});
    is_told(&t, PERHAPS, "the same index each time");
    case_end(&t);
}

/* What begins as off by one may be off by more further on. */
static void test_drift(void)
{
    struct judge_case t;
    int64_t indices[64], wrong[64];
    for (int64_t k = 0; k < 64; k++) {
        indices[k] = k * 7 % 83;
        wrong[k] = indices[k] + (k > 44 ? 2 : 1);
    }
    gathered(&t, 90, 64, indices, wrong);
    is_told(&t, NOT, "the last fifth is off by two");
    case_end(&t);
}

/* Where two updates hold a value, of which each is beside one whose index is that of the wrong
 * element, that is no sign of a neighbouring index. */
static void test_frequent(void)
{
    struct judge_case t;
    int64_t indices[512];
    for (int64_t k = 0; k < 512; k++)
        indices[k] = k % 2 == 0 ? 0 : k;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(512));
    case_updates(&t, SHAPE(512));
    case_indices(&t, SHAPE(512), indices);
    float *updates = t.member.question.updates.data;
    updates[11] = updates[33] = 77;
    case_expect(&t);
    case_put(&t, 0, &updates[11]);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "neighbouring") == NULL, "half of all have such a neighbour: %s",
       t.j.diagnosis);
    case_end(&t);
}

/* Zeros right after zeros that were due, which all updates are: few other places are so. */
static void test_spilt(bool many)
{
    struct judge_case t;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(400));
    case_updates(&t, SHAPE(4));
    case_indices(&t, SHAPE(4), (const int64_t[]){10, 150, 210, 390});
    memset(t.member.question.updates.data, 0, 4 * sizeof(float));
    case_expect(&t);
    case_put(&t, 11, &(float){0});
    case_put(&t, 151, &(float){0});
    case_put(&t, many ? 211 : 250, &(float){0});
    case_put(&t, many ? 391 : 300, &(float){0});
    case_judge(&t);
    ok((strstr(t.j.diagnosis, "belongs at output[10]: index off by one") != NULL) == many, "%s",
       t.j.diagnosis);
    case_end(&t);
}

/* A single zero of data may have come from there, and from anywhere else. */
static void test_zero(float value, const char *words)
{
    struct judge_case t;
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(400));
    case_indices(&t, SHAPE(1), (const int64_t[]){200});
    float *data = t.member.question.data.data;
    for (int k = 0; k < 400; k++)
        data[k] = (float)(k * k + 1000);
    data[201] = value;
    case_expect(&t);
    case_put(&t, 0, &value);
    case_judge(&t);
    has_text(t.j.diagnosis, words, "one further");
    data[201] = 3;
    data[317] = value;
    case_judge(&t);
    ok((strstr(t.j.diagnosis, ", which is data[317]") != NULL) == (value > 0), "%s",
       t.j.diagnosis);
    case_end(&t);
}

/* A column that is a row of data: zeros, of which there is a run, could be from anywhere. */
static void test_run(bool zeros)
{
    struct judge_case t;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(100, 100));
    case_updates(&t, SHAPE(1, 1));
    case_indices(&t, SHAPE(1, 1), (const int64_t[]){99});
    float *data = t.member.question.data.data;
    if (zeros)
        memset(data, 0, 40 * sizeof *data);
    case_expect(&t);
    for (int64_t k = 5; k < 9; k++)
        case_put(&t, 100 * k, &data[k]);
    case_judge(&t);
    ok((strstr(t.j.diagnosis, "axes swapped") == NULL) == zeros, "%s", t.j.diagnosis);
    case_end(&t);
}

int main(void)
{
    test_zero(5, ", which is data[201]: index off by one");
    test_zero(0, ", which is data[201]: perhaps index off by one");
    test_axes();
    test_drift();
    test_frequent();
    test_spilt(true);
    test_spilt(false);
    test_run(true);
    test_run(false);
    return done();
}
