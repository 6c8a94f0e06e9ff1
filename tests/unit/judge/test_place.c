/* test_place.c - relations of two places, one by one: where each holds, and next to that.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/relation.h"
#include "dtype.h"
#include "tap.h"

/* gather of data [4,5,6]; places are coordinates. */
static struct ref_case c;
static struct ref_answer answer;
static struct gat_place p;
static struct ref_rules rules;
static struct gat_array home;
static int64_t indices64[9]; /* one more than any case has */
static int32_t indices32[8];

static int64_t at(int64_t i, int64_t j, int64_t k)
{
    return (i * 5 + j) * 6 + k;
}

static void start(int32_t axis)
{
    static const struct ref_kernel plain = {.name = "plain", .naming = REF_NAMES_SLICES};
    memset(&rules, 0, sizeof rules);
    rules.value[REF_index_domain] = REF_WRAPS;
    c = (struct ref_case){.kernel = &plain,
                          .rules = &rules,
                          .data = {.dtype = GAT_I32, .ndim = 3, .shape = {4, 5, 6}},
                          .indices = {.dtype = GAT_I64, .ndim = 1, .shape = {8}, .data = indices64},
                          .updates = {.ndim = -1}};
    home = (struct gat_array){.dtype = GAT_I32, .ndim = 3, .shape = {4, 5, 6}};
    answer = (struct ref_answer){.axis = axis};
    p = (struct gat_place){.c = &c, .a = &answer, .index_at = -1};
    memset(indices64, 0x77, sizeof indices64);
}

/* Does the relation of these words hold between the two places? */
static bool holds(const char *words, int64_t right, int64_t found)
{
    p.right = right;
    p.found = found;
    uint32_t set = gat_relations(&p);
    bool is = false, known = false;
    for (unsigned k = 0; gat_relation_words(k) != NULL; k++)
        if (strcmp(gat_relation_words(k), words) == 0) {
            is |= (set >> k & 1) != 0;
            known = true;
        }
    if (!known)
        ok(false, "no relation '%s'", words);
    return is;
}

static void by_index(int64_t index_at, int64_t index)
{
    p.index_at = index_at;
    indices64[index_at] = index;
}

static void elsewhere(void)
{
    const char *next = "the next element instead", *row = "another row";
    start(1);
    ok(holds(next, at(2, 3, 1), at(2, 3, 2)) && holds(next, at(2, 4, 5), at(3, 0, 0)),
       "the next element, of the next row too");
    ok(holds(next, at(3, 4, 5), at(0, 0, 0)), "the first is next to the last");
    ok(!holds(next, at(2, 3, 1), at(2, 3, 0)), "not the one before");
    ok(holds(row, at(2, 3, 1), at(3, 3, 1)) && holds(row, at(2, 3, 1), at(0, 3, 1)),
       "the same place in another row");
    ok(!holds(row, at(2, 3, 1), at(3, 3, 2)), "another place is none");
    start(0);
    ok(!holds(row, at(2, 3, 1), at(3, 3, 1)), "before the first axis there are no rows");
}

/* Indices outside stop at an end, and what is below 0 does not count from the other. */
static void stopped(void)
{
    const char *end = "the index stopped at the other end of the axis", *off = "index off by one";
    const char *counted = "the negative index was counted from the end";
    start(1);
    rules.value[REF_index_domain] = REF_NONNEGATIVE;
    rules.value[REF_out_of_range] = REF_OOR_CLAMP;
    by_index(2, 9);
    ok(holds(end, at(2, 4, 1), at(2, 0, 1)) && !holds(off, at(2, 4, 1), at(2, 0, 1)),
       "the first in place of the last, which are not next to each other");
    ok(!holds(end, at(2, 4, 1), at(2, 3, 1)) && holds(off, at(2, 4, 1), at(2, 3, 1)),
       "one before the last");
    ok(!holds(counted, at(2, 4, 1), at(2, 0, 1)), "it is not negative");
    by_index(2, -1);
    ok(holds(end, at(2, 0, 1), at(2, 4, 1)) && holds(counted, at(2, 0, 1), at(2, 4, 1)),
       "-1 is at the other end, or counted from it");
    by_index(2, -2);
    ok(!holds(end, at(2, 0, 1), at(2, 3, 1)) && holds(counted, at(2, 0, 1), at(2, 3, 1)),
       "-2 is counted");
    by_index(2, 4);
    ok(!holds(end, at(2, 4, 1), at(2, 0, 1)) && holds(off, at(2, 4, 1), at(2, 0, 1)),
       "an index inside does not stop");
    by_index(2, 9);
    rules.value[REF_out_of_range] = REF_OOR_WRAP;
    ok(!holds(end, at(2, 4, 1), at(2, 0, 1)) && holds(off, at(2, 4, 1), at(2, 0, 1)),
       "nor does one that counts round");
    rules.value[REF_index_domain] = REF_WRAPS;
    by_index(2, -2);
    ok(!holds(counted, at(2, 0, 1), at(2, 3, 1)), "where it counts from the end that is right");
}

