/* test_judge.c - every class of verdict from a reply made up for it, and which of
 * two goes first.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "diagnose/verdict.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;

static void gather_expected(void)
{
    case_gather(&t);
    case_expect(&t);
}

static void test_pass(void)
{
    gather_expected();
    is_verdict(&t, GAT_V_PASS, "the canonical answer passes");
    ok(t.j.readings == GAT_EVERY_READING, "by every reading");
    is_text(t.j.clause, "", "no clause is broken");
    ok(!t.j.latitude, "no latitude");
    for (unsigned k = 0; k < 2; k++) {
        t.reply.status[k] = GAT_E_RANGE;
        is_verdict(&t, GAT_V_REFUSED, "not when one call reports an error beside it");
        t.reply.status[k] = GAT_OK;
    }
    t.x.weak = true;
    is_verdict(&t, GAT_V_WEAK, "a pass that could not have failed");
    has_text(t.j.diagnosis, "hold the same value", "because data are all the same");
    t.x.answer.hides_update = true;
    is_verdict(&t, GAT_V_WEAK, "or because an update could be missing");
    has_text(t.j.diagnosis, "a lost update could hide in it", "which is another reason");
    t.x.weak = t.x.answer.hides_update = false;
    t.reply.printed = true;
    is_verdict(&t, GAT_V_PRINTED, "a pass that printed");
    case_put_data(&t, 0, 0);
    is_verdict(&t, GAT_V_WRONG, "a wrong value goes before printing");
    case_end(&t);
}

static void test_faults(void)
{
    gather_expected();
    t.reply.end = GAT_END_FAULT;
    t.reply.operand = "output";
    t.reply.offset = 24;
    t.reply.operand_size = 24;
    t.reply.write = true;
    is_verdict(&t, GAT_V_FAULT_WRITE, "a write past the end");
    has_text(t.j.diagnosis, "wrote right after the end of output (offset 24 of 24)",
             "where");
    has_text(t.j.diagnosis, "the first call, operands at the end of their memory", "when");
    t.reply.offset = 32;
    t.reply.call = 1;
    is_verdict(&t, GAT_V_FAULT_WRITE, "a write further on");
    has_text(t.j.diagnosis,
             "wrote 8 bytes after the end of output (offset 32 of 24)", "how far");
    has_text(t.j.diagnosis, "the second call, operands at the start of their memory",
             "in which call");
    t.reply.operand = "data";
    t.reply.offset = -4;
    t.reply.write = false;
    is_verdict(&t, GAT_V_FAULT_READ, "a read before an input");
    has_text(t.j.diagnosis, "read 4 bytes before data", "where");
    t.reply.write = true;
    is_verdict(&t, GAT_V_FAULT_WRITE, "a write before an input is out of bounds");
    t.reply.offset = 24;
    is_verdict(&t, GAT_V_FAULT_WRITE, "and one after it too");
    t.reply.offset = 8;
    is_verdict(&t, GAT_V_FAULT_INPUT, "a write into an input");
    has_text(t.j.diagnosis, "wrote to byte 8 of data", "where");
    t.reply.operand = "the call itself";
    is_verdict(&t, GAT_V_FAULT_INPUT, "a write into the call");
    has_text(t.j.diagnosis, "wrote to the call itself", "where");
    t.reply.operand = NULL;
    is_verdict(&t, GAT_V_CRASH, "a wild access is a crash");
    case_end(&t);
}

static void test_canary(void)
{
    gather_expected();
    t.reply.canary = true;
    t.reply.operand = "output";
    t.reply.operand_size = 24;
    t.reply.offset = 25;
    is_verdict(&t, GAT_V_FAULT_WRITE, "a changed byte beside an operand");
    has_text(t.j.diagnosis, "changed 1 byte after the end of output", "where");
    t.reply.end = GAT_END_SIGNAL;
    is_verdict(&t, GAT_V_FAULT_WRITE, "goes before the crash that followed");
    t.reply.end = GAT_END_LOST;
    is_verdict(&t, GAT_V_SUITE, "but our own fault goes first");
    case_end(&t);
}

static void test_deaths(void)
{
    gather_expected();
    t.reply.end = GAT_END_SIGNAL;
    t.reply.code = SIGABRT;
    is_verdict(&t, GAT_V_CRASH, "a signal");
    has_text(t.j.diagnosis, "SIGABRT", "by its name");
    t.reply.end = GAT_END_EXIT;
    t.reply.code = 3;
    t.reply.call = 1;
    is_verdict(&t, GAT_V_EXIT, "an exit");
    has_text(t.j.diagnosis, "status 3 in the second call", "status and call");
    t.reply.end = GAT_END_TIMEOUT;
    is_verdict(&t, GAT_V_TIMEOUT, "a hang");
    t.reply.end = GAT_END_MEMORY;
    is_verdict(&t, GAT_V_MEMORY, "too much memory");
    t.reply.end = GAT_END_LOST;
    is_verdict(&t, GAT_V_SUITE, "no worker");
    case_end(&t);
}

static void test_refusals(void)
{
    gather_expected();
    case_report(&t, GAT_E_RANGE);
    is_verdict(&t, GAT_V_REFUSED, "an error where an answer is due");
    is_text(t.j.clause, "t/index_domain", "the negative index is to blame");
    has_text(t.j.diagnosis, "indices[1] = -1 counts from the end of an axis of 3",
             "by name");
    t.reply.error_text = "bad index\n at 0x7f00deadbeef";
    case_judge(&t);
    has_text(t.j.diagnosis, "it says \"bad index? at address\"",
             "the backend's words, cleaned");
    t.reply.status[0] = GAT_OK;
    is_verdict(&t, GAT_V_REFUSED, "an error in one of the calls only");
    t.reply.status[0] = GAT_E_RANGE;
    t.reply.status[1] = GAT_OK;
    is_verdict(&t, GAT_V_REFUSED, "whichever it is");
    t.reply.status[1] = GAT_E_UNSUPPORTED;
    is_verdict(&t, GAT_V_UNSUPPORTED, "claimed, then not supported");
    t.reply.status[0] = GAT_E_INTERNAL;
    is_verdict(&t, GAT_V_UNSUPPORTED, "which goes before an internal error");
    t.reply.status[1] = GAT_E_NOMEM;
    is_verdict(&t, GAT_V_INTERNAL, "an internal error");
    t.reply.status[0] = t.reply.status[1] = -77;
    is_verdict(&t, GAT_V_INTERNAL, "a status that does not exist");
    has_text(t.j.diagnosis, "status -77", "is shown");
    t.reply.status[0] = t.reply.status[1] = GAT_E_INVALID;
    t.member.question.axis = -1;
    t.member.question.indices.ndim = 0;
    *(int64_t *)t.member.question.indices.data = 1;
    case_judge(&t);
    is_text(t.j.clause, "t/axis_domain", "a negative axis may be to blame");
    case_end(&t);
}

/* An index past the end, by `rule` and the backend's own declaration. */
static void past_the_end(int64_t rule, const char *declared)
{
    case_gather(&t);
    t.rules[0].value[REF_out_of_range] = rule;
    t.claim.out_of_range = declared;
    ((int64_t *)t.member.question.indices.data)[2] = 7;
    case_expect(&t);
}

