/* cmd_fuzz.c - gatherum fuzz: cases that nobody wrote, until one fails.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "draw/draft_case.h"
#include "engine/backend_find.h"
#include "hunt/fuzz.h"
#include "hunt/fuzz_corpus.h"
#include "hunt/fuzz_end.h"
#include "hunt/fuzz_jobs.h"
#include "hunt/fuzz_run.h"
#include "judge/claims.h"
#include "run/plan.h"
#include "sandbox/keeper.h"
#include "sandbox/scratch.h"
#include "suite/pattern.h"

enum { USUAL_SECONDS = 10, MOST_ELEMENTS = 1 << 17 };

static bool spec_selected(const struct gat_options *o, const struct gat_spec *s,
                          const struct gat_profile *p, struct gat_arena *a)
{
    const char *names[] = {s->name, gat_arena_print(a, "%s@%s", s->name, p->name),
                           gat_arena_print(a, "%s/%s", s->op, s->alias != NULL ? s->alias : "-"),
                           gat_arena_print(a, "%s/%s@%s", s->op, s->alias != NULL ? s->alias : "-",
                                           p->name)};
    for (unsigned w = 0; w < o->words.count; w++)
        for (unsigned k = 0; k < sizeof names / sizeof names[0]; k++)
            if (gat_pattern_match_name(o->words.items[w], names[k]))
                return true;
    return o->words.count == 0;
}

static int hunts_make(struct gat_fuzz *f)
{
    const struct gat_options *o = f->options;
    const char *wanted = o->profile != NULL ? o->profile : f->trial.manifest->profile;
    unsigned room = 0, selected = 0;
    for (unsigned k = 0; k < f->catalog->n_specs; k++)
        room += f->catalog->specs[k]->n_profiles;
    f->hunts = GAT_NEW_N(&f->arena, struct gat_hunt, room + 1);
    for (unsigned k = 0; k < f->catalog->n_specs; k++) {
        const struct gat_spec *s = f->catalog->specs[k];
        for (unsigned i = 0; i < s->n_profiles; i++) {
            const struct gat_point p = {.spec = s, .profile = &s->profiles[i]};
            if (!spec_selected(o, s, p.profile, &f->arena))
                continue;
            selected++;
            if (!gat_profile_fits(&p, wanted) || !gat_claim_names(f->trial.manifest, s))
                continue;
            struct gat_hunt *h = &f->hunts[f->n_hunts++];
            *h = (struct gat_hunt){.spec = s, .profile = p.profile, .readings = GAT_EVERY_READING};
            h->kept = GAT_NEW_N(&f->arena, struct gat_genome, GAT_KEPT);
            gat_breed_make(s, p.profile, MOST_ELEMENTS, &h->breed);
            h->breed.giants = (!f->trial.manifest->is_copied || f->trial.manifest->giants) &&
                              (!f->trial.manifest->on_device || f->trial.manifest->maps);
        }
    }
    if (selected == 0)
        return gat_complain(GAT_EXIT_USAGE,
                            "nothing selected; gatherum list specs shows the variants");
    if (f->n_hunts == 0)
        return gat_complain(GAT_EXIT_USAGE, "%s claims nothing of what was selected",
                            f->backend->name);
    return 0;
}

/* Where finds go, and how `run` is told of it: the home is read anyway. */
static void folder_choose(struct gat_fuzz *f)
{
    f->folder = f->options->out != NULL ? f->options->out : "finds";
    char *real = realpath(f->folder, NULL);
    bool is_home = real != NULL && strcmp(real, f->options->home) == 0;
    free(real);
    f->path_option = is_home ? "" : gat_arena_print(&f->arena, "--path '%s' ", f->folder);
}

static int end_code(struct gat_fuzz *f, struct gat_fuzz_sum *sum)
{
    *sum = (struct gat_fuzz_sum){.cases = f->cases, .kept = f->kept, .finds = f->n_finds,
                                 .counters = f->trial.manifest->n_counters,
                                 .seconds = gat_seconds_now() - f->start};
    for (const struct gat_find *x = f->finds; x != NULL; x = x->next)
        sum->again += x->again;
    if (f->broken != NULL)
        return gat_complain(GAT_EXIT_OURS, "%s", f->broken);
    if (f->trial.lost != NULL)
        return gat_complain(GAT_EXIT_OURS, "%s: %s", gat_backend_shown(f->backend), f->trial.lost);
    if (f->cases == 0 && !gat_fuzz_interrupted())
        return gat_complain(GAT_EXIT_USAGE, "%s claims none of the cases that were drawn",
                            f->backend->name);
    return f->n_finds > 0 ? GAT_EXIT_NOT : GAT_EXIT_CONFORMING;
}

/* The part that all searches for one backend share. */
struct quest {
    const struct gat_options *options;
    const struct gat_catalog *catalog;
    const struct gat_backend_ref *backend;
    uint64_t seed;
    char cache[GAT_SCRATCH_SIZE]; /* of its compilers */
    bool opened;                  /* one backend at least was asked */
};

