/* tap_lines.c - what a run says while it goes: TAP 13 for prove and people, records
 * for reports, and a summary at the end.
 *
 * A failing line is followed by the clause, the diagnosis and the command that
 * repeats it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "diagnose/verdict.h"
#include "judge/claims.h"
#include "ledger/record_head.h"
#include "ledger/record_point.h"
#include "ledger/screen.h"
#include "ledger/tap_lines.h"
#include "ledger/terminal.h"
#include "oracle/expect.h"
#include "run/budget.h"
#include "run/plan.h"
#include "run/record_write.h"
#include "run/tally.h"
#include "run/waiver.h"
#include "sandbox/needs.h"
#include "sandbox/sandbox.h"
#include "suite/member.h"

enum { MOST_LISTED = 3 }; /* failing members under one TAP line */

__attribute__((format(printf, 2, 3))) static void tap(struct gat_run *r, const char *format, ...)
{
    if (r->out.silent)
        return;
    va_list args;
    va_start(args, format);
    if (!gat_screen_print(&r->out, format, args))
        r->out.broken = true;
    va_end(args);
}

__attribute__((format(printf, 3, 4))) static void line_add(char *line, size_t size,
                                                           const char *format, ...)
{
    va_list args;
    size_t used = strlen(line);
    va_start(args, format);
    vsnprintf(line + used, size - used, format, args);
    va_end(args);
}

/* A word as a shell reads it back. */
static void word_add(char *line, size_t size, const char *word)
{
    if (word[0] != '\0' && word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789/._,:=@%+-"
                                             "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0') {
        line_add(line, size, "%s", word);
        return;
    }
    line_add(line, size, "'");
    for (; *word != '\0'; word++)
        line_add(line, size, *word == '\'' ? "'\\''" : "%c", *word);
    line_add(line, size, "'");
}

/* The command that repeats a case, but for the case's name, with every option that can change the
 * verdict. */
static const char *repeat_prefix(const struct gat_session *s)
{
    const struct gat_run *r = s->run;
    const struct gat_options *o = r->options;
    const struct gat_backend_ref *b = s->backend;
    const char *options = b->given != NULL ? b->given : b->options;
    char out[4096] = "";
    word_add(out, sizeof out, o->program);
    line_add(out, sizeof out, b->told ? " judge-results " : " run --backend ");
    word_add(out, sizeof out,
             b->typed != NULL ? b->typed
                              : gat_arena_print(&s->run->arena, "%s%s%s", b->path,
                                                options[0] != '\0' ? ":" : "", options));
    if (b->typed != NULL && o->like != NULL) {
        line_add(out, sizeof out, " --like ");
        word_add(out, sizeof out, o->like);
    }
    for (unsigned k = 0; k < o->paths.count; k++) {
        line_add(out, sizeof out, " --path ");
        word_add(out, sizeof out, o->paths.items[k]);
    }
    if (o->profile != NULL) {
        line_add(out, sizeof out, " --profile ");
        word_add(out, sizeof out, o->profile);
    }
    if (o->timeout > 0)
        line_add(out, sizeof out, " --timeout %g", o->timeout);
    if (o->memory > 0)
        line_add(out, sizeof out, " --memory %g", o->memory);
    if (o->strict)
        line_add(out, sizeof out, " --strict");
    if (!b->told) /* a file of results says it itself */
        line_add(out, sizeof out, " --seed %" PRIu64, r->seed);
    if (r->repeats > 0)
        line_add(out, sizeof out, " --repeat %u", r->repeats);
    if (b->setting != NULL) { /* last, so that those of another can stand before it */
        line_add(out, sizeof out, " --settings ");
        word_add(out, sizeof out, b->setting);
    }
    return gat_arena_print(&s->run->arena, "%s", out);
}

static pid_t reporter; /* what it starts has no say on stdout */
static bool is_tap;    /* is that where the lines of a run go? */

