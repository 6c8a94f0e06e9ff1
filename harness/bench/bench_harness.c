/* bench_harness.c - gatherum bench harness: what the harness itself costs.
 *
 * Cases go the whole way of a run: made from the case file with a seed of their
 * own, put to the oracle, called twice in the worker between fences and in poison,
 * judged. bench/dies.c is the backend: a plain loop, so that the harness is what is
 * timed; and the same once more with a death in every thousand cases, each repeated
 * alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <jansson.h>
#include <sched.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench/bench_figures.h"
#include "bench/bench_harness.h"
#include "cli/options.h"
#include "diagnose/verdict.h"
#include "engine/backend_find.h"
#include "engine/start.h"
#include "judge/claims.h"
#include "judge/job.h"
#include "oracle/expect.h"
#include "suite/member.h"
#include "worker/adapter.h"

extern char **environ;

enum {
    ROUNDS = 5,     /* of which the median counts */
    CASES = 200000, /* of one round */
    CASES_DYING = 50000,
    CASES_SLOW = 10000, /* of a program that is asked, as adapters are */
    STARTS = 11,
    MOST_POINTS = 64,
    SLOTS = 256,        /* more cases than can be under way */
    MOST_SUSPECTS = 64, /* repeated together, as a run does */
};

struct bench_slot {
    struct gat_arena arena;
    struct gat_member member;
    struct gat_expectation expectation;
    uint64_t number;
};

struct bench {
    struct gat_catalog catalog;
    struct gat_engine *engine;
    const struct gat_manifest *manifest;
    unsigned n_points;
    const struct gat_point *points[MOST_POINTS];
    const struct gat_claim *claim;
    struct bench_slot slots[SLOTS];
    uint64_t next, end; /* numbers of cases: what to make now, where to stop */
    bool alone;         /* what dies now was repeated already */
    unsigned n_suspects;
    uint64_t suspects[MOST_SUSPECTS + SLOTS];
    unsigned long passed, died, died_again, failed;
    char complaint[800]; /* the first verdict that is not a pass */
};

/* ---- cases ---- */

static bool bench_next(void *user, struct gat_job *job)
{
    struct bench *b = user;
    if (b->next == b->end || b->n_suspects >= MOST_SUSPECTS)
        return false;
    struct bench_slot *slot = &b->slots[b->next % SLOTS];
    const struct gat_point *p = b->points[b->next % b->n_points];
    slot->number = b->next++;
    gat_arena_reset(&slot->arena);
    gat_member_make(p, 0, slot->number, &slot->arena, &slot->member);
    gat_expect(&slot->member, &slot->arena, &slot->expectation);
    const char *gap = gat_claim_gap(b->manifest, &slot->expectation, &b->claim);
    if (gap != NULL) {
        snprintf(b->complaint, sizeof b->complaint, "%s is not claimed: %s", slot->member.name,
                 gap);
        b->failed++;
        return false;
    }
    gat_job_fill(&slot->expectation, b->claim, job);
    job->user = slot;
    return true;
}

static bool bench_done(void *user, const struct gat_job *job, const struct gat_reply *r)
{
    struct bench *b = user;
    struct bench_slot *slot = job->user;
    struct gat_judgement j;
    gat_judge(&slot->expectation, b->claim, r, &slot->arena, &j);
    if (j.verdict == GAT_V_PASS) {
        b->passed++;
    } else if (j.verdict == GAT_V_CRASH || j.verdict == GAT_V_EXIT) {
        b->died++;
        b->died_again += b->alone;
        if (!b->alone)
            b->suspects[b->n_suspects++] = slot->number;
    } else if (b->failed++ == 0) {
        snprintf(b->complaint, sizeof b->complaint, "%s: %s: %s", slot->member.name,
                 gat_verdict_name(j.verdict), j.diagnosis);
    }
    return true;
}

/* Repeat what died, each alone in a fresh worker. */
static bool suspects_repeat(struct bench *b, const struct gat_engine_source *source,
                            struct gat_error *e)
{
    uint64_t next = b->next, end = b->end;
    unsigned n = b->n_suspects;
    bool good = true;
    b->alone = true;
    b->n_suspects = 0;
    for (unsigned k = 0; k < n && good; k++) {
        b->next = b->suspects[k];
        b->end = b->next + 1;
        good = gat_engine_fresh(b->engine, e) && gat_engine_run(b->engine, source, e);
    }
    b->alone = false;
    b->next = next;
    b->end = end;
    return good;
}