static void test_must_report(void)
{
    past_the_end(REF_OOR_ERROR, NULL);
    is_verdict(&t, GAT_V_ACCEPTED, "success where an error is due");
    is_text(t.j.clause, "t/out_of_range", "the clause");
    has_text(t.j.diagnosis, "indices[2] = 7 is outside [-3, 2]",
             "index, place and range");
    ((int64_t *)t.member.question.indices.data)[2] = -4294967297;
    case_judge(&t);
    has_text(t.j.diagnosis, "indices[2] = -4294967297 (-1 in 32 bits) is outside [-3, 2]",
             "an index whose low bits are inside");
    case_report(&t, GAT_E_RANGE);
    is_verdict(&t, GAT_V_PASS, "the error that is due");
    case_report(&t, GAT_E_INVALID);
    is_verdict(&t, GAT_V_PASS, "another kind, where none is claimed");
    t.claim.flags = GAT_NAMES_ERRORS;
    is_verdict(&t, GAT_V_WRONG_KIND, "another kind, where kinds are claimed");
    has_text(t.j.diagnosis, "an invalid call where a range error is due",
             "both kinds");
    t.reply.status[1] = GAT_E_RANGE;
    is_verdict(&t, GAT_V_UNSTABLE_STATUS, "two kinds");
    case_report(&t, GAT_E_RANGE);
    *case_output(&t, 1, 2) = 0;
    is_verdict(&t, GAT_V_PASS, "an error may leave the output dirty");
    t.claim.flags = GAT_CLEAN_ERRORS;
    is_verdict(&t, GAT_V_DIRTY_ERROR, "unless the claim says otherwise");
    has_text(t.j.diagnosis, "second call", "the call that did it");
    t.claim.flags |= GAT_NAMES_ERRORS;
    t.reply.status[0] = t.reply.status[1] = GAT_E_TYPE;
    is_verdict(&t, GAT_V_WRONG_KIND, "the wrong kind goes before the dirt");
    case_report(&t, GAT_E_INTERNAL);
    is_verdict(&t, GAT_V_INTERNAL, "an internal error is no report");
    t.member.question.axis = 5;
    case_expect(&t);
    case_report(&t, GAT_OK);
    is_verdict(&t, GAT_V_ACCEPTED, "an axis that does not exist");
    has_text(t.j.diagnosis, "axis 5 is outside [-2, 1]", "is named");
    case_end(&t);
}

