/* test_diagnose.c - wrong answers made by known mistakes, and what is said of them.
 *
 * A mistake is a function from an element of the output to the place in data that a
 * kernel with this bug reads; elements without such a place stay right.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

static int64_t index_of(int64_t at)
{
    return ((const int64_t *)t.member.question.indices.data)[at];
}

/* Rows `from(k)` of data instead of rows indices[k], along axis 0 of a matrix. */
static void rows_spoil(int64_t (*from)(int64_t k))
{
    const struct ref_case *q = &t.member.question;
    int64_t inner = q->data.shape[1], n = gat_array_count(&q->data);
    case_expect(&t);
    for (int64_t k = 0; k < gat_array_count(&q->indices); k++)
        for (int64_t j = 0; j < inner; j++) {
            int64_t at = from(k) * inner + j;
            if (at >= 0 && at < n)
                case_put_data(&t, k * inner + j, at);
        }
    case_judge(&t);
}

static void rows_start(int32_t ndim, const int64_t *shape, int64_t n,
                       const int64_t *indices)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_index_domain] = REF_WRAPS;
    case_data(&t, GAT_I32, ndim, shape);
    case_indices(&t, SHAPE(n), indices);
}

static int64_t row_after(int64_t k)
{
    int64_t due = index_of(k) < 0 ? index_of(k) + 7 : index_of(k);
    return due == 6 ? due : due + 1;
}

static int64_t clamped(int64_t k)
{
    return index_of(k) < 0 ? 0 : index_of(k);
}

static int64_t positive(int64_t k)
{
    return index_of(k) < 0 ? -index_of(k) : index_of(k);
}

static int64_t itself(int64_t k)
{
    return k;
}

static int64_t the_first(int64_t k)
{
    (void)k;
    return index_of(0);
}

static int64_t half_width(int64_t k)
{
    return k % 2 == 0 ? index_of(k / 2) : 0;
}

static int64_t low_byte(int64_t k)
{
    return index_of(k) & 0xff;
}

static void test_indices(void)
{
    static const int64_t some[] = {5, -2, 2, -6, -4};
    rows_start(SHAPE(7, 3), 5, some);
    rows_spoil(row_after);
    has_text(t.j.diagnosis, "output[0,0] must be data[5,0] = ", "what is due");
    has_text(t.j.diagnosis, " by indices[0] = 5 and is ", "by which index");
    has_text(t.j.diagnosis, ", which is data[6,0]: index off by one", "off by one");
    has_text(t.j.diagnosis, "; all 15 elements are wrong", "all are wrong");
    is_text(t.j.clause, "t/value", "the clause about values");
    rows_spoil(clamped);
    has_text(t.j.diagnosis,
             ", which is data[0,0]: the negative index was taken as 0",
             "negative taken as 0");
    has_text(t.j.diagnosis, "output[1,0]", "the first wrong element");
    has_text(t.j.diagnosis, "; 9 of 15 elements are wrong", "some are wrong");
    is_text(t.j.clause, "t/index_domain", "the clause about negative indices");
    is_int(t.j.element, 3, "the element as a number");
    is_int(t.j.n_wrong, 9, "and how many");
    rows_spoil(positive);
    has_text(t.j.diagnosis, ": the sign of the index was dropped", "sign dropped");
    rows_spoil(itself);
    has_text(t.j.diagnosis, ": the position of the index was used, not its value",
             "index not used");
    rows_spoil(the_first);
    has_text(t.j.diagnosis, ": the first index was used", "first index for all");
    case_end(&t);
    rows_start(SHAPE(7, 3), 2, (const int64_t[]){-2, 5});
    rows_spoil(clamped);
    is_text(t.j.clause, "t/index_domain", "the clause about negative indices, of the first index");
    case_end(&t);
    rows_start(SHAPE(7, 3), 5, (const int64_t[]){3, 5, 2, 6, 4});
    rows_spoil(half_width);
    has_text(t.j.diagnosis, ": 64-bit indices were read as 32-bit numbers",
             "index width");
    case_end(&t);
    rows_start(SHAPE(300, 1), 3, (const int64_t[]){290, 3, 270});
    rows_spoil(low_byte);
    has_text(t.j.diagnosis, ": only the low bits of the index were used",
             "low bits");
    case_end(&t);
}

