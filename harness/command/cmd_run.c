/* cmd_run.c - gatherum run: judge backends and say which variants they obey.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/machine.h"
#include "base/sentence.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "code/constants.h"
#include "command/cmd_run.h"
#include "draw/draws.h"
#include "ledger/failed.h"
#include "ledger/interrupted.h"
#include "ledger/lanes.h"
#include "ledger/record_file.h"
#include "ledger/resume.h"
#include "ledger/screen.h"
#include "ledger/summary.h"
#include "ledger/tap_lines.h"
#include "ledger/terminal.h"
#include "run/budget.h"
#include "run/determinism.h"
#include "run/failed_set.h"
#include "run/plan.h"
#include "run/shard.h"
#include "run/waiver.h"
#include "engine/backend_find.h"

/* Options into limits and numbers; an exit code, 0 for none. */
static int options_read(struct gat_run *r)
{
    const struct gat_options *o = r->options;
    r->n_lanes = 1;
    int code = gat_options_seed(o, &r->seed);
    if (code == 0)
        code = gat_shard_read(r);
    if (code != 0)
        return code;
    r->constants = o->constants == NULL || strcmp(o->constants, "yes") == 0;
    char *today = GAT_NEW_N(&r->arena, char, 16);
    r->today = today;
    if (!gat_today(today, 16))
        return gat_complain(GAT_EXIT_USAGE, "SOURCE_DATE_EPOCH is no number of seconds: '%s'",
                            getenv("SOURCE_DATE_EPOCH"));
    if (o->resume != NULL && (o->out != NULL || o->fail_fast))
        return gat_complain(GAT_EXIT_USAGE,
                            "--resume writes to its own file and goes on to "
                            "the end; leave out %s",
                            o->out != NULL ? "--out" : "--exit-first");
    gat_screen_find(&r->out);
    r->narrowed = r->n_shards > 1 || o->words.count > 0 || o->from != NULL || o->to != NULL ||
                  o->failed != NULL || o->profile != NULL;
    r->out.jsonl = r->out.silent = o->format != NULL && strcmp(o->format, "jsonl") == 0;
    if (o->quiet && (o->format != NULL || o->tap != NULL))
        return gat_complain(GAT_EXIT_USAGE, "--quiet prints the summary alone; leave out %s",
                            o->format != NULL ? "--format" : "--tap");
    r->out.full = o->tap != NULL && strcmp(o->tap, "full") == 0;
    r->limits.seconds = o->timeout;
    r->limits.memory = (uint64_t)((o->memory > 0 ? o->memory : 2048) * 1048576.0);
    r->limits.here = o->here;
    r->death_budget = (unsigned long)o->deaths;
    r->timeout_budget = o->timeouts > 0 ? (unsigned long)o->timeouts : 20;
    r->deaths_each = (unsigned long)o->deaths_each;
    if (o->deaths_each > 0)
        r->limits.slots = 4; /* what is under way may still end a worker each */
    r->timeouts_each = (unsigned long)o->timeouts_each;
    return 0;
}

/* A pattern that selects nothing is an error of its own, by name, and so is an end of the range
 * that is no point. */
static int patterns_check(struct gat_run *r)
{
    const struct gat_catalog *c = r->catalog;
    const char *const ends[] = {r->options->from, r->options->to};
    for (unsigned k = 0; k < 2; k++)
        if (ends[k] != NULL && gat_catalog_point(c, ends[k]) == NULL)
            return gat_complain(GAT_EXIT_USAGE,
                                "%s takes the name of a point, and none is called "
                                "'%s'; gatherum list cases shows the names",
                                k == 0 ? "--from" : "--to", ends[k]);
    r->reached = GAT_NEW_N(&r->arena, unsigned char, c->n_points + 1);
    bool *used = GAT_NEW_N(&r->arena, bool, r->options->words.count + 1);
    for (unsigned closed = 0; closed < 2; closed++) /* generators are opened last */
        for (unsigned k = 0; k < c->n_points; k++)
            if (gat_point_closed(&c->points[k]) == (closed == 1))
                gat_plan_use(r, &c->points[k], used);
    for (unsigned w = 0; w < r->options->words.count; w++)
        if (!used[w])
            return gat_complain(GAT_EXIT_USAGE,
                                "nothing selected by '%s'%s; gatherum list cases shows the names",
                                r->options->words.items[w],
                                gat_meant_words(gat_catalog_meant(c, &r->arena,
                                                                  r->options->words.items[w])));
    if (c->n_points == 0)
        return gat_complain(GAT_EXIT_USAGE, "nothing selected: no cases in %s", r->options->home);
    return 0;
}