static void test_either(void)
{
    past_the_end(REF_OOR_UNDEFINED, NULL);
    ok(t.x.answer.demand == REF_MAY_EITHER, "either an error or an answer");
    case_report(&t, GAT_E_RANGE);
    is_verdict(&t, GAT_V_PASS, "an error is allowed");
    ok(t.j.latitude, "which is latitude");
    case_expect(&t);
    case_report(&t, GAT_OK);
    is_verdict(&t, GAT_V_UNWRITTEN, "a success must still be right elsewhere");
    case_expect(&t);
    t.reply.status[0] = t.reply.status[1] = GAT_OK;
    memset(case_output(&t, 0, 2), 1, 4);
    memset(case_output(&t, 1, 2), 2, 4);
    is_verdict(&t, GAT_V_PASS, "what the bad index picks is anything, twice");
    memset(case_output(&t, 0, 1), 1, 4);
    is_verdict(&t, GAT_V_UNSTABLE, "what the others pick is not");
    t.reply.status[1] = GAT_E_RANGE;
    is_verdict(&t, GAT_V_UNSTABLE_STATUS, "an answer and an error");
    case_end(&t);
}

static void test_free(void)
{
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_out_of_range] = REF_OOR_UNDEFINED;
    case_data(&t, GAT_F32, SHAPE(4));
    case_indices(&t, SHAPE(2), (const int64_t[]){1, 9});
    case_updates(&t, SHAPE(2));
    case_expect(&t);
    ok(t.x.answer.demand == REF_FREE, "nothing is demanded");
    case_report(&t, GAT_E_INTERNAL);
    t.reply.status[1] = GAT_OK;
    is_verdict(&t, GAT_V_PASS, "any two statuses, any value");
    ok(t.j.latitude, "which is latitude");
    case_report(&t, 40);
    is_verdict(&t, GAT_V_PASS, "or a number that is none");
    case_report(&t, GAT_E_INTERNAL);
    t.reply.status[1] = GAT_OK;
    t.claim.out_of_range = "drop";
    is_verdict(&t, GAT_V_POLICY, "but what is declared is judged");
    has_text(t.j.diagnosis, "indices[1] is out of range", "where");
    t.reply.end = GAT_END_FAULT;
    t.reply.operand = "output";
    t.reply.offset = 36;
    t.reply.operand_size = 16;
    t.reply.write = true;
    is_verdict(&t, GAT_V_FAULT_WRITE, "and the bounds hold");
    case_end(&t);
}

