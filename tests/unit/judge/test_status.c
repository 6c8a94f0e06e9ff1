/* test_status.c - what is said of a status that is wrong: which call, which index.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/verdict.h"
#include "judge_case.h"
#include "spec/broken_words.h"
#include "tap.h"

static struct judge_case t;

static void reports(gat_status first, gat_status second, enum gat_verdict_class v,
                    const char *words)
{
    case_gather(&t);
    case_expect(&t);
    case_report(&t, first);
    t.reply.status[1] = second;
    is_verdict(&t, v, gat_verdict_name(v));
    is_text(t.j.diagnosis, words, words);
    case_end(&t);
}

/* One call or both: of both no call is named. */
static void calls(void)
{
    reports(GAT_E_INTERNAL, GAT_OK, GAT_V_INTERNAL,
            "answered an internal error in the first call, operands at the end of their memory");
    reports(GAT_OK, GAT_E_INTERNAL, GAT_V_INTERNAL,
            "answered an internal error in the second call, operands at the start of their memory");
    reports(GAT_E_INTERNAL, GAT_E_INTERNAL, GAT_V_INTERNAL, "answered an internal error");
    reports(GAT_OK, GAT_E_DEVICE + 1, GAT_V_INTERNAL,
            "answered status 10, which the contract does not define in the second call, operands "
            "at the start of their memory");
    reports(GAT_OK, GAT_E_RANGE, GAT_V_REFUSED,
            "reported success in the first call and a range error in the second, "
            "where an answer is due");
    reports(GAT_E_RANGE, GAT_OK, GAT_V_REFUSED,
            "reported a range error in the first call and success in the second, "
            "where an answer is due");
}

/* The first axis does not count from the end. */
static void plain_axis(void)
{
    reports(GAT_E_INVALID, GAT_E_INVALID, GAT_V_REFUSED,
            "reported an invalid call where an answer is due: indices[1] = -1 counts from the end "
            "of an axis of 3");
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(2, 3));
    case_indices(&t, SHAPE(1), (const int64_t[]){1});
    case_expect(&t);
    case_report(&t, GAT_E_INVALID);
    is_verdict(&t, GAT_V_REFUSED, "a plain call");
    has_text(t.j.diagnosis, "where an answer is due: data [2,3], indices [1]", "all operands");
    case_end(&t);
}

/* An index makes no call invalid, where there is more to be said of the call. */
static void odd_call(gat_status status, const char *words)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(2, 3));
    case_indices(&t, SHAPE(1), (const int64_t[]){-1});
    t.member.question.axis = -1;
    t.rules[0].value[REF_axis_domain] = REF_AXIS_SIGNED;
    t.rules[0].value[REF_index_domain] = REF_WRAPS;
    case_expect(&t);
    case_report(&t, status);
    is_verdict(&t, GAT_V_REFUSED, "an axis and an index that count from the end");
    has_text(t.j.diagnosis, words, words);
    case_end(&t);
}

static void negative_at(int64_t a, int64_t b, int64_t c, const char *words)
{
    case_gather(&t);
    int64_t *indices = t.member.question.indices.data;
    indices[0] = a;
    indices[1] = b;
    indices[2] = c;
    case_expect(&t);
    case_report(&t, GAT_E_RANGE);
    case_judge(&t);
    has_text(t.j.diagnosis, words, words);
    case_end(&t);
}

static const char *excluded_data[] = {"data_type_excluded"};
static const char *excluded_index[] = {"index_type_excluded"};

/* float64 data, int64 indices and updates of a type; three clauses on types, which speak of data,
 * of indices and of everything.  The one that is blamed is told. */
static void blamed(enum gat_dtype updates, uint32_t data_types, uint32_t index_types,
                   const char *clause)
{
    struct gat_clause clauses[4];
    unsigned numbers[] = {1, 2, 3};
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F64, SHAPE(3));
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    case_updates(&t, SHAPE(1));
    t.member.question.updates.dtype = updates;
    t.member.question.type_allowed = false;
    t.profile.data_types = data_types;
    t.profile.index_types = index_types;
    clauses[0] = t.clauses[REF_bad_type];
    clauses[1] = (struct gat_clause){.id = "t/all"};
    clauses[2] =
        (struct gat_clause){.id = "t/data", .reached_by = excluded_data, .n_reached_by = 1};
    clauses[3] =
        (struct gat_clause){.id = "t/index", .reached_by = excluded_index, .n_reached_by = 1};
    t.spec.clauses = clauses;
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        t.numbers[k] = 0;
    t.spec.rule_clauses[REF_bad_type] = numbers;
    t.spec.n_rule_clauses[REF_bad_type] = 3;
    case_expect(&t);
    case_report(&t, GAT_OK);
    is_verdict(&t, GAT_V_ACCEPTED, "types that are not allowed");
    is_text(t.j.clause, clause, clause);
    case_end(&t);
}