static void negative(void)
{
    const char *raw = "the negative index was not wrapped",
               *zero = "the negative index was taken as 0";
    const char *sign = "the sign of the index was dropped";
    start(1);
    by_index(2, -2);
    ok(holds(raw, at(2, 3, 1), at(1, 3, 1)), "one whole axis further to the front");
    ok(!holds(raw, at(2, 3, 1), at(2, 2, 1)) && !holds(raw, at(1, 3, 1), at(2, 3, 1)),
       "not elsewhere");
    ok(holds(zero, at(2, 3, 1), at(2, 0, 1)), "taken as 0");
    ok(!holds(zero, at(2, 3, 1), at(2, 1, 1)) && !holds(zero, at(2, 3, 1), at(1, 0, 1)),
       "not elsewhere");
    ok(holds(sign, at(2, 3, 1), at(2, 2, 1)), "the sign is dropped");
    ok(!holds(sign, at(2, 3, 1), at(2, 1, 1)) && !holds(sign, at(2, 3, 1), at(3, 2, 1)),
       "not elsewhere");
    by_index(2, 0);
    ok(!holds(raw, at(2, 0, 1), at(1, 0, 1)) && !holds(zero, at(2, 3, 1), at(2, 0, 1)) &&
           !holds(sign, at(2, 3, 1), at(2, 0, 1)),
       "0 is not negative");
    by_index(2, -1);
    ok(holds(raw, at(3, 4, 5), at(2, 4, 5)) && holds(sign, at(3, 4, 5), at(3, 1, 5)) &&
           holds(zero, at(3, 4, 5), at(3, 0, 5)),
       "-1 is");
    by_index(2, -5);
    ok(!holds(sign, at(2, 0, 1), at(2, 4, 1)), "minus the extent has no positive twin");
    p.index_at = -1;
    ok(!holds(raw, at(2, 3, 1), at(1, 3, 1)) && !holds(zero, at(2, 3, 1), at(2, 0, 1)),
       "nothing without an index");
    start(2);
    by_index(0, -3);
    ok(holds(raw, at(2, 3, 3), at(2, 2, 3)) && !holds(raw, at(2, 3, 3), at(1, 3, 3)),
       "along the last axis");
    start(0);
    by_index(0, -3);
    ok(!holds(raw, at(1, 0, 0), at(3, 0, 0)), "along the first axis nothing lies before");
}

/* Past 2^24 a float of 32 bits has the even numbers alone. */
static void rounded(void)
{
    const char *words = "the index was rounded as float32 does";
    start(0);
    c.data = (struct gat_array){.dtype = GAT_I8, .ndim = 1, .shape = {1 << 25}};
    by_index(2, (1 << 24) + 1);
    ok(holds(words, (1 << 24) + 1, 1 << 24) && !holds(words, (1 << 24) + 1, (1 << 24) + 2),
       "to the even number below");
    by_index(2, (1 << 24) + 3);
    ok(holds(words, (1 << 24) + 3, (1 << 24) + 4) && !holds(words, (1 << 24) + 3, (1 << 24) + 2),
       "or above");
    by_index(2, -(1 << 24) - 1);
    ok(holds(words, (1 << 24) - 1, 1 << 24), "counted from the end, too");
    by_index(2, INT64_MAX);
    ok(!holds(words, 7, 8), "what no integer holds is no index");
}