/* A document without a clause for the rule to blame still has one about values. */
static void test_clause(void)
{
    static const int64_t some[] = {5, -2, 2, -6, 4};
    rows_start(SHAPE(7, 3), 5, some);
    t.spec.n_rule_clauses[REF_index_domain] = 0;
    rows_spoil(clamped);
    is_text(t.j.clause, "t/value", "the clause about values instead");
    case_end(&t);
}

/* What is too large to be searched is not: the place of the one 7 is told or not. */
static void searched(int64_t count, const char *words, bool told)
{
    const char seven = 7;
    case_start(&t, "gather");
    case_data(&t, GAT_I8, SHAPE(1));
    struct gat_array *data = &t.member.question.data;
    data->shape[0] = count;
    data->data = gat_arena_alloc(&t.arena, (size_t)count);
    ((char *)data->data)[5] = seven;
    case_indices(&t, SHAPE(1), (const int64_t[]){9});
    case_expect(&t);
    case_put(&t, 0, &seven);
    case_judge(&t);
    ok((strstr(t.j.diagnosis, ", which is data[5]") != NULL) == told, "%s", words);
    case_end(&t);
}

static void test_searched(void)
{
    searched(1 << 24, "2^24 elements are searched", true);
    searched((1 << 24) + 1, "one more is not", false);
}

/* Columns: a negative index that is not wrapped reads the row before. */
static void test_not_wrapped(void)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_index_domain] = REF_WRAPS;
    case_data(&t, GAT_I32, SHAPE(3, 5));
    case_indices(&t, SHAPE(2), (const int64_t[]){4, -3});
    t.member.question.axis = 1;
    case_expect(&t);
    case_put_data(&t, 3, 5 - 3);
    case_put_data(&t, 5, 10 - 3);
    case_judge(&t);
    has_text(t.j.diagnosis, "output[1,1] must be data[1,2] = ", "what is due");
    has_text(t.j.diagnosis, "by indices[1] = -3", "by which index");
    has_text(t.j.diagnosis,
             ", which is data[0,2]: the negative index was not wrapped",
             "not wrapped");
    case_end(&t);
}

static void test_swapped(void)
{
    rows_start(SHAPE(4, 4), 2, (const int64_t[]){3, 1});
    case_expect(&t);
    for (int64_t k = 0; k < 2; k++)
        for (int64_t j = 0; j < 4; j++)
            case_put_data(&t, k * 4 + j, j * 4 + index_of(k));
    case_judge(&t);
    has_text(t.j.diagnosis, "output[0,0] must be data[3,0]", "what is due");
    has_text(t.j.diagnosis, ", which is data[0,3]: axes swapped", "axes swapped");
    case_end(&t);
}

static void test_batch(void)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_batch_dims] = REF_BATCH_ALLOWED;
    case_data(&t, GAT_F32, SHAPE(3, 4));
    case_indices(&t, SHAPE(3, 2), (const int64_t[]){1, 3, 2, 0, 3, 1});
    t.member.question.axis = t.member.question.batch_dims = 1;
    case_expect(&t);
    for (int64_t k = 2; k < 6; k++)
        case_put_data(&t, k, index_of(k));
    case_judge(&t);
    has_text(t.j.diagnosis, "output[1,0] must be data[1,2] = ", "what is due");
    has_text(t.j.diagnosis, "by indices[1,0] = 2", "by which index");
    has_text(t.j.diagnosis, ", which is data[0,2]: another batch", "batch shifted");
    has_text(t.j.diagnosis, "; every element from there on is wrong, 4 of 6",
             "the tail");
    case_end(&t);
}

