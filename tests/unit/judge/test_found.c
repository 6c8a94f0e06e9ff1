/* test_found.c - what is found of a value that is wrong: by which index, in which place, and what
 * came where an error was due.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/relation.h"
#include "diagnose/ruling.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

/* What the first call left where an error was due. */
static void came(const char *words, void (*arrange)(void))
{
    case_gather(&t);
    ((int64_t *)t.member.question.indices.data)[1] = 7;
    case_expect(&t);
    arrange();
    is_verdict(&t, GAT_V_ACCEPTED, words);
    is_text(t.j.came, words, "what came");
    case_end(&t);
}

static void fill(int byte)
{
    for (unsigned k = 0; k < 2; k++)
        memset(case_output(&t, k, 0), byte, gat_array_size(&t.x.answer.output));
}

static void zeros(void)
{
    fill(0);
}

static void poison(void)
{
    fill(t.reply.poison[0]);
}

static void numbers(void)
{
    for (int32_t k = 0; k < 6; k++)
        case_put(&t, k, &(int32_t){k + 10});
}

static void some_zeros(void)
{
    fill(0);
    case_put(&t, 1, &(int32_t){3});
}

static void in_place(void)
{
    t.reply.in_place = true;
    zeros();
}

static void no_output(void)
{
    t.reply.output[0] = t.reply.output[1] = NULL;
}

static void second_call(void)
{
    zeros();
    t.reply.status[0] = GAT_E_RANGE;
}

static void all_that_came(void)
{
    came("zeros", zeros);
    came("nothing", poison);
    came("10, 11, 12, 13, ...", numbers);
    came("0, 3, 0, 0, ...", some_zeros);
    came("", in_place);
    came("", no_output);
    came("", second_call);
}

/* More than can be looked at, and nothing at all. */
static void sizes_that_came(void)
{
    static const struct {
        int64_t columns;
        const char *words;
    } rows[] = {{0, ""}, {1, "zeros"}, {2048, "zeros"}, {2049, ""}};
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        case_start(&t, "gather");
        case_data(&t, GAT_U8, SHAPE(3, rows[k].columns));
        case_indices(&t, SHAPE(2), (const int64_t[]){7, 0});
        case_expect(&t);
        fill(0);
        is_verdict(&t, GAT_V_ACCEPTED, "no error came");
        is_text(t.j.came, rows[k].words, "and of so many elements");
        case_end(&t);
    }
    struct gat_string texts[] = {{"a", 1}, {"b", 1}};
    case_start(&t, "gather");
    t.member.dtype = GAT_STR;
    t.member.question.data =
        (struct gat_array){.dtype = GAT_STR, .ndim = 1, .shape = {2}, .data = texts};
    case_indices(&t, SHAPE(1), (const int64_t[]){7});
    case_expect(&t);
    fill(0);
    is_verdict(&t, GAT_V_ACCEPTED, "strings are not followed");
    is_text(t.j.came, "", "nor told");
    case_end(&t);
}

/* Which index chose an element of put, whose updates repeat. */
static void choosers(void)
{
    static const struct {
        int64_t element, update, index;
    } rows[] = {{0, 0, 0}, {2, 0, 2}, {1, 1, 1}, {3, 1, 3}, {5, 1, 1}, {5, 0, 0}};
    case_start(&t, "put");
    t.rules[0].value[REF_updates_sizes] = REF_UPDATES_REPEAT;
    case_data(&t, GAT_I32, SHAPE(6));
    case_indices(&t, SHAPE(4), (const int64_t[]){0, 1, 2, 3});
    case_updates(&t, SHAPE(2));
    case_expect(&t);
    struct ref_case *c = &t.member.question;
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
        is_int(gat_chooser(c, &t.x.answer, rows[k].element,
                           (struct ref_source){REF_FROM_UPDATES, rows[k].update}),
               rows[k].index, "the index of an update that repeats");
    is_int(gat_chooser(c, &t.x.answer, 4, (struct ref_source){REF_FROM_DATA, 4}), -1,
           "none of an element that stays");
    struct ref_case none = *c;
    none.updates.shape[0] = 0;
    is_int(gat_chooser(&none, &t.x.answer, 3, (struct ref_source){REF_FROM_UPDATES, 0}), 0,
           "the index of the same number where there is no update");
    none = *c;
    none.indices.shape[0] = 0;
    is_int(gat_chooser(&none, &t.x.answer, 0, (struct ref_source){REF_FROM_UPDATES, 0}), -1,
           "none where there are none");
    none = *c;
    none.indices.dtype = GAT_F32;
    is_int(gat_chooser(&none, &t.x.answer, 0, (struct ref_source){REF_FROM_UPDATES, 0}), -1,
           "none of numbers that are no indices");
    case_end(&t);
    ok(gat_index_readable(&(struct gat_array){.dtype = GAT_U16, .ndim = 0}),
       "integers are indices");
    ok(!gat_index_readable(&(struct gat_array){.dtype = GAT_U16, .ndim = -1}), "absent ones not");
    ok(!gat_index_readable(&(struct gat_array){.dtype = GAT_F16, .ndim = 1}), "nor other numbers");
}

