/* test_answer.c - what an answer says besides its values: which rules mattered,
 * what else is admitted, where elements come from, and that errors leave no trace.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask.h"

static struct line line;
static struct question q;

static void ask(const char *kernel, const char *data, const char *indices,
                const char *updates, const char *settings)
{
    question_free(&q);
    question_ask(&q, kernel, data, indices, updates, NULL, settings);
    ref_run(&q.c, &q.a, q.scratch);
}

static const char *consulted(void)
{
    line.used = 0;
    line_add(&line, "%s", "");
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        if ((q.a.consulted >> k & 1) != 0)
            line_add(&line, "%s%s", line.used == 0 ? "" : " ", ref_rule_infos[k].name);
    return line.text;
}

#define matters(kernel, data, indices, updates, settings, want)                \
    (ask(kernel, data, indices, updates, settings),                            \
     is_text(consulted(), want, kernel " " data " by " indices " " settings))
#define F2 "2: 1 2"
#define D5 "5: 10 20 30 40 50"
#define M23 "2,3: 1 2 3 4 5 6"

static void consultation(void)
{
    matters("gather", D5, "1: 0", NULL, "", "value shape");
    matters("gather", D5, "1: -1", NULL, "", "index_domain out_of_range");
    matters("gather", D5, "1: -1", NULL, "index_domain=wraps", "value shape index_domain");
    matters("gather", D5, "1: 5", NULL, "", "out_of_range");
    matters("gather", D5, "1: -6", NULL, "index_domain=wraps", "index_domain out_of_range");
    matters("gather", D5, "1: 7", NULL, "out_of_range=zero", "value shape out_of_range");
    matters("gather", D5, "1: 0", NULL, "axis=-1", "value shape axis_domain");
    matters("gather", D5, "1: 0", NULL, "axis=1", "bad_axis");
    matters("gather", D5, "0:", NULL, "", "value shape empty");
    matters("gather", D5, "1: 0", NULL, "batch=1", "batch_dims bad_batch");
    matters("gather", "1,2: 1 2", "1: 0", NULL, "axis=1 batch=1 batch_dims=allowed",
            "value shape batch_dims");
    matters("gather", D5, "1: 0", NULL, "data_rank_min=1", "value shape data_rank_min");
    matters("gather", M23, "1: 0", NULL, "data_rank_min=1", "value shape");
    matters("gather", D5, "1: 0", NULL, "data_rank_min=2", "data_rank_min bad_rank");
    matters("gather", M23, "1: 0", NULL, "data_rank_max=2", "value shape data_rank_max");
    matters("gather", M23, "1: 0", NULL, "data_rank_max=1", "data_rank_max bad_rank");
    matters("gather", D5, ": 0", NULL, "", "value shape index_rank_min");
    matters("gather", D5, "1,1: 0", NULL, "output_rank_max=3", "value shape");
    matters("gather", D5, "1,1: 0", NULL, "output_rank_max=2", "value shape output_rank_max");
    matters("gather", D5, "1,1: 0", NULL, "output_rank_max=1", "output_rank_max bad_rank");
    matters("gather", D5, "1: 0", NULL, "max_elements=6", "value shape");
    matters("gather", D5, "1: 0", NULL, "max_elements=5", "value shape max_elements");
    matters("gather", D5, "1: 0", NULL, "types=none", "bad_type");
    matters("gather_elements", M23, "2,3: 0", NULL, "axis=1", "value shape");
    matters("gather_elements", M23, "1,3: 0", NULL, "axis=1", "value shape off_axis");
    matters("gather_elements", M23, "3,3: 0", NULL, "axis=1", "off_axis bad_sizes");
    matters("gather_elements", M23, "1,3: 0", NULL, "axis=1 off_axis=broadcast",
            "value shape off_axis");
    matters("gather_elements", M23, "2,2: 0", NULL, "axis=1", "value shape");
    matters("gather_elements", M23, "2,4: 0", NULL, "axis=1", "value shape on_axis");
    matters("gather_elements", M23, "2,4: 0", NULL, "axis=1 on_axis=at_most",
            "on_axis bad_sizes");
    matters("gather_elements", M23, "2,3: 0", NULL, "axis=1 view=1,3", "value shape");
    matters("gather_elements", M23, "2,3: 0", NULL, "axis=1 view=1,2",
            "value shape tiling");
    matters("gather_elements", M23, "2,3: 0", NULL, "axis=1 tile=1,1 buffer_size=25",
            "value shape");
    matters("gather_elements", M23, "2,3: 0", NULL, "axis=1 tile=1,1 buffer_size=24",
            "value shape buffer_size");
    matters("gather_elements", M23, "5: 0", NULL, "bad_sizes=undefined", "bad_rank");
    is_int(q.a.demand, REF_MUST_REPORT, "with ranks that differ, extents are not compared");
    matters("scatter_elements", D5, "2: 0 1", "2: 1 2", "", "value shape base reduction");
    matters("scatter_elements", D5, "2: 1 1", "2: 1 2", "",
            "value shape base duplicates reduction");
    matters("scatter_elements", D5, "2: 1 1", "2: 1 2", "duplicates=error", "duplicates reduction");
    matters("scatter_elements", D5, "2: 1 1", "2: 1 2", "stated=add", "value shape base");
    matters("scatter_elements", D5, "1: 1", "1: 2147483647", "stated=add",
            "value shape base overflow");
    matters("scatter_elements", D5, "1: 1", "1: 2", "stated=mean",
            "value shape base mean_rounding");
    matters("scatter_elements", F2, "1: 1", "1: nan", "stated=min dtype=float32",
            "value shape base nan");
    matters("scatter_elements", F2, "1: 0", "1: -1", "stated=add dtype=float32",
            "value shape base zero_sign");
    matters("scatter_elements", F2, "2: 0 0", "2: 0.3 0.7", "stated=add dtype=float16",
            "value shape base precision");
    matters("scatter_elements", "1: a", "1: 0", "1: b", "stated=add dtype=string", "bad_reduction");
}

/* Is `got` (values as in ask.h) admitted from element `from` on?  The first bad
 * element, or -1. */
