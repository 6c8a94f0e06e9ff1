/* test_ref.c - the oracle against literal answers: examples of the documents, edges,
 * and every value of every rule.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"

#define gather(data, indices, settings, want)                                  \
    is_text(ask_all("gather", data, indices, NULL, NULL, settings), want,      \
            "gather " settings " -> " want)
#define pick(data, indices, settings, want)                                    \
    is_text(ask_all("gather_elements", data, indices, NULL, NULL, settings), want, \
            "gather_elements " settings " -> " want)
#define put(data, indices, updates, settings, want)                            \
    is_text(ask_all("scatter_elements", data, indices, updates, NULL, settings), want, \
            "scatter_elements " settings " -> " want)

static void documents(void)
{
    gather("3,2: 1.0 1.2 2.3 3.4 4.5 5.7", "2,2: 0 1 1 2", "dtype=float32",
           "ok 2,2,2: 1.0 1.2 2.3 3.4 2.3 3.4 4.5 5.7");
    gather("3,3: 1.0 1.2 1.9 2.3 3.4 3.9 4.5 5.7 5.9", "1,2: 0 2", "dtype=float32 axis=1",
           "ok 3,1,2: 1.0 1.9 2.3 3.9 4.5 5.9");
    gather("7: 1 2 3 4 5 6 7", "5: 0 2 4 2 6", "", "ok 5: 1 3 5 3 7");
    gather("7: 1 2 3 4 5 6 7", "2,2: 0 2 2 6", "", "ok 2,2: 1 3 3 7");
    gather("3,4: 1 2 3 4 5 6 7 8 9 10 11 12", "2: 0 2", "", "ok 2,4: 1 2 3 4 9 10 11 12");
    gather("3,4: 1 2 3 4 5 6 7 8 9 10 11 12", "3: 0 2 1",
           "axis=1 batch=1 batch_dims=allowed", "ok 3: 1 7 10");
    pick("3,5: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14", "3,4: 0 1 2 0 1 2 0 1 2 2 1 0", "",
         "ok 3,4: 0 6 12 3 5 11 2 8 10 11 7 3");
    pick("2,2: 1 2 3 4", "2,2: 0 0 1 0", "axis=1", "ok 2,2: 1 1 4 3");
    put("3,3: 0", "2,3: 1 0 2 0 2 1", "2,3: 1.0 1.1 1.2 2.0 2.1 2.2", "dtype=float32",
        "ok 3,3: 2.0 1.1 0.0 1.0 0.0 2.2 0.0 2.1 1.2");
    put("1,5: 1 2 3 4 5", "1,2: 1 3", "1,2: 1.1 2.1", "dtype=float32 axis=1",
        "ok 1,5: 1.0 1.1 3.0 2.1 5.0");
}

#define T34 "3,4: 1 2 3 4 5 6 7 8 9 10 11 12"
#define BATCH "batch_dims=allowed "
static void batches(void)
{
    gather(T34, "3: 0 2 1", "batch=1 axis=1", "report invalid by bad_batch -> 3");
    gather(T34, "3: 0 2 1", "batch=1 axis=1 bad_batch=either",
           "either invalid by bad_batch 3: 1 7 10");
    gather("2,2,2: 1 2 3 4 5 6 7 8", "2,1: 1 0", BATCH "batch=1 axis=1",
           "ok 2,1,2: 3 4 5 6");
    gather("2,2,2: 1 2 3 4 5 6 7 8", "2,1: 1 0", BATCH "batch=1 axis=2",
           "ok 2,2,1: 2 4 5 7");
    gather("2,2,2: 1 2 3 4 5 6 7 8", "2,2: 1 0 0 1", BATCH "batch=2 axis=2",
           "ok 2,2: 2 3 5 8");
    gather(T34, "3,1: 0 2 1", BATCH "batch=-1 axis=1",
           "report invalid by negative_batch_dims -> 3,1");
    gather(T34, "3,1: 0 2 1", BATCH "batch=-1 axis=1 negative_batch_dims=wraps",
           "ok 3,1: 1 7 10");
    gather(T34, "3,1: 0 2 1", BATCH "batch=-1 axis=1 negative_batch_dims=either",
           "either invalid by negative_batch_dims 3,1: 1 7 10");
    gather(T34, "3,1: 0 2 1", BATCH "batch=-1 axis=1 negative_batch_dims=undefined",
           "free invalid by negative_batch_dims -> 3,1");
    gather(T34, "3,1: 0 2 1", BATCH "batch=-3 axis=1 negative_batch_dims=wraps",
           "report invalid by bad_batch -> 3,3,1");
    gather(T34, "3: 0 2 1", BATCH "batch=-1 axis=1 negative_batch_dims=wraps",
           "ok 3,3: 1 3 2 5 7 6 9 11 10");
    gather(T34, "3: 0 2 1", BATCH "batch=2 axis=1", "report invalid by bad_batch -> 3,3");
    gather(T34, "3: 0 2 1", BATCH "batch=2 axis=1 bad_batch=either",
           "free invalid by bad_batch -> 3,3");
    gather(T34, "3: 0 2 1", BATCH "batch=1 axis=0", "report invalid by bad_batch -> 4");
    gather(T34, "2: 0 2", BATCH "batch=1 axis=5 bad_batch=undefined",
           "report invalid by bad_axis -> 2,4");
    gather(T34, "2: 0 2", BATCH "batch=1 axis=1", "report invalid by bad_sizes -> 3");
    gather(T34, "2: 0 2", BATCH "batch=1 axis=1 bad_batch=either",
           "report invalid by bad_sizes -> 3");
    gather(T34, "2: 0 2", BATCH "batch=1 axis=1 bad_batch=undefined",
           "report invalid by bad_sizes -> 3");
    gather(T34, "3: 0 2 1", BATCH "batch=-9223372036854775808 axis=1",
           "report invalid by bad_batch -> 3,3");
    gather(T34, "3: 0 2 1", BATCH "batch=9223372036854775807 axis=1",
           "report invalid by bad_batch -> 3,3");
    gather(T34, "3: 0 2 1", BATCH "axis=1", "ok 3,3: 1 3 2 5 7 6 9 11 10");
    gather(T34, "3: 0 4 1", BATCH "batch=1 axis=1",
           "report range by out_of_range at 1 -> 3");
}

/* Batches of tuples: data must have as many dimensions. */
static void batches_of_tuples(void)
{
    is_text(ask_all("gather_nd", "2: 1 2", "2,2,1: 0", NULL, NULL,
                    "batch_dims=allowed batch=2 bad_depth=undefined"),
            "report invalid by bad_batch -> 2,2",
            "more batches than data have dimensions: nothing is said of the tuples");
    const char *batched = "batch_dims=allowed batch=2";
    is_text(ask_all("gather_nd", "2,2: 1 2 3 4", "2,2,0:", NULL, NULL, batched), "ok 2,2: 1 2 3 4",
            "as many batches, and tuples of none");
    is_text(ask_all("gather_nd", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1: 7", "1,1,1: 0", NULL, NULL, ""),
            "report invalid by bad_rank -> 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
            "an output of rank 17");
    is_text(ask_all("scatter_nd", "3: 1 2 3", "2,1: 5 1", "2: 8 9", NULL, "out_of_range=drop"),
            "ok at 0 3: 1 9 3", "a tuple that names nothing is dropped");
    is_text(ask_all("scatter_nd", "3: 1 2 3", "2,1: 5 1", "2: 8 9", NULL,
                    "out_of_range=drop duplicates=first"),
            "ok at 0 3: 1 9 3", "and where the first of several stays");
}

#define place(data, indices, updates, settings, want)                                    \
    is_text(ask_all("scatter_slices", data, indices, updates, NULL, settings), want,     \
            "slices " updates " at " indices " of " data " " settings " -> " want)
static void slices_placed(void)
{
    place("3,2: 1 2 3 4 5 6", "2: 2 0", "2,2: 7 8 9 10", "", "ok 3,2: 9 10 3 4 7 8");
    place("2,3: 1 2 3 4 5 6", "2: 2 0", "2,2: 7 8 9 10", "axis=1", "ok 2,3: 8 2 7 10 5 9");
    place("2,1,2: 1 2 3 4", "2: 0 0", "2,2,2: 5 6 7 8 9 10 11 12", "axis=-2",
          "ok 2,1,2: 7|5 8|6 11|9 12|10");
    place("2,1,2: 1 2 3 4", "2: 0 0", "2,2,2: 5 6 7 8 9 10 11 12", "axis=1 duplicates=first",
          "ok 2,1,2: 5 6 9 10");
    place("3: 1 2 3", "2: 5 1", "2: 8 9", "out_of_range=drop", "ok at 0 3: 1 9 3");
    place("3: 1 2 3", "2: 5 1", "2: 8 9", "out_of_range=drop duplicates=first", "ok at 0 3: 1 9 3");
    place("3: 1 2 3", "2,2: 2 0 1 0", "2,2: 4 5 6 7", "duplicates=last", "ok 3: 7 6 4");
    place("3: 1 2 3", ": 1", ": 9", "", "ok 3: 1 9 3");
    place("3: 1 2 3", "2: 2 2", "2: 10 20", "stated=add", "ok 3: 1 2 33");
    place("3: 1 2 3", "2: 2 2", "2: 10 20", "only=add", "ok 3: 1 2 30");
    place("3: 1 2 3", "2: 0 3", "2: 10 20", "", "report range by out_of_range at 1 -> 3");
    place("3: 1 2 3", "2: 0 1", "3: 4 5 6", "", "report invalid by bad_sizes -> 3");
    place("3: 1 2 3", "2: 0 1", "2,1: 4 5", "bad_sizes=undefined",
          "free invalid by bad_sizes -> 3");
    place("3: 1 2 3", "2: 0 1", "2: 4 5", "axis=1", "report invalid by bad_axis -> 3");
    place(": 1", "1: 0", "1: 2", "bad_rank=either", "free invalid by bad_rank -> ");
}

/* Data counted through as one dimension. */
static void places(void)
{
    is_text(ask_all("take", "2,2: 5 6 7 8", "3,1: 3 0 2", NULL, NULL, ""), "ok 3,1: 8 5 7", "take");
    is_text(ask_all("take", ": 5", ": 0", NULL, NULL, ""), "ok : 5", "take: single numbers");
    const char *four = "2,2: 5 6 7 8", *drop = "out_of_range=drop";
    is_text(ask_all("take", four, "2: 4 0", NULL, NULL, ""),
            "report range by out_of_range at 0 -> 2", "take: beyond all");
    is_text(ask_all("take", four, "2: 4 0", NULL, NULL, drop), "ok at 0 2: ? 5", "take: dropped");
    is_text(ask_all("take", "2,2: 5 6 7 8", "2: -4 0", NULL, NULL, "index_domain=wraps"),
            "ok 2: 5 5", "take: from the end of all");
    is_text(ask_all("put", four, "3: 3 0 3", "3,1: 1 2 3", NULL, ""), "ok 2,2: 2 6 7 3|1", "put");
    is_text(ask_all("put", "2,2: 5 6 7 8", "3: 3 0 3", "3,1: 1 2 3", NULL, "duplicates=first"),
            "ok 2,2: 2 6 7 1", "put: the first");
    is_text(ask_all("put", "2,2: 5 6 7 8", "3: 3 0 3", "3: 1 2 3", NULL, "stated=add"),
            "ok 2,2: 7 6 7 12", "put: added");
    is_text(ask_all("put", "2,2: 5 6 7 8", "3: 3 0 9", "3: 1 2 3", NULL, "out_of_range=drop"),
            "ok at 2 2,2: 2 6 7 1", "put: dropped");
    is_text(ask_all("put", "2,2: 5 6 7 8", "3: 3 0 1", "2: 1 2", NULL, ""),
            "report invalid by bad_sizes -> 2,2", "put: too few");
}

static void axes(void)
{
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=-1", "ok 2,1: 2 5");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=-2", "ok 1,3: 4 5 6");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=-3", "report invalid by bad_axis -> 1,3");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=2", "report invalid by bad_axis -> 1,3");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=2 bad_axis=either",
           "free invalid by bad_axis -> 1,3");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=9223372036854775807 bad_axis=undefined",
           "free invalid by bad_axis -> 1,3");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=-9223372036854775808",
           "report invalid by bad_axis -> 1,3");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=-1 axis_domain=nonnegative",
           "report invalid by bad_axis -> 2,1");
    gather("2,3: 1 2 3 4 5 6", "1: 1", "axis=-1 axis_domain=nonnegative bad_axis=either",
           "either invalid by bad_axis 2,1: 2 5");
    pick("2,2: 1 2 3 4", "1,2: 1 0", "axis=-2", "ok 1,2: 3 2");
    pick("2,2: 1 2 3 4", "1,2: 1 0", "axis=2", "report invalid by bad_axis -> 1,2");
}

