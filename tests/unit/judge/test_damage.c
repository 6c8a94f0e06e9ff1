/* test_damage.c - lost bits, cut elements, and the words for a worker that did not come back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>

#include "base/sentence.h"
#include "diagnose/damage.h"
#include "diagnose/diagnose_end.h"
#include "diagnose/ruling.h"
#include "diagnose/verdict.h"
#include "judge_case.h"
#include "tap.h"

/* The sentence about `got` where `want` is due, both in the bytes of the machine. */
static const char *told(enum gat_dtype t, const void *got, const void *want)
{
    static char text[200];
    struct gat_sentence s;
    gat_sentence_start(&s, text, sizeof text);
    if (!gat_damage_tell(t, got, want, &s) && !gat_cut_tell(t, got, want, 0xa5, &s))
        return "nothing";
    return text;
}
#define SAYS(t, type, got, want, words)                                                            \
    is_text(told(t, (const type[]){got}, (const type[]){want}), words, words)

static void numbers(void)
{
    const char *quieted = ": a signalling NaN was quieted",
               *payload = ": the payload of a NaN is changed";
    const char *swapped = ": its bytes are swapped", *zero = ": the sign of zero is lost";
    SAYS(GAT_F16, uint16_t, 0x7e01, 0x7c01, quieted);
    SAYS(GAT_BF16, uint16_t, 0x7fc1, 0x7f81, quieted);
    SAYS(GAT_F32, uint32_t, 0x7fc00001, 0x7f800001, quieted);
    SAYS(GAT_F64, uint64_t, UINT64_C(0x7ff8000000000001), UINT64_C(0x7ff0000000000001), quieted);
    SAYS(GAT_F16, uint16_t, 0x7c01, 0x7e01, payload);
    SAYS(GAT_F16, uint16_t, 0x7f01, 0x7c01, payload);
    SAYS(GAT_BF16, uint16_t, 0x7fe1, 0x7f81, payload);
    SAYS(GAT_F32, uint32_t, 0x7fc00002, 0x7f800001, payload);
    SAYS(GAT_F32, uint32_t, 0xffc00001, 0x7f800001, payload);
    SAYS(GAT_F64, uint64_t, UINT64_C(0x7ff4000000000001), UINT64_C(0x7ff0000000000001), payload);
    is_text(told(GAT_C64, (const uint32_t[]){5, 0x7fc00001}, (const uint32_t[]){5, 0x7f800001}),
            quieted, "in the second part");
    is_text(told(GAT_C64, (const uint32_t[]){0x7fc00001, 0x7fc00001},
                 (const uint32_t[]){0x7f800001, 0x7f800001}),
            quieted, "in both parts");
    is_text(told(GAT_C128, (const uint64_t[]){5, UINT64_C(0x7ff8000000000001)},
                 (const uint64_t[]){5, UINT64_C(0x7ff0000000000001)}),
            quieted, "in the second part of 16 bytes");
    SAYS(GAT_F64, uint64_t, 0, UINT64_C(0x8000000000000000), zero);
    SAYS(GAT_F64, uint64_t, UINT64_C(0x8000000000000000), 0, ": a zero has got a sign");
    is_text(told(GAT_C64, (const uint32_t[]){7, 0}, (const uint32_t[]){7, 0x80000000}), zero,
            "the zero of the second part");
    SAYS(GAT_F32, uint32_t, 0, 0xff800001, ": a NaN became a zero");
    const char *flushed = ": a denormal number was flushed to zero";
    SAYS(GAT_F32, uint32_t, 0, 0x00000001, flushed);
    SAYS(GAT_F64, uint64_t, UINT64_C(0x8000000000000000), UINT64_C(0x8000000000000001), flushed);
    is_text(told(GAT_C64, (const uint32_t[]){7, 0}, (const uint32_t[]){7, 1}), flushed,
            "the second part");
    SAYS(GAT_F32, uint32_t, 0, 0x01020304, "nothing");
    SAYS(GAT_F32, uint32_t, 0, 0x41200000, "nothing"); /* the bytes that are right are zeros too */
    SAYS(GAT_I64, int64_t, INT64_C(9007199254740992), INT64_C(9007199254740993),
         ": rounded as float64 does");
    SAYS(GAT_I64, int64_t, INT64_C(9007199254740991), INT64_C(9007199254740993), "nothing");
    SAYS(GAT_I32, int32_t, -16777216, -16777217, ": rounded as float32 does");
    SAYS(GAT_U64, uint64_t, UINT64_C(0xfffffffffffff800), UINT64_C(0xfffffffffffff801),
         ": rounded as float64 does");
    /* What no integer of the type can hold stops at its end. */
    SAYS(GAT_I64, int64_t, INT64_MAX, INT64_MAX - 1, ": rounded as float64 does");
    SAYS(GAT_I64, int64_t, INT64_MIN, INT64_MIN + 1, ": rounded as float64 does");
    SAYS(GAT_U64, uint64_t, UINT64_MAX, UINT64_MAX - 1, ": rounded as float64 does");
    SAYS(GAT_U64, uint64_t, UINT64_C(1) << 63, (UINT64_C(1) << 63) + 1,
         ": rounded as float64 does");
    SAYS(GAT_F64, double, (double)0.1F, 0.1, ": rounded as float32 does");
    SAYS(GAT_F64, double, 7.3, 0.1, "nothing");
    SAYS(GAT_U16, uint16_t, 0x2211, 0x1122, swapped);
    SAYS(GAT_U32, uint32_t, 0x44332211, 0x11223344, swapped);
    SAYS(GAT_U32, uint32_t, 0x33442211, 0x11223344, "nothing");
    SAYS(GAT_I64, uint64_t, UINT64_C(0x8877665544332211), UINT64_C(0x1122334455667788), swapped);
    is_text(told(GAT_C64, (const uint32_t[]){0x44332211, 0x88776655},
                 (const uint32_t[]){0x11223344, 0x55667788}),
            swapped, "each part for itself");
    is_text(told(GAT_C64, (const uint32_t[]){0x88776655, 0x44332211},
                 (const uint32_t[]){0x11223344, 0x55667788}),
            "nothing", "not both as one");
    SAYS(GAT_I8, uint8_t, 5, 6, "nothing");
}