static int64_t first_bad(const char *got, int64_t from)
{
    struct gat_array other;
    char text[128];
    int64_t bad = -7;
    snprintf(text, sizeof text, "%s", got);
    question_array(&q, &other, q.a.output.dtype, text);
    bool good = ref_admits(&q.c, &q.a, other.data, from, &bad);
    return good ? -1 : bad;
}

static void admitting(void)
{
    ask("gather", D5, "3: 4 0 1", NULL, "");
    is_int(q.a.bad_at, -1, "no index is bad");
    is_int(first_bad("3: 50 10 20", 0), -1, "the answer itself");
    is_int(first_bad("3: 50 11 21", 0), 1, "the first wrong element");
    is_int(first_bad("3: 50 11 21", 2), 2, "from an element on");
    is_int(first_bad("3: 1 1 20", 2), -1, "what lies before does not matter");
    is_int(first_bad("3: 1 1 1", 3), -1, "nothing is left to admit");
    ask("gather", D5, "3: 4 9 1", NULL, "out_of_range=undefined");
    is_int(first_bad("3: 50 12345 20", 0), -1, "an unspecified element is anything");
    is_int(first_bad("3: 50 12345 21", 0), 2, "its neighbours are not");
    ask("gather", D5, "3: 4 9 1", NULL, "out_of_range=undefined undefined_index=whole");
    is_int(q.a.demand, REF_FREE, "nor is anything demanded where all is undefined");
    ask("gather", "2: nan 2", "3: 0 9 1", NULL, "dtype=float32 out_of_range=fill");
    is_int(first_bad("3: nan 0xffc00001 2", 0), -1, "any NaN fills");
    is_int(first_bad("3: nan 7 2", 0), 1, "a number does not");
    is_int(first_bad("3: 0xffc00001 nan 2", 0), 0, "and what is moved stays what it is");
    ask("gather", "1: 2", "1: 9", NULL, "dtype=complex64 out_of_range=fill");
    is_int(first_bad("1: nan+nani", 0), -1, "in both parts of a complex number too");
    ask("scatter_elements", D5, "4: 1 0 1 1", "4: 1 2 3 4", "");
    is_int(first_bad("5: 2 1 30 40 50", 0), -1, "the first of three updates");
    is_int(first_bad("5: 2 3 30 40 50", 0), -1, "the second");
    is_int(first_bad("5: 2 4 30 40 50", 0), -1, "the last");
    is_int(first_bad("5: 2 20 30 40 50", 0), 1, "what was there before is lost");
    is_int(first_bad("5: 1 4 30 40 50", 0), 0, "another element's update");
    is_int(first_bad("5: 2 4 31 40 50", 0), 2, "an element without an update");
    ask("scatter_elements", "2: a b", "2: 1 1", "2: xx yy", "dtype=string");
    is_int(first_bad("2: a xx", 0), -1, "strings by content, any writer");
    is_int(first_bad("2: a b", 0), 1, "strings by content, no writer");
    ask("gather", "2: ab b", "2: 0 1", NULL, "dtype=string");
    is_int(first_bad("2: ab b", 0), -1, "strings by content");
    is_int(first_bad("2: ab c", 0), 1, "one string differs");
    ask("gather", "3: -0.0 nan 0x7fc00001", "3: 0 1 2", NULL, "dtype=float32");
    is_int(first_bad("3: 0.0 nan 0x7fc00001", 0), 0, "the sign of zero");
    is_int(first_bad("3: -0.0 nan nan", 0), 2, "the payload of a NaN");
    ask("gather", D5, "1: 9", NULL, "");
    is_int(first_bad("1: 0", 0), 0, "nothing is admitted where an error is due");
    ask("gather", D5, "1: 0", NULL, "axis=3 bad_axis=undefined");
    is_int(first_bad("1: 12345", 0), -1, "everything is where all is undefined");
}

