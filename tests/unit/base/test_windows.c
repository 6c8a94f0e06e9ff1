/* test_windows.c - the oracle on windows of data: where they begin, and what does not fit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"
#include "tap.h"

#define scatter(data, indices, updates, settings, want)                                  \
    is_text(ask_all("tensor_scatter", data, indices, updates, NULL, settings), want,     \
            "windows " updates " at " indices " of " data " " settings " -> " want)
#define D232 "2,3,2: 1 2 3 4 5 6 7 8 9 10 11 12"
static void caches(void)
{
    scatter(D232, "2: 2 0", "2,1,2: 20 21 22 23", "axis=-2",
            "ok 2,3,2: 1 2 3 4 20 21 22 23 9 10 11 12");
    scatter(D232, "2: 1 0", "2,3,1: 20 21 22 23 24 25", "axis=2",
            "ok 2,3,2: 1 20 3 21 5 22 23 8 24 10 25 12");
    scatter(D232, "2: 2 0", "2,2,2: 20 21 22 23 24 25 26 27", "axis=1",
            "report range by out_of_range at 0 -> 2,3,2");
    scatter(D232, "2: 1 -1", "2,2,2:", "axis=1 out_of_range=undefined",
            "free range by out_of_range at 1 -> 2,3,2");
    scatter("2,3: 1 2 3 4 5 6", "2: 2 -2", "2,2: 7 8 9 10", "axis=1 out_of_range=wrap",
            "ok at 0 2,3: 8 2 7 4 9 10");
    scatter("2,3: 1 2 3 4 5 6", "2: 9223372036854775807 -9223372036854775808", "2,2: 7 8 9 10",
            "axis=1 out_of_range=wrap", "ok at 0 2,3: 1 7 8 4 9 10");
    scatter("2,3: 1 2 3 4 5 6", "2: 2 -1", "2,2: 7 8 9 10", "axis=1 out_of_range=drop",
            "ok at 0 2,3: 1 2 7 10 5 6");
    scatter("2,3: 1 2 3 4 5 6", "2: 9223372036854775807 0", "2,2: 7 8 9 10",
            "axis=1 out_of_range=drop", "ok at 0 2,3: 1 2 3 9 10 6");
    scatter("2,0:", "2: 0 0", "2,0:", "axis=1", "ok 2,0:");
    scatter("2,0:", "2: 1 0", "2,0:", "axis=1 out_of_range=wrap", "ok at 0 2,0:");
}

static void misfits(void)
{
    scatter(": 1", "1: 0", "1: 2", "", "report invalid by bad_rank -> ");
    scatter("2,3:", "2: 0", "2:", "axis=1", "report invalid by bad_rank -> 2,3");
    scatter("2,3:", "2,1: 0", "2,1:", "axis=1 bad_rank=undefined",
            "free invalid by bad_rank -> 2,3");
    scatter("2,3:", "2: 0", "2,1:", "axis=2", "report invalid by bad_axis -> 2,3");
    scatter("2,3:", "2: 0", "2,1:", "axis=0", "report invalid by bad_axis -> 2,3");
    scatter("2,3:", "2: 0", "2,4:", "axis=1", "report invalid by bad_sizes -> 2,3");
    scatter("2,3:", "2: 0", "3,1:", "axis=1 bad_sizes=undefined",
            "free invalid by bad_sizes -> 2,3");
    scatter("2,3:", "3: 0", "2,1:", "axis=1", "report invalid by bad_sizes -> 2,3");
}

#define GATHER "offset_dims=1 collapsed_slice_dims=0 start_index_map=0 index_vector_dim=1 "
#define gather(data, indices, settings, want)                                            \
    is_text(ask_all("gather_windows", data, indices, NULL, NULL, settings), want,        \
            "windows at " indices " of " data " " settings " -> " want)
#define D34 "3,4: 1 2 3 4 5 6 7 8 9 10 11 12"
static void gathered(void)
{
    gather(D34, "2: 2 0", GATHER "slice_sizes=1,4", "ok 2,4: 9 10 11 12 1 2 3 4");
    gather(D34, "1: 3", GATHER "slice_sizes=1,2", "report range by out_of_range at 0 -> 1,2");
    gather(D34, "2: 3 -1", GATHER "slice_sizes=1,2 out_of_range=clamp", "ok at 0 2,2: 9 10 1 2");
    gather(D34, "2: 3 1", GATHER "slice_sizes=1,2 out_of_range=drop", "ok at 0 2,2: ? ? 5 6");
    gather(D34, "2: 3 1", GATHER "slice_sizes=1,2 out_of_range=zero", "ok at 0 2,2: 0 0 5 6");
    gather(
        D34, "1,2: 1 9",
        "offset_dims=0,1 start_index_map=1,0 index_vector_dim=1 slice_sizes=2,2 out_of_range=clamp",
        "ok at 1 2,2,1: 6 7 10 11");
    gather(
        D34, "1,2: 1 9",
        "offset_dims=1,2 start_index_map=1,0 index_vector_dim=1 slice_sizes=2,2 out_of_range=clamp",
        "ok at 1 1,2,2: 6 7 10 11");
    gather("0,2:", "1: 0", GATHER "slice_sizes=0,2", "free invalid by bad_windows -> 1,2");
    gather(D34, "1: 0", GATHER "slice_sizes=2,2", "report invalid by bad_windows -> ");
    gather(D34, "1: 0", GATHER "slice_sizes=1,5 bad_windows=undefined",
           "free invalid by bad_windows -> ");
    gather(D34, "1: 0", GATHER "slice_sizes=1", "report invalid by bad_windows -> ");
    gather("1,1,1,1,1,1,1,1: 5", "1,1,1,1,1,1,1,1,1: 0",
           "offset_dims=8,9,10,11,12,13,14,15 start_index_map=0 index_vector_dim=8 "
           "slice_sizes=1,1,1,1,1,1,1,1",
           "ok 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1: 5");
    gather("1,1,1,1,1,1,1,1: 5", "1,1,1,1,1,1,1,1,1,1: 0",
           "offset_dims=9,10,11,12,13,14,15,16 start_index_map=0 index_vector_dim=9 "
           "slice_sizes=1,1,1,1,1,1,1,1",
           "report invalid by bad_rank -> ");
}

#define PLACE "offset_dims=1 collapsed_slice_dims=0 start_index_map=0 index_vector_dim=1 "
#define placed(data, indices, updates, settings, want)                                   \
    is_text(ask_all("scatter_windows", data, indices, updates, NULL, settings), want,    \
            "placed " updates " at " indices " of " data " " settings " -> " want)
#define D23 "2,3: 1 2 3 4 5 6"
static void scattered(void)
{
    placed(D23, "2: 1 0", "2,2: 7 8 9 10", PLACE, "ok 2,3: 9 10 3 7 8 6");
    placed(D23, "2: 1 1", "2,2: 7 8 9 10", PLACE, "ok 2,3: 1 2 3 9|7 10|8 6");
    placed(D23, "2: 1 5", "2,2: 7 8 9 10", PLACE "out_of_range=drop", "ok at 1 2,3: 1 2 3 7 8 6");
    placed("0,2:", "1: 0", "1,2: 7 8", PLACE "out_of_range=wrap",
           "either range by out_of_range at 0 0,2:");
    placed(D23, "2: 1 5", "2,2: 7 8 9 10", PLACE, "report range by out_of_range at 1 -> 2,3");
    placed(D23, "1,2: 1 2", "2,2,1: 7 8 9 10",
           "offset_dims=0,1 start_index_map=0,1 index_vector_dim=1 out_of_range=drop",
           "ok at 0 2,3: 1 2 3 4 5 7");
    placed(D23, "2: 1 1", "2,2: 7 8 9 10", PLACE "stated=add", "ok 2,3: 1 2 3 20 23 6");
    placed(D23, "2: 1 0", "2,4:", PLACE, "report invalid by bad_sizes -> 2,3");
    placed(D23, "2: 1 0", "3,2:", PLACE, "report invalid by bad_sizes -> 2,3");
    placed(D23, "2: 1 0", "2:", PLACE, "report invalid by bad_rank -> 2,3");
    placed(D23, "2: 1 0", "2,2:", PLACE "slice_sizes=1 start_index_map=2",
           "report invalid by bad_windows -> 2,3");
}

/* The first index of the tuple that element `at` hangs on: of the output, or of updates. */
static void first(const char *kernel, const char *data, const char *indices, const char *updates,
                  const char *settings, int64_t at, int64_t want)
{
    struct question q;
    question_ask(&q, kernel, data, indices, updates, NULL, settings);
    is_int(ref_first_index(&q.c, &q.a, at), want, kernel);
    question_free(&q);
}