static void cuts(void)
{
    SAYS(GAT_U32, uint32_t, 0x00003344, 0x11223344,
         ": only the first 2 of its 4 bytes are right, the others are zero");
    SAYS(GAT_U32, uint32_t, 0xa5223344, 0x11223344,
         ": only the first 3 of its 4 bytes are right, the others are not written");
    SAYS(GAT_U32, uint32_t, 0x00000044, 0x11223344,
         ": only the first 1 of its 4 bytes are right, the others are zero");
    SAYS(GAT_U32, uint32_t, 0xa5003344, 0x11223344, "nothing");
    SAYS(GAT_U32, uint32_t, 0x11000000, 0x11223344, "nothing");
    SAYS(GAT_U32, uint32_t, 0x11223344, 0x11223344, "nothing");
    SAYS(GAT_U32, uint32_t, 0xa5a5a5a5, 0x11223344, "nothing");
    is_text(told(GAT_C64, (const uint32_t[]){0x11223344, 0},
                 (const uint32_t[]){0x11223344, 0x55667788}),
            ": the imaginary part is lost", "the second part is zero");
    is_text(told(GAT_C64, (const uint32_t[]){0x11223344, 0x88},
                 (const uint32_t[]){0x11223344, 0x55667788}),
            ": the imaginary part is lost", "or nearly");
    is_text(told(GAT_C64, (const uint32_t[]){0x00223344, 0},
                 (const uint32_t[]){0x11223344, 0x55667788}),
            ": only the first 3 of its 8 bytes are right, the others are zero",
            "the first part is cut");
    is_text(told(GAT_C64, (const uint32_t[]){0x11223344, 0xa5a5a5a5},
                 (const uint32_t[]){0x11223344, 0x55667788}),
            ": only the first 4 of its 8 bytes are right, the others are not written",
            "not written");
}

