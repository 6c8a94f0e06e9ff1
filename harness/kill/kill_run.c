/* kill_run.c - every saboteur through the cases, one operator after the other.
 *
 * A saboteur meets the session that every backend meets: same cases, same worker,
 * same repetition of what fails.  Only the order and the end differ: when enough cases
 * have killed it the rest of the plan is dropped.
 *
 * Controls come last, because they have to pass what killed the others: a case that
 * kills them too has shown nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "diagnose/verdict.h"
#include "kill/kill.h"
#include "kill/kill_plan.h"
#include "kill/kill_run.h"
#include "oracle/expect.h"
#include "oracle/features.h"
#include "run/plan.h"
#include "run/session.h"
#include "run/tally.h"
#include "spec/feature.h"
#include "suite/member.h"

enum {
    MOST_SINCE = 1000, /* cases after the one that killed */
    MOST_SUSPECTS = 8, /* what kills is repeated soon: workers that die cost time */
};

/* A saboteur in all its operators, or a control in one. */
struct task {
    struct gat_saboteur *saboteur;
    unsigned op; /* of a control */
};

struct crew {
    struct gat_kills *kills;
    unsigned n_tasks, cpus;
    struct task *tasks;
    atomic_uint next;
};

/* One saboteur in one operator.  The session is its first member: callbacks get a pointer to it. */
struct attempt {
    struct gat_session session;
    struct gat_run run;
    struct gat_options options;
    struct gat_arena *arena; /* of what is kept */
    pthread_mutex_t *lock;
    const struct gat_saboteur *saboteur;
    struct gat_kill *kill;
    unsigned long most;         /* cases that kill: more are not looked for */
    unsigned long judged_since; /* the first case that killed */
    double start;
};

static bool is_named(const struct gat_saboteur *s, enum gat_verdict_class v)
{
    return s->verdicts == 0 || (s->verdicts >> v & 1) != 0;
}

/* Threads share the arena of the command. */
static const char *text_keep(struct attempt *a, const char *text)
{
    pthread_mutex_lock(a->lock);
    const char *kept = gat_arena_text(a->arena, text, strlen(text));
    pthread_mutex_unlock(a->lock);
    return kept;
}

/* The first case that kills it, or the first with a verdict that it names. */
static void first_keep(struct attempt *a, const struct gat_point *p, const char *name,
                       enum gat_verdict_class v, const char *diagnosis)
{
    a->kill->point = p;
    a->kill->first = text_keep(a, name);
    a->kill->diagnosis = text_keep(a, diagnosis);
    a->kill->verdict = v;
    a->kill->ms = 1e3 * gat_seconds_now() - a->start;
}

/* Has the case the trap that the source of the saboteur names? */
static bool has_trap(const struct attempt *a, unsigned point, unsigned member)
{
    struct gat_arena scratch = {0};
    struct gat_member *m = GAT_NEW(&scratch, struct gat_member);
    struct gat_expectation x;
    struct gat_portrait portrait;
    struct gat_features trap = {0};
    gat_features_add(&trap, gat_feature_find(a->saboteur->trap));
    gat_member_make(a->session.points[point].opened, member, a->run.seed, &scratch, m);
    gat_expect(m, &scratch, &x);
    gat_portrait_make(&x, &trap, &scratch, &portrait);
    bool has = gat_features_hold(&portrait.features, &trap);
    gat_arena_free(&scratch);
    return has;
}

