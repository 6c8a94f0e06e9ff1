/* cmd_shrink.c - gatherum shrink: a failing case made as small as it can be.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "draw/draws.h"
#include "base/file_write.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "export/export.h"
#include "export/export_c.h"
#include "hunt/shrink.h"
#include "hunt/shrink_operand.h"
#include "diagnose/verdict.h"
#include "oracle/expect.h"
#include "run/plan.h"
#include "suite/candidate_member.h"
#include "suite/case_yaml.h"
#include "suite/member.h"
#include "suite/pattern.h"
#include "suite/point_open.h"
#include "suite/points.h"
#include "suite/print_yaml.h"
#include "engine/backend_find.h"

struct search {
    const struct gat_options *o;
    struct gat_catalog catalog, file; /* the suite; and the cases of a file */
    struct gat_arena arena;
    struct gat_trial trial;
    const struct gat_backend_ref *backend;
    uint64_t seed;
    unsigned members; /* that were selected */
    bool opened; /* one backend at least was asked */
};

/* The first member of the point that the word selects and that fails. */
static bool point_fails(struct search *s, const struct gat_point *p, const char *word,
                        struct gat_candidate *c, struct gat_judgement *j)
{
    struct gat_attempt x = {0};
    bool found = false;
    for (unsigned k = 0; k < p->n_members && !found && s->trial.lost == NULL; k++) {
        char suffix[192];
        struct gat_member *m;
        gat_member_suffix(p, k, suffix, sizeof suffix);
        if (word != NULL && !gat_pattern_match(word, p, suffix) && !gat_pattern_match(word, p, ""))
            continue;
        gat_arena_reset(&x.arena);
        m = GAT_NEW(&x.arena, struct gat_member);
        gat_member_make(p, k, s->seed, &x.arena, m);
        x.member = m;
        s->members++;
        found = gat_attempt_ready(&s->trial, &x) && gat_attempt_run(&s->trial, &x, true, j) &&
                !gat_passes(j->verdict);
        if (found) {
            struct gat_candidate all;
            gat_candidate_of(m, &x.arena, &all);
            gat_candidate_copy(&all, &s->arena, c);
        }
    }
    gat_arena_free(&x.arena);
    return found;
}

/* The first point of a catalogue with such a member. */
static const struct gat_point *first_failing(struct search *s, const struct gat_catalog *c,
                                             const char *word, struct gat_candidate *out,
                                             struct gat_judgement *j)
{
    for (unsigned k = 0; k < c->n_points && s->trial.lost == NULL; k++) {
        const struct gat_point *p = &c->points[k];
        struct gat_error e;
        if (!gat_profile_fits(p, s->trial.manifest->profile) ||
            (word != NULL && !gat_pattern_match(word, p, NULL) &&
             !(gat_point_closed(p) && gat_pattern_may_reach(word, p))))
            continue;
        const struct gat_point *opened = gat_point_open(p, s->seed, &s->arena, &e);
        if (opened != NULL && point_fails(s, opened, word, out, j))
            return opened;
    }
    return NULL;
}

static bool names_file(const char *word)
{
    size_t n = strlen(word);
    return n > 5 && strcmp(word + n - 5, ".yaml") == 0;
}

static int file_read(struct search *s, const char *word)
{
    struct gat_error e = {0};
    struct gat_test **tests;
    s->file.n_specs = s->catalog.n_specs;
    s->file.specs = s->catalog.specs;
    if (gat_cases_read(&s->arena, word, &tests, &s->file.n_tests, &e)) {
        s->file.tests = tests;
        if (gat_points_make(&s->file, &e))
            return 0;
    }
    return gat_complain_error(GAT_EXIT_USAGE, &e);
}

/* Beside cases/, as a C file of its own. */
static bool alone_write(struct search *s, const struct gat_member *m, struct gat_error *e)
{
    struct gat_expectation x;
    struct gat_export all;
    gat_expect(m, &s->arena, &x);
    if (gat_export_misfit(&x, false, &s->arena) != NULL)
        return true;
    gat_export_make(&x, s->seed, &s->arena, &all);
    all.paths = gat_options_paths(s->o);
    const char *text = gat_export_c_file(&all, e);
    return text != NULL && gat_file_write(gat_arena_print(&s->arena, "%s/%s.%s.c", s->o->out,
                                                          m->point->spec->op, m->test->topic),
                                          text, strlen(text), e);
}

/* The name of a file: a drawn topic has two parts, and the folder of an operator has no folders. */
static const char *topic_name(struct search *s, const char *topic)
{
    char *name = gat_arena_print(&s->arena, "%.60s-shrunk", topic);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '/' ? '-' : *c;
    return name;
}