static void strings(void)
{
    const struct gat_string whole = {"ab\0cd", 5}, two = {"abx", 2}, three = {"ab\0", 3},
                            other = {"ax", 2}, none = {NULL, 0}, empty = {"", 0},
                            longer = {"ab\0cde", 6};
    is_text(told(GAT_STR, &two, &whole), ": the string is cut after 2 of 5 bytes, at a NUL byte",
            "at a NUL");
    is_text(told(GAT_STR, &three, &whole), ": the string is cut after 3 of 5 bytes", "after it");
    is_text(told(GAT_STR, &empty, &whole), ": the string is cut after 0 of 5 bytes",
            "nothing is left");
    is_text(told(GAT_STR, &other, &whole), "nothing", "another string");
    is_text(told(GAT_STR, &none, &whole), "nothing", "no text");
    is_text(told(GAT_STR, &longer, &whole), "nothing", "a longer one");
    is_text(told(GAT_STR, &whole, &whole), "nothing", "the same one");
}

static struct judge_case t;

static void ended(enum gat_verdict_class v, const char *words)
{
    t.j.verdict = GAT_V_PASS;
    t.j.clause = "";
    ok(gat_judge_end(&t.x, &t.reply, &t.j), "this is no pass");
    is_text(gat_verdict_name(t.j.verdict), gat_verdict_name(v), "verdict");
    is_text(t.j.diagnosis, words, words);
}

static void touched(bool write, const char *operand, int64_t offset, enum gat_verdict_class v,
                    const char *words)
{
    t.reply.end = GAT_END_FAULT;
    t.reply.write = write;
    t.reply.operand = operand;
    t.reply.offset = offset;
    t.reply.operand_size = 64;
    t.reply.call = 1;
    ended(v, words);
}

static void faults(void)
{
#define SECOND ", in the second call, operands at the start of their memory"
    touched(false, NULL, 0, GAT_V_CRASH, "read memory that is near no operand" SECOND);
    touched(true, NULL, 0, GAT_V_CRASH, "wrote to memory that is near no operand" SECOND);
    touched(false, "data", -1, GAT_V_FAULT_READ, "read 1 byte before data" SECOND);
    touched(false, "data", -2, GAT_V_FAULT_READ, "read 2 bytes before data" SECOND);
    touched(false, "data", 63, GAT_V_FAULT_READ, "read byte 63 of data" SECOND);
    touched(false, "data", 64, GAT_V_FAULT_READ,
            "read right after the end of data (offset 64 of 64)" SECOND);
    touched(false, "data", 65, GAT_V_FAULT_READ,
            "read 1 byte after the end of data (offset 65 of 64)" SECOND);
    touched(false, "data", 66, GAT_V_FAULT_READ,
            "read 2 bytes after the end of data (offset 66 of 64)" SECOND);
    touched(true, "data", 0, GAT_V_FAULT_INPUT, "wrote to byte 0 of data" SECOND);
    touched(true, "data", 63, GAT_V_FAULT_INPUT, "wrote to byte 63 of data" SECOND);
    touched(true, "data", 64, GAT_V_FAULT_WRITE,
            "wrote right after the end of data (offset 64 of 64)" SECOND);
    touched(true, "data", -8, GAT_V_FAULT_WRITE, "wrote 8 bytes before data" SECOND);
    touched(true, "output", 65, GAT_V_FAULT_WRITE,
            "wrote 1 byte after the end of output (offset 65 of 64)" SECOND);
    touched(true, "output", 5, GAT_V_FAULT_WRITE, "wrote to byte 5 of output" SECOND);
    touched(false, "output", 5, GAT_V_FAULT_READ, "read byte 5 of output" SECOND);
    touched(true, "the call itself", 5, GAT_V_FAULT_INPUT,
            "wrote to the call itself, which is read-only" SECOND);
    t.reply.call = 0;
    t.reply.end = GAT_END_ANSWERED;
    t.reply.canary = true;
    t.reply.operand = "output";
    t.reply.offset = 64;
    ended(GAT_V_FAULT_WRITE, "changed right after the end of output (offset 64 of 64), in the "
                             "first call, operands at the end of their memory");
    t.reply.operand = NULL;
    ended(GAT_V_FAULT_WRITE,
          "changed memory beside an operand, in the first call, operands at the end of their "
          "memory");
    t.reply.operand = "data";
    t.reply.offset = 3;
    ended(GAT_V_FAULT_INPUT,
          "changed byte 3 of data, in the first call, operands at the end of their memory");
    t.reply.gap = true;
    ended(GAT_V_FAULT_INPUT,
          "changed byte 3 of data, which lies in a gap between its elements, in the first "
          "call, operands at the end of their memory");
    t.reply.gap = t.reply.canary = false;
}