/* The index after an element, with dimensions before and after those of indices. */
static void test_chooser(void)
{
    case_start(&t, "gather");
    t.rules[0].value[REF_batch_dims] = REF_BATCH_ALLOWED;
    case_data(&t, GAT_F32, SHAPE(2, 3, 4, 2));
    case_indices(&t, SHAPE(2, 2), (const int64_t[]){1, 3, 2, 0});
    t.member.question.axis = 2;
    t.member.question.batch_dims = 1;
    case_expect(&t);
    case_put_data(&t, ((1 * 3 + 2) * 2 + 1) * 2, 0);
    case_judge(&t);
    has_text(t.j.diagnosis,
             "output[1,2,1,0] must be data[1,2,0,0] = ", "what is due");
    has_text(t.j.diagnosis, " by indices[1,1] = 0 ", "by which index");
    case_end(&t);
}

static void test_other_axis(void)
{
    case_start(&t, "gather_elements");
    case_data(&t, GAT_F64, SHAPE(4, 4));
    case_indices(&t, SHAPE(2, 3), (const int64_t[]){3, 0, 1, 2, 3, 0});
    case_expect(&t);
    for (int64_t k = 0; k < 6; k++)
        case_put_data(&t, k, k / 3 * 4 + index_of(k));
    case_judge(&t);
    has_text(t.j.diagnosis, "output[0,0] must be data[3,0]", "what is due");
    has_text(t.j.diagnosis, ": the index was used along another axis",
             "another axis");
    case_end(&t);
}

/* Bits lost: data[0] arrives as `got`. */
static void damaged(enum gat_dtype dtype, const void *want, const void *got,
                    const char *says)
{
    case_start(&t, "gather");
    case_data(&t, dtype, SHAPE(3));
    memcpy(t.member.question.data.data, want, gat_dtype_size(dtype));
    case_indices(&t, SHAPE(2), (const int64_t[]){0, 1});
    case_expect(&t);
    case_put(&t, 0, got);
    is_verdict(&t, GAT_V_WRONG, "lost bits are a wrong value");
    has_text(t.j.diagnosis, says, says);
    is_text(t.j.clause, "t/value", "by the clause about values");
    case_end(&t);
}

static void test_damage(void)
{
    const uint16_t minus_zero16 = 0x8000, zero16 = 0;
    const float minus_zero = -0.0f, zero = 0.0f, complex_want[] = {1, 2},
                complex_got[] = {1, 0};
    const uint32_t signalling = 0x7f800123, quiet = 0x7fc00123, other = 0x7fc00000;
    const uint64_t wide = UINT64_C(0x0000000512345678), low = 0x12345678;
    const uint64_t half = UINT64_C(0xa5a5a5a512345678);
    const uint32_t bytes = 0x11223344, reversed = 0x44332211, none = 0;
    const uint32_t odd = 0x71727374, partly = 0x66553344;
    damaged(GAT_F32, &minus_zero, &zero, ": the sign of zero is lost");
    damaged(GAT_BF16, &minus_zero16, &zero16, ": the sign of zero is lost");
    damaged(GAT_F32, &signalling, &quiet, ": a signalling NaN was quieted");
    damaged(GAT_F32, &quiet, &other, ": the payload of a NaN is changed");
    damaged(GAT_F32, &quiet, &signalling, ": the payload of a NaN is changed");
    damaged(GAT_I32, &bytes, &partly, ", which no operand holds");
    damaged(GAT_I32, &bytes, &reversed, ": its bytes are swapped");
    damaged(GAT_C64, complex_want, complex_got, ": the imaginary part is lost");
    damaged(GAT_U64, &wide, &low,
            ": only the first 4 of its 8 bytes are right, the others are zero");
    damaged(
        GAT_U64, &wide, &half,
        ": only the first 4 of its 8 bytes are right, the others are not written");
    damaged(GAT_I32, &bytes, &none, " and is 0; 1 of 2 elements is wrong");
    damaged(GAT_U32, &bytes, &odd, ", which no operand holds");
    const double tenth = 0.1, single = (double)0.1F, far = 1e-300, nothing = 0;
    damaged(GAT_F64, &tenth, &single, ": rounded as float32 does");
    damaged(GAT_F64, &far, &nothing, " and is 0.0; 1 of 2 elements is wrong");
    damaged(GAT_F32, &signalling, &zero, " and is 0.0; 1 of 2 elements is wrong");
}