#define with_tensor(axis, settings, want)                                      \
    is_text(ask_all("gather", "2,3: 1 2 3 4 5 6", "1: 1", NULL, axis, settings), want, \
            "axis tensor " axis " " settings " -> " want)
static void axis_tensors(void)
{
    with_tensor("1: 1", "", "report invalid by bad_axis_tensor -> 2,1");
    with_tensor("1: 1", "bad_axis_tensor=either",
                "either invalid by bad_axis_tensor 2,1: 2 5");
    with_tensor("1: 1", "axis_tensor=one_element axis=7", "ok 2,1: 2 5");
    with_tensor(": -1", "axis_tensor=one_element", "ok 2,1: 2 5");
    with_tensor("1,1,1: 1", "axis_tensor=one_element axis_dtype=int32", "ok 2,1: 2 5");
    with_tensor("1: 2", "axis_tensor=one_element", "report invalid by bad_axis -> 1,3");
    with_tensor("2: 1 1", "axis_tensor=one_element",
                "report invalid by bad_axis_tensor -> 1,3");
    with_tensor("0:", "axis_tensor=one_element",
                "report invalid by bad_axis_tensor -> 1,3");
    with_tensor("2: 1 1", "axis_tensor=one_element bad_axis_tensor=either",
                "free invalid by bad_axis_tensor -> 1,3");
    with_tensor("2: 1 1", "axis_tensor=one_element batch=1 bad_batch=undefined",
                "report invalid by bad_axis_tensor -> 1,3");
    with_tensor("2: 1 1", "axis_tensor=one_element bad_axis_tensor=undefined",
                "free invalid by bad_axis_tensor -> 1,3");
    with_tensor("1: 1", "axis_tensor=one_element axis_dtype=float64",
                "report invalid by bad_axis_tensor -> 1,3");
}

