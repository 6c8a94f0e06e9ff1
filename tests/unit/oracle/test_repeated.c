/* test_repeated.c - the oracle where an operand of gather_elements or scatter_elements is repeated,
 * or updates are broadcast, against literal answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"

#define pick(data, indices, settings, want)                                    \
    is_text(ask_all("gather_elements", data, indices, NULL, NULL, settings), want, \
            "gather_elements " settings " -> " want)

#define put(data, indices, updates, settings, want)                                        \
    is_text(ask_all("scatter_elements", data, indices, updates, NULL,                      \
                    settings " off_axis=repeat updates_sizes=broadcast duplicates=last"),  \
            want, "scatter_elements " indices " <- " updates " -> " want)

#define M23 "2,3: 1 2 3 4 5 6"
static void updates_repeat(void)
{
    put(M23, "2,1: 1 0", ": 9", "axis=1", "ok 2,3: 1 9 3 9 5 6");
    put(M23, "1,1: 0", ": 9", "axis=0", "ok 2,3: 9 9 9 4 5 6");
    put(M23, "1,2: 2 0", "2,2: 10 20 30 40", "axis=1", "ok 2,3: 20 2 10 40 5 30");
    put(M23, "1,2: 2 0", "1,2: 10 20", "axis=1", "ok 2,3: 20 2 10 20 5 10");
    put(M23, "1,2: 2 0", "2: 10 20", "axis=1", "ok 2,3: 20 2 10 20 5 10");
    put(M23, "1,2: 2 0", "2,1: 10 20", "axis=1", "ok 2,3: 10 2 10 20 5 20");
    put(M23, "2,2: 2 0 1 1", "2,1: 10 20", "axis=1", "ok 2,3: 10 2 10 4 20 6");
    put(M23, "2,2: 2 0 1 1", "1,2: 10 20", "axis=1", "ok 2,3: 20 2 10 4 20 6");
    put("2,1,3: 1 2 3 4 5 6", "1,1,2: 2 0", "2,1,1: 10 20", "axis=2", "ok 2,1,3: 10 2 10 20 5 20");
    put(M23, "1,2: 2 0", "2: 10 20", "axis=1 reduction=add", "ok 2,3: 21 2 13 24 5 16");
    put(M23, "2,0: ", ": 9", "axis=1", "ok 2,3: 1 2 3 4 5 6");
    put("0,3: ", "1,2: 2 0", ": 9", "axis=1", "ok 0,3:");
    put(M23, "2,2: 2 0 1 1", "1,2,2: 1 2 3 4", "axis=1", "report invalid by bad_rank -> 2,3");
    put(M23, "2,2: 2 0 1 1", "3: 1 2 3", "axis=1", "report invalid by bad_rank -> 2,3");
    put(M23, "2,2: 2 0 1 1", "1,3: 1 2 3", "axis=1", "report invalid by bad_sizes -> 2,3");
    put("1,3: 1 2 3", "2,2: 2 0 1 1", ": 9", "axis=1", "report invalid by bad_sizes -> 1,3");
}

#define assign(op, data, indices, updates, settings, want)                                 \
    is_text(ask_all(op, data, indices, updates, NULL,                                      \
                    settings " updates_sizes=broadcast duplicates=last"),                  \
            want, op " " indices " <- " updates " -> " want)

/* Updates of slices, and of the places of tuples. */
static void slices_repeat(void)
{
    assign("scatter_slices", M23, "2: 1 0", ": 9", "axis=0", "ok 2,3: 9 9 9 9 9 9");
    assign("scatter_slices", M23, ": 1", "3: 7 8 9", "axis=0", "ok 2,3: 1 2 3 7 8 9");
    assign("scatter_slices", M23, ": 1", ": 9", "axis=0", "ok 2,3: 1 2 3 9 9 9");
    assign("scatter_slices", M23, "2: 1 0", "3: 7 8 9", "axis=0", "ok 2,3: 7 8 9 7 8 9");
    assign("scatter_slices", M23, "2: 1 0", "2,1: 7 8", "axis=0", "ok 2,3: 8 8 8 7 7 7");
    assign("scatter_slices", M23, "2: 2 0", "2,1: 7 8", "axis=1", "ok 2,3: 7 2 7 8 5 8");
    assign("scatter_slices", "4: 1 2 3 4", "4: 0 1 3 3", ": 1", "reduction=add", "ok 4: 2 3 3 6");
    assign("scatter_slices", M23, "2: 1 0", "2: 7 8", "axis=0",
           "report invalid by bad_sizes -> 2,3");
    assign("scatter_slices", M23, "1: 1", "1,1,3: 7 8 9", "axis=0",
           "report invalid by bad_sizes -> 2,3");
    assign("scatter_slices", "2,0: ", "1: 5", ": 9", "axis=0",
           "report range by out_of_range at 0 -> 2,0");
    assign("scatter_slices", "2,0: ", "1: 5", ": 9", "unmoved_index=either",
           "either range by out_of_range at 0 2,0:");
    assign("scatter_slices", "2: 1 2", "1: 5", ": 9", "unmoved_index=either",
           "report range by out_of_range at 0 -> 2");
    assign("scatter_nd", M23, "2,2: 0 2 1 0", ": 9", "axis=0", "ok 2,3: 1 2 9 9 5 6");
    assign("scatter_nd", M23, "2,1: 1 0", "3: 7 8 9", "axis=0", "ok 2,3: 7 8 9 7 8 9");
    assign("scatter_nd", M23, "2,1: 1 0", "2,1: 7 8", "axis=0", "ok 2,3: 8 8 8 7 7 7");
    is_text(ask_all("scatter_nd", M23, "2: 1 0", "1: 9", NULL, "updates_sizes=single"),
            "ok 2,3: 1 2 3 9 5 6", "one element stands for a number");
    is_text(ask_all("scatter_nd", M23, "1,2: 1 0", "1,1: 9", NULL, "updates_sizes=single"),
            "report invalid by bad_sizes -> 2,3", "and for nothing else");
}

/* Which update an element of a column is first, and which one goes to a place. */
static void updates_found(void)
{
    struct question q;
    question_ask(&q, "scatter_elements", M23, "2,2: 2 0 1 1", "2,1: 10 20", NULL,
                 "axis=1 updates_sizes=broadcast duplicates=last");
    is_int(ref_update_count(&q.c, &q.a), 4, "each place that an update goes to counts");
    is_int(ref_update_element(&q.c, &q.a, 2), 1, "the third is the second element");
    is_int(ref_update_first(&q.a, 1), 2, "which it is first");
    ref_run(&q.c, &q.a, q.scratch);
    is_int(ref_source_of(&q.c, &q.a, 4).element, 1, "a place has it from there");
    is_int(ref_target_of(&q.c, &q.a, 1), 0, "and another goes where its index says");
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
    updates_repeat();
    updates_found();
    slices_repeat();
    return done();
}
