/* test_flushed.c - denormal numbers that count as zeros, alone and beside other mistakes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

static void test_flushed_sum(void)
{
    const float tiny = 0x1p-140f, zero = 0;
    case_sum(&t, GAT_F32, REF_ADD);
    float *u = t.member.question.updates.data;
    *(float *)t.member.question.data.data = tiny;
    u[0] = u[1] = u[2] = tiny;
    case_expect(&t);
    case_put(&t, 0, &zero);
    case_judge(&t);
    has_text(t.j.diagnosis, ": a denormal number was flushed to zero", "a sum of denormal numbers");
    ok(strstr(t.j.diagnosis, "reduction mul") == NULL, "and no product: %s", t.j.diagnosis);
    case_end(&t);
    case_sum(&t, GAT_F32, REF_ADD);
    u = t.member.question.updates.data;
    *(float *)t.member.question.data.data = 0;
    u[0] = u[1] = u[2] = -0x1.8p-127f; /* together a normal number */
    case_expect(&t);
    case_put(&t, 0, &zero);
    case_judge(&t);
    has_text(t.j.diagnosis, ": a denormal number was flushed to zero", "terms of a normal sum");
    case_end(&t);
    const float both[2] = {0, 7}, due[2] = {-tiny, 7}, half[2] = {0, 0};
    case_sum(&t, GAT_C64, REF_ADD);
    memset(t.member.question.data.data, 0, 2 * sizeof *half);
    memset(t.member.question.updates.data, 0, 6 * sizeof *half);
    memcpy(t.member.question.updates.data, due, sizeof due);
    case_expect(&t);
    case_put(&t, 0, both);
    case_judge(&t);
    has_text(t.j.diagnosis, ": a denormal number was flushed to zero", "a part of a sum");
    case_put(&t, 0, half);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "flushed") == NULL, "%s: the other part is lost too", t.j.diagnosis);
    case_end(&t);
}

/* A denormal number that compares as a zero stays beside one. */
static void test_compared(void)
{
    const float tiny = 0x1p-140f;
    case_sum(&t, GAT_F32, REF_MAX);
    float *u = t.member.question.updates.data;
    *(float *)t.member.question.data.data = -tiny;
    u[0] = -1;
    u[1] = u[2] = -0.0f;
    case_expect(&t);
    const float kept = -tiny, other = -2 * tiny;
    case_put(&t, 0, &kept);
    case_judge(&t);
    has_text(t.j.diagnosis, "a denormal number was flushed to zero", "one of the terms");
    case_put(&t, 0, &other);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "flushed") == NULL, "%s: no term is that", t.j.diagnosis);
    case_end(&t);
}

/* What denormal numbers became is set aside: another mistake is told, or that alone. */
static void test_flushed_beside(void)
{
    const float tiny = 0x1p-140f, zero = 0;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(12));
    case_updates(&t, SHAPE(12));
    case_indices(&t, SHAPE(12), (const int64_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    t.member.question.reduction = REF_MAX + 1;
    float *d = t.member.question.data.data, *u = t.member.question.updates.data;
    for (unsigned k = 0; k < 12; k++) {
        d[k] = -1 - (float)k;
        u[k] = k % 2 == 0 ? tiny : k % 3 == 0 ? NAN : -0.0f;
    }
    case_expect(&t);
    for (int64_t k = 0; k < 12; k++)
        if (k % 2 == 0 || k % 3 != 0)
            case_put(&t, k, &zero);
    case_judge(&t);
    is_int(t.j.element, 0, "the first that was flushed");
    has_text(t.j.diagnosis,
             ": a denormal number was flushed to zero (that sums are those of IEEE 754 is our "
             "reading); 10 of 12",
             "beside zeros of the other sign");
    for (int64_t k = 3; k < 12; k += 6)
        case_put(&t, k, &d[k]);
    case_judge(&t);
    is_int(t.j.element, 3, "the first that was not flushed");
    has_text(t.j.diagnosis, "a NaN was skipped", "its mistake");
    case_end(&t);
}

/* So many are set aside, and then one of them stands for what else is wrong. */
static void test_many_flushed(int64_t n, bool told)
{
    const float zero = 0;
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(n));
    int64_t *indices = gat_arena_alloc(&t.arena, (size_t)n * sizeof *indices);
    for (int64_t k = 0; k < n; k++)
        indices[k] = n - 1 - k;
    case_indices(&t, 1, (const int64_t[]){n}, indices);
    float *d = t.member.question.data.data;
    for (int64_t k = 9; k < n - 9; k++)
        d[k] = 0x1p-140f;
    d[n - 9] = 0;
    case_expect(&t);
    for (int64_t k = 9; k < n - 9; k++)
        case_put(&t, k, &zero);
    for (int64_t k = 0; k < 8; k += 7) {
        case_put_data(&t, k, n - 2 - k);
        case_put_data(&t, n - 8 + k, 6 - k + (k == 7));
    }
    is_verdict(&t, GAT_V_WRONG, "many zeros between two others");
    is_int(t.j.element, 0, "the first that was not flushed");
    ok((strstr(t.j.diagnosis, "index off by one") != NULL) == told, "of %d: %s", (int)n,
       t.j.diagnosis);
    case_end(&t);
}

int main(void)
{
    test_many_flushed(500, true);
    test_many_flushed(600, false);
    test_flushed_sum();
    test_compared();
    test_flushed_beside();
    return done();
}
