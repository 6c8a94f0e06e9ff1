/* fuzz_run.c - rounds of cases: draw, run, keep what is new.
 *
 * A round is drawn before it runs, and what it shows is taken up in the order of its
 * cases, so the same seed draws the same cases however fast the worker is.  A genome
 * is kept when its case has two features together that no case of the variant had
 * before, or covers code of the backend, where that counts, that none did; later ones
 * are mutations of what was kept.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "draw/draft_case.h"
#include "hunt/fuzz.h"
#include "hunt/fuzz_corpus.h"
#include "hunt/fuzz_end.h"
#include "hunt/fuzz_find.h"
#include "hunt/fuzz_readings.h"
#include "hunt/fuzz_run.h"
#include "suite/candidate_member.h"

enum { MOST_TRIES = 40 }; /* drafts for one case that the backend claims */

struct slot {
    struct gat_attempt attempt;
    struct gat_hunt *hunt;
    struct gat_candidate candidate;
    struct gat_features features;
    struct gat_judgement judgement;
    struct gat_genome genome;
    unsigned long number;
    bool is_new, answered, covers; /* covers: code that no case before did */
};

struct round {
    struct gat_fuzz *f;
    struct slot *slots;
    unsigned count, next;
    double told;
};

/* ---- genomes ---- */

static unsigned below(struct gat_fuzz *f, unsigned n)
{
    return (unsigned)gat_prng_below(&f->prng, n);
}

static void genome_draw(struct gat_fuzz *f, struct gat_genome *g)
{
    g->size = g->used = (unsigned char)(24 + below(f, GAT_GENOME - 24 + 1));
    for (unsigned k = 0; k < g->size; k++)
        g->byte[k] = (unsigned char)below(f, 256);
}

static void genome_mutate(struct gat_fuzz *f, const struct gat_hunt *h, struct gat_genome *g)
{
    for (unsigned n = 1 + below(f, 4); n > 0; n--) { /* where a change is one of the case */
        unsigned at = below(f, g->used), k = below(f, g->size);
        switch (below(f, 6)) {
        case 0: g->byte[at] = (unsigned char)(g->byte[at] + 1 + below(f, 4)); break;
        case 1: g->byte[at] = 0; break;
        case 2: g->byte[at] = g->byte[k]; break;
        case 3: { /* the end of another genome */
            const struct gat_genome *other = &h->kept[below(f, h->n_kept)];
            if (other->size > at)
                memcpy(g->byte + at, other->byte + at, other->size - at);
            g->size = other->size > g->size ? other->size : g->size;
            break;
        }
        default: g->byte[at] = (unsigned char)below(f, 256);
        }
    }
}

/* One of the last `most` of n, counted from the end.  The newest are the least tried: half
 * of the time it is one of `few`. */
static unsigned newest(struct gat_fuzz *f, unsigned long n, unsigned most, unsigned few)
{
    unsigned all = n < most ? (unsigned)n : most;
    return below(f, 2) == 0 ? all - 1 - below(f, all) : below(f, all < few ? all : few);
}

static void genome_make(struct gat_fuzz *f, const struct gat_hunt *h, struct gat_genome *g)
{
    if (h->n_kept == 0 || below(f, 4) == 0) {
        genome_draw(f, g);
        return;
    }
    if (h->n_covering > 0 && below(f, 2) == 0)
        *g = h->covering[(h->n_covering - 1 - newest(f, h->n_covering, GAT_COVERING, 8)) %
                         GAT_COVERING];
    else
        *g = h->kept[h->n_kept - 1 - newest(f, h->n_kept, GAT_KEPT, 32)];
    genome_mutate(f, h, g);
    /* The first byte says how large a case is.  Large cases have much that is new, and would
     * take most of the time if their mutations kept that byte; those of a crowd keep it half of
     * the time. */
    if (!gat_draft_crowds(&h->breed, g->byte[0]) || below(f, 2) == 0)
        g->byte[0] = (unsigned char)below(f, 256);
}

/* ---- features ---- */

/* Note all pairs; true when one is new. */
static bool pairs_note(struct gat_hunt *h, const struct gat_features *s)
{
    bool is_new = false;
    for (unsigned k = 0; k < GAT_FEATURE_COUNT; k++) {
        if (!gat_features_have(s, k) || gat_features_hold(&h->seen[k], s))
            continue;
        gat_features_unite(&h->seen[k], s);
        is_new = true;
    }
    return is_new;
}

static void genome_keep(struct gat_fuzz *f, struct gat_hunt *h, const struct gat_genome *g)
{
    gat_corpus_put(f, h, g);
    unsigned at = h->n_kept < GAT_KEPT ? h->n_kept++ : below(f, GAT_KEPT);
    h->kept[at] = *g;
    f->kept++;
}

/* ---- a round ---- */

/* As its operands should lie where that fits and is claimed, or plainly. */
static bool slot_ready(struct gat_fuzz *f, struct slot *s)
{
    const struct gat_hunt *h = s->hunt;
    for (;;) {
        s->attempt.member =
            gat_candidate_member(&s->candidate, h->spec, h->profile, &s->attempt.arena);
        if (gat_candidate_is_presented(&s->candidate, s->attempt.member) &&
            gat_attempt_ready(&f->trial, &s->attempt))
            return true;
        if (!gat_candidate_lie_plainly(&s->candidate))
            return false;
    }
}