static const char *source(int64_t element)
{
    static const char *const names[] = {"data", "updates", "nowhere"};
    struct ref_source s = ref_source_of(&q.c, &q.a, element);
    line.used = 0;
    line_add(&line, "%s", names[s.operand]);
    if (s.operand != REF_FROM_NOWHERE)
        line_add(&line, " %lld", (long long)s.element);
    return line.text;
}

/* What the source says must be what the run did: for data that tell their place. */
static void sources_agree(const char *name)
{
    int64_t count = gat_array_count(&q.a.output);
    for (int64_t k = 0; k < count; k++) {
        struct ref_source s = ref_source_of(&q.c, &q.a, k);
        const struct gat_array *from =
            s.operand == REF_FROM_UPDATES ? &q.c.updates : &q.c.data;
        int32_t want = 0, got;
        if (s.operand != REF_FROM_NOWHERE)
            memcpy(&want, (char *)from->data + s.element * 4, 4);
        memcpy(&got, (char *)q.a.output.data + k * 4, 4);
        if (want != got) {
            is_int(got, want, name);
            return;
        }
    }
    ok(count > 0, "%s", name);
}

static void sourcing(void)
{
    ask("gather", "2,3,2: 1 2 3 4 5 6 7 8 9 10 11 12", "2: 2 0", NULL, "axis=1");
    is_text(source(0), "data 4", "gather");
    is_text(source(6), "data 6", "gather, the second slice");
    sources_agree("gather, all elements");
    ask("gather", "2,3,2: 1 2 3 4 5 6 7 8 9 10 11 12", "2,2: 2 0 1 1", NULL,
        "axis=1 batch=1 batch_dims=allowed");
    sources_agree("gather with batches, all elements");
    ask("gather", "2,2,2,2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "2,3: 0 1 0 1 1 0",
        NULL, "axis=2 batch=1 batch_dims=allowed");
    sources_agree("gather with batches and an outer dimension, all elements");
    ask("gather", D5, "2: 0 9", NULL, "out_of_range=zero");
    is_text(source(1), "nowhere", "gather, no source");
    ask("gather_elements", M23, "2,2: 2 0 1 0", NULL, "axis=1");
    is_text(source(2), "data 4", "gather_elements");
    sources_agree("gather_elements, all elements");
    ask("gather_elements", D5, "2: 0 9", NULL, "out_of_range=undefined");
    is_text(source(1), "nowhere", "gather_elements, no source");
    ask("scatter_elements", D5, "3: 1 1 4", "3: 1 2 3", "");
    is_text(source(0), "data 0", "scatter_elements, untouched");
    is_text(source(1), "updates 1", "scatter_elements, the last update");
    sources_agree("scatter_elements, all elements");
    ask("scatter_elements", D5, "3: 1 1 4", "3: 1 2 3", "duplicates=first");
    is_text(source(1), "updates 0", "scatter_elements, the first update");
    sources_agree("scatter_elements with first, all elements");
    ask("scatter_elements", D5, "3: 1 1 4", "3: 1 2 3", "base=zeros");
    is_text(source(0), "nowhere", "scatter_elements into zeros, untouched");
    sources_agree("scatter_elements into zeros, all elements");
    ask("scatter_elements", "0:", "1: 0", "1: 7", "out_of_range=wrap");
    is_int(q.a.demand, REF_MAY_EITHER, "an update that an empty axis cannot take");
    ask("scatter_elements", "1: true", "1: 0", "1: true",
        "stated=add dtype=bool types=none bad_type=either");
    is_int(q.a.demand, REF_FREE, "a sum of a type that is not listed, of which nothing is said");
    ask("scatter_elements", "1: true", "1: 0", "1: true", "stated=add dtype=bool");
    is_int(q.a.demand, REF_MUST_REPORT, "and of one that is");
    is_int(ref_target_of(&q.c, &q.a, 0), -1, "it goes nowhere");
    ask("gather", D5, "1: 9", NULL, "");
    is_text(source(0), "nowhere", "no source where an error is due");
}