static void neighbours(void)
{
    const char *one = "index off by one", *neighbour = "the neighbouring index was used";
    const char *first = "the first index was used",
               *position = "the position of the index was used, not its value";
    start(1);
    ok(holds(one, at(2, 3, 1), at(2, 4, 1)) && holds(one, at(2, 3, 1), at(2, 2, 1)),
       "one to each side");
    ok(!holds(one, at(2, 3, 1), at(2, 1, 1)) && !holds(one, at(2, 3, 1), at(3, 3, 1)) &&
           !holds(one, at(2, 3, 1), at(2, 3, 2)) && !holds(one, at(2, 3, 1), at(1, 4, 1)) &&
           !holds(one, 7, 7),
       "not two, not along another axis, not nowhere");
    by_index(3, 3);
    indices64[2] = 1;
    indices64[4] = -1;
    ok(holds(neighbour, at(2, 3, 1), at(2, 1, 1)), "the index before");
    ok(holds(neighbour, at(2, 3, 1), at(2, 4, 1)), "the next index, counted from the end");
    ok(!holds(neighbour, at(2, 3, 1), at(2, 0, 1)) && !holds(neighbour, at(2, 3, 1), at(3, 1, 1)),
       "no other");
    by_index(0, 3);
    indices64[1] = 2;
    ok(holds(neighbour, at(2, 3, 1), at(2, 2, 1)) && !holds(neighbour, at(2, 3, 1), at(2, 1, 1)),
       "the first has one");
    by_index(1, 3);
    indices64[0] = 1;
    indices64[2] = 3;
    ok(holds(neighbour, at(2, 3, 1), at(2, 1, 1)), "the second has one before it");
    by_index(7, 3);
    indices64[6] = 0;
    ok(holds(neighbour, at(2, 3, 1), at(2, 0, 1)), "the last has one");
    indices64[6] = 2;
    ok(!holds(neighbour, at(2, 3, 1), at(2, 0, 1)), "and no other");
    start(1);
    by_index(3, 3);
    indices64[0] = -4;
    ok(holds(first, at(2, 3, 1), at(2, 1, 1)) && !holds(first, at(2, 3, 1), at(2, 2, 1)) &&
           !holds(first, at(2, 3, 1), at(0, 1, 1)),
       "the first index");
    by_index(2, 4);
    ok(holds(position, at(2, 4, 1), at(2, 2, 1)) && !holds(position, at(2, 4, 1), at(2, 3, 1)) &&
           !holds(position, at(2, 4, 1), at(3, 2, 1)),
       "its position");
}

static void widths(void)
{
    const char *low = "only the low bits of the index were used";
    const char *half = "64-bit indices were read as 32-bit numbers";
    static const struct {
        int64_t index, seen;
        bool due;
    } t[] = {{0x103, 3, true},
             {0x1ff, 4, true},
             {0x104, 3, false},
             {0xfe, 3, true},
             {0xfd, 2, true},
             {0x10003, 3, true},
             {0x1fffe, 3, true},
             {INT64_C(0x100000002), 2, true},
             {INT64_C(0x1fffffffd), 2, true},
             {INT64_C(0x100000103), 3, true},
             {-253, 3, false},
             {4, 4, true},
             {0x30000, 0, true}};
    for (unsigned k = 0; k < sizeof t / sizeof t[0]; k++) {
        start(1);
        by_index(2, t[k].index);
        int64_t right = at(2, t[k].seen == 1 ? 0 : 1, 1);
        is_int(holds(low, right, at(2, t[k].seen, 1)), t[k].due, "low bits");
        ok(!holds(low, right, at(1, t[k].seen, 1)), "not with another row");
    }
    /* 16 and 32 bits where the extent is larger than what fewer bits can name. */
    start(0);
    c.data = (struct gat_array){.dtype = GAT_I8, .ndim = 1, .shape = {INT64_C(1) << 33}};
    by_index(1, 0x41234);
    ok(holds(low, 0x41234, 0x1234) && holds(low, 0x41234, 0x34), "16 bits, and 8");
    ok(!holds(low, 0x41234, 0x234), "not 12");
    by_index(1, INT64_C(0x1f2345678));
    ok(holds(low, 9, 0xf2345678) && holds(low, 9, 0x5678), "32 bits, and 16");
    ok(holds(low, 9, (INT64_C(1) << 33) - (INT64_C(1) << 32) + INT64_C(0xf2345678)),
       "32 bits with a sign");
    by_index(1, 0x4ffff);
    ok(holds(low, 9, (INT64_C(1) << 33) - 1), "16 bits with a sign");
    const char *offset = "the offset was cut to 32 bits";
    p.index_at = -1;
    ok(holds(offset, INT64_C(0x1f2345678), 0xf2345678) &&
           !holds(offset, INT64_C(0x1f2345678), 0xf2345679),
       "an offset");
    c.data.dtype = GAT_I32;
    ok(holds(offset, INT64_C(0x152345678), 0x12345678), "an offset in bytes");
    ok(holds(offset, INT64_C(0x152345678), 0x52345678) &&
           !holds(offset, INT64_C(0x152345678), 0x2345678),
       "or in elements");
    start(1);
    by_index(3, 1);
    indices64[1] = INT64_C(0x0000000200000000);
    ok(holds(half, at(2, 1, 1), at(2, 2, 1)), "the fourth half of an index");
    ok(!holds(half, at(2, 1, 1), at(2, 0, 1)) && !holds(half, at(2, 1, 1), at(3, 2, 1)),
       "not another");
    c.indices = (struct gat_array){.dtype = GAT_I32, .ndim = 1, .shape = {8}, .data = indices32};
    for (int k = 0; k < 8; k++)
        indices32[k] = k == 3 ? 2 : 1;
    ok(!holds(half, at(2, 1, 1), at(2, 2, 1)), "32-bit indices are what they are");
}