/* A dropped index leaves its element open, and an answer is due all the same. */
static void test_dropped(void)
{
    past_the_end(REF_OOR_DROP, NULL);
    ok(t.x.answer.demand == REF_MUST_SUCCEED, "an answer is due");
    memset(case_output(&t, 1, 2), 7, 4);
    is_verdict(&t, GAT_V_PASS, "what a dropped index picks is anything");
    ok(t.j.latitude, "which is latitude");
    case_end(&t);
}

/* In place, an error is clean when data are as they were. */
static void test_in_place(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(4));
    case_indices(&t, SHAPE(2), (const int64_t[]){1, 9});
    case_updates(&t, SHAPE(2));
    case_expect(&t);
    t.claim.flags = GAT_CLEAN_ERRORS;
    t.reply.in_place = true;
    for (unsigned k = 0; k < 2; k++) {
        t.reply.status[k] = GAT_E_RANGE;
        memcpy(case_output(&t, k, 0), t.member.question.data.data, 16);
    }
    is_verdict(&t, GAT_V_PASS, "data as they were");
    memset(case_output(&t, 1, 3), 9, 4);
    is_verdict(&t, GAT_V_DIRTY_ERROR, "a changed element");
    case_end(&t);
}

static void test_policy(void)
{
    past_the_end(REF_OOR_ERROR, "clamp");
    struct ref_case clamped = t.member.question;
    struct ref_answer a = {0};
    t.rules[1] = t.rules[0];
    t.rules[1].value[REF_out_of_range] = REF_OOR_CLAMP;
    clamped.rules = &t.rules[1];
    ref_check(&clamped, &a);
    a.output.data = gat_arena_alloc(&t.arena, gat_array_size(&a.output));
    ref_run(&clamped, &a, NULL);
    t.reply.output[0] = t.reply.output[1] = a.output.data;
    is_verdict(&t, GAT_V_ACCEPTED, "a declared clamp still breaks the clause");
    has_text(t.j.diagnosis, "it does what it declares, 'clamp'",
             "and keeps its word");
    case_expect(&t);
    case_report(&t, GAT_OK);
    is_verdict(&t, GAT_V_ACCEPTED, "no clamp breaks the clause as well");
    has_text(t.j.diagnosis, "nor does it do what it declares, 'clamp'",
             "and its word");
    case_end(&t);
}

static void test_unwritten(void)
{
    gather_expected();
    for (unsigned k = 0; k < 2; k++)
        memset(case_output(&t, k, 4), t.reply.poison[k], 4);
    is_verdict(&t, GAT_V_UNWRITTEN, "poison in both calls");
    is_int(t.j.element, 4, "the element");
    is_int(t.j.n_wrong, 1, "how many");
    is_text(t.j.clause, "t/index_domain", "the clause of this element");
    has_text(t.j.diagnosis, "output[1,1] must be data[1,2]", "the sentence");
    has_text(t.j.diagnosis, "never written", "says it");
    case_put_data(&t, 0, 0);
    is_verdict(&t, GAT_V_UNWRITTEN, "goes before a wrong value further up");
    is_int(t.j.element, 4, "and names the unwritten element");
    memset(case_output(&t, 0, 4), t.reply.poison[1], 4);
    is_verdict(&t, GAT_V_WRONG, "the other call's poison is a value");
    case_end(&t);
    gather_expected();
    for (unsigned k = 0; k < 2; k++)
        memset(case_output(&t, k, 4), t.reply.poison[0], 4);
    is_verdict(&t, GAT_V_WRONG, "and so is that of one call in both");
    ok(strstr(t.j.diagnosis, "poison") == NULL, "which was written: %s", t.j.diagnosis);
    t.reply.poison[1] ^= 0xff;
    memset(case_output(&t, 1, 4), 1, 4);
    is_verdict(&t, GAT_V_WRONG, "another value in the second call");
    has_text(t.j.diagnosis, "is poison: not written", "the first left it as it was");
    case_end(&t);
}