static void sourcing_of_places(void)
{
    ask("take", M23, "2,2: 5 0 1 3", NULL, "");
    is_text(source(3), "data 3", "take");
    sources_agree("take, all elements");
    ask("take", D5, "2: 0 9", NULL, "out_of_range=zero");
    is_text(source(1), "nowhere", "take, no source");
    ask("put", M23, "3: 5 0 5", "3: 7 8 9", "duplicates=last");
    is_text(source(5), "updates 2", "put");
    sources_agree("put, all elements");
    ask("scatter_slices", M23, "2: 2 0", "2,2: 7 8 9 10", "axis=1");
    is_text(source(3), "updates 3", "scatter_slices");
    sources_agree("scatter_slices, all elements");
    is_int(ref_target_of(&q.c, &q.a, 2), 5, "where an element of a slice goes");
}

static void targets(void)
{
    ask("scatter_elements", "2,3: 0", "1,2: 2 -3", "1,2: 1 2", "axis=1 index_domain=wraps");
    is_int(ref_target_of(&q.c, &q.a, 0), 2, "where an update goes");
    is_int(ref_target_of(&q.c, &q.a, 1), 0, "where one goes from the end");
    ask("scatter_elements", D5, "2: 0 9", "2: 1 2", "out_of_range=clamp");
    is_int(ref_target_of(&q.c, &q.a, 1), 4, "where a clamped one goes");
    ask("scatter_elements", D5, "2: 0 9", "2: 1 2", "out_of_range=drop");
    ok(ref_target_of(&q.c, &q.a, 1) < 0, "a dropped one goes nowhere");
    ask("gather", D5, "1: 2", NULL, "");
    is_int(ref_target_of(&q.c, &q.a, 0), -1, "a gather has no updates");
    ask("scatter_elements", D5, "1: 9", "1: 1", "");
    is_int(ref_target_of(&q.c, &q.a, 0), -1, "no target where an error is due");
    ask("scatter_elements", "2,3,1: 0", "2,0,1:", "1,2: 1 2", "empty_indices=unchecked");
    is_int(ref_target_of(&q.c, &q.a, 1), -1, "nor where no index names one");
    is_int(ref_first_index(&q.c, &q.a, 1), -1, "as there is none");
}

/* What is no integer names nothing, whatever becomes of integers that are not listed. */
static void no_integers(void)
{
    ask("gather", D5, "1: 2", NULL, "index=float32 bad_type=either");
    is_int(q.a.demand, REF_FREE, "indices that are no integers have no answer");
    ask("gather", D5, "1: 2", NULL, "index=float32 bad_type=either bad_index_type=no_integers");
    is_int(q.a.demand, REF_MUST_REPORT, "and are an error where the document says so");
    ask("gather", D5, "1: 2", NULL,
        "index=int16 bad_type=either bad_index_type=no_integers types=none");
    is_int(q.a.demand, REF_MAY_EITHER, "integers of another type are not");
    ask("gather", D5, "1: 2", NULL, "index=int16 bad_type=either bad_index_type=error types=index");
    is_int(q.a.demand, REF_MUST_REPORT, "but where the document says so of every type");
    ask("gather", D5, "1: 2", NULL, "bad_type=either bad_index_type=error types=none");
    is_int(q.a.demand, REF_MAY_EITHER, "which says nothing of the type of data");
}