/* An update that is missed here and stands elsewhere. */
static void moved(int64_t to, bool again, const char *words)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(9));
    case_indices(&t, SHAPE(2), (const int64_t[]){2, 7});
    case_updates(&t, SHAPE(2));
    float *updates = t.member.question.updates.data;
    if (again)
        updates[1] = updates[0];
    case_expect(&t);
    case_put_data(&t, 2, 2);
    if (to >= 0)
        case_put(&t, to, &updates[0]);
    is_verdict(&t, GAT_V_WRONG, words);
    has_text(t.j.diagnosis, words, words);
    case_end(&t);
}

static void all_moved(void)
{
    moved(-1, false, "which is data[2]: what data held before, the update is lost");
    moved(3, false, "which is data[2]: the update went to output[3], perhaps index off by one");
    moved(5, false, "which is data[2]: the update went to output[5]");
    moved(5, true, "which is data[2]: what data held before, the update is lost");
    moved(3, true, "which is data[2]: the update went to output[3], perhaps index off by one");
}

/* What lies after the output is none of it. */
static void lost_before_the_same(void)
{
    float answer[4];
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(3));
    case_indices(&t, SHAPE(1), (const int64_t[]){1});
    case_updates(&t, SHAPE(1));
    case_expect(&t);
    memcpy(answer, t.member.question.data.data, 3 * sizeof *answer);
    memcpy(&answer[3], t.member.question.updates.data, sizeof *answer);
    t.reply.output[0] = t.reply.output[1] = answer;
    is_verdict(&t, GAT_V_WRONG, "an update that stands after the output alone");
    has_text(t.j.diagnosis, "what data held before, the update is lost", "is lost");
    case_end(&t);
}

/* A kernel that gives up at the first bad index, where that alone is dropped. */
static void stopped(void)
{
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_out_of_range] = REF_OOR_DROP;
    case_data(&t, GAT_I32, SHAPE(6));
    case_indices(&t, SHAPE(4), (const int64_t[]){1, 9, 3, 5});
    case_updates(&t, SHAPE(4));
    case_expect(&t);
    case_put_data(&t, 3, 3);
    case_put_data(&t, 5, 5);
    is_verdict(&t, GAT_V_WRONG, "two updates are missing");
    has_text(t.j.diagnosis, "no update came after the first whose index is out of range", "why");
    case_end(&t);
}

/* What a backend declares of indices out of range is compared where it has a meaning. */
static void declared(const char *policy, int64_t index, enum gat_verdict_class want)
{
    case_gather(&t);
    t.rules[0].value[REF_out_of_range] = REF_OOR_UNDEFINED;
    ((int64_t *)t.member.question.indices.data)[1] = index;
    t.claim.out_of_range = policy;
    case_expect(&t);
    case_put(&t, 1, &(int32_t){0x12345678});
    is_verdict(&t, want, policy == NULL ? "nothing declared" : policy);
    case_end(&t);
}