#define D5 "5: 10 20 30 40 50"
static void gather_indices(void)
{
    gather(D5, ": 4", "", "ok : 50");
    gather(D5, "2: 0 -1", "", "report range by out_of_range at 1 -> 2");
    gather(D5, "2: -5 -1", "index_domain=wraps", "ok 2: 10 50");
    gather(D5, "2: 5 -6", "index_domain=wraps", "report range by out_of_range at 0 -> 2");
    gather(D5, "2: 0 -6", "index_domain=wraps", "report range by out_of_range at 1 -> 2");
    gather(D5, "1: -9223372036854775808", "index_domain=wraps",
           "report range by out_of_range at 0 -> 1");
    gather(D5, "1: 9223372036854775807", "", "report range by out_of_range at 0 -> 1");
    gather(D5, "1: -2147483648", "index=int32 index_domain=wraps",
           "report range by out_of_range at 0 -> 1");
    gather(D5, "4: 1 -1 5 2", "out_of_range=either",
           "either range by out_of_range at 1 4: 20 50 ? 30");
    gather(D5, "4: 1 -1 5 2", "out_of_range=undefined",
           "either range by out_of_range at 1 4: 20 ? ? 30");
    gather(D5, "4: 1 -1 5 2", "out_of_range=undefined scratch=none",
           "either range by out_of_range at 1 4: 20 0 0 30");
    gather(D5, "4: 1 -1 5 2", "out_of_range=undefined index_domain=wraps",
           "either range by out_of_range at 2 4: 20 50 ? 30");
    gather(D5, "4: 1 -1 5 2", "out_of_range=drop", "ok at 1 4: 20 ? ? 30");
    gather(D5, "4: 1 -1 5 2", "out_of_range=zero", "ok at 1 4: 20 0 0 30");
    gather(D5, "4: 1 -1 5 2", "out_of_range=fill", "ok at 1 4: 20 -2147483648 -2147483648 30");
    gather(D5, "5: 1 -1 5 -9223372036854775808 9223372036854775807", "out_of_range=clamp",
           "ok at 1 5: 20 10 50 10 50");
    gather(D5, "5: 1 -1 5 -6 9223372036854775807", "out_of_range=clamp index_domain=wraps",
           "ok at 2 5: 20 50 50 10 50");
    gather(D5, "6: 1 -1 5 -6 -10 12", "out_of_range=wrap", "ok at 1 6: 20 50 10 50 10 30");
    gather("2,2: 1 2 3 4", "2: 7 1", "out_of_range=undefined axis=1",
           "either range by out_of_range at 0 2,2: ? 2 ? 4");
    gather("2,3: 1 2 3 4 5 6", "2: 7 1", "out_of_range=zero", "ok at 0 2,3: 0 0 0 4 5 6");
    gather("2,2: 1 2 3 4", "2: 7 1", "out_of_range=undefined",
           "either range by out_of_range at 0 2,2: ? ? 3 4");
}