static void settled(struct gat_session *s, unsigned point, const struct gat_finding *f)
{
    struct attempt *a = (struct attempt *)s;
    enum gat_verdict_class v = f->judgement.verdict;
    struct gat_kill *x = a->kill;
    char suffix[192], name[512];
    x->suite_errors += v == GAT_V_SUITE;
    if (!gat_verdict_finds(v))
        return;
    bool named = is_named(a->saboteur, v);
    x->cases++;
    x->named += named;
    bool first = x->cases == 1 || (named && x->named == 1);
    bool stray = a->saboteur->trap != NULL && x->stray == NULL && !has_trap(a, point, f->member);
    if (first || stray) {
        gat_member_suffix(s->points[point].opened, f->member, suffix, sizeof suffix);
        snprintf(name, sizeof name, "%s/%s", s->points[point].point->name, suffix);
    }
    if (stray)
        x->stray = text_keep(a, name);
    if (first)
        first_keep(a, s->points[point].point, name, v, f->judgement.diagnosis);
    /* One more case of these costs a whole limit. */
    bool dear = v == GAT_V_TIMEOUT || v == GAT_V_MEMORY;
    bool many = x->cases >= a->most;
    s->enough = x->named > 0 && (many || dear);
}

/* All answers together may contradict each other where each alone is right. */
static void readings_count(struct attempt *a)
{
    for (unsigned k = 0; k < a->session.n_tallies; k++) {
        const struct gat_variant_tally *t = &a->session.tallies[k];
        if (!gat_tally_contradicts(t))
            continue;
        a->kill->cases++;
        a->kill->named += is_named(a->saboteur, GAT_V_READINGS);
        if (a->kill->named != 1 && a->kill->first != NULL)
            continue;
        const struct gat_point *p = a->session.points[t->sum.excluded[0].point].point;
        first_keep(a, p, p->name, GAT_V_READINGS, gat_verdict_sentence(GAT_V_READINGS));
    }
}

/* Few cases may kill it: after the first the search for more has an end, and does
 * not go on into generators, which make thousands of cases from one point. */
static void point_done(struct gat_session *s, unsigned point)
{
    struct attempt *a = (struct attempt *)s;
    const struct gat_point_state *state = &s->points[point];
    if (a->kill->named == 0 && (a->saboteur->verdicts >> GAT_V_READINGS & 1) != 0) {
        readings_count(a);
        s->enough |= a->kill->named > 0;
    }
    if (a->kill->named == 0)
        return;
    a->judged_since += state->selected - state->not_claimed;
    s->enough |= a->judged_since >= MOST_SINCE || gat_point_closed(state->point);
}