/* Draw one case of the hunt that the backend claims. */
static bool slot_draw(struct gat_fuzz *f, struct slot *s)
{
    struct gat_draft d;
    for (unsigned tries = 0; tries < MOST_TRIES; tries++) {
        struct gat_hunt *h = s->hunt;
        gat_arena_reset(&s->attempt.arena);
        if (h->n_taken < h->n_waiting)
            s->genome = h->waiting[h->n_taken++];
        else
            genome_make(f, h, &s->genome);
        gat_draft_make(&h->breed, s->genome.byte, s->genome.size, &d);
        s->genome.used = (unsigned char)d.used;
        gat_draft_candidate(&d, h->spec, h->profile, &s->attempt.arena, &s->candidate);
        h->drawn++;
        if (gat_candidate_misfit(&s->candidate, h->spec, &s->attempt.arena) != NULL ||
            !gat_candidate_is_bounded(&s->candidate, h->spec, h->profile, GAT_MOST_BYTES,
                                      &s->attempt.arena))
            continue;
        if (!slot_ready(f, s))
            continue;
        h->asked++;
        gat_attempt_features(&s->attempt, &s->features);
        s->is_new = pairs_note(h, &s->features);
        if (s->is_new)
            genome_keep(f, h, &s->genome);
        s->number = ++f->cases;
        s->answered = false;
        return true;
    }
    return false;
}

static void round_draw(struct round *r)
{
    struct gat_fuzz *f = r->f;
    r->count = r->next = 0;
    for (unsigned k = 0; k < GAT_ROUND; k++) {
        if (f->most_cases > 0 && f->cases >= f->most_cases)
            return;
        r->slots[r->count].hunt = &f->hunts[f->next_hunt++ % f->n_hunts];
        r->count += slot_draw(f, &r->slots[r->count]);
    }
}

static bool round_next(void *user, struct gat_job *job)
{
    struct round *r = user;
    if (r->next == r->count)
        return false;
    struct slot *s = &r->slots[r->next++];
    gat_attempt_job(&s->attempt, job);
    job->user = s;
    job->counted = true;
    return true;
}

static void progress(struct round *r)
{
    const struct gat_fuzz *f = r->f;
    double now = gat_seconds_now();
    if (f->is_quiet || !isatty(STDERR_FILENO) || now - r->told < 0.2)
        return;
    r->told = now;
    fprintf(stderr, "\r%s: %lu cases, %lu kept, %u found, %.0f s ", f->backend->name, f->cases,
            f->kept, f->n_finds, now - f->start);
}

static bool round_done(void *user, const struct gat_job *job, const struct gat_reply *reply)
{
    struct round *r = user;
    struct slot *s = job->user;
    gat_judge(&s->attempt.expectation, s->attempt.claim, reply, &s->attempt.arena, &s->judgement);
    s->answered = true;
    s->covers = reply->news != 0;
    progress(r);
    return !gat_fuzz_over(r->f);
}

/* Answers that each are right may contradict each other. */
static void readings_note(struct gat_fuzz *f, struct slot *s)
{
    struct gat_hunt *h = s->hunt;
    gat_reading_set all = gat_profile_readings(h->profile);
    gat_reading_set left = h->readings & s->judgement.readings & all;
    if (s->judgement.verdict != GAT_V_PASS || left == (h->readings & all))
        return;
    gat_witness_note(f, h, &s->candidate, s->judgement.readings & all, s->number);
    h->readings = left;
    if (left == 0)
        gat_fuzz_contradiction(f, h);
}

/* Keep genomes that reach new code, of which there are few; drop unread bytes, so that every
 * mutation changes the case. */
static void genome_covers(struct gat_fuzz *f, const struct slot *s)
{
    struct gat_hunt *h = s->hunt;
    struct gat_genome *g = &h->covering[h->n_covering++ % GAT_COVERING];
    *g = s->genome;
    g->size = g->used;
    if (!s->is_new)
        genome_keep(f, h, &s->genome);
}

static void slot_take(struct gat_fuzz *f, struct slot *s)
{
    struct gat_judgement stated;
    if (s->judgement.verdict == GAT_V_SUITE) {
        f->trial.lost = "the suite itself failed";
        snprintf(f->trial.why, sizeof f->trial.why, "%s", s->judgement.diagnosis);
        f->trial.lost = f->trial.why;
        return;
    }
    if (s->covers)
        genome_covers(f, s);
    readings_note(f, s);
    if (s->judgement.verdict == GAT_V_PASS && s->is_new &&
        !gat_attempt_infer(&f->trial, &s->attempt, &stated))
        s->judgement = stated;
    if (gat_passes(s->judgement.verdict))
        return;
    if (!gat_fuzz_known(f, s->hunt, &s->judgement, &s->features))
        gat_fuzz_take(f, s->hunt, &s->candidate, &s->judgement, s->number);
}

static void round_run(struct round *r)
{
    struct gat_fuzz *f = r->f;
    struct gat_engine_source source = {round_next, round_done, r};
    struct gat_error e = {0};
    gat_corpus_look(f);
    round_draw(r);
    if (!gat_engine_run(f->trial.engine, &source, &e) && e.text[0] != '\0') {
        snprintf(f->trial.why, sizeof f->trial.why, "%s", e.text);
        f->trial.lost = f->trial.why;
    }
    for (unsigned k = 0; k < r->count && f->trial.lost == NULL; k++)
        if (r->slots[k].answered && !(f->options->fail_fast && f->n_finds > 0))
            slot_take(f, &r->slots[k]);
}

void gat_fuzz_run(struct gat_fuzz *f)
{
    struct round r = {.f = f};
    r.slots = GAT_NEW_N(&f->arena, struct slot, GAT_ROUND);
    do
        round_run(&r);
    while (r.count > 0 && f->trial.lost == NULL && f->broken == NULL && !gat_fuzz_over(f));
    for (unsigned k = 0; k < GAT_ROUND; k++)
        gat_arena_free(&r.slots[k].attempt.arena);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%60s\r", "");
}