static void empties(void)
{
    gather("0: ", "0: ", "", "ok 0:");
    gather("0,3: ", "0: ", "", "ok 0,3:");
    gather("3,0: ", "2: 0 2", "", "ok 2,0:");
    gather("0,3: ", "2: 0 1", "axis=1", "ok 0,2:");
    gather("3: 1 2 3", "2,0: ", "", "ok 2,0:");
    gather("3,0: ", "2: 0 3", "", "report range by out_of_range at 1 -> 2,0");
    gather("0: ", "1: 0", "", "report range by out_of_range at 0 -> 1");
    gather("0: ", "1: 0", "out_of_range=clamp", "either range by out_of_range at 0 1: ?");
    gather("0: ", "1: 0", "out_of_range=wrap", "either range by out_of_range at 0 1: ?");
    gather("0: ", "1: 0", "index_domain=wraps", "report range by out_of_range at 0 -> 1");
    gather("0: ", "1: 0", "out_of_range=zero", "ok at 0 1: 0");
    gather("0: ", "1: 0", "out_of_range=zero index_domain=wraps", "ok at 0 1: 0");
    gather("0: ", "1: -1", "index_domain=wraps", "report range by out_of_range at 0 -> 1");
    gather("3: 1 2 3", "0: ", "empty=error", "report invalid by empty -> 0");
    gather("3: 1 2 3", "0: ", "empty=either", "either invalid by empty 0:");
    gather("3: 1 2 3", "0: ", "empty=undefined", "free invalid by empty -> 0");
    gather("0,3: ", "1: 1", "empty=error axis=1", "report invalid by empty -> 0,1");
    pick("3,0: ", "2,0: ", "", "ok 2,0:");
    pick("0: ", "0: ", "", "ok 0:");
    pick("0: ", "1: 0", "", "report range by out_of_range at 0 -> 1");
    put("0: ", "0: ", "0: ", "", "ok 0:");
    put("3: 1 2 3", "0: ", "0: ", "", "ok 3: 1 2 3");
    put("0: ", "1: 0", "1: 5", "", "report range by out_of_range at 0 -> 0");
    put("0: ", "1: 0", "1: 5", "out_of_range=drop", "ok at 0 0:");
    put("3: 1 2 3", "0: ", "0: ", "empty=error", "report invalid by empty -> 3");
}

