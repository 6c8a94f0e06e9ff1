/* fuzz_find.c - from a failing case to a small one with a name, on disk.
 *
 * A find is written as it failed before it is shrunk: an interrupted search loses nothing.  Of
 * several with the same verdict, clause and features one is kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/clock.h"
#include "base/file_write.h"
#include "diagnose/verdict.h"
#include "hunt/fuzz.h"
#include "hunt/fuzz_find.h"
#include "hunt/fuzz_readings.h"
#include "hunt/shrink.h"
#include "hunt/shrink_operand.h"
#include "oracle/features.h"
#include "suite/candidate_member.h"
#include "suite/print_yaml.h"

enum { MOST_FINDS = 200, SHRINK_SECONDS = 20 };

const char *gat_fuzz_origin(struct gat_fuzz *f, unsigned long number)
{
    return gat_arena_print(&f->arena, "gatherum fuzz --seed %" PRIu64 " of %s, case %lu", f->seed,
                           f->backend->name, number);
}

/* Its cases under its own name, as YAML. */
static const char *text_make(const struct gat_candidate *const *c, unsigned n,
                             const struct gat_find *x, struct gat_arena *a)
{
    const char *yaml;
    const struct gat_member **m = GAT_NEW_N(a, const struct gat_member *, n);
    for (unsigned k = 0; k < n; k++) {
        struct gat_candidate *named = GAT_NEW(a, struct gat_candidate);
        *named = *c[k];
        named->test.topic = x->topic;
        named->test.hunts = x->diagnosis;
        m[k] = gat_candidate_member(named, x->hunt->spec, x->hunt->profile, a);
    }
    gat_members_print_yaml(m, n, a, &yaml);
    return gat_arena_print(a,
                           "# A case that `gatherum fuzz` found; SPDX-License-"
                           "Identifier: Apache-2.0\n%s",
                           yaml);
}

static void find_write(struct gat_fuzz *f, const struct gat_candidate *const *c, unsigned n,
                       const struct gat_find *x, const char *file)
{
    struct gat_arena a = {0};
    struct gat_error e = {0};
    gat_folders_make(f->folder, file);
    const char *text = text_make(c, n, x, &a);
    if (!gat_file_write(file, text, strlen(text), &e))
        f->broken = gat_arena_print(&f->arena, "%s: %s", e.file, e.text);
    gat_arena_free(&a);
}

/* ---- what is known ---- */

static bool same_kind(const struct gat_find *x, const struct gat_judgement *j)
{
    return x->verdict == j->verdict && strcmp(x->clause, j->clause) == 0;
}

static struct gat_again *again_of(const struct gat_fuzz *f, const struct gat_hunt *h,
                                  const struct gat_judgement *j)
{
    struct gat_again *g = f->again;
    while (g != NULL &&
           (g->hunt != h || g->verdict != j->verdict || strcmp(g->clause, j->clause) != 0))
        g = g->next;
    return g;
}

/* It has all that a find of its kind needed; or its kind turned out to be known so
 * often that only some are looked at. */
bool gat_fuzz_known(const struct gat_fuzz *f, const struct gat_hunt *h,
                    const struct gat_judgement *j, const struct gat_features *features)
{
    if (f->n_finds >= MOST_FINDS)
        return true;
    for (const struct gat_find *x = f->finds; x != NULL; x = x->next)
        if (same_kind(x, j) && gat_features_hold(features, &x->features))
            return true;
    struct gat_again *g = again_of(f, h, j);
    return g != NULL && g->wait > 0 && g->wait-- > 0;
}

static void again_note(struct gat_fuzz *f, const struct gat_hunt *h, const struct gat_judgement *j)
{
    struct gat_again *g = again_of(f, h, j);
    if (g == NULL) {
        g = GAT_NEW(&f->arena, struct gat_again);
        *g = (struct gat_again){
            .hunt = h, .verdict = j->verdict, .clause = j->clause, .next = f->again};
        f->again = g;
    }
    g->known++;
    g->wait = 1u << (g->known < 16 ? g->known + 2 : 18);
}

