/* cmd_smoke.c - gatherum smoke: does an adapter speak the protocol?
 *
 * Nothing is said about whether its answers are right.  It is started, asked what it
 * claims, given the first plain case of each variant and element type that it claims, a
 * call that it cannot know, and told to end; every answer has to be one that the
 * protocol knows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bench/adapter_time.h"
#include "cli/options.h"
#include "diagnose/diagnose_end.h"
#include "engine/backend_find.h"
#include "judge/claims.h"
#include "judge/job.h"
#include "judge/one_job.h"
#include "oracle/expect.h"
#include "suite/catalog.h"
#include "suite/member.h"
#include "suite/pattern.h"
#include "worker/adapter.h"

struct smoke {
    const struct gat_options *o;
    struct gat_arena arena;
    struct gat_engine *engine;
    struct gat_catalog catalog;
    const struct gat_backend_ref *backend;
    unsigned count, failed;
    bool timed;
    /* the call that is made, and how it went */
    struct gat_judgement end; /* its verdict is a pass when an answer came back */
    gat_status status;
};

/* One line of TAP; what is wrong comes after it. */
__attribute__((format(printf, 4, 5))) static void point(struct smoke *s, bool good, const char *why,
                                                        const char *format, ...)
{
    va_list args;
    printf("%s %u - ", good ? "ok" : "not ok", ++s->count);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
    if (!good)
        printf("#   %s\n", why);
    s->failed += !good;
}

static void one_done(void *user, const struct gat_reply *r)
{
    struct smoke *s = user;
    struct gat_expectation x = {0};
    s->end.verdict = GAT_V_PASS;
    s->end.diagnosis[0] = '\0';
    gat_judge_end(&x, r, &s->end);
    s->status = r->status[0];
}

/* Make one call; false when no answer came back, and what happened is in s->end. */
static bool call_make(struct smoke *s, const struct gat_job *job)
{
    struct gat_error e = {0};
    s->end.verdict = GAT_V_SUITE;
    if (!gat_engine_one(s->engine, job, one_done, s, &e) && e.text[0] != '\0')
        snprintf(s->end.diagnosis, sizeof s->end.diagnosis, "%.300s", e.text);
    return s->end.verdict == GAT_V_PASS;
}

/* The cost of the first plain call beside the framework's own part of it. */
static void time_tell(struct smoke *s, const struct gat_job *job, const char *name)
{
    struct gat_adapter_time t;
    if (s->timed || job->presented || gat_array_size(&job->output) > 4096)
        return;
    s->timed = true;
    if (gat_adapter_time(s->backend->path, s->backend->options, job, &t))
        printf("# round trip: %.1f us beside the framework's own %.1f us (medians of %u calls of "
               "%s)\n",
               t.round_us, t.own_us, t.calls, name);
}

/* The first member of each element type of a point. */
static void point_call(struct smoke *s, const struct gat_point *p, uint32_t *types)
{
    struct gat_arena a = {0};
    for (unsigned k = 0; k < p->n_members; k++) {
        struct gat_member m;
        struct gat_expectation x;
        struct gat_job job;
        const struct gat_claim *claim;
        gat_arena_reset(&a);
        gat_member_make(p, k, 1, &a, &m);
        gat_expect(&m, &a, &x);
        if ((*types & GAT_BIT(m.dtype)) != 0 || x.answer.demand != REF_MUST_SUCCEED ||
            gat_claim_gap(gat_engine_manifest(s->engine), &x, &claim) != NULL)
            continue;
        *types |= GAT_BIT(m.dtype);
        gat_job_fill(&x, claim, &job);
        bool came = call_make(s, &job);
        point(s, came, s->end.diagnosis, "run: %s is answered", m.name);
        if (came && s->status == GAT_OK)
            time_tell(s, &job, m.name);
    }
    gat_arena_free(&a);
}