static unsigned long judged_count(const struct gat_session *s)
{
    unsigned long n = 0;
    for (unsigned k = 0; k < s->n_tallies; k++)
        for (int v = 0; v < GAT_V_COUNT; v++)
            n += v == GAT_V_NOT_CLAIMED || v == GAT_V_NOT_RUN ? 0 : s->tallies[k].sum.count[v];
    return n;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The cases of an operator that killed somebody first, each once; in `a`. */
static struct gat_list killers_find(const struct gat_kills *k, const char *op, struct gat_arena *a)
{
    unsigned n = 0, kept = 0;
    const char **names = GAT_NEW_N(a, const char *, k->n_saboteurs + 1);
    for (unsigned j = 0; j < k->n_saboteurs; j++)
        for (unsigned i = 0; i < k->saboteurs[j].n_kills && !k->saboteurs[j].honest; i++)
            if (k->saboteurs[j].kills[i].first != NULL &&
                strcmp(k->saboteurs[j].kills[i].op, op) == 0)
                names[n++] = k->saboteurs[j].kills[i].first;
    qsort(names, n, sizeof *names, by_name);
    for (unsigned j = 0; j < n; j++)
        if (kept == 0 || strcmp(names[kept - 1], names[j]) != 0)
            names[kept++] = names[j];
    return (struct gat_list){kept, names};
}

static void op_run(struct gat_kills *k, pthread_mutex_t *lock, const struct gat_backend_ref *b,
                   struct gat_saboteur *s, unsigned op)
{
    struct attempt a = {.arena = &k->arena, .lock = lock, .saboteur = s, .kill = &s->kills[op]};
    a.kill->op = s->ops[op];
    a.options = *k->options;
    a.options.words.count = 0;
    a.options.fail_fast = false; /* the session goes on until the verdict is a named one */
    a.most = k->options->fail_fast ? 1 : GAT_KILL_ENOUGH;
    a.run = (struct gat_run){.options = &a.options,
                             .catalog = &k->catalog,
                             .kept = &k->kept,
                             .seed = k->seed,
                             .n_shards = 1,
                             .n_lanes = 1,
                             .limits = k->limits,
                             .death_budget = ULONG_MAX,
                             .timeout_budget = ULONG_MAX};
    if (s->honest && k->guilty != NULL && k->options->fail_fast) {
        a.options.words = killers_find(k, a.kill->op, &a.run.arena);
        if (a.options.draw == NULL) /* or a point that is named whole would get more cases */
            a.options.draw = "";
    }
    if (a.options.words.count == 0)
        a.options.words = (struct gat_list){1, &a.kill->op};
    a.session = (struct gat_session){.run = &a.run,
                                     .backend = b,
                                     .settled = settled,
                                     .point_done = point_done,
                                     .most_suspects = MOST_SUSPECTS};
    struct gat_error ignored; /* whoever runs the first case tells */
    a.start = 1e3 * gat_seconds_now();
    /* In a process that the last operator left in another state, this one's would not show. */
    (void)gat_engine_fresh(b->engine, &ignored);
    gat_session_prepare(&a.session);
    gat_kill_plan(&a.session, s->honest ? k->guilty : NULL);
    gat_session_run(&a.session);
    if (!a.session.enough)
        readings_count(&a);
    a.kill->judged = judged_count(&a.session);
    a.kill->enough = a.session.enough;
    a.kill->all_ms = 1e3 * gat_seconds_now() - a.start;
    for (unsigned j = 0; j < a.session.n_points; j++)
        gat_plan_close(&a.session.points[j]);
    gat_arena_free(&a.run.arena);
}

static bool claims(const struct gat_manifest *m, const char *op)
{
    for (unsigned k = 0; k < m->n_claims; k++)
        if (strcmp(m->claims[k].op, op) == 0)
            return true;
    return false;
}

/* Without a list of its own: every operator of the suite that it claims. */
static void ops_choose(const struct gat_kills *k, const struct gat_manifest *m,
                       struct gat_saboteur *s)
{
    for (unsigned j = 0; j < k->catalog.n_specs && s->n_ops < GAT_MAX_KILL_OPS; j++) {
        const char *op = k->catalog.specs[j]->op;
        bool there = s->n_ops > 0 && strcmp(s->ops[s->n_ops - 1], op) == 0;
        for (unsigned i = 0; i < s->n_beside; i++)
            there |= strcmp(s->beside[i], op) == 0;
        if (!there && claims(m, op)) /* specs are sorted by name */
            s->ops[s->n_ops++] = op;
    }
}

static struct gat_engine *saboteur_open(const struct gat_kills *k, struct gat_saboteur *s)
{
    struct gat_error e = {0};
    bool missing;
    struct gat_engine_limits limits = k->limits;
    if (s->honest) /* nobody waits for it to hang, and the machine may be busy */
        limits.seconds *= 5;
    struct gat_engine *engine = gat_engine_open(s->path, "", &limits, &e, &missing);
    if (engine == NULL)
        gat_error_print(&e, s->error, sizeof s->error);
    return engine;
}

/* The operators in which it is judged; they have to be known before a control is divided. */
static void ops_find(const struct gat_kills *k, struct gat_saboteur *s,
                     const struct gat_engine *engine)
{
    if (s->n_ops == 0)
        ops_choose(k, gat_engine_manifest(engine), s);
    if (s->n_ops == 0)
        snprintf(s->error, sizeof s->error, "it claims no operator of the suite");
    s->n_kills = s->n_ops;
}

static void task_run(struct gat_kills *k, pthread_mutex_t *lock, const struct task *t)
{
    struct gat_saboteur *s = t->saboteur;
    struct gat_backend_ref b = {.name = s->name, .path = s->path, .options = ""};
    b.engine = saboteur_open(k, s);
    if (b.engine == NULL)
        return;
    if (s->honest) {
        op_run(k, lock, &b, s, t->op);
    } else {
        ops_find(k, s, b.engine);
        for (unsigned j = 0; j < s->n_ops; j++)
            op_run(k, lock, &b, s, j);
    }
    gat_engine_close(b.engine);
}

struct hand {
    struct crew *crew;
    pthread_mutex_t *lock;
    pthread_t thread;
    unsigned number;
};

/* Parent and worker take turns, so they share a processor. */
static void hand_pin(const struct hand *h)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(h->number % h->crew->cpus, &set);
    (void)sched_setaffinity(0, sizeof set, &set); /* only a matter of speed */
}