static bool is_double(const struct gat_fuzz *f, const struct gat_find *x)
{
    for (const struct gat_find *y = f->finds; y != NULL; y = y->next)
        if (y->verdict == x->verdict && strcmp(y->clause, x->clause) == 0 &&
            memcmp(&y->features, &x->features, sizeof x->features) == 0)
            return true;
    return false;
}

/* ---- a find ---- */

/* Repeat it alone; a failure that needs the crowd has no features and is told once. */
static bool alone(struct gat_fuzz *f, const struct gat_hunt *h, const struct gat_candidate *c,
                  struct gat_attempt *x, struct gat_judgement *j)
{
    struct gat_judgement again;
    gat_arena_reset(&x->arena);
    x->member = gat_candidate_member(c, h->spec, h->profile, &x->arena);
    if (!gat_attempt_ready(&f->trial, x) || !gat_attempt_run(&f->trial, x, true, &again))
        return false;
    if (!gat_passes(again.verdict)) {
        *j = again;
        return true;
    }
    if (j->verdict == GAT_V_TIMEOUT || j->verdict == GAT_V_MEMORY || j->sent != 0)
        return false; /* the machine was busy, or somebody ended the worker: no evidence */
    char first[200];
    snprintf(first, sizeof first, "%.199s", j->diagnosis);
    snprintf(j->diagnosis, sizeof j->diagnosis, "in the crowd %s: %s; alone it passes",
             gat_verdict_name(j->verdict), first);
    j->verdict = GAT_V_UNREPEATABLE;
    j->clause = gat_verdict_clause(GAT_V_UNREPEATABLE);
    return true;
}

static int64_t elements_of(const struct gat_candidate *c)
{
    return c->test.data.count + c->test.indices.count +
           (c->test.updates.present ? c->test.updates.count : 0);
}

/* Names that say what the case is about: the first features of the table. */
static const char *name_make(struct gat_fuzz *f, const struct gat_features *s)
{
    char name[90] = "";
    for (unsigned k = 0, n = 0; k < GAT_FEATURE_COUNT && n < 2; k++) {
        if (!gat_features_have(s, k) || gat_feature_infos[k].words == NULL)
            continue;
        size_t used = strlen(name);
        snprintf(name + used, sizeof name - used, "%s%s", n > 0 ? "-" : "",
                 gat_feature_infos[k].name);
        n++;
    }
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '_' ? '-' : *c;
    return gat_arena_print(&f->arena, "%s", name[0] != '\0' ? name : "case");
}

static void file_name(struct gat_fuzz *f, struct gat_find *x, uint64_t hash)
{
    hash ^= XXH3_64bits(f->backend->name, strlen(f->backend->name));
    x->topic = gat_arena_print(&f->arena, "%s-%s-%08" PRIx32, x->hunt->spec->op,
                               gat_verdict_name(x->verdict), (uint32_t)hash);
    x->file = gat_arena_print(&f->arena, "%s/cases/regression.%s.yaml", f->folder, x->topic);
}

/* The find as it was drawn: no other find has its text. */
static void first_name(struct gat_fuzz *f, const struct gat_candidate *c, struct gat_find *x)
{
    struct gat_arena a = {0};
    const char *yaml;
    gat_member_print_yaml(gat_candidate_member(c, x->hunt->spec, x->hunt->profile, &a), &a, &yaml);
    file_name(f, x, XXH3_64bits(yaml, strlen(yaml)));
    gat_arena_free(&a);
}

/* Named by what makes two finds the same one, so that parallel and later searches write one
 * file. */
static void last_name(struct gat_fuzz *f, struct gat_find *x)
{
    uint64_t hash = XXH3_64bits(x->clause, strlen(x->clause));
    file_name(f, x, XXH3_64bits_withSeed(&x->features, sizeof x->features, hash));
}

