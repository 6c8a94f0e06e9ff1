/* test_judge_random.c - thousands of random cases under random rules: the right
 * answer passes, one spoilt element is found where it is, and every sentence is
 * bounded and printable.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/verdict.h"
#include "judge_case.h"
#include "prng.h"
#include "tap.h"

enum { CASES = 20000 };

static struct judge_case t;
static struct gat_prng random_state = {1};

static int64_t below(int64_t n)
{
    return (int64_t)gat_prng_below(&random_state, (uint64_t)n);
}

/* Any number for a rule of words, small ones for limits. */
static void rules_draw(void)
{
    for (unsigned k = 0; k < REF_RULE_COUNT; k++) {
        const char *words = ref_rule_infos[k].values;
        int64_t n = 1;
        for (const char *c = words; c != NULL && *c != '\0'; c++)
            n += *c == ' ';
        if (words != NULL && below(3) == 0)
            t.rules[0].value[k] = below(n);
    }
    t.rules[0].value[REF_tiling] = REF_TILING_NONE;
}

static void shape_draw(int32_t *ndim, int64_t *shape)
{
    *ndim = (int32_t)below(4);
    for (int32_t d = 0; d < *ndim; d++)
        shape[d] = below(12) == 0 ? 0 : 1 + below(4);
}

static void case_draw(void)
{
    static const char *const kernels[] = {"gather", "gather_elements",
                                          "scatter_elements"};
    int64_t which = below(3), shape[GAT_MAX_RANK] = {0}, values[64];
    int32_t ndim;
    case_start(&t, kernels[which]);
    rules_draw();
    shape_draw(&ndim, shape);
    case_data(&t, (enum gat_dtype)below(GAT_STR), ndim, shape);
    if (which == 0 || below(8) == 0)
        shape_draw(&ndim, shape);
    for (int64_t k = 0; k < 64; k++)
        values[k] = below(20) == 0 ? below(9) - 5 : below(2) - below(2);
    case_indices(&t, ndim, shape, values);
    if (which == 2)
        case_updates(&t, ndim, shape);
    t.member.question.axis = below(6) - 2;
    t.member.question.batch_dims = which == 0 && below(4) == 0 ? below(3) - 1 : 0;
    t.claim.flags = below(2) == 0 ? GAT_NAMES_ERRORS | GAT_CLEAN_ERRORS : 0;
    t.claim.out_of_range = below(4) == 0 ? "clamp" : NULL;
}

/* The answer that is due: canonical values, or the error. */
static void reply_due(void)
{
    case_expect(&t);
    if (t.x.answer.demand == REF_MUST_REPORT)
        case_report(&t, t.x.answer.error);
}

static bool is_printable(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text < 32 || *text > 126)
            return false;
    return true;
}

static unsigned long unprintable, refused_right, missed, misplaced, spoilt;

static void judge_any(void)
{
    case_judge(&t);
    unprintable += strlen(t.j.diagnosis) >= sizeof t.j.diagnosis ||
                   !is_printable(t.j.diagnosis);
}

/* Change one element in both outputs; is exactly this one reported? */
static void spoil(void)
{
    int64_t n = gat_array_count(&t.x.answer.output), bad = -1;
    if (n == 0 || t.x.answer.demand == REF_MUST_REPORT)
        return;
    int64_t at = below(n);
    unsigned char *byte = case_output(&t, 0, at) + below((int64_t)case_esize(&t));
    *byte ^= (unsigned char)(1 << below(8));
    memcpy(case_output(&t, 1, at), case_output(&t, 0, at), case_esize(&t));
    if (ref_admits(&t.member.question, &t.x.answer, t.reply.output[0], 0, &bad))
        return;
    spoilt++;
    judge_any();
    missed += t.j.verdict != GAT_V_WRONG || t.j.n_wrong != 1;
    misplaced += t.j.element != at;
}

/* Anything at all in both calls: nothing to expect but a sentence. */
static void scramble(void)
{
    size_t size = gat_array_size(&t.x.answer.output);
    for (unsigned k = 0; k < 2; k++) {
        t.reply.status[k] = (gat_status)(below(9) - 1);
        for (size_t b = 0; b < size; b++)
            if (below(2) == 0)
                *(case_output(&t, k, 0) + b) = (unsigned char)below(256);
    }
    judge_any();
}

int main(void)
{
    for (unsigned k = 0; k < CASES; k++) {
        case_draw();
        reply_due();
        judge_any();
        if (t.j.verdict != GAT_V_PASS && t.j.verdict != GAT_V_WEAK &&
            t.j.verdict != GAT_V_POLICY && refused_right++ < 5)
            printf("# %s: %s\n", gat_verdict_name(t.j.verdict), t.j.diagnosis);
        spoil();
        scramble();
        case_end(&t);
    }
    is_int((int64_t)refused_right, 0, "the answer that is due passes");
    ok(spoilt > CASES / 10, "many answers were spoilt: %lu", spoilt);
    is_int((int64_t)missed, 0, "each spoilt answer is wrong in one element");
    is_int((int64_t)misplaced, 0, "namely the spoilt one");
    is_int((int64_t)unprintable, 0, "every sentence is bounded and printable");
    return done();
}