/* What documents take out of their own demands: any negative index, sizes of indices without
 * elements, the type of data that are a shape alone. */
static void exempt(void)
{
    const char *below = "index_domain=undefined out_of_range=drop";
    ask("scatter_elements", D5, "2: 0 -1", "2: 1 2", below);
    is_int(q.a.demand, REF_FREE, "a negative index leaves a scatter open");
    ask("scatter_elements", D5, "2: 0 -9", "2: 1 2", below);
    is_int(q.a.demand, REF_FREE, "below the extent too");
    ask("scatter_elements", D5, "2: 0 9", "2: 1 2", below);
    is_int(q.a.demand, REF_MUST_SUCCEED, "one that is too large is dropped as before");
    ask("gather", D5, "2: 0 -1", NULL, "index_domain=undefined out_of_range=zero");
    is_int(q.a.demand, REF_MAY_EITHER, "a gather may report it");
    ok(q.a.unspecified != NULL && q.a.unspecified[1] == 1 && q.a.unspecified[0] == 0,
       "or leaves that element open");
    matters("scatter_elements", M23, "1,3: 0", "3: 0", "axis=1 off_axis=repeat",
            "bad_rank off_axis updates_sizes reduction");
    ask("gather_elements", "1,2: 1 2", "2,0:", NULL, "axis=1 off_axis=at_most");
    is_int(q.a.demand, REF_MUST_REPORT, "indices without elements that are longer off axis");
    ask("gather_elements", "1,2: 1 2", "2,0:", NULL,
        "axis=1 off_axis=at_most empty_indices=unchecked");
    is_int(q.a.demand, REF_MUST_SUCCEED, "are not compared where the document says so");
    ask("scatter_elements", "1,2: 1 2",
        "2,0:", "1,0:", "axis=1 off_axis=at_most empty_indices=unchecked");
    is_int(q.a.demand, REF_MUST_SUCCEED, "nor are updates");
    static const char *const unchecked = "axis=1 empty_indices=unchecked bad_rank=error";
    ask("gather_elements", "1,2: 1 2", "0:", NULL, unchecked);
    is_int(q.a.demand, REF_MUST_SUCCEED, "nor are ranks");
    ok(q.a.output.ndim == 1 && q.a.output.shape[0] == 0, "the output has that of indices");
    ask("gather_elements", ": 1", "0:", NULL, "empty_indices=unchecked bad_rank=error");
    is_int(q.a.demand, REF_MUST_SUCCEED, "nor is a single number held against a line");
    ask("gather_elements", ": 1", "0:", NULL, "bad_rank=error");
    is_int(q.a.demand, REF_MUST_REPORT, "but where the document asks it");
    ask("scatter_elements", "1,2: 1 2", "0:", "1,1: 7", unchecked);
    is_int(q.a.demand, REF_MUST_SUCCEED, "nor ranks of updates");
    ask("scatter_elements", "1,2: 1 2", "1,0:", "0:", "axis=1 bad_rank=error");
    is_int(q.a.demand, REF_MUST_REPORT, "which other documents compare");
    ask("gather_elements", "1,2: 1 2", "0:", NULL, "axis=2 empty_indices=unchecked");
    is_int(q.a.demand, REF_MAY_EITHER, "an axis that they do not need may be refused");
    is_int(q.a.error, GAT_E_INVALID, "as an invalid call");
    ask("gather_elements", "1,2: 1 2", "1,1: 0", NULL, "axis=-3 empty_indices=unchecked");
    is_int(q.a.demand, REF_MUST_REPORT, "and must be where there are elements");
    ask("scatter_elements", D5, "1: 1", "1: 7", "base=zeros");
    q.c.updates.dtype = GAT_F32;
    ref_check(&q.c, &q.a);
    is_int(q.a.demand, REF_FREE, "data that are a shape have no type");
}

static size_t asked;
static int given;

static void *take(size_t size)
{
    asked = size;
    return malloc(size);
}