/* Cases per second of one round. */
static bool round_run(struct bench *b, uint64_t cases, double *rate, struct gat_error *e)
{
    struct gat_engine_source source = {bench_next, bench_done, b};
    double start = gat_seconds_now();
    b->end = b->next + cases;
    while (b->next < b->end || b->n_suspects > 0) {
        if (!gat_engine_run(b->engine, &source, e) || !suspects_repeat(b, &source, e))
            return false;
        if (b->failed > 0)
            return gat_fail(e, "", 0, 0, "%s", b->complaint);
    }
    *rate = (double)cases / (gat_seconds_now() - start);
    return true;
}

/* ---- figures ---- */

struct figures {
    double cases_per_second, case_us, dying_per_second, start_ms;
    uint64_t resident;
    unsigned long deaths, cases_dying;
};

static bool bench_open(struct bench *b, const struct gat_backend_ref *backend, struct gat_error *e)
{
    const struct gat_engine_limits limits = {.memory = UINT64_C(1) << 30};
    bool missing;
    b->engine = gat_engine_open(backend->path, backend->options, &limits, e, &missing);
    if (b->engine == NULL)
        return false;
    b->manifest = gat_engine_manifest(b->engine);
    b->next = 0;
    return true;
}

static bool speed_measure(struct bench *b, const struct gat_backend_ref *backend, uint64_t cases,
                          double *rate, struct gat_engine_stats *stats, struct gat_error *e)
{
    double rates[ROUNDS];
    bool good = bench_open(b, backend, e);
    for (unsigned k = 0; k < ROUNDS && good; k++)
        good = round_run(b, cases, &rates[k], e);
    if (good) {
        *rate = gat_median(rates, ROUNDS);
        gat_engine_stats(b->engine, stats);
    }
    if (b->engine != NULL)
        gat_engine_close(b->engine);
    b->engine = NULL;
    return good;
}