static void test_strings(void)
{
    struct gat_string long_one = {"a\0b", 3}, cut = {"a", 1},
                      none = {NULL, UINT64_MAX};
    case_start(&t, "gather");
    case_data(&t, GAT_I8, SHAPE(1));
    t.member.question.data.dtype = GAT_STR;
    t.member.question.data.data = &long_one;
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    case_expect(&t);
    struct gat_string copy = {gat_arena_text(&t.arena, "a\0b", 3), 3};
    case_put(&t, 0, &copy);
    is_verdict(&t, GAT_V_PASS, "a string elsewhere with the same bytes");
    case_put(&t, 0, &cut);
    is_verdict(&t, GAT_V_WRONG, "a string that was cut");
    has_text(t.j.diagnosis, ": the string is cut after 1 of 3 bytes, at a NUL byte",
             "where");
    t.reply.end = GAT_END_FAULT;
    t.reply.operand = "output";
    t.reply.operand_size = 16;
    is_verdict(&t, GAT_V_WRONG, "a view that cannot be followed");
    has_text(t.j.diagnosis, "output[0] is a string that lies in memory that cannot be read",
             "is told by element");
    t.reply.end = GAT_END_ANSWERED;
    case_put(&t, 0, &none);
    is_verdict(&t, GAT_V_UNWRITTEN, "a view that still is poison");
    memcpy(case_output(&t, 1, 0), &copy, sizeof copy);
    is_verdict(&t, GAT_V_UNWRITTEN, "in one call only");
    has_text(t.j.diagnosis, "and is poison in the first call", "is never followed");
    case_end(&t);
}

/* A scatter along axis 1 that puts update `u` to where `to` says. */
static void scatter_start(void)
{
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_index_domain] = REF_WRAPS;
    case_data(&t, GAT_F32, SHAPE(4, 4));
    case_indices(&t, SHAPE(2, 2), (const int64_t[]){2, 0, -1, -3});
    case_updates(&t, SHAPE(2, 2));
    t.member.question.axis = 1;
    case_expect(&t);
}

static void scatter_put(int64_t u, int64_t at)
{
    case_put(&t, at, case_element(&t.member.question.updates, u));
}

static void test_scatter(void)
{
    scatter_start();
    case_put_data(&t, 2, 2);
    is_verdict(&t, GAT_V_WRONG, "an update that is missing");
    has_text(t.j.diagnosis, "output[0,2] must be updates[0,0]", "what is due");
    has_text(t.j.diagnosis,
             "which is data[0,2]: what data held before, the update is lost",
             "lost update");
    case_expect(&t);
    scatter_put(0, 3);
    scatter_put(1, 1);
    scatter_put(2, 4);
    scatter_put(3, 6);
    is_verdict(&t, GAT_V_WRONG, "updates one further on");
    has_text(t.j.diagnosis, "output[0,1] must be data[0,1]", "what is due");
    has_text(t.j.diagnosis,
             "which is updates[0,1] and belongs at output[0,0]: index off by one",
             "misplaced update");
    case_expect(&t);
    case_put_data(&t, 2, 2);
    scatter_put(0, 3);
    is_verdict(&t, GAT_V_WRONG, "an update one further on, and none where it is due");
    has_text(t.j.diagnosis,
             "data[0,2]: the update went to output[0,3], perhaps index off by one, or the index of "
             "a neighbouring row was used; 2 of",
             "is not lost");
    case_expect(&t);
    scatter_put(0, 8);
    scatter_put(2, 13);
    is_verdict(&t, GAT_V_WRONG, "updates at swapped coordinates");
    has_text(t.j.diagnosis, "belongs at output[0,2]: axes swapped", "axes swapped");
    case_expect(&t);
    scatter_put(2, 3);
    scatter_put(3, 1);
    is_verdict(&t, GAT_V_WRONG, "a negative index that was not wrapped");
    has_text(t.j.diagnosis,
             "belongs at output[1,1]: the negative index was not wrapped",
             "not wrapped");
    case_expect(&t);
    case_expect(&t);
    case_put_data(&t, 15, 0);
    is_verdict(&t, GAT_V_WRONG, "another element of data");
    has_text(t.j.diagnosis, "which is data[0,0]", "where it is from");
    case_end(&t);
}