/* Records, and reports of them, tell backends apart by their names. */
static int names_check(const struct gat_run *r)
{
    for (unsigned k = 1; k < r->n_backends; k++)
        for (unsigned i = 0; i < k; i++) {
            const struct gat_backend_ref *a = &r->backends[i], *b = &r->backends[k];
            if (strcmp(a->name, b->name) != 0)
                continue;
            if (strcmp(a->path, b->path) == 0 && strcmp(a->options, b->options) == 0)
                return gat_complain(GAT_EXIT_USAGE, "the backend '%s' is named twice", b->name);
            return gat_complain(GAT_EXIT_USAGE,
                                "two backends are called '%s', and records tell backends apart "
                                "by their names; judge each in a run of its own",
                                b->name);
        }
    return 0;
}

/* The constants of an object, or those that an adapter tells; NULL where they cannot be known. */
static const struct gat_constants *constants_find(struct gat_run *r,
                                                  const struct gat_backend_ref *b)
{
    const struct gat_manifest *m = gat_engine_manifest(b->engine);
    if (!r->constants || b->told || (!m->is_copied && !gat_code_constants_known()))
        return NULL;
    struct gat_constants *own = GAT_NEW(&r->arena, struct gat_constants);
    *own = m->constants;
    if (!m->is_copied)
        gat_object_constants(b->path, own);
    return own;
}

/* Open the worker of each backend.  One that was named must open, and one that was merely found
 * may be absent but not go wrong; either way the others are judged.  An exit code where none opens.
 */
static int backends_open(struct gat_run *r)
{
    bool any = false;
    for (unsigned k = 0; k < r->n_backends; k++) {
        struct gat_backend_ref *b = &r->backends[k];
        struct gat_error e = {0};
        bool missing = false;
        if (b->engine == NULL) /* there already: of results */
            b->engine = gat_engine_open(b->path, b->options, &r->limits, &e, &missing);
        any |= b->engine != NULL;
        if (b->engine != NULL) {
            b->constants = constants_find(r, b);
            continue;
        }
        b->absent = gat_arena_print(&r->arena, "%s", e.text);
        b->fails = b->explicitly || !missing;
        if (!b->fails)
            continue;
        int code = gat_complain(b->explicitly && !missing ? GAT_EXIT_USAGE : GAT_EXIT_OURS,
                                "%s: %s", gat_backend_shown(b), e.text);
        if (b->given != NULL)
            return code; /* of --settings: what the backend does not take */
        r->unopened = r->unopened != 0 ? r->unopened : code;
    }
    return any ? 0 : r->unopened;
}

/* Lines of TAP that a backend will take: known before it runs, because a plan that
 * comes first is what makes a lost run visible. */
static unsigned lines_of(struct gat_run *r, const struct gat_backend_ref *b)
{
    struct gat_session s = {.run = r, .backend = b};
    struct gat_arena scratch = {0};
    unsigned lines = 0;
    if (b->engine == NULL)
        return 1;
    s.manifest = gat_engine_manifest(b->engine);
    s.n_points = gat_plan_points(r, s.manifest->profile, &s.points);
    gat_budget_share(&s);
    struct gat_point_state *points = s.points;
    unsigned n = s.n_points;
    lines += gat_plan_reads(s.manifest, points, n);
    for (unsigned k = 0; k < n && !r->out.full; k++)
        lines += !gat_plan_folds(r, s.manifest, points, k);
    if (!r->out.full)
        return lines;
    for (unsigned k = 0; k < n; k++) {
        if (!gat_plan_open(r, &points[k])) {
            lines++;
            continue;
        }
        for (unsigned m = 0; m < points[k].opened->n_members; m++) {
            lines += gat_plan_selects_member(r, &points[k], m, &scratch);
            gat_arena_reset(&scratch);
        }
        gat_plan_close(&points[k]);
    }
    gat_arena_free(&scratch);
    return lines;
}

/* What is known of a run that was interrupted. */
static int interrupted_report(struct gat_run *r)
{
    unsigned rest = 0;
    while (rest < r->n_backends && r->backends[rest].engine == NULL)
        rest++;
    r->out.muted = true;
    gat_report_end(r, GAT_EXIT_INTERRUPTED);
    (void)gat_screen_end(r, GAT_EXIT_INTERRUPTED);
    gat_interrupted_tell(r, rest);
    return GAT_EXIT_INTERRUPTED;
}