static void calls_make(struct smoke *s)
{
    const struct gat_spec *spec = NULL;
    uint32_t types = 0;
    for (unsigned k = 0; k < s->catalog.n_points; k++) {
        const struct gat_point *p = &s->catalog.points[k];
        if (p->spec != spec)
            types = 0;
        spec = p->spec;
        if (gat_pattern_any(&s->o->words, 1, p, NULL) &&
            gat_claim_names(gat_engine_manifest(s->engine), spec))
            point_call(s, p, &types);
    }
}

/* A call of an operator that nobody can know. */
static void stranger_make(struct smoke *s)
{
    float data[2] = {1, 2}, out[2];
    int64_t index = 1;
    struct gat_job job = {
        .op = "no-such-operator", .variant = "none", .profile = "", .n_inputs = 2};
    job.input_names[0] = "data";
    job.inputs[0] = (struct gat_array){.dtype = GAT_F32, .ndim = 1, .shape = {2}, .data = data};
    job.input_names[1] = "indices";
    job.inputs[1] = (struct gat_array){.dtype = GAT_I64, .ndim = 0, .data = &index};
    job.output = (struct gat_array){.dtype = GAT_F32, .ndim = 1, .shape = {2}, .data = out};
    bool came = call_make(s, &job);
    point(s, came && s->status == GAT_E_UNSUPPORTED,
          came ? "its status has to be \"unsupported\"" : s->end.diagnosis,
          "run: an operator that it cannot know is not supported");
}

static void bye_say(struct smoke *s)
{
    char why[256] = "";
    bool good = gat_engine_bye(s->engine, why, sizeof why);
    point(s, good, why, "bye: it ends, with status 0");
}

static int smoke_backend(struct smoke *s, const struct gat_backend_ref *b)
{
    struct gat_engine_limits limits = {.seconds = s->o->timeout,
                                       .memory = UINT64_C(8) << 30};
    struct gat_error e = {0};
    bool missing;
    s->backend = b;
    printf("TAP version 13\n");
    s->engine = gat_engine_open(b->path, b->options, &limits, &e, &missing);
    point(s, s->engine != NULL, e.text, "hello, manifest: %s starts and says what it claims",
          b->name);
    if (s->engine != NULL) {
        const struct gat_manifest *m = gat_engine_manifest(s->engine);
        printf("# %s %s, profile %s, %u claims\n", m->name, m->version, m->profile, m->n_claims);
        calls_make(s);
        stranger_make(s);
        bye_say(s);
        gat_engine_close(s->engine);
    }
    printf("1..%u\n", s->count);
    if (s->engine == NULL && missing)
        return GAT_EXIT_OURS;
    return s->failed == 0 ? GAT_EXIT_CONFORMING : GAT_EXIT_NOT;
}

static int smoke_command(const struct gat_options *o)
{
    struct smoke s = {.o = o};
    struct gat_options alone = *o;
    struct gat_backend_ref *backends = NULL;
    struct gat_error e = {0};
    unsigned n = 0;
    if (o->words.count == 0)
        return gat_complain(GAT_EXIT_USAGE, "smoke takes an adapter, by name or file");
    alone.backends = (struct gat_list){1, o->words.items};
    int code = gat_backends_find(&alone, &s.arena, &backends, &n);
    if (code == 0 && !gat_is_adapter(backends[0].path))
        code = gat_complain(GAT_EXIT_USAGE,
                            "%s is no adapter: that is a program that may be "
                            "executed (chmod +x) and does not end in .so",
                            backends[0].path);
    if (code == 0 && !gat_catalog_read(&s.catalog, gat_options_paths(o), &e))
        code = gat_complain_error(GAT_EXIT_USAGE, &e);
    if (code == 0)
        code = smoke_backend(&s, &backends[0]);
    gat_catalog_free(&s.catalog);
    gat_arena_free(&s.arena);
    return code;
}

GAT_COMMAND(smoke) = {
    .name = "smoke",
    .arguments = "ADAPTER [PATTERN]...",
    .sentence = "check that an adapter speaks the protocol, before any case is judged",
    .order = 15,
    .run = smoke_command,
};