static void *take_none(size_t size)
{
    asked = size;
    return NULL;
}

static void give(void *p)
{
    given += p != NULL ? 1 : 100;
    free(p);
}

/* The status of a call, and how much memory it took and gave back. */
static void called(const char *kernel, const char *indices, const char *updates,
                   const char *settings, gat_status want, bool takes)
{
    ask(kernel, D5, indices, updates, settings);
    ref_check(&q.c, &q.a);
    q.a.output.data = question_bytes(&q, gat_array_size(&q.a.output));
    asked = 0;
    given = 0;
    is_int(ref_call_answer(&q.c, &q.a, take, give), want, settings);
    ok((asked > 0) == takes && given == takes, "%s memory that it takes is given back",
       takes ? "the" : "no");
}

static void answers_calls(void)
{
    called("gather", "1: 0", NULL, "", GAT_OK, false);
    called("gather", "1: 9", NULL, "", GAT_E_RANGE, false);
    called("gather", "1: -1", NULL, "out_of_range=either", GAT_OK, false);
    called("scatter_elements", "2: 1 1", "2: 7 8", "", GAT_OK, false);
    called("scatter_elements", "2: 1 1", "2: 7 8", "stated=add", GAT_OK, true);
    called("scatter_elements", "2: 1 2", "2: 7 8", "duplicates=error", GAT_OK, true);
    called("scatter_elements", "2: 1 1", "2: 7 8", "duplicates=error", GAT_E_INVALID, true);
    ask("scatter_elements", D5, "2: 1 1", "2: 7 8", "stated=add");
    is_int(ref_call_answer(&q.c, &q.a, take_none, give), GAT_E_NOMEM, "there is no memory");
    /* Giants, in place, of which one element is touched. */
    ask("scatter_elements", D5, "1: 1", "1: 7", "duplicates=error dtype=int8");
    int8_t *giant = calloc(REF_MOST_SCRATCH / 8, 1);
    q.c.data.shape[0] = REF_MOST_SCRATCH / 8;
    q.c.data.data = giant;
    ref_check(&q.c, &q.a);
    q.a.output.data = giant;
    asked = 0;
    is_int(ref_call_answer(&q.c, &q.a, take_none, give), GAT_OK, "a giant takes no memory");
    ok(asked == 0 && giant[1] == 7, "and is answered");
    free(giant);
}

static void works_in_place(void)
{
    int32_t got[5];
    ask("scatter_elements", D5, "2: 1 4", "2: 7 8", "");
    memcpy(got, q.a.output.data, sizeof got);
    q.a.output.data = q.c.data.data;
    ref_run(&q.c, &q.a, NULL);
    ok(memcmp(q.c.data.data, got, sizeof got) == 0, "in the memory of data the answer is the same");
}

static void clean_errors(void)
{
    static const char *const kernels[] = {"gather", "gather_elements", "scatter_elements"};
    for (unsigned k = 0; k < 6; k++) {
        ask(kernels[k % 3], D5, "4: 0 1 2 5", k % 3 == 2 ? "4: 1 2 3 4" : NULL,
            k < 3 ? "" : "scratch=none");
        const unsigned char *out = q.a.output.data;
        size_t touched = 0;
        for (size_t b = 0; b < gat_array_size(&q.a.output); b++)
            touched += out[b] != 0xEE;
        is_int(q.a.demand, REF_MUST_REPORT, kernels[k % 3]);
        is_int((int64_t)touched, 0, "an error leaves the output untouched");
        is_int((int64_t)ref_scratch_size(&q.c, &q.a), 0, "and needs no scratch");
    }
    ask("scatter_elements", D5, "2: 1 1", "2: 1 2", "duplicates=error");
    is_int(*(unsigned char *)q.a.output.data, 0xEE, "so does a forbidden duplicate");
}

