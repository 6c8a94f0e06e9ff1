/* test_infer.c - what a backend states of shapes, asked before a call or beside its answer; and
 * which verdicts fail.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/alone.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

/* An output of int32 [2,3] by the case of case_gather. */
static struct gat_inferred right(void)
{
    return (struct gat_inferred){.ndim = 2, .type = gat_dtype_code(GAT_I32), .shape = {2, 3}};
}

enum spoilt { RIGHT, RANK, EXTENT, CODE, BITS, LANES, BELOW, ABOVE };

static struct gat_inferred spoil(enum spoilt what)
{
    struct gat_inferred s = right();
    switch (what) {
    case RANK:
        s.ndim = 1;
        break;
    case EXTENT:
        s.shape[1] = 4;
        break;
    case CODE:
        s.type.code = 2;
        break;
    case BITS:
        s.type.bits = 64;
        break;
    case LANES:
        s.type.lanes = 2;
        break;
    case BELOW:
        s.ndim = -1;
        break;
    case ABOVE:
        s.ndim = GAT_MAX_RANK + 1;
        break;
    case RIGHT:
        break;
    }
    return s;
}

/* What is wrong with a stated shape, and the words of it. */
static const struct {
    enum spoilt what;
    const char *words; /* after "infer() states" and "its answer has" */
} shapes[] = {
    {RANK, "the shape [2] where [2,3] is due"},
    {EXTENT, "the shape [2,4] where [2,3] is due"},
    {CODE, "elements of type float32 where int32 is due"},
    {BITS, "elements of type int64 where int32 is due"},
    {LANES, "elements of type no known name where int32 is due"},
    {BELOW, "a rank that no tensor has where the shape [2,3] is due"},
    {ABOVE, "a rank that no tensor has where the shape [2,3] is due"},
};

static void inferred_shapes(void)
{
    case_gather(&t);
    case_expect(&t);
    struct gat_inferred s = right();
    ok(gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "the right shape");
    is_text(gat_verdict_name(t.j.verdict), "pass", "passes");
    for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        s = spoil(shapes[k].what);
        ok(!gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "a wrong one, %u", k);
        is_text(gat_verdict_name(t.j.verdict), "wrong-shape", "has a verdict");
        is_text(t.j.clause, "GAT-11", "and a clause");
        has_text(t.j.diagnosis, "infer() states ", "in words");
        has_text(t.j.diagnosis, shapes[k].words, "what is wrong");
    }
    case_end(&t);
}

/* The same beside an answer whose values are right. */
static void stated_shapes(void)
{
    for (unsigned call = 0; call < 2; call++)
        for (unsigned k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
            struct gat_inferred s = spoil(shapes[k].what), good = right();
            case_gather(&t);
            case_expect(&t);
            t.reply.stated[0] = t.reply.stated[1] = &good;
            is_verdict(&t, GAT_V_PASS, "the right shape");
            t.reply.stated[call] = &s;
            is_verdict(&t, GAT_V_WRONG_SHAPE, "a wrong one");
            has_text(t.j.diagnosis, "its answer has ", "in words");
            has_text(t.j.diagnosis, shapes[k].words, "what is wrong");
            is_text(t.j.clause, "t/shape", "by the clause about shapes");
            t.reply.status[call] = GAT_E_INVALID; /* an error states nothing */
            case_judge(&t);
            ok(t.j.verdict != GAT_V_WRONG_SHAPE, "not of a call that fails");
            t.reply.status[call] = GAT_OK;
            t.reply.end = GAT_END_TIMEOUT;
            case_judge(&t);
            ok(t.j.verdict != GAT_V_WRONG_SHAPE, "nor of one that does not come back");
            case_end(&t);
        }
}

/* Where the demand leaves an answer open, its shape is compared as far as there is one. */
static void stated_where_open(void)
{
    static const struct {
        int64_t outside;
        enum gat_verdict_class want;
    } rows[] = {{REF_OOR_EITHER, GAT_V_WRONG_SHAPE}, {REF_OOR_CLAMP, GAT_V_WRONG_SHAPE}};
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct gat_inferred s = spoil(EXTENT);
        case_gather(&t);
        t.rules[0].value[REF_out_of_range] = rows[k].outside;
        ((int64_t *)t.member.question.indices.data)[1] = 7;
        case_expect(&t);
        t.reply.stated[0] = t.reply.stated[1] = &s;
        is_verdict(&t, rows[k].want, "a wrong shape of an answer that may come");
        case_end(&t);
    }
    struct gat_inferred s = spoil(EXTENT);
    case_gather(&t);
    t.rules[0].value[REF_bad_rank] = REF_UNDEFINED;
    t.rules[0].value[REF_data_rank_min] = 3;
    case_expect(&t);
    t.reply.stated[0] = t.reply.stated[1] = &s;
    is_verdict(&t, GAT_V_PASS, "nothing is due of a call that is undefined");
    case_end(&t);
}