/* What may have come about in two ways is told in both. */
static void test_sums(void)
{
    static const int8_t numbers[][2] = {{-5, 7}, {-128, -3}};
    static const int64_t reductions[] = {REF_MAX, REF_ADD};
    static const char *const words[] = {
        "-5 is what stayed, as if no update came, or signed numbers were compared as if they were "
        "unsigned",
        "-128 is what stayed, as if no update came, or stopped at the end of the type"};
    for (unsigned k = 0; k < 2; k++) {
        case_start(&t, "scatter_elements");
        t.rules[0].value[REF_index_domain] = REF_WRAPS;
        case_data(&t, GAT_I8, SHAPE(4));
        case_indices(&t, SHAPE(1), (const int64_t[]){2});
        case_updates(&t, SHAPE(1));
        ((int8_t *)t.member.question.data.data)[2] = numbers[k][0];
        ((int8_t *)t.member.question.updates.data)[0] = numbers[k][1];
        t.member.question.reduction = reductions[k] + 1;
        case_expect(&t);
        case_put(&t, 2, &numbers[k][0]);
        is_verdict(&t, GAT_V_WRONG, "a number that stayed");
        has_text(t.j.diagnosis, words[k], "both are told");
        case_end(&t);
    }
}

/* A value in several places says nothing, and chance is not believed. */
static void test_modesty(void)
{
    static const int64_t some[] = {5, 1, 3};
    rows_start(SHAPE(7, 3), 3, some);
    case_expect(&t);
    case_put_data(&t, 3, 17);
    case_judge(&t);
    has_text(t.j.diagnosis, "which is data[5,2] and belongs at output[0,2]",
             "what belongs beside it");
    case_expect(&t);
    case_put_data(&t, 0, 18);
    case_put_data(&t, 4, 14);
    case_judge(&t);
    ok(strstr(t.j.diagnosis, "off by one") == NULL,
       "one of two wrong elements off by one is chance");
    has_text(t.j.diagnosis, ", which is data[6,0]", "but the place is told");
    int32_t *data = t.member.question.data.data;
    data[1] = data[11] = 77;
    case_expect(&t);
    case_put_data(&t, 0, 11);
    case_judge(&t);
    has_text(t.j.diagnosis, ", which the operands hold in several places",
             "two places are none");
    case_end(&t);
}

/* The sentence is bounded and printable whatever a string holds. */
static void test_bounds(void)
{
    char *blob = malloc(100000);
    memset(blob, '\x1b', 100000);
    struct gat_string want = {"x", 1}, got = {blob, 100000};
    case_start(&t, "gather");
    case_data(&t, GAT_I8, SHAPE(1));
    t.member.question.data.dtype = GAT_STR;
    t.member.question.data.data = &want;
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    case_expect(&t);
    case_put(&t, 0, &got);
    is_verdict(&t, GAT_V_WRONG, "a huge string of control characters");
    bool printable = strlen(t.j.diagnosis) < sizeof t.j.diagnosis;
    for (const char *c = t.j.diagnosis; *c != '\0'; c++)
        printable &= *c >= 32 && *c < 127;
    ok(printable, "the sentence is printable");
    has_text(t.j.diagnosis, "a string of 100000 bytes", "its size is told");
    case_report(&t, GAT_E_RANGE);
    blob[99999] = '\0';
    t.reply.error_text = blob;
    is_verdict(&t, GAT_V_REFUSED, "a huge error text");
    has_text(t.j.diagnosis, "?...\"", "is cut");
    case_end(&t);
    free(blob);
}

int main(void)
{
    test_indices();
    test_clause();
    test_searched();
    test_not_wrapped();
    test_swapped();
    test_batch();
    test_chooser();
    test_other_axis();
    test_damage();
    test_strings();
    test_scatter();
    test_sums();
    test_modesty();
    test_bounds();
    return done();
}
