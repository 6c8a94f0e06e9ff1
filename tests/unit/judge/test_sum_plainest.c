/* test_sum_plainest.c - which of the mistakes that explain one element of a reduction are told.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/sum_explain.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

static uint64_t bit(unsigned kind)
{
    return UINT64_C(1) << kind;
}

/* What is left out beside this mistake. */
static uint64_t less_than(unsigned kind)
{
    uint64_t shifts =
        bit(GAT_SUM_OTHER_ELEMENT) | bit(GAT_SUM_OTHER_PLACE) | bit(GAT_SUM_OTHER_ROW);
    switch (kind) {
    case GAT_SUM_STAYED:
        return bit(GAT_SUM_LOST) | bit(GAT_SUM_BESIDE) | shifts;
    case GAT_SUM_FLUSHED:
        return bit(GAT_SUM_FLIPPED) | bit(GAT_SUM_SINGLE) | shifts | UINT64_MAX << GAT_SUM_MANNER;
    case GAT_SUM_SINGLE:
        return bit(GAT_SUM_PARTIAL);
    case GAT_SUM_MEAN:
        return bit(GAT_SUM_GAINED) | bit(GAT_SUM_BESIDE);
    case GAT_SUM_GAINED:
        return bit(GAT_SUM_BESIDE);
    case GAT_SUM_SIGN:
    case GAT_SUM_BITS:
        return bit(GAT_SUM_FLIPPED);
    case GAT_SUM_TWICE:
        return bit(GAT_SUM_ALL_TWICE);
    case GAT_SUM_DATA_LOST:
        return bit(GAT_SUM_PLACE);
    case GAT_SUM_NAN:
        return bit(GAT_SUM_LOST) | bit(GAT_SUM_PLACE);
    case GAT_SUM_ZERO:
        return ~GAT_SUM_BY_ZERO;
    case GAT_SUM_FINITE:
        return GAT_SUM_SHIFTS | bit(GAT_SUM_FLIPPED) | bit(GAT_SUM_GAINED) | bit(GAT_SUM_BESIDE);
    default:
        return 0;
    }
}

/* What says no more than another is left out, and other reductions where they are too many. */
static void plainest(void)
{
    uint64_t manners = bit(GAT_SUM_MANNER + REF_MUL) | bit(GAT_SUM_MANNER + REF_MIN);
    uint64_t more = manners | bit(GAT_SUM_MANNER + REF_MAX) | bit(GAT_SUM_MANNER + REF_MEAN);
    int wrong = 0;
    for (unsigned a = 0; a < GAT_SUM_MANNER + REF_REDUCTIONS; a++)
        for (unsigned b = 0; b < GAT_SUM_MANNER + REF_REDUCTIONS; b++) {
            uint64_t left = (less_than(b) & bit(a)) != 0 ? bit(b) : bit(a) | bit(b);
            left = (less_than(a) & bit(b)) != 0 ? bit(a) : left;
            wrong += gat_sum_plainest(bit(a) | bit(b)) != left;
        }
    is_int(wrong, 0, "of two mistakes, one is left out where it says no more");
    ok(gat_sum_plainest(manners) == manners, "two reductions are told");
    ok(gat_sum_plainest(more) == more, "four with nothing plainer too");
    ok(gat_sum_plainest(more | bit(GAT_SUM_TWICE)) == bit(GAT_SUM_TWICE),
       "four beside a plain mistake are left out");
    ok(gat_sum_plainest(bit(GAT_SUM_MANNER + REF_MUL) | bit(GAT_SUM_TWICE)) ==
           (bit(GAT_SUM_MANNER + REF_MUL) | bit(GAT_SUM_TWICE)),
       "one beside it stays");
}

/* Where signs of zeros are kept, the other zero is told as that, and not as a term of its value. */
static void zeros(const char *name, const float data[2], const float updates[4], float got,
                  const char *words)
{
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_zero_sign] = REF_ZERO_KEPT;
    case_data(&t, GAT_F32, SHAPE(2));
    case_updates(&t, SHAPE(4));
    case_indices(&t, SHAPE(4), (const int64_t[]){0, 0, 1, 0});
    memcpy(t.member.question.data.data, data, 2 * sizeof *data);
    memcpy(t.member.question.updates.data, updates, 4 * sizeof *updates);
    t.member.question.reduction = REF_MAX + 1;
    case_expect(&t);
    case_put(&t, 0, &got);
    is_verdict(&t, GAT_V_WRONG, name);
    has_text(t.j.diagnosis, words, name);
    is_text(t.j.clause, "t/zero_sign", "by the clause on signs of zeros");
    case_end(&t);
}

int main(void)
{
    plainest();
    zeros("a zero that one update has", (const float[]){-5, -2}, (const float[]){0, -0.f, -3, -4},
          -0.f, "-0.0: the sign of a zero did not count, or updates[0] = 0.0 is lost; 1 of");
    zeros("a zero that two of them have", (const float[]){-5, -2}, (const float[]){0, -0.f, -3, 0},
          -0.f, "-0.0: the sign of a zero did not count; 1 of");
    return done();
}
