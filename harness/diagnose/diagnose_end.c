/* diagnose_end.c - a worker that did not come back, and bytes beside an operand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "base/sentence.h"
#include "diagnose/diagnose_end.h"
#include "diagnose/diagnose_status.h"
#include "exchange/placement.h"

static const char *signal_name(int code)
{
    switch (code) {
    case SIGABRT: return " (SIGABRT: it gave up)";
    case SIGBUS: return " (SIGBUS: bad memory access)";
    case SIGFPE: return " (SIGFPE: integer division by zero or overflow)";
    case SIGHUP: return " (SIGHUP)";
    case SIGILL: return " (SIGILL: an instruction that this machine does not have)";
    case SIGINT: return " (SIGINT)";
    case SIGKILL: return " (SIGKILL)";
    case SIGPIPE: return " (SIGPIPE)";
    case SIGQUIT: return " (SIGQUIT)";
    case SIGSEGV: return " (SIGSEGV: bad memory access)";
    case SIGSYS: return " (SIGSYS: bad system call)";
    case SIGTERM: return " (SIGTERM)";
    case SIGTRAP: return " (SIGTRAP)";
    case SIGXCPU: return " (SIGXCPU)";
    default: return "";
    }
}

/* No fault of code ends a process so. */
static bool comes_from_outside(int code)
{
    static const int sent[] = {SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM, SIGXCPU};
    bool is = false;
    for (size_t k = 0; k < sizeof sent / sizeof sent[0]; k++)
        is |= sent[k] == code;
    return is;
}

void gat_judge_sent(struct gat_judgement *j)
{
    struct gat_sentence s;
    gat_sentence_start(&s, j->diagnosis, sizeof j->diagnosis);
    gat_sentence_add(&s,
                     "the worker was ended by signal %d%s from outside the call: the kernel sends "
                     "it where memory or processor time runs out, or somebody does; alone the case "
                     "passes",
                     j->sent, signal_name(j->sent));
    j->verdict = GAT_V_SUITE;
    j->clause = "";
    j->owed = NULL;
}

/* "8 bytes after the end of output (byte 72 of 64)" */
static void place_add(struct gat_sentence *s, const struct gat_reply *r)
{
    if (strcmp(r->operand, "the call itself") == 0)
        gat_sentence_add(s, "the call itself, which is read-only");
    else if (r->offset < 0)
        gat_sentence_add(s, "%" PRIu64 " byte%s before %s", -(uint64_t)r->offset,
                         r->offset == -1 ? "" : "s", r->operand);
    else if (r->offset == r->operand_size)
        gat_sentence_add(
            s, "right after the end of %s (offset %" PRId64 " of %" PRId64 ")",
            r->operand, r->offset, r->operand_size);
    else if (r->offset > r->operand_size)
        gat_sentence_add(s, "%" PRId64 " byte%s after the end of %s (offset %" PRId64
                            " of %" PRId64 ")",
                         r->offset - r->operand_size,
                         r->offset - r->operand_size == 1 ? "" : "s", r->operand,
                         r->offset, r->operand_size);
    else
        gat_sentence_add(s, "byte %" PRId64 " of %s", r->offset, r->operand);
}

/* A byte of an input, or of the call; not one beside it. */
static bool is_input(const struct gat_reply *r)
{
    if (strcmp(r->operand, "the call itself") == 0)
        return true;
    return strcmp(r->operand, "output") != 0 && r->offset >= 0 &&
           r->offset < r->operand_size;
}

/* ", in the first call", and where operands lay in it. */
static void call_add(struct gat_sentence *s, const struct gat_reply *r)
{
    if (r->copied)
        gat_sentence_add(s, ", in the %s call", r->call == 0 ? "first" : "second");
    else
        gat_sentence_add(s, ", in %s", gat_placed_words(r->placed, r->call));
}

static void fault_tell(const struct gat_reply *r, struct gat_sentence *s,
                       struct gat_judgement *out)
{
    if (r->on_device) {
        out->verdict = r->beside ? GAT_V_FAULT_READ : GAT_V_CRASH;
        gat_sentence_add(s, "was stopped by its device: it touched memory that %s",
                         r->beside ? "is not mapped, beside an operand"
                                   : "does not exist or must not be written");
        gat_sentence_quote(s, ": ", r->error_text);
    } else if (r->operand == NULL) {
        out->verdict = GAT_V_CRASH;
        gat_sentence_add(s, "%s memory that is near no operand",
                         r->write ? "wrote to" : "read");
    } else {
        out->verdict = !r->write ? GAT_V_FAULT_READ
                       : is_input(r) ? GAT_V_FAULT_INPUT : GAT_V_FAULT_WRITE;
        gat_sentence_add(s,
                         r->write && r->offset >= 0 && r->offset < r->operand_size
                             ? "wrote to "
                         : r->write ? "wrote "
                                    : "read ");
        place_add(s, r);
    }
    call_add(s, r);
}