static void coordinates(void)
{
    const char *axes = "axes swapped", *batch = "another batch",
               *other = "the index was used along another axis";
    start(1);
    ok(holds(axes, at(1, 3, 2), at(3, 1, 2)) && holds(axes, at(1, 3, 2), at(1, 2, 3)) &&
           holds(axes, at(2, 3, 1), at(1, 3, 2)),
       "any two coordinates");
    ok(!holds(axes, at(1, 3, 2), at(3, 2, 1)) && !holds(axes, at(1, 3, 2), at(1, 3, 3)),
       "not three, not other ones");
    ok(holds(axes, at(3, 1, 2), 3 + 4 * 1 + 20 * 2), "the order of columns");
    ok(!holds(axes, at(3, 1, 2), 3 + 4 * 1 + 20 * 2 + 1), "and not beside it");
    answer.batch_dims = 1;
    ok(holds(batch, at(1, 3, 2), at(2, 3, 2)) && !holds(batch, at(1, 3, 2), at(2, 4, 2)),
       "the first dimension only");
    answer.batch_dims = 2;
    ok(holds(batch, at(1, 3, 2), at(2, 4, 2)) && !holds(batch, at(1, 3, 2), at(2, 4, 3)),
       "the first two");
    answer.batch_dims = 3;
    ok(holds(batch, at(1, 3, 2), at(2, 4, 3)), "all");
    answer.batch_dims = 4;
    ok(!holds(batch, at(1, 3, 2), at(2, 4, 3)), "more than there are");
    answer.batch_dims = 0;
    ok(!holds(batch, at(1, 3, 2), at(1, 3, 3)), "none");
    start(1);
    p.home = &home;
    p.home_at = at(3, 0, 4);
    by_index(2, 2);
    ok(holds(other, at(3, 2, 4), at(2, 0, 4)) && holds(other, at(3, 2, 4), at(3, 0, 2)),
       "before and after the axis");
    ok(!holds(other, at(3, 2, 4), at(2, 0, 2)) && !holds(other, at(3, 1, 4), at(3, 2, 4)),
       "not both, not the axis itself");
    by_index(2, -1);
    ok(holds(other, at(3, 4, 4), at(3, 0, 5)), "counted from that axis' end");
    by_index(2, 5);
    ok(holds(other, at(3, 2, 4), at(3, 0, 5)) && !holds(other, at(3, 2, 4), at(2, 0, 4)),
       "where it names something");
    home.ndim = 2;
    ok(!holds(other, at(3, 2, 4), at(3, 0, 5)), "another rank");
    p.home = NULL;
    ok(!holds(other, at(3, 2, 4), at(3, 0, 5)), "no home");
    start(0);
    c.data = (struct gat_array){.dtype = GAT_I32, .ndim = 1, .shape = {6}};
    ok(!holds(axes, 1, 3), "one axis cannot be swapped");
    c.data.ndim = 0;
    is_int(gat_relations(&p), 0, "nor none");
    start(7);
    ok(holds(axes, at(1, 3, 2), at(3, 1, 2)) &&
           !holds("index off by one", at(1, 3, 2), at(1, 4, 2)),
       "an axis that is none");
    start(-1);
    ok(holds(axes, at(1, 3, 2), at(3, 1, 2)), "nor one below");
}

