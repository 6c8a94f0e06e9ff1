/* test_policy.c - what a backend declares about an index out of range is what it is
 * judged by: each policy against what each other one does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/verdict.h"
#include "judge/judge.h"
#include "judge_case.h"
#include "tap.h"

static const char *const policies[] = {"error", "clamp", "wrap", "zero", "fill", "drop"};
enum { POLICIES = sizeof policies / sizeof policies[0], ERROR = 0, ZERO = 3, FILL = 4, DROP = 5 };

/* A case with the index 7 for an axis of 3, where the document leaves all open. */
static void case_make(struct judge_case *t, bool scatters)
{
    case_start(t, scatters ? "scatter_elements" : "gather");
    t->rules[0].value[REF_out_of_range] = REF_OOR_UNDEFINED;
    case_data(t, GAT_F32, SHAPE(3));
    case_indices(t, SHAPE(2), (const int64_t[]){0, 7});
    if (scatters)
        case_updates(t, SHAPE(2));
    case_expect(t);
}

/* The reply of a backend that does `policy`. */
static void policy_do(struct judge_case *t, const char *policy)
{
    struct ref_rules rules = t->rules[0];
    struct ref_case c = t->member.question;
    struct ref_answer a = {0};
    if (!ref_rule_parse(REF_out_of_range, policy, &rules.value[REF_out_of_range]))
        return;
    c.rules = &rules;
    ref_check(&c, &a);
    size_t size = ref_scratch_size(&c, &a);
    a.output.data = gat_arena_alloc(&t->arena, gat_array_size(&a.output));
    ref_run(&c, &a, size > 0 ? gat_arena_alloc(&t->arena, size) : NULL);
    bool answers = a.demand == REF_MUST_SUCCEED;
    if (a.unspecified != NULL) /* what is left open is neither zero nor a fill value */
        memset((char *)a.output.data + 4, 1, 4);
    case_report(t, answers ? GAT_OK : a.error);
    if (answers)
        t->reply.output[0] = t->reply.output[1] = a.output.data;
}

/* Does whoever does `done` do what `declared` says?  In a scatter zero, fill and drop
 * are one, and drop leaves the element of a gather open. */
static bool keeps(int declared, int done, bool scatters)
{
    if (scatters && declared >= ZERO)
        return done >= ZERO;
    return declared == done || (declared == DROP && done != ERROR);
}

static void matrix(bool scatters)
{
    for (int declared = 0; declared < POLICIES; declared++)
        for (int done = 0; done < POLICIES; done++) {
            struct judge_case t;
            case_make(&t, scatters);
            t.claim.out_of_range = policies[declared];
            policy_do(&t, policies[done]);
            gat_judge(&t.x, &t.claim, &t.reply, &t.arena, &t.j);
            bool kept = keeps(declared, done, scatters);
            ok(t.j.verdict == (kept ? GAT_V_PASS : GAT_V_POLICY), "%s: declares %s, does %s: %s",
               scatters ? "scatter" : "gather", policies[declared], policies[done],
               gat_verdict_name(t.j.verdict));
            case_end(&t);
        }
}

/* What backend.h says of the policy "fill". */
static void fill_is(enum gat_dtype t, const char *bytes)
{
    unsigned char got[16] = {0};
    char text[40] = "";
    size_t size = gat_dtype_size(t);
    gat_dtype_fill(t, got);
    for (size_t k = 0; k < size; k++) /* the highest byte of each part first */
        snprintf(text + 2 * k, 3, "%02x", got[t == GAT_C64    ? k / 4 * 4 + 3 - k % 4
                                              : t == GAT_C128 ? k / 8 * 8 + 7 - k % 8
                                                              : size - 1 - k]);
    is_text(text, bytes, gat_dtype_name(t));
}

static void fill_values(void)
{
    struct gat_string s = {NULL, 7};
    gat_dtype_fill(GAT_STR, &s);
    ok(s.size == 0 && s.data != NULL, "an empty string");
    fill_is(GAT_BOOL, "01");
    fill_is(GAT_I8, "80");
    fill_is(GAT_I16, "8000");
    fill_is(GAT_I32, "80000000");
    fill_is(GAT_I64, "8000000000000000");
    fill_is(GAT_U8, "ff");
    fill_is(GAT_U16, "ffff");
    fill_is(GAT_U32, "ffffffff");
    fill_is(GAT_U64, "ffffffffffffffff");
    fill_is(GAT_F16, "7e00");
    fill_is(GAT_BF16, "7fc0");
    fill_is(GAT_F32, "7fc00000");
    fill_is(GAT_F64, "7ff8000000000000");
    fill_is(GAT_C64, "7fc0000000000000");
    fill_is(GAT_C128, "7ff80000000000000000000000000000");
}

/* Any NaN is the fill, and no number is. */
static void fill_judged(void)
{
    struct judge_case t;
    float nan;
    case_make(&t, false);
    t.claim.out_of_range = "fill";
    policy_do(&t, "fill");
    memcpy(&nan, (const char *)t.reply.output[0] + 4, sizeof nan);
    ok(nan != nan, "a gather fills with NaN");
    uint32_t payload = 0x7fc00001;
    memcpy((char *)(uintptr_t)t.reply.output[0] + 4, &payload, sizeof payload);
    gat_judge(&t.x, &t.claim, &t.reply, &t.arena, &t.j);
    is_int(t.j.verdict, GAT_V_PASS, "of any bits");
    payload = 0x7f800000;
    memcpy((char *)(uintptr_t)t.reply.output[0] + 4, &payload, sizeof payload);
    gat_judge(&t.x, &t.claim, &t.reply, &t.arena, &t.j);
    is_int(t.j.verdict, GAT_V_POLICY, "and not with an infinity");
    case_end(&t);
}

int main(void)
{
    matrix(false);
    matrix(true);
    fill_judged();
    fill_values();
    return done();
}