static void ranks(void)
{
    gather(": 7", "1: 0", "", "report invalid by bad_rank -> 1");
    gather(": 7", "1: 0", "bad_rank=undefined", "free invalid by bad_rank -> 1");
    gather(": 7", "1: 0", "bad_rank=either", "free invalid by bad_rank -> 1");
    gather(D5, "1: 0", "data_rank_min=2", "report invalid by bad_rank -> 1");
    gather(D5, "1: 0", "data_rank_min=2 bad_rank=either", "either invalid by bad_rank 1: 10");
    gather(D5, "1,1: 0", "index_rank_max=1 bad_rank=either", "either invalid by bad_rank 1,1: 10");
    gather(D5, ": 0", "index_rank_min=1", "report invalid by bad_rank -> ");
    gather("1,1: 10", ": 0", "data_rank_max=1", "report invalid by bad_rank -> 1");
    gather("1,1: 3", "1,1: 0", "output_rank_max=3", "ok 1,1,1: 3");
    gather("1,1: 10", "1,1: 0", "output_rank_max=2", "report invalid by bad_rank -> 1,1,1");
    gather("1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2: 8 9", "1: 1", "axis=15",
           "ok 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1: 9");
    gather("1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2: 8 9", "1,1: 1", "axis=15",
           "report invalid by bad_rank -> 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1");
    gather("1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2: 8 9", "1,1: 1", "axis=15 bad_rank=either",
           "free invalid by bad_rank -> 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1");
    gather("1,1,1,1,1,1,1,1,2: 8 9", "1,1,1,1,1,1,1,1,1: 1", BATCH "axis=8 batch=1",
           "ok 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1: 9");
    gather("2: 8 9", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1: 1", "",
           "ok 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1: 9");
    pick(": 7", ": 0", "", "ok : 7");
    pick(": 7", ": 0", "axis=-1", "ok : 7");
    pick(": 7", ": 1", "", "report range by out_of_range at 0 -> ");
    pick(": 7", ": 0", "axis=1", "report invalid by bad_axis -> ");
    pick(": 7", ": 0", "data_rank_min=1", "report invalid by bad_rank -> ");
    pick(": 7", "2: 0 0", "bad_rank=either", "either invalid by bad_rank 2: 7 7");
    pick("2: 8 9", ": 1", "bad_rank=either", "either invalid by bad_rank : 9");
    pick("2: 8 9", "1,1: 1", "bad_rank=either", "free invalid by bad_rank -> 1,1");
    pick("2: 8 9", "1,1: 1", "bad_rank=undefined", "free invalid by bad_rank -> 1,1");
    pick("1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2: 8 9",
         "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3: 1 0 1", "axis=-1",
         "ok 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3: 9 8 9");
    put(": 7", ": 0", ": 5", "", "ok : 5");
    put(": 7", "2: 0 0", "2: 5 6", "bad_rank=either",
        "either invalid by bad_rank : 6|5");
    put("2: 7 8", "1: 0", ": 5", "bad_rank=either", "free invalid by bad_rank -> 2");
}