static void clauses(void)
{
    const uint32_t f64 = GAT_BIT(GAT_F64), i64 = GAT_BIT(GAT_I64);
    blamed(GAT_F64, 0, i64, "t/data");
    blamed(GAT_F64, f64, 0, "t/index");
    blamed(GAT_F32, f64, i64, "t/data");
    blamed(GAT_F32, f64, 0, "t/index");
    blamed(GAT_F64, f64, i64, "t/all");
}

/* Words on operands without elements, and on those that are not there. */
static void empties(void)
{
    static const char words[] = "an operand without elements is allowed";
    case_gather(&t);
    case_indices(&t, SHAPE(0), NULL);
    case_expect(&t);
    case_report(&t, GAT_E_INVALID);
    is_verdict(&t, GAT_V_REFUSED, "no index");
    has_text(t.j.diagnosis, words, "none is allowed");
    is_text(t.j.clause, "t/empty", "by the rule");
    case_end(&t);
    case_gather(&t);
    case_indices(&t, SHAPE(1), (const int64_t[]){0});
    case_expect(&t);
    case_report(&t, GAT_E_INVALID);
    is_verdict(&t, GAT_V_REFUSED, "one index");
    ok(strstr(t.j.diagnosis, words) == NULL, "nothing is empty: %s", t.j.diagnosis);
    case_end(&t);
}

/* The value that came where an error was due is told, but none of a tensor with holes. */
static void came(void)
{
    static const struct gat_sparse holes;
    case_gather(&t);
    ((int64_t *)t.member.question.indices.data)[0] = 7;
    case_expect(&t);
    case_report(&t, GAT_OK);
    is_verdict(&t, GAT_V_ACCEPTED, "an index past the end");
    is_text(t.j.came, "nothing", "nothing was written");
    memset(case_output(&t, 0, 0), 0, 24);
    case_judge(&t);
    is_text(t.j.came, "zeros", "zeros were");
    t.member.question.data.sparse = &holes;
    case_judge(&t);
    is_text(t.j.came, "", "beside data with holes nothing is told");
    case_end(&t);
}

/* Two things are wrong: either kind of error fits.  Where all is open, the second call may still
 * leave dirt with its error. */
static void kinds(void)
{
    case_gather(&t);
    t.claim.flags = GAT_NAMES_ERRORS;
    t.member.question.axis = 5;
    t.member.question.type_allowed = false;
    case_expect(&t);
    case_report(&t, GAT_E_TYPE);
    is_verdict(&t, GAT_V_PASS, "the kind of one");
    case_report(&t, GAT_E_INVALID);
    is_verdict(&t, GAT_V_PASS, "the kind of the other");
    case_report(&t, GAT_E_RANGE);
    is_verdict(&t, GAT_V_WRONG_KIND, "no third");
    case_end(&t);
    case_gather(&t);
    t.claim.flags = GAT_CLEAN_ERRORS;
    t.rules[0].value[REF_bad_axis] = REF_UNDEFINED;
    t.member.question.axis = 5;
    case_expect(&t);
    case_report(&t, GAT_E_INVALID);
    is_verdict(&t, GAT_V_PASS, "errors, and outputs as they were");
    t.reply.status[0] = GAT_OK;
    *case_output(&t, 1, 0) ^= 1;
    is_verdict(&t, GAT_V_DIRTY_ERROR, "only the second call reports, and leaves dirt");
    case_end(&t);
}

/* What a call left is observed where the answer is right. */
static void left(void)
{
    case_gather(&t);
    case_expect(&t);
    is_verdict(&t, GAT_V_PASS, "an answer");
    ok(t.j.observed == GAT_V_PASS && t.j.left == 0, "nothing was left");
    t.reply.left = 2;
    is_verdict(&t, GAT_V_PASS, "an answer, and something left");
    ok(t.j.observed == GAT_V_LEFT && t.j.left == 2, "which is observed");
    case_end(&t);
}