/* The part of search k of n: a seed of its own, and its share of the cases. */
static void limits_set(struct gat_fuzz *f, unsigned k, unsigned n)
{
    const struct gat_options *o = f->options;
    unsigned long most = (unsigned long)o->most_cases;
    f->seed += k;
    f->prng.state = f->seed;
    f->is_quiet = k > 0;
    f->start = gat_seconds_now();
    f->most_cases = most > 0 ? most / n + (k < most % n) : 0;
    if (o->time > 0 || most == 0)
        f->end = f->start + (o->time > 0 ? o->time : USUAL_SECONDS);
}

static bool corpus_choose(struct gat_fuzz *f, unsigned n)
{
    const char *folder = f->options->corpus;
    if (folder == NULL && n > 1) {
        (void)mkdir(f->folder, 0777); /* if it is not there the corpus tells */
        folder = gat_arena_print(&f->arena, "%s/corpus", f->folder);
    }
    return folder == NULL || gat_corpus_open(f, folder);
}

static int search(void *user, unsigned k, unsigned n, struct gat_fuzz_sum *sum)
{
    const struct quest *q = user;
    const struct gat_options *o = q->options;
    struct gat_fuzz f = {
        .options = o, .catalog = q->catalog, .backend = q->backend, .seed = q->seed};
    struct gat_engine_limits limits = {
        .seconds = o->timeout,
        .usual = 1,
        .cache = q->cache[0] != '\0' ? q->cache : NULL,
        .memory = (uint64_t)((o->memory > 0 ? o->memory : 1024) * 1048576.0)};
    struct gat_error e = {0};
    bool missing;
    f.last_find = &f.finds;
    f.trial.engine = gat_engine_open(f.backend->path, f.backend->options, &limits, &e, &missing);
    if (f.trial.engine == NULL)
        return gat_backend_unopened(f.backend, missing, &e);
    f.trial.manifest = gat_engine_manifest(f.trial.engine);
    limits_set(&f, k, n);
    folder_choose(&f);
    int code = hunts_make(&f);
    if (code == 0) {
        if (corpus_choose(&f, n))
            gat_fuzz_run(&f);
        code = end_code(&f, sum);
    }
    gat_engine_close(f.trial.engine);
    gat_arena_free(&f.arena);
    return code;
}

/* Searches at a time have one cache; without a folder for it each has its own. */
static int searches_run(struct quest *q, unsigned jobs, struct gat_fuzz_sum *sum)
{
    struct gat_error e;
    gat_keeper_start();
    if (jobs > 1 && gat_scratch_make(q->cache, sizeof q->cache, &e))
        gat_keeper_folder(q->cache);
    int code = gat_fuzz_jobs(jobs, search, q, sum);
    gat_scratch_remove(q->cache);
    gat_keeper_folder_gone(q->cache);
    q->cache[0] = '\0';
    return code;
}

static int backend_fuzz(struct quest *q, unsigned jobs)
{
    struct gat_fuzz_sum sum = {0};
    int code = searches_run(q, jobs, &sum);
    if (sum.cases == 0 && (code >= GAT_EXIT_USAGE || !(sum.seconds > 0)))
        return code;
    q->opened = true;
    printf("%s: %lu cases in %.1f s, %lu kept, %u found", q->backend->name, sum.cases, sum.seconds,
           sum.kept, sum.finds);
    if (sum.again > 0)
        printf(", %u of them known before", sum.again);
    printf(", seed %" PRIu64 "%s, guided by ", q->seed, jobs > 1 ? " and on" : "");
    if (sum.counters > 0)
        printf("coverage: %" PRIu32 " counter%s\n", sum.counters, sum.counters == 1 ? "" : "s");
    else
        printf("features\n");
    return code;
}

static unsigned searches_of(const struct gat_options *o)
{
    double most = o->most_cases > 0 ? o->most_cases : GAT_FUZZ_JOBS, n = o->jobs > 0 ? o->jobs : 1;
    return n < most ? (unsigned)n : (unsigned)most;
}

static int fuzz_command(const struct gat_options *o)
{
    struct gat_catalog catalog = {0};
    struct gat_arena arena = {0};
    struct gat_backend_ref *backends;
    struct quest q = {.options = o, .catalog = &catalog};
    unsigned n = 0, jobs = searches_of(o);
    int code = gat_options_seed(o, &q.seed), worst = 0;
    if (code == 0)
        code = gat_backends_find(o, &arena, &backends, &n);
    if (code == 0)
        code = gat_profile_check(o);
    if (code == 0)
        code = gat_catalog_specs_open(&catalog, o);
    gat_fuzz_listen();
    for (unsigned k = 0; code == 0 && k < n && !gat_fuzz_interrupted(); k++) {
        q.backend = &backends[k];
        int one = backend_fuzz(&q, jobs);
        worst = one > worst ? one : worst;
    }
    gat_catalog_free(&catalog);
    gat_arena_free(&arena);
    if (code == 0 && worst == 0 && !q.opened && !gat_fuzz_interrupted())
        return gat_complain(GAT_EXIT_OURS, "no backend of this machine could be opened");
    return code != 0 ? code : worst;
}

GAT_COMMAND(fuzz) = {
    .name = "fuzz",
    .arguments = "[VARIANT]...",
    .sentence = "look for failing cases that nobody wrote, and make each as small as it can be",
    .order = 51,
    .run = fuzz_command,
};
