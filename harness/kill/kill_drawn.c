/* kill_drawn.c - draw faults, and judge each by what run does with its variant.
 *
 * Cases, order, limits and repetition are those of `run --backend PLUGIN:FAULT VARIANT`; it
 * ends with the first point that fails, or with as many of its cases as run compares.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kill/kill_drawn.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/options.h"
#include "diagnose/verdict.h"
#include "run/plan.h"
#include "run/session.h"
#include "run/tally.h"
#include "suite/member.h"

extern char **environ;
enum { MOST_LINE = 1 << 14 };

struct crew {
    struct gat_drawn *drawn;
    pthread_mutex_t lock;
    atomic_uint next;
    double until; /* 0: no end */
};

/* One session: a fault in its variant, or no fault in an operator. */
struct trial {
    struct gat_session session;
    struct gat_run run;
    struct gat_options options;
    struct crew *crew;
    struct gat_drawn_fault *fault; /* NULL: the control */
    unsigned long failed;
    const char *first;
    unsigned tells; /* what is kept of the fault's diagnoses */
    double start;
};

static const char *keep(struct crew *c, const char *text)
{
    pthread_mutex_lock(&c->lock);
    const char *kept = gat_arena_text(&c->drawn->arena, text, strlen(text));
    pthread_mutex_unlock(&c->lock);
    return kept;
}

/* ---- what the drawing program says ---- */