static int plan_run(struct gat_run *r)
{
    unsigned lines = 0;
    int code = backends_open(r);
    if (code == 0)
        code = gat_waivers_read(r);
    if (code == 0 && r->options->resume != NULL)
        code = gat_resume_begin(r, r->options->resume);
    if (code == 0 && r->options->out != NULL) /* old records go when there are new ones */
        code = gat_record_file_begin(r->out.records, r->options->out, 0);
    if (code != 0)
        return code;
    for (unsigned k = 0; k < r->n_backends; k++)
        lines += lines_of(r, &r->backends[k]) + r->backends[k].n_waivers;
    r->out.muted = gat_resume_has(r, 0);
    gat_report_start(r, lines);
    for (unsigned k = 0; k < r->n_backends && r->bad_history == NULL && !gat_interrupted(); k++) {
        r->out.muted = gat_resume_has(r, k);
        if (r->backends[k].engine == NULL)
            gat_report_absent(r, &r->backends[k]);
        else
            gat_lanes_run(r, k);
        if (r->backends[k].engine != NULL)
            gat_engine_close(r->backends[k].engine);
        r->backends[k].engine = NULL;
    }
    if (r->bad_history != NULL)
        return gat_complain(GAT_EXIT_USAGE, "%s", r->bad_history);
    if (gat_interrupted())
        return interrupted_report(r);
    code = gat_run_code(r);
    r->out.muted = gat_resume_ended(r);
    gat_report_end(r, code);
    code = gat_screen_end(r, code);
    return code;
}

static int records_open(struct gat_run *r)
{
    const struct gat_options *o = r->options;
    const char *path = o->resume != NULL ? o->resume : o->out;
    int code = 0;
    if (path != NULL)
        r->out.records = gat_record_file_open(path, &code);
    return code == 0 && o->resume != NULL ? gat_resume_open(r, o->resume) : code;
}

/* The one backend that a file of results stands for, and the cases that it is about. */
static int results_take(struct gat_run *r, const struct gat_results *x, const char *path)
{
    struct gat_failed *named = GAT_NEW(&r->arena, struct gat_failed);
    for (size_t k = 0; k < x->n; k++)
        if (!gat_failed_take(r, named, x->list[k].id))
            return gat_complain(GAT_EXIT_USAGE, "%s: the suite has no case %s (--path?)", path,
                                x->list[k].id);
    gat_failed_sort(named);
    r->failed = named;
    r->narrowed = true;
    r->n_backends = 1;
    r->backends = GAT_NEW(&r->arena, struct gat_backend_ref);
    *r->backends = (struct gat_backend_ref){.name = x->manifest.name,
                                            .path = path,
                                            .options = "",
                                            .explicitly = true,
                                            .told = true,
                                            .engine = gat_engine_told(&x->teller)};
    return 0;
}

int gat_run_judge(const struct gat_options *o, const struct gat_results *x, const char *path)
{
    /* A reader that goes away is a write error here: a run ends its records. */
    signal(SIGPIPE, SIG_IGN);
    struct gat_catalog catalog = {0};
    struct gat_run r = {.options = o, .catalog = &catalog, .out.records = -1};
    int code = options_read(&r);
    if (code == 0)
        code = gat_answers_options(&r);
    if (code == 0 && x == NULL)
        code = gat_backends_find(o, &r.arena, &r.backends, &r.n_backends);
    if (code == 0)
        gat_settings_expand(&r);
    if (code == 0)
        code = names_check(&r);
    if (code == 0)
        code = gat_profile_check(o);
    if (o->from == NULL && o->to == NULL && o->failed == NULL) { /* those name others */
        catalog.wanted = o->words.items;
        catalog.n_wanted = o->words.count;
    }
    if (code == 0)
        code = gat_catalog_open(&catalog, o);
    if (code == 0 && x != NULL)
        code = results_take(&r, x, path);
    if (code == 0)
        code = patterns_check(&r);
    if (code == 0 && o->failed != NULL)
        code = gat_failed_read(&r, o->failed);
    if (code == 0)
        code = records_open(&r);
    if (code == 0)
        code = gat_screen_open(&r);
    if (code == 0)
        code = plan_run(&r);
    if (r.out.records >= 0 && close(r.out.records) != 0 && code < GAT_EXIT_USAGE)
        code = gat_complain(GAT_EXIT_OURS, "cannot write records to %s: %s",
                            o->out != NULL ? o->out : o->resume, strerror(errno));
    gat_resume_end(&r);
    for (unsigned k = 0; k < r.n_backends; k++)
        if (r.backends[k].engine != NULL)
            gat_engine_close(r.backends[k].engine);
    gat_catalog_free(&catalog);
    gat_arena_free(&r.arena);
    gat_interrupted_end();
    return code;
}

static int run_command(const struct gat_options *o)
{
    return gat_run_judge(o, NULL, NULL);
}

GAT_COMMAND(run) = {
    .name = "run",
    .arguments = "[PATTERN]...",
    .sentence = "judge backends by the cases that the patterns select",
    .order = 1,
    .run = run_command,
};
