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

int main(void)
{
    test_nan_zeroed();
    test_narrowed();
    return done();
}
