/* test_damage_shared.c - what several wrong elements say together of bits lost on the way.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

/* One zero in place of a NaN may be any mistake that leaves zeros, as may some where nearly all
 * that is due are NaNs; several of few are told. */
static void test_nan_zeroed(void)
{
    enum { MANY = 4000 };
    static const unsigned nans[][2] = {{1, 16}, {4, 5}, {4, 9}, {4, MANY}};
    const uint32_t nan = 0x7fc00000;
    const float zero = 0;
    for (unsigned k = 0; k < 4; k++) {
        int64_t indices[MANY];
        case_start(&t, "gather");
        case_data(&t, GAT_F32, SHAPE(nans[k][1]));
        for (unsigned j = 0; j < nans[k][1]; j++) {
            indices[j] = j;
            if (j >= 1 && j <= nans[k][0])
                memcpy((float *)t.member.question.data.data + j, &nan, sizeof nan);
        }
        case_indices(&t, SHAPE(nans[k][1]), indices);
        case_expect(&t);
        for (unsigned j = 1; j <= nans[k][0]; j++)
            case_put(&t, j, &zero);
        case_judge(&t);
        has_text(t.j.diagnosis, k < 2 ? " and is 0.0; " : ": a NaN became a zero", "zeros");
        case_end(&t);
    }
}

/* Where all updates are NaNs and none came, zeros may be from anywhere. */
static void test_nan_updates(bool all)
{
    const uint32_t nan = 0x7fc00000;
    const float zero = 0, number = 7;
    int64_t indices[6] = {0, 1, 2, 3, 4, 5};
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(16));
    case_updates(&t, SHAPE(6));
    unsigned n = all ? 6 : 5; /* of which are NaNs */
    for (unsigned j = 0; j < 6; j++)
        memcpy((float *)t.member.question.updates.data + j, j < n ? &nan : (const void *)&number,
               sizeof nan);
    case_indices(&t, SHAPE(6), indices);
    case_expect(&t);
    for (unsigned j = 0; j < n; j++)
        case_put(&t, j, &zero);
    case_judge(&t);
    has_text(t.j.diagnosis, all ? " and is 0.0, perhaps a NaN became a zero"
                                : " and is 0.0: a NaN became a zero", "of updates");
    case_end(&t);
}

/* Where some NaNs are zeros, and one came as it is, that they were NaNs may be chance; where all
 * are zeros it is not. */
static void test_nan_spared(bool spared)
{
    const uint32_t nan = 0x7fc00000;
    const float zero = 0;
    int64_t indices[16];
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(16));
    for (unsigned j = 0; j < 16; j++) {
        indices[j] = j;
        if (j < 5)
            memcpy((float *)t.member.question.data.data + j, &nan, sizeof nan);
    }
    case_indices(&t, SHAPE(16), indices);
    case_expect(&t);
    for (unsigned j = spared; j < 5; j++)
        case_put(&t, j, &zero);
    case_judge(&t);
    has_text(t.j.diagnosis,
             spared ? " and is 0.0, perhaps a NaN became a zero" : " and is 0.0: a NaN became a ",
             "of NaNs");
    is_int(t.j.mistakes, spared ? 2 : 1, "the mistakes");
    case_end(&t);
}

/* The NaN that arithmetic makes, where no update is due to it: among NaNs with a payload. */
static void test_nan_summed(bool spared)
{
    const uint32_t nan = 0x7fc00000;
    case_start(&t, "scatter_elements");
    t.member.question.reduction = REF_ADD + 1;
    case_data(&t, GAT_F32, SHAPE(9));
    case_updates(&t, SHAPE(1));
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    for (uint32_t j = 1; j < 9; j++)
        memcpy((float *)t.member.question.data.data + j, &(uint32_t){0xffb00000 + j}, sizeof nan);
    case_expect(&t);
    for (unsigned j = 1; j < (spared ? 2 : 9); j++)
        case_put(&t, j, &nan);
    case_judge(&t);
    has_text(t.j.diagnosis,
             spared ? " and is 0x7fc00000: what arithmetic makes of it, as if an update of another "
                      "element came"
                    : ": the payload of a NaN is changed",
             "the NaN of arithmetic");
    case_end(&t);
}

/* A NaN and a number that went through a narrower type, each with marks of its own. */
static void test_narrowed(void)
{
    const uint64_t nan = UINT64_C(0x7ff0000000000001), quiet = UINT64_C(0x7ff8000000000000);
    const double tenth = 0.1, single = (double)0.1F;
    case_start(&t, "gather");
    case_data(&t, GAT_F64, SHAPE(3));
    memcpy(t.member.question.data.data, &nan, sizeof nan);
    memcpy((double *)t.member.question.data.data + 1, &tenth, sizeof tenth);
    case_indices(&t, SHAPE(2), (const int64_t[]){0, 1});
    case_expect(&t);
    case_put(&t, 0, &quiet);
    case_put(&t, 1, &single);
    case_judge(&t);
    has_text(t.j.diagnosis, ": rounded as float32 does", "both");
    case_end(&t);
}

/* Where any of several updates is due and data hold what came, nothing says that it was one of
 * those updates and lost its bits. */
static void test_several_due(bool held)
{
    const float updates[] = {0.0f, 0, -4e-40f}, minus_zero = -0.0f;
    const int64_t indices[] = {1, 1, 1};
    const uint32_t nan = 0x7fc00000;
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(8));
    case_updates(&t, SHAPE(3));
    memcpy(t.member.question.updates.data, updates, sizeof updates);
    memcpy((float *)t.member.question.updates.data + 1, &nan, sizeof nan);
    if (held)
        memcpy((float *)t.member.question.data.data + 5, &minus_zero, sizeof minus_zero);
    case_indices(&t, SHAPE(3), indices);
    case_expect(&t);
    case_put(&t, 1, &minus_zero);
    case_judge(&t);
    has_text(t.j.diagnosis, held ? " and is -0.0, which is data[5]; " : " was flushed to zero",
             "several");
    ok(strstr(t.j.diagnosis, "has got a sign") == NULL, "%s", t.j.diagnosis);
    case_end(&t);
}

int main(void)
{
    test_several_due(false);
    test_several_due(true);
    test_nan_zeroed();
    test_nan_spared(false);
    test_nan_updates(true);
    test_nan_updates(false);
    test_nan_spared(true);
    test_nan_summed(false);
    test_nan_summed(true);
    test_narrowed();
    return done();
}