static void test_unstable(void)
{
    gather_expected();
    memset(case_output(&t, 1, 3), 9, 4);
    is_verdict(&t, GAT_V_UNSTABLE, "right once, wrong once");
    has_text(t.j.diagnosis,
             "in the second call, operands at the start of their memory (right in the other)",
             "says which");
    memset(case_output(&t, 0, 3), 8, 4);
    is_verdict(&t, GAT_V_WRONG, "wrong twice, differently");
    case_expect(&t);
    memset(case_output(&t, 0, 3), t.reply.poison[0], 4);
    is_verdict(&t, GAT_V_UNWRITTEN, "written in one call only");
    has_text(t.j.diagnosis, "and is poison in the first call", "says so");
    case_end(&t);
}

/* Three updates of element 1: any of them may stay. */
static void test_duplicates(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(4));
    case_indices(&t, SHAPE(4), (const int64_t[]){1, 1, 3, 1});
    case_updates(&t, SHAPE(4));
    case_expect(&t);
    const struct gat_array *u = &t.member.question.updates;
    is_verdict(&t, GAT_V_PASS, "the last of several updates");
    ok(t.j.latitude, "is one of several answers");
    memcpy(case_output(&t, 0, 1), case_element(u, 0), 4);
    memcpy(case_output(&t, 1, 1), case_element(u, 1), 4);
    is_verdict(&t, GAT_V_PASS, "two calls may keep two different ones");
    memcpy(case_output(&t, 0, 1), case_element(u, 2), 4);
    memcpy(case_output(&t, 1, 1), case_element(u, 2), 4);
    is_verdict(&t, GAT_V_WRONG, "but none of another element");
    is_text(t.j.clause, "t/duplicates", "the clause about duplicates");
    has_text(t.j.diagnosis, "output[1] must be one of 3 updates",
             "how many there are");
    ((int64_t *)t.member.question.indices.data)[0] = 2;
    case_expect(&t);
    case_put(&t, 1, case_element(u, 2));
    is_verdict(&t, GAT_V_WRONG, "of two updates neither came");
    is_text(t.j.clause, "t/duplicates", "by the same clause");
    has_text(t.j.diagnosis, "output[1] must be one of 2 updates", "and both are counted");
    ((int64_t *)t.member.question.indices.data)[0] = 1;
    t.rules[0].value[REF_duplicates] = REF_DUP_LAST;
    case_expect(&t);
    case_put(&t, 1, case_element(u, 0));
    is_verdict(&t, GAT_V_WRONG, "where the last is due, the first is wrong");
    has_text(
        t.j.diagnosis,
        "which is updates[0]: another update of the same element was due, the last",
        "and named");
    is_text(t.j.clause, "t/duplicates", "by the clause about duplicates");
    case_end(&t);
}

