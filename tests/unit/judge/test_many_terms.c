/* test_many_terms.c - what a wrong element of very many terms is made of is asked a bounded
 * number of times.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <time.h>

#include "judge_case.h"
#include "tap.h"

enum { MANY = 33000, PLACES = 16 };

static void small_put(const struct gat_array *t)
{
    for (int64_t k = 0; k < gat_array_count(t); k++) {
        int8_t small = (int8_t)(k * k % 101 % 7);
        if (t->dtype == GAT_I8)
            ((int8_t *)t->data)[k] = small;
        else if (t->dtype == GAT_I32)
            ((int32_t *)t->data)[k] = small;
        else
            ((float *)t->data)[k] = (float)small / 3;
    }
}

/* Every element is wrong. */
static void judged(enum gat_dtype type, enum ref_reduction how)
{
    static int64_t indices[MANY];
    struct judge_case t;
    struct timespec from, to;
    for (int64_t k = 0; k < MANY; k++)
        indices[k] = k % 3 == 0 ? k % PLACES : 0;
    case_start(&t, "scatter_elements");
    case_data(&t, type, SHAPE(PLACES));
    case_updates(&t, SHAPE(MANY));
    case_indices(&t, SHAPE(MANY), indices);
    small_put(&t.member.question.data);
    small_put(&t.member.question.updates);
    t.member.question.reduction = (int64_t)how + 1;
    case_expect(&t);
    for (int64_t k = 0; k < PLACES; k++) {
        char wrong[16];
        memcpy(wrong, case_element(&t.x.answer.output, k), gat_dtype_size(type));
        wrong[0] ^= 0x11;
        case_put(&t, k, wrong);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    case_judge(&t);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    double took = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    ok(took < 2, "%d of type %s: %.3f s, %s", (int)how, gat_dtype_name(type), took, t.j.diagnosis);
    case_end(&t);
}

int main(void)
{
    static const enum gat_dtype types[] = {GAT_I8, GAT_I32, GAT_F32};
    for (unsigned k = 0; k < sizeof types / sizeof types[0]; k++)
        for (enum ref_reduction how = REF_ADD; how < REF_REDUCTIONS; how++)
            judged(types[k], how);
    return done();
}