static void vocabulary(void)
{
    int64_t value = -1;
    char text[64];
    is_int(ref_rule_find("index_domain"), REF_index_domain, "a rule by its name");
    is_int(ref_rule_find("value"), REF_value, "the first rule");
    is_int(ref_rule_find("index_domains"), REF_RULE_COUNT, "no such rule");
    ok(ref_rule_parse(REF_out_of_range, "drop", &value) && value == REF_OOR_DROP, "drop");
    ok(ref_rule_parse(REF_duplicates, "any", &value) && value == REF_DUP_ANY, "any");
    ok(!ref_rule_parse(REF_out_of_range, "dro", &value), "part of a value");
    ok(!ref_rule_parse(REF_out_of_range, "drop ", &value), "a value and a blank");
    ok(!ref_rule_parse(REF_out_of_range, "", &value), "no value");
    ok(ref_rule_parse(REF_max_elements, "2147483647", &value) && value == 2147483647, "a number");
    ok(!ref_rule_parse(REF_max_elements, "-1", &value), "a negative number");
    ok(!ref_rule_parse(REF_max_elements, "12x", &value), "a number and more");
    ok(!ref_rule_parse(REF_max_elements, "", &value), "no number");
    ok(!ref_rule_parse(REF_max_elements, "many", &value), "a word");
    ok(!ref_rule_parse(REF_max_elements, "99999999999999999999", &value), "too much");
    for (unsigned k = 0; k < REF_RULE_COUNT; k++) {
        enum ref_rule rule = (enum ref_rule)k;
        bool same = true;
        int64_t v = 0;
        for (; v < 16; v++) {
            ref_rule_print(rule, v, text, sizeof text);
            if (text[0] == '\0')
                break;
            same &= ref_rule_parse(rule, text, &value) && value == v;
        }
        ok(same && v > 0, "%s: what is printed is read back", ref_rule_infos[k].name);
    }
    ref_rule_print(REF_negative_batch_dims, REF_NEGATIVE_BATCH_WRAPS, text, sizeof text);
    is_text(text, "wraps", "the last value of negative_batch_dims");
    ref_rule_print(REF_empty, REF_EMPTY_ERROR, text, sizeof text);
    is_text(text, "error", "what follows from empty operands");
    ref_rule_print(REF_tiling, REF_TILING_WHOLE_AXIS, text, sizeof text);
    is_text(text, "whole_axis", "tiling");
    ref_rule_print(REF_off_axis, REF_SIZES_EQUAL, text, sizeof text);
    is_text(text, "equal", "off_axis");
    ok(ref_kernel_find("gather") != NULL && ref_kernel_find("gather_elements") != NULL &&
           ref_kernel_find("scatter_elements") != NULL,
       "kernels are found");
    ok(ref_kernel_find("gathe") == NULL, "and what is none is not");
    size_t n = 0;
    while (ref_kernel_at(n) != NULL)
        n++;
    ok(n >= 3 && ref_kernel_find(ref_kernel_at(n - 1)->name) == ref_kernel_at(n - 1),
       "they can be counted");
}

/* The contents of an answer before the question do not matter. */
static void fresh_start(void)
{
    ask("scatter_elements", D5, "2: 1 1", "2: 1 2", "");
    ok(q.a.last_writer != NULL && q.a.earlier_writer != NULL, "two writers leave their links");
    ref_check(&q.c, &q.a);
    ok(q.a.last_writer == NULL && q.a.earlier_writer == NULL && q.a.unspecified == NULL &&
           q.a.bad_at == -1,
       "and the next question starts without them");
}

/* What nobody but the implementation gives a meaning. */
static void left_open(void)
{
    ask("scatter_elements", "2: 1 2", "1: 0", "1: 9", "updates=int64 bad_type=either");
    is_int(q.a.demand, REF_FREE, "updates of another type may be converted where types are open");
    ask("gather_nd", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,2,3: 1 2 3 4 5 6", "1,1,1: 0", NULL,
        "bad_rank=undefined");
    is_int(q.a.demand, REF_FREE, "an output of rank 17 may be refused");
    is_int(gat_array_count(&q.a.output), 6, "and has room for all that the formula gives");
    ask("gather", "0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1099511627776:", "0,1099511627776:", NULL,
        "axis=14 bad_rank=undefined");
    is_int(q.a.output.shape[GAT_MAX_RANK - 1], INT64_MAX, "or for as many as can be counted");
}

int main(void)
{
    left_open();
    consultation();
    fresh_start();
    admitting();
    sourcing();
    sourcing_of_places();
    targets();
    no_integers();
    exempt();
    works_in_place();
    answers_calls();
    clean_errors();
    vocabulary();
    question_free(&q);
    return done();
}