/* index_domain is ambiguous: [0] wraps, [1] does not, so that -1 is an error. */
static void test_readings(void)
{
    case_gather(&t);
    t.rules[1] = t.rules[0];
    t.rules[1].value[REF_index_domain] = REF_NONNEGATIVE;
    t.profile.n_combinations = 2;
    t.profile.combinations = t.rules;
    t.profile.ambiguous = UINT64_C(1) << REF_index_domain;
    case_expect(&t);
    is_verdict(&t, GAT_V_PASS, "by the decided reading");
    is_int((int64_t)t.j.readings, 1, "and by that only");
    case_report(&t, GAT_E_RANGE);
    is_verdict(&t, GAT_V_PASS, "by the other reading");
    is_int((int64_t)t.j.readings, 2, "and by that only");
    t.reply.status[0] = GAT_OK;
    is_verdict(&t, GAT_V_REFUSED, "by each reading once is by none");
    case_expect(&t);
    t.reply.status[1] = GAT_OK;
    case_put_data(&t, 0, 0);
    is_verdict(&t, GAT_V_WRONG, "wrong by every reading");
    ((int64_t *)t.member.question.indices.data)[1] = 1;
    case_expect(&t);
    is_verdict(&t, GAT_V_PASS, "without a negative index");
    ok(t.j.readings == GAT_EVERY_READING, "every reading fits");
    t.profile.ambiguous = UINT64_C(1) << REF_value;
    t.rules[1] = t.rules[0];
    is_verdict(&t, GAT_V_PASS, "readings that do not differ");
    ok(t.j.readings == GAT_EVERY_READING, "all fit");
    ((int64_t *)t.member.question.indices.data)[1] = -1;
    t.profile.ambiguous = UINT64_C(1) << REF_duplicates;
    t.rules[1].value[REF_index_domain] = REF_NONNEGATIVE;
    case_expect(&t);
    is_verdict(&t, GAT_V_PASS, "a gather under readings of what only a scatter meets");
    ok(t.j.readings == GAT_EVERY_READING, "the other reading is not asked for");
    case_end(&t);
}

/* docs/reference/verdicts.md has a row "| `name` | sentence | fails |" per class, in order. */
static void test_document(void)
{
    char line[400], want[400];
    FILE *f = fopen("docs/reference/verdicts.md", "r");
    int v = 0;
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        if (strncmp(line, "| `", 3) != 0)
            continue;
        enum gat_verdict_class class = (enum gat_verdict_class)v;
        snprintf(want, sizeof want, "| `%s` | %s | %s |\n",
                 v < GAT_V_COUNT ? gat_verdict_name(class) : "?",
                 v < GAT_V_COUNT ? gat_verdict_sentence(class) : "?",
                 v < GAT_V_COUNT && gat_verdict_fails(class) ? "yes" : "no");
        is_text(line, want, "docs/reference/verdicts.md agrees with verdicts.def");
        v++;
    }
    is_int(v, GAT_V_COUNT, "every class of verdict is documented");
    if (f != NULL)
        fclose(f);
}

/* What an adapter says of an output that it made itself. */
static void test_stated(void)
{
    gather_expected();
    const struct gat_array *due = &t.x.answer.output;
    struct gat_inferred stated = {.type = gat_dtype_code(due->dtype), .ndim = due->ndim};
    memcpy(stated.shape, due->shape, sizeof stated.shape);
    for (unsigned k = 0; k < 2; k++) {
        t.reply.stated[k] = &stated;
        is_verdict(&t, GAT_V_PASS, "the shape that is due");
        stated.shape[1]++;
        is_verdict(&t, GAT_V_WRONG_SHAPE, "another extent in one of the calls");
        stated.shape[1]--;
        stated.ndim++;
        is_verdict(&t, GAT_V_WRONG_SHAPE, "another rank");
        stated.ndim--;
        stated.type.bits *= 2;
        is_verdict(&t, GAT_V_WRONG_SHAPE, "another type");
        stated.type.bits /= 2;
        t.reply.stated[k] = NULL;
    }
    case_end(&t);
}

int main(void)
{
    test_pass();
    test_faults();
    test_canary();
    test_deaths();
    test_refusals();
    test_must_report();
    test_either();
    test_free();
    test_dropped();
    test_in_place();
    test_policy();
    test_unwritten();
    test_unstable();
    test_duplicates();
    test_readings();
    test_document();
    test_stated();
    return done();
}