static void sizes(void)
{
    pick("2,3: 1 2 3 4 5 6", "1,5: 0 1 2 1 0", "axis=1", "ok 1,5: 1 2 3 2 1");
    pick("2,3: 1 2 3 4 5 6", "2,5: 0", "axis=1 on_axis=at_most",
         "report invalid by bad_sizes -> 2,5");
    pick("2,3: 1 2 3 4 5 6", "1,4: 0 1 2 2", "axis=1 on_axis=at_most bad_sizes=either",
         "either invalid by bad_sizes 1,4: 1 2 3 3");
    pick("2,3: 1 2 3 4 5 6", "1,2: 2 0", "axis=1 off_axis=at_most", "ok 1,2: 3 1");
    pick("2,3: 1 2 3 4 5 6", "1,2: 2 0", "axis=1 off_axis=equal",
         "report invalid by bad_sizes -> 1,2");
    pick("2,3: 1 2 3 4 5 6", "1,2: 2 0", "axis=1 off_axis=equal bad_sizes=either",
         "either invalid by bad_sizes 1,2: 3 1");
    pick("2,3: 1 2 3 4 5 6", "3,2: 2 0", "axis=1", "report invalid by bad_sizes -> 3,2");
    pick("2,3: 1 2 3 4 5 6", "3,2: 2 0", "axis=1 bad_sizes=either",
         "free invalid by bad_sizes -> 3,2");
    pick("2,3: 1 2 3 4 5 6", "3,2: 2 0", "axis=1 off_axis=at_most bad_sizes=undefined",
         "free invalid by bad_sizes -> 3,2");
    pick("2,3: 1 2 3 4 5 6", "3,0: ", "axis=1", "ok 3,0:");
    pick("0,3: ", "1,1: 0", "axis=1 bad_sizes=either", "free invalid by bad_sizes -> 1,1");
    pick("2,3: 1 2 3 4 5 6", "3,3: 0", "axis=2 bad_sizes=undefined",
         "report invalid by bad_axis -> 3,3");
    put("1,1,2: 1 2", "1,1,1: 0", "1,1,2: 7 8", "axis=2",
        "report invalid by bad_sizes -> 1,1,2");
    pick("2,3: 1 2 3 4 5 6", "3,0: ", "axis=1 off_axis=at_most bad_sizes=either",
         "either invalid by bad_sizes 3,0:");
    put("3: 1 2 3", "2: 0 1", "3: 7 8 9", "", "report invalid by bad_sizes -> 3");
    put("3: 1 2 3", "2: 0 1", "1: 7", "bad_sizes=either",
        "free invalid by bad_sizes -> 3");
    put("3,3: 1 2 3 4 5 6 7 8 9", "1,2: 2 0", "1,2: 70 80", "",
        "ok 3,3: 1 80 3 4 5 6 70 8 9");
    put("3,3: 1 2 3 4 5 6 7 8 9", "2,1: 2 0", "2,1: 70 80", "axis=1",
        "ok 3,3: 1 2 70 80 5 6 7 8 9");
}

static void amounts(void)
{
    gather(D5, "2: 0 1", "max_elements=5", "ok 2: 10 20");
    gather("1: 5", "1: 0", "max_elements=1", "ok 1: 5");
    gather("2: 5 6", "1: 0", "max_elements=1", "report invalid by too_large -> 1");
    gather(D5, "2: 0 1", "max_elements=4", "report invalid by too_large -> 2");
    gather(D5, "2: 0 1", "max_elements=4 too_large=either",
           "either invalid by too_large 2: 10 20");
    put("1: 1", "3: 0 0 0", "3: 1 2 3", "max_elements=2 too_large=undefined",
        "free invalid by too_large -> 1");
    gather("4611686018427387904,0: ", "0,2: ", "axis=1", "report invalid by too_large -> 0,0,0");
    gather("4611686018427387904,0: ", "0,2: ", "axis=1 too_large=either",
           "free invalid by too_large -> 0,0,0");
    gather("4611686018427387904,0: ", "0,2: ", "axis=1 too_large=undefined",
           "free invalid by too_large -> 0,0,0");
    gather("2,72057594037927936,0: ", "1: 0", "axis=2",
           "report invalid by too_large -> 0,0,0");
}