/* Processor time of this process and of those that ended, in seconds. */
static double processor_time(void)
{
    double sum = 0;
    for (int who = 0; who < 2; who++) {
        struct rusage u;
        getrusage(who == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &u);
        sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
               (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
    }
    return sum;
}

/* The same, and what a case takes of all processors together, without the start. */
static bool cost_measure(struct bench *b, const struct gat_backend_ref *backend, uint64_t cases,
                         struct figures *f, struct gat_engine_stats *stats, struct gat_error *e)
{
    double start = processor_time(), started, rate;
    if (!speed_measure(b, backend, 0, &rate, stats, e))
        return false;
    started = processor_time();
    if (!speed_measure(b, backend, cases, &f->cases_per_second, stats, e))
        return false;
    f->case_us = (processor_time() - started - (started - start)) * 1e6 / (double)(ROUNDS * cases);
    return true;
}

/* From nothing to the verdict of one case, as a person waits for it. */
static bool start_measure(const char *backend, const char *folder, const char *name, double *ms,
                          struct gat_error *e)
{
    double times[STARTS];
    char *argv[] = {strdup("gatherum"), strdup("run"),  strdup("--backend"), strdup(backend),
                    strdup("--path"),   strdup(folder), strdup(name),        NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    bool good = true;
    for (unsigned k = 0; k < STARTS && good; k++) {
        pid_t pid;
        int status = -1;
        double start = gat_seconds_now();
        good = posix_spawn(&pid, "/proc/self/exe", &files, NULL, argv, environ) == 0 &&
               waitpid(pid, &status, 0) == pid && status == 0;
        times[k] = (gat_seconds_now() - start) * 1e3;
    }
    posix_spawn_file_actions_destroy(&files);
    for (char **a = argv; *a != NULL; a++)
        free(*a);
    *ms = good ? gat_median(times, STARTS) : 0;
    return good || gat_fail(e, "", 0, 0, "`gatherum run` of one case did not exit with 0");
}

static bool points_find(struct bench *b, const char *folder, struct gat_error *e)
{
    for (unsigned k = 0; k < b->catalog.n_points && b->n_points < MOST_POINTS; k++)
        if (strcmp(b->catalog.points[k].test->topic, "bench") == 0)
            b->points[b->n_points++] = &b->catalog.points[k];
    return b->n_points > 0 || gat_fail(e, folder, 0, 0, "no cases with the topic 'bench'");
}

static bool figures_measure(struct bench *b, const struct gat_options *o,
                            const struct gat_backend_ref *chosen, struct figures *f,
                            struct gat_error *e)
{
    struct gat_arena *a = &b->catalog.arena;
    const char *folder = gat_arena_print(a, "%s/bench", o->home);
    const char *dies = gat_arena_print(a, "%s/bench/dies.so", o->libexec);
    const char *const paths[] = {o->home, folder, NULL};
    struct gat_backend_ref plain = {.path = dies, .options = "never"};
    struct gat_backend_ref mortal = {.path = dies, .options = ""};
    static const char *const cases[] = {"gather/onnx-13/bench/*"};
    struct gat_engine_stats stats, dying;
    b->catalog.wanted = cases; /* as `gatherum run` of them reads the suite */
    b->catalog.n_wanted = 1;
    if (!gat_catalog_read(&b->catalog, paths, e) || !points_find(b, folder, e) ||
        !cost_measure(b, chosen == NULL ? &plain : chosen,
                      chosen != NULL && gat_is_adapter(chosen->path) ? CASES_SLOW : CASES, f,
                      &stats, e))
        return false;
    b->died = b->died_again = 0;
    if (!speed_measure(b, &mortal, CASES_DYING, &f->dying_per_second, &dying, e))
        return false;
    f->resident = stats.resident > dying.resident ? stats.resident : dying.resident;
    f->deaths = b->died - b->died_again;
    f->cases_dying = (unsigned long)ROUNDS * CASES_DYING;
    if (b->died_again != f->deaths)
        return gat_fail(e, "", 0, 0, "%lu cases died in the crowd and %lu of them alone", f->deaths,
                        b->died_again);
    return start_measure(gat_arena_print(a, "%s:never", dies), folder, b->points[0]->name,
                         &f->start_ms, e);
}

/* ---- output ---- */

static unsigned processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

static void figures_print(const struct figures *f)
{
    printf("%.0f cases/s  isolated, fenced, poisoned twice, run twice and judged, "
           "on %u "
           "processors\n",
           f->cases_per_second, processors());
    printf("%.1f us         of processor time for a case of these, in all processes\n", f->case_us);
    printf("%.0f cases/s  the same with a backend that died %lu times in %lu "
           "cases, each "
           "repeated alone\n",
           f->dying_per_second, f->deaths, f->cases_dying);
    printf("%.1f MiB       resident, parent and worker, shared pages once\n",
           (double)f->resident / 1048576.0);
    printf("%.1f ms        from the start of the program to the verdict of one case\n",
           f->start_ms);
}

static int figures_json(const struct figures *f)
{
    json_t *j = json_pack("{s:f, s:f, s:f, s:I, s:I, s:I, s:f, s:i}", "cases_per_second",
                          f->cases_per_second, "case_us", f->case_us, "cases_per_second_dying",
                          f->dying_per_second, "deaths", (json_int_t)f->deaths, "cases_dying",
                          (json_int_t)f->cases_dying, "resident_bytes", (json_int_t)f->resident,
                          "start_ms", f->start_ms, "processors", (int)processors());
    int code = j == NULL || json_dumpf(j, stdout, JSON_INDENT(2)) != 0 || puts("") < 0;
    json_decref(j);
    return code == 0 ? GAT_EXIT_CONFORMING
                     : gat_complain(GAT_EXIT_OURS, "the figures could not be written");
}

int gat_bench_harness(const struct gat_options *o)
{
    struct gat_backend_ref *chosen = NULL;
    struct gat_arena arena = {0};
    struct gat_error e = {0};
    struct figures f = {0};
    unsigned n = 0;
    if (o->words.count != 1)
        return gat_complain(GAT_EXIT_USAGE, "bench harness takes no pattern");
    if (o->backends.count > 1)
        return gat_complain(GAT_EXIT_USAGE, "bench harness takes one --backend at most");
    int code = o->backends.count == 0 ? 0 : gat_backends_find(o, &arena, &chosen, &n);
    if (code != 0) {
        gat_arena_free(&arena);
        return code;
    }
    struct bench *b = GAT_NEW(&arena, struct bench);
    bool missing = true;
    if (n > 0 && !gat_start_check(chosen[0].path, chosen[0].options, &e, &missing)) {
        code = gat_complain_error(missing ? GAT_EXIT_OURS : GAT_EXIT_USAGE, &e);
    } else if (!figures_measure(b, o, chosen, &f, &e)) {
        code = gat_complain_error(GAT_EXIT_OURS, &e);
    } else if (o->json) {
        code = figures_json(&f);
    } else {
        figures_print(&f);
    }
    for (unsigned k = 0; k < SLOTS; k++)
        gat_arena_free(&b->slots[k].arena);
    gat_catalog_free(&b->catalog);
    gat_arena_free(&arena);
    return code;
}