static void *hand_run(void *user)
{
    struct hand *h = user;
    struct crew *crew = h->crew;
    unsigned j;
    hand_pin(h);
    while ((j = atomic_fetch_add(&crew->next, 1)) < crew->n_tasks) {
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%u of %u \r", j, crew->n_tasks);
        task_run(crew->kills, h->lock, &crew->tasks[j]);
    }
    return NULL;
}

static void crew_run(struct crew *crew, unsigned jobs)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct hand *hands = GAT_NEW_N(&crew->kills->arena, struct hand, jobs);
    unsigned started = 0;
    atomic_store(&crew->next, 0);
    for (unsigned j = 0; j < jobs; j++)
        hands[j] = (struct hand){.crew = crew, .lock = &lock, .number = j};
    while (started < jobs &&
           pthread_create(&hands[started].thread, NULL, hand_run, &hands[started]) == 0)
        started++;
    if (started == 0)
        hand_run(&hands[0]);
    for (unsigned j = 0; j < started; j++)
        pthread_join(hands[j].thread, NULL);
}

/* Where somebody was killed; NULL when there was nobody, and controls meet every case. */
static bool *guilty_find(struct gat_kills *k)
{
    bool *guilty = NULL;
    for (unsigned j = 0; j < k->n_saboteurs; j++)
        for (unsigned i = 0; i < k->saboteurs[j].n_kills && !k->saboteurs[j].honest; i++) {
            const struct gat_point *p = k->saboteurs[j].kills[i].point;
            if (guilty == NULL)
                guilty = GAT_NEW_N(&k->arena, bool, k->catalog.n_points);
            if (p != NULL)
                guilty[p - k->catalog.points] = true;
        }
    return guilty;
}

/* A control is divided, because it meets most cases. */
static void control_divide(struct crew *crew, struct gat_saboteur *s)
{
    struct gat_engine *engine = saboteur_open(crew->kills, s);
    if (engine == NULL)
        return;
    ops_find(crew->kills, s, engine);
    gat_engine_close(engine);
    for (unsigned k = 0; k < s->n_ops; k++)
        crew->tasks[crew->n_tasks++] = (struct task){s, k};
}

static void tasks_find(struct crew *crew, bool controls)
{
    struct gat_kills *k = crew->kills;
    crew->n_tasks = 0;
    for (unsigned j = 0; j < k->n_saboteurs; j++)
        if (k->saboteurs[j].honest && controls)
            control_divide(crew, &k->saboteurs[j]);
        else if (k->saboteurs[j].honest == controls)
            crew->tasks[crew->n_tasks++] = (struct task){&k->saboteurs[j], 0};
}

void gat_kill_run(struct gat_kills *k, unsigned jobs)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    struct crew crew = {.kills = k, .cpus = cpus > 0 ? (unsigned)cpus : 1};
    double start = 1e3 * gat_seconds_now();
    crew.tasks = GAT_NEW_N(&k->arena, struct task, GAT_MAX_KILL_OPS * k->n_saboteurs + 1);
    tasks_find(&crew, false);
    crew_run(&crew, jobs);
    k->guilty = guilty_find(k);
    tasks_find(&crew, true);
    crew_run(&crew, jobs);
    k->seconds = (1e3 * gat_seconds_now() - start) / 1e3;
}