/* The output can be read, so a read that faulted inside it was ours: we followed
 * the view of a string that the backend made. */
static bool is_wild_string(const struct gat_expectation *x, const struct gat_reply *r)
{
    return r->operand != NULL && !r->write && strcmp(r->operand, "output") == 0 &&
           r->offset >= 0 && r->offset < r->operand_size &&
           x->answer.output.dtype == GAT_STR;
}

static void string_tell(const struct gat_expectation *x, const struct gat_reply *r,
                        struct gat_sentence *s, struct gat_judgement *out)
{
    out->verdict = GAT_V_WRONG;
    out->clause = gat_clause_id(x, REF_value);
    out->element = r->offset / (int64_t)sizeof(struct gat_string);
    out->n_wrong = 1;
    out->mistakes = 1;
    gat_sentence_place(s, "output", &x->answer.output, out->element);
    gat_sentence_add(s, " is a string that lies in memory that cannot be read, in %s",
                     gat_placed_words(r->placed, r->call));
}

static void canary_tell(const struct gat_reply *r, struct gat_sentence *s,
                        struct gat_judgement *out)
{
    bool known = r->operand != NULL;
    out->verdict = known && is_input(r) ? GAT_V_FAULT_INPUT : GAT_V_FAULT_WRITE;
    gat_sentence_add(s, "changed ");
    if (known)
        place_add(s, r);
    else
        gat_sentence_add(s, "memory beside an operand");
    if (r->gap)
        gat_sentence_add(s, ", which lies in a gap between its elements");
    call_add(s, r);
}

static void death_tell(const struct gat_reply *r, struct gat_sentence *s,
                       struct gat_judgement *out)
{
    const char *call = r->call == 0 ? "first" : "second";
    switch (r->end) {
    case GAT_END_SIGNAL:
        out->verdict = GAT_V_CRASH;
        out->sent = comes_from_outside(r->code) ? r->code : 0;
        gat_sentence_add(s, "died of signal %d%s in the %s call", r->code,
                         signal_name(r->code), call);
        break;
    case GAT_END_EXIT:
        out->verdict = GAT_V_EXIT;
        gat_sentence_add(s, "ended the process with status %d in the %s call",
                         r->code, call);
        break;
    case GAT_END_PROTOCOL:
        out->verdict = GAT_V_PROTOCOL;
        gat_sentence_add(s, "broke the protocol of adapters in the %s call", call);
        gat_sentence_quote(s, ": ", r->error_text);
        break;
    case GAT_END_TIMEOUT:
        out->verdict = GAT_V_TIMEOUT;
        gat_sentence_add(s, "the %s call did not come back within the time limit",
                         call);
        break;
    case GAT_END_MEMORY:
        out->verdict = GAT_V_MEMORY;
        gat_sentence_add(s, "took more memory than the limit in the %s call", call);
        break;
    case GAT_END_LOST:
        out->verdict = GAT_V_SUITE;
        gat_sentence_add(s, "%s", r->error_text != NULL && r->error_text[0] != '\0'
                                      ? r->error_text
                                      : "no worker could be started");
        break;
    case GAT_END_ANSWERED:
    case GAT_END_FAULT:
        break;
    }
}

/* A machine's fault is no verdict on the backend. */
static bool device_failed(const struct gat_reply *r)
{
    return r->end == GAT_END_ANSWERED &&
           (r->status[0] == GAT_E_DEVICE || r->status[1] == GAT_E_DEVICE);
}

bool gat_judge_end(const struct gat_expectation *x, const struct gat_reply *r,
                   struct gat_judgement *out)
{
    struct gat_sentence s;
    gat_sentence_start(&s, out->diagnosis, sizeof out->diagnosis);
    if (x->oracle_wrong) {
        out->verdict = GAT_V_SUITE;
        gat_sentence_add(&s, "%s (%s:%u)", x->oracle_why,
                         x->member->test->file,
                         x->member->test->line);
    } else if (device_failed(r)) {
        out->verdict = GAT_V_SUITE;
        gat_sentence_add(&s, "the device failed");
        gat_sentence_quote(&s, ": ", r->error_text);
    } else if (r->end == GAT_END_FAULT && is_wild_string(x, r)) {
        string_tell(x, r, &s, out);
    } else if (r->end == GAT_END_FAULT) {
        fault_tell(r, &s, out);
    } else if (r->canary && r->end != GAT_END_LOST) {
        canary_tell(r, &s, out);
    } else {
        death_tell(r, &s, out);
        bool died = r->end == GAT_END_SIGNAL || r->end == GAT_END_EXIT ||
                    r->end == GAT_END_TIMEOUT || r->end == GAT_END_MEMORY;
        if (died && x->answer.demand != REF_MUST_SUCCEED)
            gat_due_add(x, &s);
        out->owed = died && x->member != NULL ? gat_due_clause(x) : NULL; /* smoke has no case */
        out->owes_error = x->answer.demand == REF_MUST_REPORT;
    }
    return out->verdict != GAT_V_PASS;
}