/* Statuses of infer(), by what is due. */
static void inferred_statuses(void)
{
    static const struct {
        bool came, fails; /* the case must be refused for its form, which has axis 7 */
        gat_status status;
        bool good;
        const char *words;
    } rows[] = {
        {false, false, GAT_OK, false, "did not survive infer()"},
        {true, false, GAT_E_UNSUPPORTED, true, ""},
        {true, false, GAT_E_INVALID, false, "infer() reported"},
        {true, true, GAT_E_INVALID, true, "infer() reported"},
        {true, true, GAT_E_UNSUPPORTED, true, ""},
        {true, true, GAT_OK, false,
         "infer() states the shape [2,3] where the call is refused (axis "
         "names no dimension)"},
        {true, false, GAT_OK, true, ""},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct gat_inferred s = right();
        case_gather(&t);
        t.member.question.axis = rows[k].fails ? 7 : 1;
        case_expect(&t);
        is_int(gat_judge_infer(&t.x, rows[k].came, rows[k].status, &s, &t.j), rows[k].good,
               "a status");
        has_text(t.j.diagnosis, rows[k].words, "in words");
        case_end(&t);
    }
}

/* Where another reading lets the call be refused, so may what states its shape. */
static void refused_by_a_reading(void)
{
    struct gat_inferred s = right();
    case_gather(&t);
    case_expect(&t);
    t.x.answer.consulted |= UINT64_C(1) << REF_empty_tuple;
    t.profile.ambiguous = UINT64_C(1) << REF_empty_tuple;
    t.profile.n_combinations = 2;
    ok(gat_judge_infer(&t.x, true, GAT_E_INVALID, &s, &t.j), "a refusal that a reading admits");
    t.profile.ambiguous = UINT64_C(1) << REF_bad_axis;
    t.x.answer.consulted = UINT64_C(1) << REF_empty_tuple;
    ok(!gat_judge_infer(&t.x, true, GAT_E_INVALID, &s, &t.j), "and one by no reading");
    case_end(&t);
}

/* Values, and ambiguous clauses, are no ground to refuse before the call. */
static void refused_by_form(void)
{
    struct gat_inferred s = right();
    case_gather(&t); /* an index out of range: infer() sees no values */
    ((int64_t *)t.member.question.indices.data)[1] = 7;
    case_expect(&t);
    ok(gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "a bad index is not seen");
    case_end(&t);
    case_gather(&t); /* another reading has an answer */
    t.member.question.axis = 7;
    t.profile.ambiguous = UINT64_C(1) << REF_bad_axis;
    case_expect(&t);
    ok(gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "a demand that can be read otherwise");
    case_end(&t);
    case_gather(&t); /* the axis lies in a tensor */
    t.rules[0].value[REF_axis_tensor] = REF_AXIS_TENSOR_ONE_ELEMENT;
    t.member.question.axis = 7;
    case_tensor(&t, &t.member.question.axis_tensor, GAT_I64, SHAPE(1), 0);
    *(int64_t *)t.member.question.axis_tensor.data = 7;
    case_expect(&t);
    ok(gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "an axis that is an operand");
    case_end(&t);
    case_gather(&t); /* a rank that is stated is none */
    t.member.question.axis = 7;
    s = spoil(ABOVE);
    case_expect(&t);
    ok(!gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j), "a refused call has no shape");
    has_text(t.j.diagnosis, "infer() states where the call is refused", "whatever is stated");
    case_end(&t);
    case_gather(&t); /* open, or an error is allowed */
    t.rules[0].value[REF_bad_axis] = REF_UNDEFINED;
    t.member.question.axis = 7;
    s = right();
    case_expect(&t);
    ok(gat_judge_infer(&t.x, true, GAT_OK, &s, &t.j) &&
           gat_judge_infer(&t.x, true, GAT_E_INVALID, &s, &t.j),
       "what is undefined is open");
    case_end(&t);
}

static void verdicts(void)
{
    static const struct {
        enum gat_verdict_class v;
        bool passes, fails, finds;
    } rows[] = {
        {GAT_V_PASS, true, false, false},  {GAT_V_WEAK, true, false, false},
        {GAT_V_NOTED, true, false, true},  {GAT_V_NOT_CLAIMED, false, false, false},
        {GAT_V_WRONG, false, true, true},  {GAT_V_NOT_RUN, false, true, false},
        {GAT_V_SUITE, false, true, false}, {GAT_V_WRONG_SHAPE, false, true, true},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        ok(gat_passes(rows[k].v) == rows[k].passes &&
               gat_verdict_fails(rows[k].v) == rows[k].fails &&
               gat_verdict_finds(rows[k].v) == rows[k].finds,
           "%s", gat_verdict_name(rows[k].v));
    }
}

/* What stays after a call is told, or fails where that is wanted; a call that fails has worse. */
static void left(void)
{
    static const struct {
        enum gat_verdict_class before;
        uint32_t left;
        bool strict;
        enum gat_verdict_class after;
    } rows[] = {
        {GAT_V_PASS, 0, true, GAT_V_PASS},
        {GAT_V_PASS, 1, false, GAT_V_NOTED},
        {GAT_V_PASS, 2, true, GAT_V_LEFT},
        {GAT_V_WRONG, 1, true, GAT_V_WRONG},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct gat_judgement j = {.verdict = rows[k].before, .left = rows[k].left, .clause = ""};
        gat_judge_left(&j, rows[k].strict);
        is_text(gat_verdict_name(j.verdict), gat_verdict_name(rows[k].after), "what is left");
    }
}

int main(void)
{
    inferred_shapes();
    stated_shapes();
    stated_where_open();
    inferred_statuses();
    refused_by_a_reading();
    refused_by_form();
    verdicts();
    left();
    return done();
}