static void firsts(void)
{
    first("tensor_scatter", D232, "2: 2 0", "2,1,2: 20 21 22 23", "axis=1", 1, 0);
    first("tensor_scatter", D232, "2: 2 0", "2,1,2: 20 21 22 23", "axis=1", 2, 1);
    first("gather_windows", D34, "2: 2 0", NULL, GATHER "slice_sizes=1,4", 3, 0);
    first("gather_windows", D34, "2: 2 0", NULL, GATHER "slice_sizes=1,4", 4, 1);
    first("scatter_windows", D23, "2: 1 0", "2,2: 7 8 9 10", PLACE, 1, 0);
    first("scatter_windows", D23, "2: 1 0", "2,2: 7 8 9 10", PLACE, 2, 1);
}

/* An index outside has no source. */
static void nowhere(void)
{
    struct question q;
    question_ask(&q, "gather_windows", D34, "2: 3 1", NULL, NULL,
                 GATHER "slice_sizes=1,2 out_of_range=zero");
    is_int(ref_source_of(&q.c, &q.a, 0).operand, REF_FROM_NOWHERE, "outside: from nowhere");
    is_int(ref_source_of(&q.c, &q.a, 3).element, 5, "inside: from there");
    question_free(&q);
    static const char *const settings[] = {PLACE "out_of_range=wrap", PLACE "out_of_range=clamp"};
    for (unsigned k = 0; k < 2; k++) {
        question_ask(&q, "scatter_windows", "0,2:", "1: 7", "1,2: 7 8", NULL, settings[k]);
        ok(ref_target_of(&q.c, &q.a, 0) < 0, "an axis without elements has no place");
        question_free(&q);
    }
}

int main(void)
{
    firsts();
    nowhere();
    scattered();
    gathered();
    caches();
    misfits();
    return done();
}
