/* test_repeated.c - the oracle where gather_elements repeats an operand off the axis, against
 * literal answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"

#define pick(data, indices, settings, want)                                    \
    is_text(ask_all("gather_elements", data, indices, NULL, NULL, settings), want, \
            "gather_elements " settings " -> " want)

/* A scatter repeats nothing. */
static void scatter(const char *data, const char *indices, const char *updates)
{
    struct question q;
    question_ask(&q, "scatter_elements", data, indices, updates, NULL,
                 "axis=0 off_axis=broadcast");
    ok(q.a.demand == REF_MUST_REPORT && q.a.rule == REF_bad_sizes, "a scatter into %s", data);
    question_free(&q);
}

int main(void)
{
    pick("2,3: 1 2 3 4 5 6", "1,2: 2 0", "axis=1 off_axis=repeat", "ok 2,2: 3 1 6 4");
    pick("2,3: 1 2 3 4 5 6", "1,2: 2 0", "axis=1 off_axis=broadcast", "ok 2,2: 3 1 6 4");
    pick("3,2: 1 2 3 4 5 6", "2,1: 2 0", "off_axis=repeat", "ok 2,2: 5 6 1 2");
    pick("1,3: 1 2 3", "2,2: 2 0 1 1", "axis=1 off_axis=broadcast", "ok 2,2: 3 1 2 2");
    pick("1,3: 1 2 3", "2,2: 2 0 1 1", "axis=1 off_axis=repeat",
         "report invalid by bad_sizes -> 2,2");
    pick("1,3: 1 2 3", "2,2: 2 0 1 1", "axis=1 off_axis=repeat bad_sizes=either",
         "free invalid by bad_sizes -> 2,2");
    pick("2,1,3: 1 2 3 4 5 6", "1,2,2: 0 2 1 1", "axis=2 off_axis=broadcast",
         "ok 2,2,2: 1 3 2 2 4 6 5 5");
    pick("2,1: 7 8", "2,2: 0 1 0 0", "axis=1 off_axis=broadcast",
         "report range by out_of_range at 1 -> 2,2");
    pick("2,3: 1 2 3 4 5 6", "2,1: 1 2", "axis=1 off_axis=broadcast", "ok 2,1: 2 6");
    pick("4,1: 1 2 3 4", "2,1: 0 0", "axis=1 off_axis=broadcast",
         "report invalid by bad_sizes -> 2,1");
    pick("4,1: 1 2 3 4", "2,1: 0 0", "axis=1 off_axis=broadcast bad_sizes=either",
         "free invalid by bad_sizes -> 2,1");
    pick("0,3: ", "1,2: 2 0", "axis=1 off_axis=repeat", "ok 0,2:");
    pick("1,3: 1 2 3", "0,2: ", "axis=1 off_axis=broadcast", "ok 0,2:");
    pick("2,3: 1 2 3 4 5 6", "0,2: ", "axis=1 off_axis=broadcast bad_sizes=either",
         "free invalid by bad_sizes -> 0,2");
    pick("0,3: ", "1,2: 3 0", "axis=1 off_axis=repeat", "either range by out_of_range at 0 0,2:");
    pick("0,0,3: ", "1,0,1: ", "axis=2 off_axis=repeat", "ok 0,0,1:");
    pick(": 7", ": 0", "off_axis=broadcast", "ok : 7");
    scatter("3,3: 1 2 3 4 5 6 7 8 9", "2,1: 2 0", "2,1: 70 80");
    scatter("3,1: 1 2 3", "2,2: 0 1 2 0", "2,2: 1 2 3 4");
    return done();
}