/* YAML on stdout, or a file below --out that `run --path` reads. */
static int result_tell(struct search *s, const struct gat_point *p, const struct gat_shrink *x,
                       struct gat_candidate *c)
{
    const struct gat_options *o = s->o;
    const char *yaml, *profile = p->profile->name;
    struct gat_error e = {0};
    c->test.topic = topic_name(s, c->test.topic);
    const struct gat_member *m = gat_candidate_member(c, p->spec, p->profile, &s->arena);
    gat_member_print_yaml(m, &s->arena, &yaml);
    const char *name = gat_arena_print(&s->arena, "%s%s%s/%s/%s", p->spec->name,
                                       profile[0] != '\0' ? "@" : "", profile, c->test.topic,
                                       c->test.name);
    const char *file = gat_arena_print(&s->arena, "cases/%s/%s.yaml", p->spec->op, c->test.topic);
    const char *all = gat_arena_print(
        &s->arena,
        "# %s of %s; %lu cases tried, %lu steps kept%s\n# %s: %s run --backend %s --path %s "
        "'%s'\n%s",
        gat_verdict_name(x->verdict), s->backend->name, x->tried, x->kept,
        x->minimal ? "; no single step makes it smaller"
                   : "; not the end: time was over, or it "
                     "fails only after other cases",
        o->out != NULL ? "repeat" : gat_arena_print(&s->arena, "repeat, as DIR/%s", file),
        o->program, s->backend->path, o->out != NULL ? o->out : "DIR", name, yaml);
    if (printf("%s", all) < 0)
        return GAT_EXIT_OURS;
    if (o->out == NULL)
        return GAT_EXIT_NOT;
    file = gat_arena_print(&s->arena, "%s/%s", o->out, file);
    gat_folders_make(o->out, file);
    return alone_write(s, m, &e) && gat_file_write(file, all, strlen(all), &e)
               ? GAT_EXIT_NOT
               : gat_complain(GAT_EXIT_OURS, "%s: %s", e.file, e.text);
}

static int point_shrink(struct search *s, const struct gat_point *p, struct gat_candidate *start,
                        const struct gat_judgement *j)
{
    struct gat_candidate small = *start;
    struct gat_shrink x = {.trial = &s->trial,
                           .spec = p->spec,
                           .profile = p->profile,
                           .verdict = j->verdict,
                           .clause = j->clause,
                           .seconds = s->o->time};
    (void)gat_shrink_run(&x, start, &s->arena, &small);
    if (s->trial.lost != NULL)
        return gat_complain(GAT_EXIT_OURS, "%s: %s", s->backend->path, s->trial.lost);
    return result_tell(s, p, &x, &small);
}

/* An exit code, GAT_EXIT_CONFORMING where nothing fails. */
static int backend_try(struct search *s, const struct gat_backend_ref *b, const char *word)
{
    struct gat_engine_limits limits = {
        .seconds = s->o->timeout,
        .usual = 2,
        .memory = (uint64_t)((s->o->memory > 0 ? s->o->memory : 1024) * 1048576.0)};
    struct gat_error e = {0};
    struct gat_candidate c;
    struct gat_judgement j;
    bool missing;
    int code = GAT_EXIT_CONFORMING;
    s->backend = b;
    s->trial = (struct gat_trial){
        .engine = gat_engine_open(b->path, b->options, &limits, &e, &missing)};
    if (s->trial.engine == NULL)
        return gat_backend_unopened(b, missing, &e);
    s->opened = true;
    s->trial.manifest = gat_engine_manifest(s->trial.engine);
    bool file = names_file(word);
    const struct gat_point *p =
        first_failing(s, file ? &s->file : &s->catalog, file ? NULL : word, &c, &j);
    if (p != NULL)
        code = point_shrink(s, p, &c, &j);
    else if (s->trial.lost != NULL)
        code = gat_complain(GAT_EXIT_OURS, "%s: %s", b->path, s->trial.lost);
    gat_engine_close(s->trial.engine);
    return code;
}

static int search_run(struct search *s)
{
    const char *word = s->o->words.items[0];
    struct gat_backend_ref *backends;
    unsigned n;
    int code = gat_backends_find(s->o, &s->arena, &backends, &n);
    if (code == 0 && names_file(word))
        code = file_read(s, word);
    for (unsigned k = 0; code == GAT_EXIT_CONFORMING && k < n; k++)
        code = backend_try(s, &backends[k], word);
    if (code == GAT_EXIT_CONFORMING && !s->opened)
        return gat_complain(GAT_EXIT_OURS, "no backend of this machine could be opened");
    if (code == GAT_EXIT_CONFORMING && s->members == 0)
        return gat_complain(GAT_EXIT_USAGE, "nothing selected by '%s'; gatherum list cases shows "
                                            "the names", word);
    if (code == GAT_EXIT_CONFORMING)
        printf("# nothing to shrink: %u case%s, and none fails\n", s->members,
               s->members == 1 ? "" : "s");
    return code;
}

static int shrink_command(const struct gat_options *o)
{
    struct search s = {.o = o};
    if (o->words.count != 1)
        return gat_complain(GAT_EXIT_USAGE,
                            "shrink takes the name of one case, or one file of cases");
    int code = gat_options_seed(o, &s.seed);
    if (code == 0)
        code = gat_catalog_open(&s.catalog, o);
    if (code == 0)
        code = search_run(&s);
    gat_arena_free(&s.file.arena);
    gat_catalog_free(&s.catalog);
    gat_arena_free(&s.arena);
    return code;
}

GAT_COMMAND(shrink) = {
    .name = "shrink",
    .arguments = "ID|FILE.yaml",
    .sentence = "make a failing case as small and as plain as it can be",
    .order = 52,
    .run = shrink_command,
};