/* Indices of 2 rows of 3, each for an element of its own. */
static void rows(void)
{
    static const struct ref_kernel kernel = {.name = "elements", .naming = REF_NAMES_ELEMENTS};
    static const int64_t own[] = {0, 1, 2, 3, 4, -1};
    const char *row = "the index of a neighbouring row was used";
    start(1);
    c.kernel = &kernel;
    c.indices =
        (struct gat_array){.dtype = GAT_I64, .ndim = 3, .shape = {2, 3, 1}, .data = indices64};
    memcpy(indices64, own, sizeof own);
    p.index_at = 4;
    ok(holds(row, at(1, 4, 0), at(1, 1, 0)) && !holds(row, at(1, 4, 0), at(1, 3, 0)),
       "the index that stands in the row before it");
    p.index_at = 1;
    ok(holds(row, at(0, 1, 0), at(0, 4, 0)) && !holds(row, at(0, 1, 0), at(0, 2, 0)),
       "or in the row after it");
    p.index_at = 2;
    ok(holds(row, at(0, 2, 0), at(0, 4, 0)), "counted from the end");
}

/* Tuples of three indices for data [4,5,6], or of two for its first dimensions. */
static void tuples(void)
{
    static const struct ref_kernel kernel = {.name = "tuples", .naming = REF_NAMES_TUPLES};
    static const int64_t pairs[] = {1, 1, 3, 2, 0, 4, 2, 3};
    const char *reverse = "the index tuple was applied in reverse";
    const char *turned = "the indices of the tuple were used for other dimensions";
    const char *raw = "the negative index was not wrapped",
               *beside = "the neighbouring index was used";
    const char *first = "the first index was used",
               *position = "the position of the index was used, not its value";
    start(0);
    c.kernel = &kernel;
    c.indices = (struct gat_array){.dtype = GAT_I64, .ndim = 2, .shape = {4, 2}, .data = indices64};
    memcpy(indices64, pairs, sizeof pairs);
    answer.depth = 2;
    p.index_at = 2;
    ok(holds(reverse, at(3, 2, 5), at(2, 3, 5)) && !holds(reverse, at(3, 2, 5), at(2, 3, 4)),
       "a pair in reverse");
    ok(holds(turned, at(3, 2, 5), at(2, 3, 5)) && !holds(reverse, at(3, 2, 5), at(3, 1, 5)),
       "which is turned, too");
    ok(holds(beside, at(3, 2, 5), at(1, 2, 5)) && holds(beside, at(3, 2, 5), at(3, 4, 5)),
       "an index of the next tuple");
    ok(!holds(beside, at(3, 2, 5), at(2, 2, 5)), "and no other index of its own");
    p.index_at = 4;
    ok(holds(first, at(0, 4, 5), at(0, 1, 5)) && holds(first, at(0, 4, 5), at(1, 4, 5)),
       "the first of its kind");
    ok(holds(position, at(0, 4, 5), at(0, 2, 5)) && !holds(position, at(0, 4, 5), at(0, 3, 5)),
       "the number of the tuple");
    indices64[5] = -1;
    ok(holds(raw, at(1, 4, 5), at(0, 4, 5)) && !holds(raw, at(1, 4, 5), at(1, 3, 5)),
       "by its own extent");
    answer.depth = 1;
    ok(!holds(reverse, at(0, 1, 5), at(3, 1, 5)), "a tuple of one index has no reverse");
    answer.depth = 3;
    p.index_at = 0;
    ok(holds(turned, at(1, 1, 3), at(1, 3, 1)) && !holds(turned, at(1, 1, 3), at(1, 3, 2)),
       "three, turned by one");
    ok(holds(reverse, at(1, 1, 3), at(3, 1, 1)) && !holds(reverse, at(1, 1, 3), at(1, 1, 3)),
       "and in reverse");
}