static void types(void)
{
    gather(D5, "1: 0", "types=none", "report type by bad_type -> 1");
    gather(D5, "1: 0", "types=none bad_type=either", "either type by bad_type 1: 10");
    gather(D5, "1: 0", "types=none bad_type=undefined", "free type by bad_type -> 1");
    gather(D5, "1: 0", "index=float32 types=none bad_type=either", "free type by bad_type -> 1");
    gather(D5, "1: 0", "index=float32 types=none", "report type by bad_type -> 1");
    gather(D5, "2: 4 -1", "index=int8 types=none bad_type=either index_domain=wraps",
           "either type by bad_type 2: 50 50");
    gather(D5, "2: 4 255", "index=uint8 types=none bad_type=either",
           "report range by out_of_range at 1 -> 2");
    gather(D5, "2: 4 18446744073709551615", "index=uint64 types=none bad_type=either "
           "index_domain=wraps", "report range by out_of_range at 1 -> 2");
    put(": 1", ": 0", ": 9", "updates=int64", "report type by bad_type -> ");
    put("2: 1 2", "1: 0", "1: 9", "updates=int64", "report type by bad_type -> 2");
    gather("2: a bcd", "3: 1 0 1", "dtype=string", "ok 3: \"bcd\" \"a\" \"bcd\"");
    pick("2: a bcd", "3: 1 0 1", "dtype=string", "ok 3: \"bcd\" \"a\" \"bcd\"");
    put("2: a bcd", "3: 1 1 1", "3: x yy x", "dtype=string",
        "ok 2: \"a\" \"x\"|\"yy\"|\"x\"");
    for (int t = 0; t < GAT_STR; t++) {
        char settings[64];
        snprintf(settings, sizeof settings, "dtype=%s index=int32",
                 gat_dtype_name((enum gat_dtype)t));
        bool b = t == GAT_BOOL;
        const char *got = ask_all("gather", "3: 0 1 1", "4: 1 0 2 0", NULL, NULL, settings);
        char want[200], one[24], zero[24], element[16];
        bool exact;
        gat_dtype_parse((enum gat_dtype)t, b ? "true" : "1", element, &exact);
        gat_dtype_print((enum gat_dtype)t, element, one, sizeof one);
        gat_dtype_parse((enum gat_dtype)t, b ? "false" : "0", element, &exact);
        gat_dtype_print((enum gat_dtype)t, element, zero, sizeof zero);
        snprintf(want, sizeof want, "ok 4: %s %s %s %s", one, zero, one, zero);
        is_text(got, want, settings);
    }
}

static void duplicates(void)
{
    put("3: 1 2 3", "4: 1 0 1 1", "4: 10 20 30 10", "", "ok 3: 20 10|30|10 3");
    put("3: 1 2 3", "3: 1 0 2", "3: 10 20 30", "", "ok 3: 20 10 30");
    put("3: 1 2 3", "2: -1 2", "2: 10 20", "index_domain=wraps", "ok 3: 1 2 20|10");
    put("3: 1 2 3", "3: 1 0 1", "3: 10 20 30", "duplicates=last", "ok 3: 20 30 3");
    put("3: 1 2 3", "3: 1 0 1", "3: 10 20 30", "duplicates=first", "ok 3: 20 10 3");
    put("3: 1 2 3", "3: 1 0 1", "3: 10 20 30", "duplicates=undefined",
        "free invalid by duplicates -> 3");
    put("3: 1 2 3", "3: 1 0 1", "3: 10 20 30", "duplicates=error",
        "report invalid by duplicates -> 3");
    put("3: 1 2 3", "3: 1 0 1", "3: 10 20 30", "duplicates=error scratch=none",
        "ok 3: 20 30 3");
    put("2,2: 1 2 3 4", "2,2: 0 1 0 1", "2,2: 5 6 7 8", "", "ok 2,2: 7|5 2 3 8|6");
}

static void scatter_indices(void)
{
    put("3: 1 2 3", "2: 1 3", "2: 10 20", "", "report range by out_of_range at 1 -> 3");
    put("3: 1 2 3", "2: 1 3", "2: 10 20", "out_of_range=undefined",
        "free range by out_of_range at 1 -> 3");
    put("3: 1 2 3", "3: 1 3 -1", "3: 10 20 30", "out_of_range=either",
        "either range by out_of_range at 1 3: 1 10 30");
    put("3: 1 2 3", "2: 1 3", "2: 10 20", "out_of_range=drop", "ok at 1 3: 1 10 3");
    put("3: 1 2 3", "2: 1 3", "2: 10 20", "out_of_range=zero", "ok at 1 3: 1 10 3");
    put("3: 1 2 3", "2: 1 3", "2: 10 20", "out_of_range=drop duplicates=first",
        "ok at 1 3: 1 10 3");
    put("3: 1 2 3", "2: -9 3", "2: 10 20", "out_of_range=clamp", "ok at 0 3: 10 2 20");
    put("3: 1 2 3", "2: -1 4", "2: 10 20", "out_of_range=wrap", "ok at 0 3: 1 20 10");
    pick("3: 1 2 3", "3: 1 3 -1", "out_of_range=undefined",
         "either range by out_of_range at 1 3: 2 ? ?");
    pick("3: 1 2 3", "3: 1 3 -1", "out_of_range=either index=int32",
         "either range by out_of_range at 1 3: 2 ? 3");
    pick("3: 1 2 3", "3: 1 3 -1", "out_of_range=zero", "ok at 1 3: 2 0 0");
}