/* Bits that were lost, or a value of another place: both are told, unless they are too many. */
static void lost_or_moved(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(99, 2));
    int32_t *data = t.member.question.data.data;
    data[2] = 0x01020304;
    data[4] = 0x04030201;
    case_indices(&t, SHAPE(1), (const int64_t[]){1});
    case_expect(&t);
    case_put_data(&t, 0, 4);
    is_verdict(&t, GAT_V_WRONG, "swapped bytes that stand in the next row");
    has_text(t.j.diagnosis,
             ": its bytes are swapped, or another value came, which is data[2,0]: index off by one",
             "both are told");
    case_end(&t);
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(200));
    data = t.member.question.data.data;
    data[2] = 0x01020304;
    data[3] = 0x04030201;
    case_indices(&t, SHAPE(2), (const int64_t[]){2, 3});
    case_expect(&t);
    case_put_data(&t, 0, 3);
    is_verdict(&t, GAT_V_WRONG, "swapped bytes that many mistakes explain");
    has_text(t.j.diagnosis,
             ": its bytes are swapped, or another value came, which the operands hold in several "
             "places",
             "the mistakes are not");
    case_end(&t);
}

/* What was there before is also what belongs one further: two places, each with its mistake. */
static void two_places(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(60, 2));
    case_updates(&t, SHAPE(4, 1));
    case_indices(&t, SHAPE(4, 1), (const int64_t[]){10, 30, 11, 31});
    float *data = t.member.question.data.data, *updates = t.member.question.updates.data;
    data[11 * 2] = updates[0];
    data[31 * 2] = updates[1];
    case_expect(&t);
    case_put_data(&t, 11 * 2, 11 * 2);
    case_put_data(&t, 31 * 2, 31 * 2);
    is_verdict(&t, GAT_V_WRONG, "a value in data and in updates");
    has_text(t.j.diagnosis,
             ", which is data[11,0]: what data held before, the update is lost, or it is "
             "updates[0,0] and belongs at output[10,0]: index off by one; 2 of",
             "a place and its mistake, and then the other");
    case_end(&t);
}

/* What was there before, which one update holds that has another place. */
static void one_or_the_other(bool twice)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(2));
    case_updates(&t, SHAPE(3));
    case_indices(&t, SHAPE(3), (const int64_t[]){0, 0, 1});
    float *data = t.member.question.data.data, *updates = t.member.question.updates.data;
    updates[0] = updates[twice] = data[1];
    case_expect(&t);
    case_put_data(&t, 1, 1);
    is_verdict(&t, GAT_V_WRONG, "a value in data and in updates");
    has_text(t.j.diagnosis,
             twice ? ", which is data[1]: what data held before, the update is lost; "
                   : ", which is data[1]: what data held before, the update is lost, or it is "
                     "updates[0] and belongs at output[0]; ",
             "one place of updates is told, several are not");
    case_end(&t);
}

/* The clause of a tuple is that of its first index that is not plain. */
static void clauses_of_tuples(void)
{
    static const struct {
        int64_t first, second;
        const char *clause;
    } rows[] = {{1, 2, "t/value"},
                {-1, 2, "t/index_domain"},
                {1, -2, "t/index_domain"},
                {-1, -1, "t/index_domain"}};
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        case_start(&t, "gather_nd");
        t.rules[0].value[REF_index_domain] = REF_WRAPS;
        case_data(&t, GAT_I32, SHAPE(3, 4));
        case_indices(&t, SHAPE(1, 2), (const int64_t[]){rows[k].first, rows[k].second});
        case_expect(&t);
        case_put(&t, 0, &(int32_t){0x12345678});
        is_verdict(&t, GAT_V_WRONG, "a value of nowhere");
        is_text(t.j.clause, rows[k].clause, "its clause");
        has_text(t.j.diagnosis, " by indices[0] = [", "a tuple is told by the place of all of it");
        case_end(&t);
    }
}