static void deaths(void)
{
    static const struct {
        int code;
        const char *words;
    } signals[] = {{SIGABRT, " (SIGABRT: it gave up)"},
                   {SIGBUS, " (SIGBUS: bad memory access)"},
                   {SIGFPE, " (SIGFPE: integer division by zero or overflow)"},
                   {SIGILL, " (SIGILL: an instruction that this machine does not have)"},
                   {SIGKILL, " (SIGKILL)"},
                   {SIGPIPE, " (SIGPIPE)"},
                   {SIGSEGV, " (SIGSEGV: bad memory access)"},
                   {SIGSYS, " (SIGSYS: bad system call)"},
                   {SIGTERM, " (SIGTERM)"},
                   {SIGTRAP, " (SIGTRAP)"},
                   {SIGUSR1, ""}};
    char words[120];
    for (unsigned k = 0; k < sizeof signals / sizeof signals[0]; k++) {
        t.reply.end = GAT_END_SIGNAL;
        t.reply.code = signals[k].code;
        t.reply.call = k % 2;
        snprintf(words, sizeof words, "died of signal %d%s in the %s call", signals[k].code,
                 signals[k].words, k % 2 == 0 ? "first" : "second");
        ended(GAT_V_CRASH, words);
    }
    t.reply.call = 0;
    t.reply.code = 3;
    t.reply.end = GAT_END_EXIT;
    ended(GAT_V_EXIT, "ended the process with status 3 in the first call");
    t.reply.end = GAT_END_TIMEOUT;
    ended(GAT_V_TIMEOUT, "the first call did not come back within the time limit");
    t.reply.end = GAT_END_MEMORY;
    ended(GAT_V_MEMORY, "took more memory than the limit in the first call");
    t.reply.end = GAT_END_LOST;
    t.reply.canary = true;
    ended(GAT_V_SUITE, "no worker could be started");
    t.reply.error_text = NULL;
    ended(GAT_V_SUITE, "no worker could be started");
    t.reply.error_text = "the case is too large";
    ended(GAT_V_SUITE, "the case is too large");
    t.reply.error_text = "";
    t.reply.canary = false;
    t.reply.end = GAT_END_ANSWERED;
    t.j.verdict = GAT_V_PASS;
    ok(!gat_judge_end(&t.x, &t.reply, &t.j), "an answer is no end");
}

/* What was due is told where no answer was. */
static void dues(void)
{
    for (unsigned k = 0; k < 4; k++) {
        static const enum gat_end ends[] = {GAT_END_SIGNAL, GAT_END_EXIT, GAT_END_TIMEOUT,
                                            GAT_END_MEMORY};
        enum ref_demand due = t.x.answer.demand;
        t.reply.end = ends[k];
        t.x.answer.demand = REF_FREE;
        gat_judge_end(&t.x, &t.reply, &t.j);
        size_t words_due = strlen(t.j.diagnosis);
        ok(t.j.owed == NULL, "end %u owes nothing where anything may happen", k);
        t.x.answer.demand = REF_MUST_REPORT;
        gat_judge_end(&t.x, &t.reply, &t.j);
        ok(t.j.owed != NULL && t.j.owes_error, "it owes an error that is due");
        t.x.answer.demand = due;
        gat_judge_end(&t.x, &t.reply, &t.j);
        ok(t.j.owed != NULL && !t.j.owes_error, "and an answer that is");
        ok(strlen(t.j.diagnosis) < words_due, "what is due is told of end %u", k);
    }
}