static void bail_out(int signo)
{
    static const char line[] = "\nBail out!  a signal ended the run\n";
    static const char plain[] = "gatherum: a signal ended the run\n";
    if (getpid() == reporter && is_tap)
        (void)!write(STDOUT_FILENO, line, sizeof line - 1);
    else if (getpid() == reporter)
        (void)!write(STDERR_FILENO, plain, sizeof plain - 1);
    (void)raise(signo); /* the default again, as SA_RESETHAND says */
}

/* The first time the run is to end by itself; whoever asks again, or another process that this one
 * made, ends at once. */
static void interrupt(int signo)
{
    if (getpid() == reporter && !gat_interrupt_note())
        return;
    signal(signo, SIG_DFL);
    bail_out(signo);
}

static void signals_tell(void)
{
    static const int ends[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGALRM,
                               SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF};
    struct sigaction old, act = {.sa_handler = bail_out, .sa_flags = (int)SA_RESETHAND};
    const struct sigaction ask = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
    reporter = getpid();
    for (unsigned k = 0; k < sizeof ends / sizeof *ends; k++)
        if (sigaction(ends[k], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ends[k], ends[k] == SIGINT ? &ask : &act, NULL);
}

void gat_report_start(struct gat_run *r, unsigned n_lines)
{
    is_tap = !r->out.silent;
    signals_tell();
    r->out.planned = true;
    tap(r, "TAP version 13\n1..%u\n", n_lines);
    tap(r, "# gatherum %s, seed %" PRIu64 "\n", GAT_VERSION, r->seed);
    uint32_t has = gat_sandbox_probe(), all = (1u << GAT_SANDBOX_COUNT) - 1;
    char text[300];
    if (has != all && !r->options->here)
        tap(r, "# sandbox: %s\n", gat_sandbox_text(has, text, sizeof text));
    gat_record_start(r);
}

void gat_report_absent(struct gat_run *r, const struct gat_backend_ref *b)
{
    if (b->fails)
        tap(r, "not ok %u - %s: it could not be opened\n#   %s\n", ++r->out.tap_count, b->name,
            b->absent);
    else
        tap(r, "ok %u - %s # SKIP %s\n", ++r->out.tap_count, b->name, b->absent);
    json_t *record =
        json_pack("{s:s,s:s,s:s}", "record", "absent", "backend", b->name, "why", b->absent);
    if (b->fails)
        json_object_set_new(record, "fails", json_true());
    gat_record_write(&r->out, record);
}

void gat_report_backend(struct gat_session *s)
{
    const struct gat_manifest *m = s->manifest;
    const char *asked = s->run->options->profile, *profile = asked != NULL ? asked : m->profile;
    char needs[128];
    (void)gat_needs_text(m->needs, needs, sizeof needs);
    tap(s->run, "# backend %s: %s %s, profile %s, isolated, %s, run twice%s%s\n", s->backend->name,
        m->name, m->version, profile[0] != '\0' ? profile : "any",
        m->is_copied   ? "copied"
        : m->maps      ? "in memory of a device, fenced"
        : m->on_device ? "in memory of a device, where a read beside an operand is not seen"
                       : "fenced",
        needs[0] != '\0' ? "; asks for " : "", needs);
    for (unsigned k = 0; m->notes[k] != NULL; k++)
        tap(s->run, "# note: %s\n", m->notes[k]);
    if (s->repeat == NULL)
        s->repeat = repeat_prefix(s);
    gat_screen_backend(s);
    if (gat_records_kept(&s->run->out))
        gat_record_write(&s->run->out, gat_backend_json(s));
}

static void text_option(char *out, size_t size, const char *name, const char *value)
{
    if (value == NULL)
        return;
    line_add(out, size, " --%s ", name);
    word_add(out, size, value);
}

/* The cases before those of this point: which they are, and in which process. */
static void crowd_add(const struct gat_session *s, const struct gat_point_state *p, char *out,
                      size_t size)
{
    const struct gat_options *o = s->run->options;
    text_option(out, size, "draw", o->draw);
    text_option(out, size, "constants", o->constants);
    text_option(out, size, "shard", o->shard);
    text_option(out, size, "failed", o->failed);
    if (o->budget > 0)
        line_add(out, size, " --budget %g", o->budget);
    if (o->jobs > 1)
        line_add(out, size, " --jobs %g", o->jobs);
    line_add(out, size, " --from %s --to %s", s->points[0].point->name, p->point->name);
    for (unsigned k = 0; k < o->words.count; k++) {
        line_add(out, size, " ");
        word_add(out, size, o->words.items[k]);
    }
}

/* The command that repeats a finding; one that only a crowd shows needs all cases before it. */
static void finding_repeat(const struct gat_session *s, const struct gat_point_state *p,
                           const struct gat_finding *f, const char *name, char *out, size_t size)
{
    out[0] = '\0';
    if (f->record != NULL) {
        line_add(out, size, "%s", json_string_value(json_object_get(f->record, "repeat")));
        return;
    }
    if (f->judgement.verdict != GAT_V_UNREPEATABLE && !f->crowded) {
        line_add(out, size, "%s %s", s->repeat, name);
        return;
    }
    line_add(out, size, "%s", s->repeat);
    crowd_add(s, p, out, size);
}

/* The reason for which a failure is borne, or NULL. */
static const char *waived_reason(const struct gat_finding *f)
{
    if (f->waiver != NULL)
        return f->waiver->reason;
    return json_string_value(json_object_get(json_object_get(f->record, "waived"), "reason"));
}

static void finding_tell(struct gat_session *s, const struct gat_finding *f, const char *name,
                         const char *repeat, const char *waived)
{
    const struct gat_judgement *j = &f->judgement;
    tap(s->run, "#   %s: %s\n", gat_verdict_name(j->verdict), name);
    tap(s->run, "#     %s%s%s\n", j->diagnosis, j->clause[0] != '\0' ? "; clause " : "", j->clause);
    if (waived != NULL)
        tap(s->run, "#     waived: %s\n", waived);
    tap(s->run, "#     repeat: %s\n", repeat);
}

/* A weak drawn case, which nobody can mend, is counted and has its record. */
static bool is_told(const struct gat_point_state *p, const struct gat_finding *f)
{
    return f->judgement.verdict != GAT_V_WEAK || p->point->test->drawing == NULL;
}

struct told_as {
    char name[512], repeat[4608];
};

static void finding_name(const struct gat_session *s, const struct gat_point_state *p,
                         const struct gat_finding *f, struct told_as *out)
{
    char suffix[192];
    gat_member_suffix(p->opened, f->member, suffix, sizeof suffix);
    snprintf(out->name, sizeof out->name, "%s/%s", p->point->name, suffix);
    finding_repeat(s, p, f, out->name, out->repeat, sizeof out->repeat);
}

/* A finding with a line of its own; `failed` counts those before it that fail. */
static void finding_print(struct gat_session *s, const struct gat_point_state *p,
                          struct gat_finding *f, unsigned failed)
{
    const char *waived = waived_reason(f);
    struct told_as as;
    finding_name(s, p, f, &as);
    tap(s->run, "%sok %u - %s: %s%s%s\n", gat_verdict_fails(f->judgement.verdict) ? "not " : "",
        ++s->run->out.tap_count, s->backend->name, as.name, waived != NULL ? " # TODO " : "",
        waived != NULL ? waived : "");
    if (is_told(p, f))
        finding_tell(s, f, as.name, as.repeat, NULL);
    gat_record_case(s, p, f, as.name, as.repeat, failed);
}

static bool is_drawn(const struct gat_finding *f)
{
    enum gat_verdict_class v = f->judgement.verdict;
    return gat_verdict_fails(v) && v != GAT_V_NOT_RUN;
}

/* Why a member without a finding did not pass either: text of a directive, or "". */
static const char *member_skip(const struct gat_session *s, struct gat_point_state *p,
                               unsigned k, uint64_t name_hash, struct gat_arena *scratch)
{
    const struct gat_claim *claim;
    const char *gap = gat_claim_unnamed(s->manifest, p->point->spec);
    if (gap == NULL && gat_budget_spares(s, p, k, name_hash))
        return " # SKIP not run: beyond the budget";
    if (gap == NULL && p->not_claimed > 0) {
        struct gat_member *m = GAT_NEW(scratch, struct gat_member);
        struct gat_expectation *x = GAT_NEW(scratch, struct gat_expectation);
        gat_member_make(p->opened, k, s->run->seed, scratch, m);
        gat_expect(m, scratch, x);
        gap = gat_claim_gap(s->manifest, x, &claim);
    }
    return gap != NULL ? gat_arena_print(scratch, " # SKIP not claimed: %s", gap) : "";
}

/* --tap=full: the members that plainly passed or are not claimed, one line each. */
static void members_print(struct gat_session *s, struct gat_point_state *p)
{
    struct gat_arena scratch = {0};
    struct gat_member m;
    unsigned failed = 0;
    for (unsigned k = 0; k < p->opened->n_members; k++) {
        gat_arena_reset(&scratch);
        gat_member_name(p->opened, k, &scratch, &m);
        if (!gat_plan_selects(s->run, p, k, m.name_hash))
            continue;
        struct gat_finding *f = p->findings;
        while (f != NULL && f->member != k)
            f = f->next;
        char suffix[192];
        gat_member_suffix(p->opened, k, suffix, sizeof suffix);
        if (f != NULL)
            finding_print(s, p, f, is_drawn(f) ? failed++ : failed);
        else
            tap(s->run, "ok %u - %s: %s/%s%s\n", ++s->run->out.tap_count, s->backend->name,
                p->point->name, suffix, member_skip(s, p, k, m.name_hash, &scratch));
    }
    gat_arena_free(&scratch);
}

/* The findings that a reader sees of a point, what tells most first; returns how many could be
 * told. */
static unsigned findings_choose(const struct gat_point_state *p, struct gat_finding **best)
{
    unsigned n = 0, most = 0;
    for (struct gat_finding *f = p->findings; f != NULL; f = f->next) {
        /* A case that was not run has nothing to tell. */
        if (f->judgement.verdict == GAT_V_NOT_RUN || !is_told(p, f) || most++ >= GAT_MOST_COMPARED)
            continue;
        unsigned at = n < MOST_LISTED ? n++ : MOST_LISTED;
        for (; at > 0 && best[at - 1]->judgement.tells < f->judgement.tells; at--)
            if (at < MOST_LISTED)
                best[at] = best[at - 1];
        if (at < MOST_LISTED)
            best[at] = f;
    }
    return most;
}

static void findings_print(struct gat_session *s, const struct gat_point_state *p)
{
    struct gat_finding *best[MOST_LISTED];
    unsigned failed = 0, most = findings_choose(p, best);
    struct told_as as;
    for (unsigned k = 0; k < most && k < MOST_LISTED; k++) {
        finding_name(s, p, best[k], &as);
        finding_tell(s, best[k], as.name, as.repeat, waived_reason(best[k]));
    }
    if (most > MOST_LISTED)
        tap(s->run, "#   and %u more like these; --tap=full lists all\n", most - MOST_LISTED);
    for (struct gat_finding *f = p->findings; f != NULL; f = f->next) {
        finding_name(s, p, f, &as);
        gat_record_case(s, p, f, as.name, as.repeat, is_drawn(f) ? failed++ : failed);
    }
}

/* A generator whose script fails judges nothing: the run goes on and ends as one
 * whose input was wrong. */
static void error_print(struct gat_run *r, const struct gat_session *s,
                        const struct gat_point_state *p)
{
    tap(r, "not ok %u - %s: %s\n#   %s\n", ++r->out.tap_count, s->backend->name, p->point->name,
        p->error);
    if (r->bad_input == NULL)
        r->bad_input = gat_arena_print(&r->arena, "%s", p->error);
}

/* All points of a variant that no claim names have one line together. */
static void unclaimed_print(struct gat_session *s, const struct gat_point_state *p)
{
    struct gat_run *r = s->run;
    const struct gat_spec *spec = p->point->spec;
    const char *profile = p->point->profile->name;
    if (p->error != NULL) {
        tap(r, "#   %s\n", p->error);
        r->bad_input =
            r->bad_input != NULL ? r->bad_input : gat_arena_print(&r->arena, "%s", p->error);
    }
    if (gat_plan_folds(r, s->manifest, s->points, (unsigned)(p - s->points)))
        return;
    if (r->options->like != NULL)
        tap(r, "ok %u - %s: variants other than %s # SKIP not claimed\n", ++r->out.tap_count,
            s->backend->name, r->options->like);
    else
        tap(r, "ok %u - %s: %s%s%s # SKIP not claimed: the variant\n", ++r->out.tap_count,
            s->backend->name, spec->name, profile[0] != '\0' ? "@" : "", profile);
}

/* The reason why all failures of a point are borne, or NULL. */
static const char *waived_whole(const struct gat_point_state *p)
{
    if (p->tally.waived != p->failed + p->not_run)
        return NULL;
    const struct gat_finding *f = p->findings;
    while (f != NULL && waived_reason(f) == NULL)
        f = f->next;
    return f != NULL ? waived_reason(f) : NULL;
}

void gat_report_point(struct gat_session *s, struct gat_point_state *p)
{
    struct gat_run *r = s->run;
    if (p->error == NULL && (r->out.full || p->findings != NULL))
        (void)gat_plan_open(r, p);
    if (!r->out.full && !gat_claim_names(s->manifest, p->point->spec)) {
        unclaimed_print(s, p);
    } else if (p->error != NULL) {
        error_print(r, s, p);
    } else if (r->out.full) {
        members_print(s, p);
    } else if (p->failed + p->not_run > 0) {
        const char *waived = waived_whole(p);
        char idle[40] = "";
        if (p->not_run > 0)
            snprintf(idle, sizeof idle, ", %u were not run", p->not_run);
        tap(r, "not ok %u - %s: %s%s%s\n#   %u of %u cases fail%s%s; hunts: %s\n",
            ++r->out.tap_count, s->backend->name, p->point->name, waived != NULL ? " # TODO " : "",
            waived != NULL ? waived : "", p->failed, p->selected - p->not_claimed,
            waived == NULL && p->tally.waived > 0 ? ", some of them waived" : "", idle,
            p->point->test->hunts);
    } else if (p->passed == 0) {
        tap(r, "ok %u - %s: %s # SKIP %s%s\n", ++r->out.tap_count, s->backend->name, p->point->name,
            p->gap != NULL ? "not claimed: " : "",
            p->gap != NULL ? p->gap : "no case of it in this shard");
    } else {
        tap(r, "ok %u - %s: %s\n", ++r->out.tap_count, s->backend->name, p->point->name);
    }
    if (!r->out.full && p->error == NULL)
        findings_print(s, p);
    gat_screen_point(s, p);
    gat_plan_close(p);
    gat_record_point(s, p);
    if (fflush(stdout) != 0)
        r->out.broken = true;
}

void gat_report_readings(struct gat_session *s)
{
    struct gat_run *r = s->run;
    const struct gat_variant_tally *bad = NULL;
    if (!r->out.planned || !gat_plan_reads(s->manifest, s->points, s->n_points))
        return;
    for (unsigned k = 0; k < s->n_tallies && bad == NULL; k++)
        bad = gat_tally_contradicts(&s->tallies[k]) ? &s->tallies[k] : NULL;
    if (bad == NULL && gat_interrupted()) /* other answers were to come */
        return;
    tap(r, "%sok %u - %s: one reading of each document fits all answers\n",
        bad != NULL ? "not " : "", ++r->out.tap_count, s->backend->name);
    if (bad != NULL)
        tap(r, "#   none of %s does: %s, below\n", bad->spec->name,
            gat_verdict_name(GAT_V_READINGS));
}