/* All that it writes, at most `size` bytes with the terminator; false when it fails. */
static bool program_ask(const struct gat_drawn *d, unsigned number, char *out, size_t size)
{
    char seed[24], which[16];
    int pipes[2], status = 0;
    pid_t child;
    snprintf(seed, sizeof seed, "%" PRIu64, d->kills->seed);
    snprintf(which, sizeof which, "%u", number);
    char *argv[] = {(char *)(uintptr_t)d->program, (char *)(uintptr_t)d->plugin, seed, which,
                    (char *)(uintptr_t)d->kills->options->kind, NULL}; /* NULL: of any class */
    posix_spawn_file_actions_t actions;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return false;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO);
    int failed = posix_spawn(&child, d->program, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(pipes[1]);
    size_t n = 0;
    for (ssize_t got = 1; failed == 0 && got > 0 && n < size - 1; n += got > 0 ? (size_t)got : 0)
        got = read(pipes[0], out + n, size - 1 - n);
    out[n] = '\0';
    close(pipes[0]);
    return failed == 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

static bool conditions_read(struct crew *c, const json_t *list, struct gat_drawn_fault *f)
{
    size_t n = json_array_size(list);
    if (n == 0 || n > GAT_DRAWN_CONDITIONS)
        return false;
    for (size_t k = 0; k < n; k++) {
        const char *kind = json_string_value(json_object_get(json_array_get(list, k), "kind"));
        if (kind == NULL)
            return false;
        f->conditions[f->n_conditions++] = keep(c, kind);
    }
    return true;
}

static bool fault_read(struct crew *c, const char *line, struct gat_drawn_fault *f)
{
    const char *op, *variant, *effect, *kind, *options, *witness, *how;
    json_t *conditions;
    int witnessed;
    json_int_t again;
    json_t *root = json_loads(line, 0, NULL);
    bool good = root != NULL &&
                json_unpack(root, "{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:o,s:b,s:I}", "operator", &op,
                            "variant", &variant, "effect", &effect, "kind", &kind, "options",
                            &options, "witness", &witness, "how", &how, "conditions", &conditions,
                            "witnessed", &witnessed, "again", &again) == 0 &&
                conditions_read(c, conditions, f);
    if (good) {
        f->op = keep(c, op);
        f->variant = keep(c, variant);
        f->effect = keep(c, effect);
        f->kind = keep(c, kind);
        f->options = keep(c, options);
        f->witness = keep(c, witness);
        f->how = keep(c, how);
        f->witnessed = witnessed != 0;
        f->again = again;
    }
    json_decref(root);
    return good;
}

/* ---- judging ---- */

/* The finding that run prints first of the point: of its first findings the one that tells most. */
static void diagnosis_keep(struct trial *t, const struct gat_finding *f)
{
    struct gat_drawn_fault *x = t->fault;
    if (f->judgement.tells <= t->tells && t->failed > 1)
        return;
    t->tells = f->judgement.tells;
    x->verdict = f->judgement.verdict;
    x->first = t->first;
    x->diagnosis = keep(t->crew, f->judgement.diagnosis);
}

static void settled(struct gat_session *s, unsigned point, const struct gat_finding *f)
{
    struct trial *t = (struct trial *)s;
    struct gat_drawn_fault *x = t->fault;
    enum gat_verdict_class v = f->judgement.verdict;
    char suffix[192], name[512];
    if (x != NULL && v == GAT_V_SUITE && x->error == NULL)
        x->error = keep(t->crew, f->judgement.diagnosis);
    if (!gat_verdict_finds(v) || s->enough)
        return;
    t->failed++;
    if (x == NULL && t->failed > 1)
        return;
    gat_member_suffix(s->points[point].opened, f->member, suffix, sizeof suffix);
    snprintf(name, sizeof name, "%s/%s", s->points[point].point->name, suffix);
    t->first = keep(t->crew, name);
    if (x == NULL)
        return;
    if (!x->killed)
        x->ms = (gat_seconds_now() - t->start) * 1e3;
    x->killed = true;
    if (x->point == NULL)
        x->point = s->points[point].point;
    if (x->point == s->points[point].point)
        diagnosis_keep(t, f);
    s->most_suspects = GAT_MOST_COMPARED;
    s->enough = t->failed >= GAT_MOST_COMPARED || x->point != s->points[point].point;
}

/* Answers that are each right may contradict each other. */
static void readings_look(struct trial *t)
{
    struct gat_drawn_fault *x = t->fault;
    for (unsigned k = 0; k < t->session.n_tallies && !x->killed; k++) {
        const struct gat_variant_tally *y = &t->session.tallies[k];
        if (!gat_tally_contradicts(y))
            continue;
        x->killed = true;
        x->verdict = GAT_V_READINGS;
        x->point = t->session.points[y->sum.excluded[0].point].point;
        x->first = x->point->name;
        x->diagnosis = gat_verdict_sentence(GAT_V_READINGS);
        x->ms = (gat_seconds_now() - t->start) * 1e3;
    }
}

static void point_done(struct gat_session *s, unsigned point)
{
    const struct trial *t = (const struct trial *)s;
    s->enough |= t->fault != NULL && t->fault->point == s->points[point].point;
}

/* The points of which a case killed, moved to the front; the others go. */
static void guilty_keep(struct gat_session *s, const bool *guilty)
{
    unsigned kept = 0;
    for (unsigned k = 0; k < s->n_points; k++)
        if (guilty[s->points[k].point - s->run->catalog->points])
            s->points[kept++] = s->points[k];
    for (unsigned k = 0; k < kept; k++)
        s->points[k].last_finding = &s->points[k].findings;
    s->n_points = kept;
}

/* The session on an engine that is open; `word` selects, `guilty` is the plan of a control. */
static void session_run(struct trial *t, const struct gat_backend_ref *b, const char *word,
                        const bool *guilty)
{
    struct gat_kills *k = t->crew->drawn->kills;
    t->options = *k->options;
    t->options.words = (struct gat_list){1, &word};
    t->run = (struct gat_run){.options = &t->options, .catalog = &k->catalog, .seed = k->seed,
                              .n_shards = 1, .n_lanes = 1, .limits = k->limits,
                              .kept = &k->kept, .death_budget = ULONG_MAX,
                              .timeout_budget = ULONG_MAX};
    t->session = (struct gat_session){.run = &t->run, .backend = b, .settled = settled,
                                      .point_done = point_done,
                                      .most_suspects = t->fault != NULL ? 1 : 0};
    gat_session_prepare(&t->session);
    if (guilty != NULL)
        guilty_keep(&t->session, guilty);
    gat_session_run(&t->session);
    if (t->fault != NULL && !t->fault->killed)
        readings_look(t);
}

static void session_end(struct trial *t)
{
    for (unsigned j = 0; j < t->session.n_points; j++)
        gat_plan_close(&t->session.points[j]);
    gat_arena_free(&t->run.arena);
}

static struct gat_engine *plugin_open(struct crew *c, const char *options, const char **why)
{
    struct gat_error e = {0};
    bool missing;
    char text[512];
    struct gat_engine *g =
        gat_engine_open(c->drawn->plugin, options, &c->drawn->kills->limits, &e, &missing);
    if (g == NULL) {
        gat_error_print(&e, text, sizeof text);
        *why = keep(c, text);
    }
    return g;
}

static void fault_judge(struct crew *c, struct gat_drawn_fault *f)
{
    struct trial t = {.crew = c, .fault = f, .start = gat_seconds_now()};
    struct gat_backend_ref b = {.name = "drawn", .path = c->drawn->plugin, .options = f->options};
    b.engine = plugin_open(c, f->options, &f->error);
    if (b.engine == NULL)
        return;
    session_run(&t, &b, f->variant, NULL);
    session_end(&t);
    f->all_ms = (gat_seconds_now() - t.start) * 1e3;
    f->judged = f->error == NULL;
    gat_engine_close(b.engine);
}

static void fault_do(struct crew *c, unsigned number)
{
    struct gat_drawn_fault *f = &c->drawn->faults[number];
    char line[MOST_LINE];
    if (!program_ask(c->drawn, number, line, sizeof line) || !fault_read(c, line, f)) {
        f->error = "it could not be drawn";
        return;
    }
    if (f->witnessed)
        fault_judge(c, f);
}

static void *hand_run(void *user)
{
    struct crew *c = user;
    unsigned j;
    while ((c->until == 0 || gat_seconds_now() < c->until) &&
           (j = atomic_fetch_add(&c->next, 1)) < c->drawn->n) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%u of %u \r", j, c->drawn->n);
        fault_do(c, j);
    }
    return NULL;
}