/* A broken demand with the stricter consequence hides a milder one, in any order. */
static void several(void)
{
    gather(D5, "1,1: 9", "index_rank_max=1 bad_rank=either",
           "report range by out_of_range at 0 -> 1,1");
    gather(D5, "0,1: ", "index_rank_max=1 bad_rank=either empty=undefined",
           "free invalid by empty -> 0,1");
    gather(D5, "0,1: ", "index_rank_max=1 bad_rank=undefined empty=either",
           "free invalid by bad_rank -> 0,1");
    gather(D5, "0: ", "axis=3 empty=error", "report invalid by empty -> 0");
    put("3: 1 2 3", "3: 1 7 1", "3: 10 20 30", "out_of_range=either duplicates=error",
        "report invalid by duplicates at 1 -> 3");
}

#define TILED "tiling=whole_axis axis=1 "
static void tiling(void)
{
    pick("2,3: 1 2 3 4 5 6", "2,2: 2 0 1 1", TILED "view=1,3 tile=1,1", "ok 2,2: 3 1 5 5");
    pick("2,3: 1 2 3 4 5 6", "2,2: 2 0 1 1", "axis=1 view=9,1 tile=0,0",
         "ok 2,2: 3 1 5 5");
    pick("2,3: 1 2 3 4 5 6", "2,2: 0", TILED "view=2,2",
         "report invalid by bad_tiling -> 2,2");
    pick("2,3: 1 2 3 4 5 6", "2,4: 0", TILED "view=2,3",
         "report invalid by bad_tiling -> 2,4");
    pick("2,3: 1 2 3 4 5 6", "2,2: 2 0 1 1", TILED "view=2,2 bad_tiling=either",
         "either invalid by bad_tiling 2,2: 3 1 5 5");
    pick("2,3: 1 2 3 4 5 6", "2,2: 0", TILED "view=3 bad_tiling=undefined",
         "free invalid by bad_tiling -> 2,2");
    pick("2,3: 1 2 3 4 5 6", "2,2: 0", TILED "view=2,3,1",
         "report invalid by bad_tiling -> 2,2");
    pick("2,3: 1 2 3 4 5 6", "2,2: 0", TILED "view=0,3",
         "report invalid by bad_tiling -> 2,2");
    pick("2,3: 1 2 3 4 5 6", "2,2: 0", TILED "tile=2", "report invalid by bad_tiling -> 2,2");
    pick("2,3: 1 2 3 4 5 6", "2,2: 0", TILED "tile=1,0",
         "report invalid by bad_tiling -> 2,2");
    /* index 2*1*8, output 2*1*4, data 2*3*4 bytes: 48 */
    pick("2,3: 1 2 3 4 5 6", "2,1: 2 0", TILED "tile=2,1 buffer_size=48", "ok 2,1: 3 4");
    pick("2,3: 1 2 3 4 5 6", "2,1: 2 0", TILED "tile=2,1 buffer_size=47",
         "report invalid by bad_tiling -> 2,1");
    pick("2,3: 1 2 3 4 5 6", "2,1: 2 0", TILED "index=int32 tile=2,1 buffer_size=40",
         "ok 2,1: 3 4");
    pick("2,3: 1 2 3 4 5 6", "2,1: 2 0",
         TILED "tile=9223372036854775807,9223372036854775807 buffer_size=47",
         "report invalid by bad_tiling -> 2,1");
    pick("2,3: 1 2 3 4 5 6", "2,1: 2 0",
         TILED "tile=576460752303423488,1 buffer_size=9223372036854775806",
         "report invalid by bad_tiling -> 2,1");
    pick("2,3: 1 2 3 4 5 6", "2,1: 2 0", TILED "tile=2,1", "ok 2,1: 3 4");
    pick("3: 1 2 3", "2: 0 2", "tiling=whole_axis view=3 tile=1", "ok 2: 1 3");
    pick("3: 1 2 3", "2: 0 2", "tiling=whole_axis tile=", "report invalid by bad_tiling -> 2");
    pick(": 1", ": 0", "tiling=whole_axis view=", "report invalid by bad_tiling -> ");
    pick(": 1", "1: 0", "tiling=whole_axis bad_rank=either tile=1",
         "report invalid by bad_tiling -> 1");
}

int main(void)
{
    documents();
    batches();
    batches_of_tuples();
    slices_placed();
    places();
    axes();
    axis_tensors();
    gather_indices();
    empties();
    ranks();
    sizes();
    amounts();
    types();
    duplicates();
    scatter_indices();
    several();
    tiling();
    return done();
}