/* Not far beyond the time of the whole search. */
double gat_fuzz_patience(const struct gat_fuzz *f)
{
    double left = f->end - gat_seconds_now() + 1;
    return f->end <= 0 || left > SHRINK_SECONDS ? SHRINK_SECONDS : left > 1 ? left : 1;
}

static bool shrink(struct gat_fuzz *f, const struct gat_hunt *h, struct gat_find *x,
                   struct gat_candidate *c)
{
    struct gat_shrink s = {.trial = &f->trial,
                           .spec = h->spec,
                           .profile = h->profile,
                           .verdict = x->verdict,
                           .clause = x->clause,
                           .seconds = gat_fuzz_patience(f)};
    struct gat_candidate small;
    if (x->verdict == GAT_V_UNREPEATABLE || !gat_shrink_run(&s, c, &f->arena, &small))
        return false;
    *c = small;
    x->minimal = s.minimal;
    return true;
}

/* The text that its cases begin with. */
static const char *topic_name(struct gat_fuzz *f, const struct gat_find *x)
{
    const char *profile = x->hunt->profile->name;
    return gat_arena_print(&f->arena, "%s%s%s/%s", x->hunt->spec->name,
                           profile[0] != '\0' ? "@" : "", profile, x->topic);
}

/* The features of the shrunk case, its description, and its name. */
static void find_describe(struct gat_fuzz *f, struct gat_find *x, struct gat_candidate *c,
                          struct gat_attempt *attempt)
{
    const struct gat_hunt *h = x->hunt;
    struct gat_judgement j;
    gat_arena_reset(&attempt->arena);
    attempt->member = gat_candidate_member(c, h->spec, h->profile, &attempt->arena);
    if (gat_attempt_ready(&f->trial, attempt)) {
        gat_attempt_features(attempt, &x->features);
        if (x->shrunk && gat_attempt_run(&f->trial, attempt, true, &j) && j.verdict == x->verdict)
            x->diagnosis = gat_arena_print(&f->arena, "%s", j.diagnosis);
    }
    c->test.name = name_make(f, &x->features);
    if (!x->shrunk)
        memset(&x->features, 0, sizeof x->features);
    last_name(f, x);
    x->name = gat_arena_print(&f->arena, "%s/%s", topic_name(f, x), c->test.name);
    x->elements = elements_of(c);
}

/* The backend as it was selected, for a shell. */
static const char *backend_words(struct gat_arena *a, const struct gat_fuzz *f)
{
    const struct gat_backend_ref *b = f->backend;
    const char *like = f->options->like;
    if (b->typed == NULL)
        return gat_arena_print(a, "%s%s%s", b->path, b->options[0] != '\0' ? ":" : "", b->options);
    return gat_arena_print(a, "'%s'%s%s%s", b->typed, like != NULL ? " --like '" : "",
                           like != NULL ? like : "", like != NULL ? "'" : "");
}

static void find_tell(struct gat_fuzz *f, const struct gat_find *x)
{
    const char *clause = x->clause[0] != '\0' ? x->clause : x->hunt->spec->name;
    printf("%s: %s%s\n", gat_verdict_name(x->verdict), clause, x->again ? ", known before" : "");
    if (x->again)
        printf("  %s\n", x->file);
    else
        printf("  %s\n  %" PRId64
               " elements%s, after %.1f s: %s\n  repeat: %s run --backend %s %s'%s'\n",
               x->diagnosis, x->elements, x->minimal ? ", no step makes it smaller" : "",
               x->seconds, x->file, f->options->program, backend_words(&f->arena, f),
               f->path_option, x->name);
    fflush(stdout);
}

static void find_add(struct gat_fuzz *f, struct gat_find *x)
{
    *f->last_find = x;
    f->last_find = &x->next;
    f->n_finds++;
}