/* ---- the control ---- */

static void control_run(struct crew *c)
{
    struct gat_drawn *d = c->drawn;
    const struct gat_catalog *all = &d->kills->catalog;
    const char *why = NULL;
    struct gat_backend_ref b = {.name = "drawn", .path = d->plugin, .options = ""};
    d->guilty = GAT_NEW_N(&d->arena, bool, all->n_points);
    for (unsigned j = 0; j < d->n; j++)
        if (d->faults[j].point != NULL)
            d->guilty[d->faults[j].point - all->points] = true;
    b.engine = plugin_open(c, "", &why);
    for (unsigned j = 0; j < all->n_specs && b.engine != NULL; j++) {
        struct trial t = {.crew = c, .start = gat_seconds_now()};
        if (j > 0 && strcmp(all->specs[j]->op, all->specs[j - 1]->op) == 0)
            continue;
        session_run(&t, &b, all->specs[j]->op, d->guilty);
        for (unsigned k = 0; k < t.session.n_tallies; k++)
            d->control_judged += t.session.tallies[k].sum.count[GAT_V_PASS];
        d->control_failed += t.failed;
        if (t.failed > 0 && d->control_first == NULL)
            d->control_first = t.first;
        session_end(&t);
    }
    if (b.engine != NULL)
        gat_engine_close(b.engine);
    else
        d->control_first = why;
    d->control_failed += b.engine == NULL;
}

int gat_drawn_run(struct gat_drawn *d, unsigned jobs)
{
    struct crew c = {.drawn = d, .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t *threads = GAT_NEW_N(&d->arena, pthread_t, jobs);
    unsigned started = 0;
    double start = gat_seconds_now(), time = d->kills->options->time;
    if (access(d->program, X_OK) != 0 || access(d->plugin, R_OK) != 0)
        return gat_complain(GAT_EXIT_OURS, "%s is not there; make broken builds it", d->program);
    const char *kind = d->kills->options->kind;
    char line[MOST_LINE];
    if (kind != NULL && !program_ask(d, 0, line, sizeof line))
        return gat_complain(GAT_EXIT_USAGE, "--class %s: no effect and no condition has that class",
                            kind);
    d->faults = GAT_NEW_N(&d->arena, struct gat_drawn_fault, d->n + 1);
    c.until = time > 0 ? start + time : 0;
    while (started < jobs && pthread_create(&threads[started], NULL, hand_run, &c) == 0)
        started++;
    if (started == 0)
        hand_run(&c);
    for (unsigned j = 0; j < started; j++)
        pthread_join(threads[j], NULL);
    unsigned next = atomic_load(&c.next);
    d->n_done = next < d->n ? next : d->n;
    control_run(&c);
    d->seconds = gat_seconds_now() - start;
    return 0;
}