/* Sixteen bits with a sign where eight say something else. */
static void halves(void)
{
    start(0);
    c.data = (struct gat_array){.dtype = GAT_I8, .ndim = 1, .shape = {INT64_C(1) << 33}};
    by_index(1, 0x4ff12);
    const char *low = "only the low bits of the index were used";
    ok(holds(low, 9, (INT64_C(1) << 33) - 238) && !holds(low, 9, (INT64_C(1) << 33) - 237),
       "16 bits with a sign");
}

/* Pairs of indices for the last dimensions of data [4,5,6], which count bytes. */
static void bytes_of_tuples(void)
{
    static const struct ref_kernel kernel = {.name = "tuples", .naming = REF_NAMES_TUPLES};
    const char *bytes = "the index counts bytes, not elements";
    start(1);
    c.kernel = &kernel;
    c.indices = (struct gat_array){.dtype = GAT_I64, .ndim = 2, .shape = {4, 2}, .data = indices64};
    answer.depth = 2;
    ok(holds(bytes, at(1, 2, 4), at(1, 0, 4)), "16 / 4 places on");
    ok(!holds(bytes, at(1, 2, 4), at(2, 0, 4)), "not in another batch");
    ok(!holds(bytes, at(1, 2, 4), at(1, 0, 5)), "not beside it");
    ok(holds(bytes, at(1, 4, 5), at(1, 1, 1)), "each index by itself");
    ok(!holds(bytes, at(1, 4, 5), at(1, 1, 2)), "and not one of both");
    c.data.dtype = GAT_I8;
    ok(!holds(bytes, at(1, 2, 4), at(1, 0, 4)), "bytes are elements of one byte");
    start(0); /* pairs for the first two, whose places are rows */
    c.kernel = &kernel;
    c.indices = (struct gat_array){.dtype = GAT_I64, .ndim = 2, .shape = {4, 2}, .data = indices64};
    answer.depth = 2;
    ok(holds(bytes, at(1, 3, 2), at(0, 2, 2)) && !holds(bytes, at(1, 3, 2), at(0, 2, 3)),
       "rows, in which the place is the same");
}

/* Two batches of three indices. */
static void batches_of_indices(void)
{
    const char *batch = "the indices of another batch were used";
    start(1);
    c.indices = (struct gat_array){.dtype = GAT_I64, .ndim = 2, .shape = {2, 3}, .data = indices64};
    answer.batch_dims = 1;
    for (int k = 0; k < 6; k++)
        indices64[k] = k == 4 ? 3 : 2;
    by_index(1, 2);
    ok(holds(batch, at(1, 1, 2), at(1, 3, 2)), "the index at this place of the other batch");
    ok(!holds(batch, at(1, 1, 2), at(1, 2, 2)), "not its own");
    ok(!holds(batch, at(1, 1, 2), at(1, 4, 2)), "nor any");
    ok(!holds(batch, at(1, 1, 2), at(2, 3, 2)), "along the axis alone");
    answer.batch_dims = 0;
    ok(!holds(batch, at(1, 1, 2), at(1, 3, 2)), "where there are batches");
    answer.batch_dims = 1;
    c.indices.shape[1] = 0;
    ok(!holds(batch, at(1, 1, 2), at(1, 3, 2)), "that hold indices");
}

/* No relation needs an index that cannot be read, or an axis that is not there. */
static void without_index(void)
{
    const char *raw = "the negative index was not wrapped";
    start(1);
    by_index(2, -2);
    ok(holds(raw, at(2, 3, 1), at(1, 3, 1)), "an index that can be read");
    c.indices.dtype = GAT_F64;
    ok(!holds(raw, at(2, 3, 1), at(1, 3, 1)), "a number that is no index");
    c.indices.dtype = GAT_I64;
    c.data.shape[1] = 0;
    c.data.ndim = 1;
    answer.axis = 1;
    ok(!holds("the first index was used", 1, 3), "an axis beyond the rank");
}

int main(void)
{
    stopped();
    halves();
    bytes_of_tuples();
    batches_of_indices();
    without_index();
    elsewhere();
    negative();
    rounded();
    neighbours();
    widths();
    coordinates();
    rows();
    tuples();
    return done();
}