/* A mean that was rounded the other way has a clause, or that of the reduction. */
static void clauses_of_means(bool stated)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(1));
    case_updates(&t, SHAPE(1));
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    t.member.question.reduction = REF_MEAN + 1;
    *(int32_t *)t.member.question.data.data = -70;
    *(int32_t *)t.member.question.updates.data = -21;
    if (!stated)
        t.spec.n_rule_clauses[REF_mean_rounding] = 0;
    case_expect(&t);
    case_put(&t, 0, &(int32_t){-45});
    is_verdict(&t, GAT_V_WRONG, "a mean of -45.5");
    has_text(t.j.diagnosis, ": rounded the other way", "is told");
    is_text(t.j.clause, stated ? "t/mean_rounding" : "t/value", "by its clause");
    case_end(&t);
}

/* A value that thousands of places hold. */
static void held_often(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(6000));
    int32_t *data = t.member.question.data.data;
    for (int k = 1; k < 6000; k++)
        data[k] = 7;
    data[2000] = 8;
    case_indices(&t, SHAPE(1), (const int64_t[]){2000});
    case_expect(&t);
    case_put_data(&t, 0, 3000);
    is_verdict(&t, GAT_V_WRONG, "a value of nearly everywhere");
    ok(strstr(t.j.diagnosis, "data[3000]") == NULL, "%s: no place is named", t.j.diagnosis);
    case_end(&t);
}

/* What data held at the place itself is told, however many places hold it. */
static void stayed_of_many(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I8, SHAPE(9000));
    memset(t.member.question.data.data, 7, 9000);
    case_updates(&t, SHAPE(1));
    case_indices(&t, SHAPE(1), (const int64_t[]){8999});
    case_expect(&t);
    case_put_data(&t, 8999, 8999);
    is_verdict(&t, GAT_V_WRONG, "the update is missing");
    has_text(t.j.diagnosis, ", which is data[8999]: what data held before", "its own place");
    case_end(&t);
}

/* Of seventy updates of one element, each may be the one whose bits were lost. */
static void many_writers(int64_t which, const char *words)
{
    enum { MANY = 70 };
    int64_t zeros[MANY] = {0};
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_duplicates] = REF_DUP_ANY;
    case_data(&t, GAT_U32, SHAPE(1));
    case_updates(&t, SHAPE(MANY));
    case_indices(&t, SHAPE(MANY), zeros);
    for (uint32_t k = 0; k < MANY; k++)
        ((uint32_t *)t.member.question.updates.data)[k] = 0x01020300 + k;
    case_expect(&t);
    case_put(&t, 0, &(uint32_t){__builtin_bswap32(0x01020300 + (uint32_t)which)});
    is_verdict(&t, GAT_V_WRONG, words);
    has_text(t.j.diagnosis, words, words);
    case_end(&t);
}

/* Where a string was not written. */
static void unwritten_strings(void)
{
    ok(gat_is_poison(GAT_STR, &(struct gat_string){NULL, UINT64_MAX}, 0xa5), "a poisoned string");
    ok(!gat_is_poison(GAT_STR, &(struct gat_string){NULL, 0}, 0xa5), "an empty one");
    ok(!gat_is_poison(GAT_STR, &(struct gat_string){"", UINT64_MAX}, 0xa5), "a long one");
}

/* A refusal of a case with nothing odd in it. */
static void plainly_refused(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(2, 3));
    case_indices(&t, SHAPE(2), (const int64_t[]){1, 0});
    case_expect(&t);
    case_report(&t, GAT_E_INVALID);
    is_verdict(&t, GAT_V_REFUSED, "an answer is due");
    has_text(t.j.diagnosis, "reported an invalid", "in words");
    case_end(&t);
}

int main(void)
{
    lost_or_moved();
    two_places();
    one_or_the_other(false);
    one_or_the_other(true);
    clauses_of_tuples();
    clauses_of_means(true);
    clauses_of_means(false);
    held_often();
    stayed_of_many();
    many_writers(69, ": its bytes are swapped");
    many_writers(6, ": its bytes are swapped");
    many_writers(2, ", which no operand holds");
    unwritten_strings();
    plainly_refused();
    all_that_came();
    sizes_that_came();
    choosers();
    all_moved();
    lost_before_the_same();
    stopped();
    declared(NULL, 7, GAT_V_PASS);
    declared("clamp", 7, GAT_V_POLICY);
    declared("sometimes", 7, GAT_V_PASS);
    declared("clamp", 2, GAT_V_WRONG);
    return done();
}