static void device_failures(void)
{
    t.reply.end = GAT_END_ANSWERED;
    for (unsigned k = 0; k < 2; k++) {
        t.reply.status[k] = GAT_E_DEVICE;
        ended(GAT_V_SUITE, "the device failed");
        t.reply.status[k] = GAT_OK;
    }
}

static void ends(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(4));
    case_indices(&t, SHAPE(2), (const int64_t[]){0, 1});
    case_expect(&t);
    faults();
    deaths();
    dues();
    device_failures();
    case_end(&t);
    case_start(&t, "gather");
    case_data(&t, GAT_STR, SHAPE(0));
    case_indices(&t, SHAPE(0), NULL);
    t.member.question.data.ndim = 1;
    case_expect(&t);
    t.x.answer.output.shape[0] = 4;
    touched(false, "output", 33, GAT_V_WRONG,
            "output[2] is a string that lies in memory that cannot be read" SECOND);
    is_int(t.j.element, 2, "its element");
    is_int(t.j.n_wrong, 1, "one is known");
    is_text(t.j.clause, "t/value", "its clause");
    touched(false, "output", 0, GAT_V_WRONG,
            "output[0] is a string that lies in memory that cannot be read" SECOND);
    touched(false, "output", 64, GAT_V_FAULT_READ,
            "read right after the end of output (offset 64 of 64)" SECOND);
    touched(false, "output", -1, GAT_V_FAULT_READ, "read 1 byte before output" SECOND);
    touched(true, "output", 0, GAT_V_FAULT_WRITE, "wrote to byte 0 of output" SECOND);
    case_end(&t);
}

/* What a change of bits says, and what it does not. */
static void silent(void)
{
    const uint32_t plain[] = {5, 0x7fc00000}, other[] = {5, 0x7fc00003}, due[] = {5, 0x7fc00001};
    ok(!gat_damage_is_vague(gat_damages(GAT_C64, plain, due)),
       "the NaN of arithmetic, second part");
    ok(gat_damage_is_vague(gat_damages(GAT_C64, other, due)), "any other NaN tells nothing");
    ok(!gat_damage_flips(GAT_STR, &(const struct gat_string){.size = 3},
                         &(const struct gat_string){.size = 2}),
       "the bits of a view of a string say nothing");
}

/* Any of several updates may be the one that lost bits, the first too. */
static void damaged_update(unsigned from, const char *words)
{
    uint32_t *updates, got;
    case_start(&t, "scatter_elements");
    t.rules[0].value[REF_duplicates] = REF_DUP_ANY;
    case_data(&t, GAT_U32, SHAPE(4));
    case_indices(&t, SHAPE(3), (const int64_t[]){1, 1, 1});
    case_updates(&t, SHAPE(3));
    updates = t.member.question.updates.data;
    for (unsigned k = 0; k < 3; k++)
        updates[k] = 0x11223344 * (k + 1) + k;
    case_expect(&t);
    got = __builtin_bswap32(updates[from]);
    case_put(&t, 1, &got);
    is_verdict(&t, GAT_V_WRONG, words);
    has_text(t.j.diagnosis, ": its bytes are swapped", words);
    case_end(&t);
}

int main(void)
{
    damaged_update(0, "the first update");
    damaged_update(1, "one between");
    damaged_update(2, "the last update");
    silent();
    numbers();
    cuts();
    strings();
    ends();
    return done();
}