/* What is told of how two calls were made, where one of them alone fails. */
static void manners(void)
{
    static const char words[] = "the first call was made in a context of its own";
    case_gather(&t);
    t.member.name_hash = UINT64_C(64) << 20; /* in a context of its own */
    t.claim.flags |= GAT_ANY_CALLER;
    case_expect(&t);
    t.reply.status[1] = GAT_E_INTERNAL;
    is_verdict(&t, GAT_V_INTERNAL, "the second call fails");
    has_text(t.j.diagnosis, words, "as it was made");
    t.reply.status[0] = GAT_E_INTERNAL;
    t.reply.status[1] = GAT_OK;
    is_verdict(&t, GAT_V_INTERNAL, "the first call fails");
    has_text(t.j.diagnosis, words, "as it was made");
    t.reply.error_text = GAT_NO_CONTEXT;
    is_verdict(&t, GAT_V_INTERNAL, "the context was refused");
    ok(strstr(t.j.diagnosis, words) == NULL, "so no call was made: %s", t.j.diagnosis);
    t.reply.status[0] = GAT_OK;
    t.reply.status[1] = GAT_E_INTERNAL;
    is_verdict(&t, GAT_V_INTERNAL, "the second call fails, and the words are older");
    has_text(t.j.diagnosis, words, "as it was made");
    t.reply.status[0] = GAT_E_INTERNAL;
    t.reply.end = GAT_END_TIMEOUT;
    case_judge(&t);
    has_text(t.j.diagnosis, words, "no call ended");
    case_end(&t);
}

/* An index past the end, of which the document says `rule`. */
static void past_the_end(int64_t rule)
{
    case_gather(&t);
    t.rules[0].value[REF_out_of_range] = rule;
    ((int64_t *)t.member.question.indices.data)[2] = 7;
    case_expect(&t);
}

static void allowed_outside(void)
{
    static const struct {
        int64_t rule;
        const char *words;
    } outcomes[] = {
        {REF_OOR_CLAMP, "[-3, 2], for which the document has the nearest element"},
        {REF_OOR_WRAP, "[-3, 2], for which the document has the element at its remainder"},
        {REF_OOR_ZERO, "[-3, 2], for which the document has zeros"},
        {REF_OOR_FILL, "[-3, 2], for which the document has a value that fills"},
    };
    for (size_t k = 0; k < sizeof outcomes / sizeof *outcomes; k++) {
        past_the_end(outcomes[k].rule);
        case_report(&t, GAT_E_RANGE);
        is_verdict(&t, GAT_V_REFUSED, "an error where the document has an outcome");
        is_text(t.j.clause, "t/out_of_range", "its clause");
        has_text(t.j.diagnosis, outcomes[k].words, "the outcome, not the negative index before it");
        case_end(&t);
    }
    past_the_end(REF_OOR_CLAMP);
    t.rules[0].value[REF_index_domain] = REF_NONNEGATIVE;
    ((int64_t *)t.member.question.indices.data)[2] = 2;
    case_expect(&t);
    case_report(&t, GAT_E_RANGE);
    is_verdict(&t, GAT_V_REFUSED, "a negative index that counts from nowhere");
    has_text(t.j.diagnosis, "indices[1] = -1 is outside [0, 2], for which", "no count");
    is_text(t.j.clause, "t/index_domain", "the clause about signs");
    case_end(&t);
}

/* A demand that a call breaks is told in words of the field: each rule that may have an error for
 * one has such words, without the name of a rule. */
static void demands(void)
{
    for (int r = 0; r < REF_RULE_COUNT; r++) {
        const struct ref_rule_info *info = &ref_rule_infos[r];
        bool breaks = info->values != NULL && strstr(info->values, "error") != NULL;
        const char *words = gat_broken_words((enum ref_rule)r);
        ok((words != NULL) == breaks, "%s has words where a call can break it", info->name);
        ok(words == NULL || strchr(info->name, '_') == NULL || strstr(words, info->name) == NULL,
           "%s is not told by its own name", info->name);
    }
    case_gather(&t);
    t.member.question.indices.dtype = GAT_F32;
    t.member.question.type_allowed = false;
    case_expect(&t);
    case_report(&t, GAT_OK);
    is_verdict(&t, GAT_V_ACCEPTED, "indices that are no integers");
    has_text(t.j.diagnosis,
             "reported success where a type error is due: an element type or index type is not "
             "listed (data of int32, indices of float32)",
             "the demand and the types");
    case_end(&t);
}

int main(void)
{
    demands();
    manners();
    came();
    plain_axis();
    odd_call(GAT_E_INVALID, "an answer is due: axis -1 counts from the last dimension");
    odd_call(GAT_E_RANGE, "an answer is due: indices[0] = -1 counts from the end of an axis of 3");
    kinds();
    left();
    clauses();
    empties();
    calls();
    allowed_outside();
    negative_at(-2, 0, -1, "indices[0] = -2 counts from the end");
    negative_at(2, -3, 1, "indices[1] = -3 counts from the end");
    negative_at(2, 0, -1, "indices[2] = -1 counts from the end");
    return done();
}