/* The small cases in the place of what was found first.  Of two searches that find them at once one
 * makes the file of their name, and the other has found what is known. */
static void find_replace(struct gat_fuzz *f, struct gat_find *x,
                         const struct gat_candidate *const *c, unsigned n, const char *first)
{
    find_write(f, c, n, x, first);
    if (strcmp(x->file, first) != 0 && f->broken == NULL) {
        bool made = link(first, x->file) == 0;
        x->again = !made && errno == EEXIST;
        (void)(made || x->again ? unlink(first) : rename(first, x->file)); /* no links there */
    }
    find_add(f, x);
    find_tell(f, x);
}

void gat_fuzz_take(struct gat_fuzz *f, const struct gat_hunt *h, const struct gat_candidate *found,
                   const struct gat_judgement *judged, unsigned long number)
{
    struct gat_attempt attempt = {0};
    struct gat_judgement j = *judged;
    struct gat_candidate c;
    struct gat_find *x = GAT_NEW(&f->arena, struct gat_find);
    gat_candidate_copy(found, &f->arena, &c);
    bool good = alone(f, h, &c, &attempt, &j);
    *x =
        (struct gat_find){.hunt = h, .verdict = j.verdict, .seconds = gat_seconds_now() - f->start};
    x->clause = gat_arena_print(&f->arena, "%s", j.clause);
    x->diagnosis = gat_arena_print(&f->arena, "%s", j.diagnosis);
    if (good && !(j.verdict == GAT_V_UNREPEATABLE && is_double(f, x))) {
        const struct gat_candidate *only = &c;
        c.test.origin = gat_fuzz_origin(f, number);
        c.test.name = "case";
        first_name(f, &c, x);
        const char *first = x->file;
        find_write(f, &only, 1, x, first);
        x->shrunk = shrink(f, h, x, &c);
        find_describe(f, x, &c, &attempt);
        if (is_double(f, x)) {
            (void)unlink(first);
            again_note(f, h, &j);
        } else {
            find_replace(f, x, &only, 1, first);
        }
    }
    gat_arena_free(&attempt.arena);
}

/* The features of one of them stand for all, so that the same contradiction of two variants is one
 * find. */
void gat_fuzz_contradiction(struct gat_fuzz *f, struct gat_hunt *h)
{
    struct gat_attempt attempt = {0};
    const struct gat_candidate *c[GAT_MAX_READINGS];
    struct gat_find *x = GAT_NEW(&f->arena, struct gat_find);
    *x = (struct gat_find){.hunt = h,
                           .verdict = GAT_V_READINGS,
                           .clause = "",
                           .diagnosis =
                               "no single reading of the document fits the answers to these cases",
                           .seconds = gat_seconds_now() - f->start};
    gat_witnesses_thin(h);
    for (unsigned k = 0; k < h->n_witnesses; k++)
        c[k] = &h->witnesses[k]->candidate;
    first_name(f, c[0], x);
    const char *first = x->file;
    find_write(f, c, h->n_witnesses, x, first);
    x->minimal = x->shrunk = gat_witnesses_shrink(f, h);
    for (unsigned k = 0; k < h->n_witnesses; k++) {
        c[k] = &h->witnesses[k]->candidate;
        x->elements += elements_of(c[k]);
    }
    attempt.member = gat_candidate_member(c[0], h->spec, h->profile, &attempt.arena);
    if (gat_attempt_ready(&f->trial, &attempt))
        gat_attempt_features(&attempt, &x->features);
    last_name(f, x);
    x->name = topic_name(f, x);
    if (is_double(f, x))
        (void)unlink(first);
    else
        find_replace(f, x, c, h->n_witnesses, first);
    gat_arena_free(&attempt.arena);
}

void gat_attempt_features(struct gat_attempt *x, struct gat_features *out)
{
    struct gat_portrait portrait;
    gat_portrait_make(&x->expectation, NULL, &x->arena, &portrait);
    *out = portrait.features;
}
