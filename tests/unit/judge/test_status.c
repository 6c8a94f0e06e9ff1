/* test_status.c - what is said of a status that is wrong: which call, which index.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/verdict.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

static void reports(gat_status first, gat_status second, enum gat_verdict_class v,
                    const char *words)
{
    case_gather(&t);
    case_expect(&t);
    case_report(&t, first);
    t.reply.status[1] = second;
    is_verdict(&t, v, gat_verdict_name(v));
    is_text(t.j.diagnosis, words, words);
    case_end(&t);
}

/* One call or both: of both no call is named. */
static void calls(void)
{
    reports(GAT_E_INTERNAL, GAT_OK, GAT_V_INTERNAL,
            "answered an internal error in the first call, operands at the end of their memory");
    reports(GAT_OK, GAT_E_INTERNAL, GAT_V_INTERNAL,
            "answered an internal error in the second call, operands at the start of their memory");
    reports(GAT_E_INTERNAL, GAT_E_INTERNAL, GAT_V_INTERNAL, "answered an internal error");
    reports(GAT_OK, GAT_E_FAULT + 1, GAT_V_INTERNAL,
            "answered status 9, which the contract does not define in the second call, operands "
            "at the start of their memory");
    reports(GAT_OK, GAT_E_RANGE, GAT_V_REFUSED,
            "reported success in the first call and a range error in the second, "
            "where an answer is due");
    reports(GAT_E_RANGE, GAT_OK, GAT_V_REFUSED,
            "reported a range error in the first call and success in the second, "
            "where an answer is due");
}

static void negative_at(int64_t a, int64_t b, int64_t c, const char *words)
{
    case_gather(&t);
    int64_t *indices = t.member.question.indices.data;
    indices[0] = a;
    indices[1] = b;
    indices[2] = c;
    case_expect(&t);
    case_report(&t, GAT_E_RANGE);
    case_judge(&t);
    has_text(t.j.diagnosis, words, words);
    case_end(&t);
}

int main(void)
{
    calls();
    negative_at(-2, 0, -1, "indices[0] = -2 counts from the end");
    negative_at(2, -3, 1, "indices[1] = -3 counts from the end");
    negative_at(2, 0, -1, "indices[2] = -1 counts from the end");
    return done();
}
