/* test_engine.c - cases through the worker: every misdeed has its own end, and
 * everybody else's case still gets its answer, in order.
 *
 * Each act of plugins/eng_acts.c is one job in the middle of a crowd of innocent
 * ones; a table says what has to come back.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine.h"
#include "tap.h"

enum { ROWS = 6, WIDTH = 4, PICKED = 5, CROWD = 90, GUILTY = 41 };

static const struct gat_engine_limits limits = { .seconds = 0.4, .memory = 96 << 20 };
/* Where memory has to run out before the time does. */
static const struct gat_engine_limits patience = { .seconds = 20, .memory = 96 << 20 };

/* What a crowd is made of, and what came back. */
struct crowd {
    const char *act;   /* of job GUILTY; NULL: nobody's */
    bool all;          /* everybody acts */
    enum gat_dtype dtype;
    uint32_t min_align;
    unsigned fed, answered, wrong, out_of_order, stop_at;
    struct gat_reply reply; /* of the guilty */
    char operand[32], text[64];
    unsigned char first[2]; /* of both outputs of the guilty */
    struct gat_string texts[2][PICKED * WIDTH];
    char second[2][64]; /* text 1 of both outputs */
};

static float floats[CROWD][ROWS * WIDTH];
static struct gat_string strings[ROWS * WIDTH];
static int64_t picked[PICKED] = { 5, -6, 2, 2, 0 };
static const int64_t tile[] = { 10, 20, 30 };

static void data_make(void)
{
    static char texts[ROWS * WIDTH][40];
    for (int n = 0; n < CROWD; n++)
        for (int k = 0; k < ROWS * WIDTH; k++)
            floats[n][k] = (float)(n * 100 + k);
    for (int k = 0; k < ROWS * WIDTH; k++) {
        snprintf(texts[k], sizeof texts[k], "string number %d%s", k,
                 k % 3 == 0 ? ", a longer one" : "");
        strings[k] = (struct gat_string){ texts[k], strlen(texts[k]) };
    }
    strings[7].size = 0;
    texts[9][3] = '\0'; /* a NUL inside */
}

static const char *plugin(const char *name)
{
    static char path[4200];
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = '\0';
    char *slash = strrchr(self, '/');
    *(slash == NULL ? self : slash) = '\0';
    snprintf(path, sizeof path, "%s/plugins/%s.so", self, name);
    return path;
}

static void job_make(struct crowd *c, unsigned n, struct gat_job *job)
{
    static const struct gat_attr attrs[] = {
        { .name = "axis", .kind = GAT_ATTR_INT, .i = 0 },
        { .name = "half", .kind = GAT_ATTR_FLOAT, .f = 0.5 },
        { .name = "tile", .kind = GAT_ATTR_INTS, .ints = tile, .n_ints = 3 },
    };
    static struct gat_attr with_act[4];
    memcpy(with_act, attrs, sizeof attrs);
    with_act[3] = (struct gat_attr){ .name = "act", .kind = GAT_ATTR_TEXT, .text = c->act };
    bool acts = c->act != NULL && (c->all || n == GUILTY);
    *job = (struct gat_job){
        .op = "gather", .variant = "onnx-13", .profile = "cpu", .n_inputs = 2,
        .n_attrs = acts ? 4 : 0, .attrs = acts ? with_act : NULL,
        .input_names = { "data", "indices" },
        .inputs = { { .dtype = c->dtype, .ndim = 2, .shape = { ROWS, WIDTH },
                      .data = c->dtype == GAT_STR ? (void *)strings : floats[n] },
                    { .dtype = GAT_I64, .ndim = 1, .shape = { PICKED }, .data = picked } },
        .output = { .dtype = c->dtype, .ndim = 2, .shape = { PICKED, WIDTH } },
        .min_align = c->min_align,
        .user = (void *)(uintptr_t)(n + 1),
    };
}

static bool crowd_next(void *user, struct gat_job *job)
{
    struct crowd *c = user;
    if (c->fed == CROWD)
        return false;
    job_make(c, c->fed++, job);
    return true;
}

static bool answer_right(const struct crowd *c, unsigned n, const void *got)
{
    for (int k = 0; k < PICKED * WIDTH; k++) {
        int64_t row = picked[k / WIDTH] < 0 ? picked[k / WIDTH] + ROWS : picked[k / WIDTH];
        int64_t from = row * WIDTH + k % WIDTH;
        const struct gat_string *text = (const struct gat_string *)got + k;
        if (c->dtype != GAT_STR && ((const float *)got)[k] != floats[n][from])
            return false;
        if (c->dtype == GAT_STR &&
            (text->size != strings[from].size ||
             memcmp(text->data, strings[from].data, text->size) != 0))
            return false;
    }
    return true;
}

static void guilty_keep(struct crowd *c, const struct gat_reply *r)
{
    c->reply = *r;
    snprintf(c->operand, sizeof c->operand, "%s", r->operand == NULL ? "" : r->operand);
    snprintf(c->text, sizeof c->text, "%s", r->error_text);
    for (int k = 0; k < 2 && r->end == GAT_END_ANSWERED; k++) {
        memcpy(&c->first[k], r->output[k], 1);
        if (c->dtype != GAT_STR)
            continue;
        memcpy(c->texts[k], r->output[k], sizeof c->texts[k]);
        if (c->texts[k][1].data != NULL)
            snprintf(c->second[k], sizeof c->second[k], "%.*s", (int)c->texts[k][1].size,
                     c->texts[k][1].data);
    }
}

static bool crowd_done(void *user, const struct gat_job *job, const struct gat_reply *r)
{
    struct crowd *c = user;
    unsigned n = (unsigned)(uintptr_t)job->user - 1;
    c->out_of_order += n != c->answered;
    c->answered++;
    if (n == GUILTY)
        guilty_keep(c, r);
    else if (r->end != GAT_END_ANSWERED || r->status[0] != GAT_OK ||
             r->status[1] != GAT_OK || r->canary || r->printed ||
             !answer_right(c, n, r->output[0]) || !answer_right(c, n, r->output[1]))
        c->wrong++;
    return c->stop_at == 0 || c->answered < c->stop_at;
}

static struct crowd crowd_run(struct gat_engine *g, const char *act, enum gat_dtype dtype,
                              uint32_t min_align)
{
    struct crowd c = { .act = act, .dtype = dtype, .min_align = min_align };
    struct gat_engine_source source = { crowd_next, crowd_done, &c };
    struct gat_error e;
    bool good = gat_engine_run(g, &source, &e);
    char name[80];
    snprintf(name, sizeof name, "%s: the others get their answers, in order",
             act == NULL ? "nobody" : act);
    if (!ok(good && c.answered == CROWD && c.wrong == 0 && c.out_of_order == 0, "%s", name))
        printf("#   good %d, answered %u, wrong %u, out of order %u, %s\n", good, c.answered,
               c.wrong, c.out_of_order, e.text);
    return c;
}

static struct gat_engine *acts_open(const struct gat_engine_limits *l)
{
    struct gat_error e = { 0 };
    bool missing;
    struct gat_engine *g = gat_engine_open(plugin("eng_acts"), "", l, &e, &missing);
    if (g == NULL) {
        printf("Bail out! eng_acts does not load: %s\n", e.text);
        exit(3);
    }
    return g;
}

/* ---- what ends a worker ---- */

static const int64_t last = PICKED * WIDTH * (int64_t)sizeof(float);
static const struct {
    const char *act;
    enum gat_end end;
    int code;
    unsigned call;
    const char *operand;
    int64_t offset;
    bool write;
} ends[] = {
    { "write-past", GAT_END_FAULT, SIGSEGV, 0, "output", PICKED * WIDTH * 4, true },
    { "write-before", GAT_END_FAULT, SIGSEGV, 1, "output", -1, true },
    { "write-far", GAT_END_FAULT, SIGSEGV, 0, "output", PICKED *WIDTH * 4 + (1 << 20), true },
    { "read-past", GAT_END_FAULT, SIGSEGV, 0, "data", ROWS *WIDTH * 4 + 2, false },
    { "read-before", GAT_END_FAULT, SIGSEGV, 1, "data", -4, false },
    { "write-input", GAT_END_FAULT, SIGSEGV, 0, "data", 3, true },
    { "null", GAT_END_SIGNAL, SIGSEGV, 0, "", 0, false },
    { "overflow", GAT_END_SIGNAL, SIGSEGV, 0, "", 0, false },
    { "ignore-signals", GAT_END_ANSWERED, 0, 0, "", 0, false },
    { "abort", GAT_END_SIGNAL, SIGABRT, 0, "", 0, false },
    { "kill", GAT_END_SIGNAL, SIGKILL, 0, "", 0, false },
    { "exit-7", GAT_END_EXIT, 7, 0, "", 0, false },
    { "_exit-0", GAT_END_EXIT, 0, 0, "", 0, false },
    { "hang", GAT_END_TIMEOUT, 0, 0, "", 0, false },
    { "hang-blocked", GAT_END_TIMEOUT, 0, 0, "", 0, false },
    { "stop", GAT_END_TIMEOUT, 0, 0, "", 0, false },
    { "eat", GAT_END_MEMORY, 0, 0, "", 0, false },
    { "eat-shared", GAT_END_MEMORY, 0, 0, "", 0, false },
};

static void test_ends(struct gat_engine *g, struct gat_engine *patient)
{
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
        struct crowd c = crowd_run(ends[k].end == GAT_END_MEMORY ? patient : g,
                                   ends[k].act, GAT_F32, 0);
        bool fault = ends[k].end == GAT_END_FAULT;
        if (!ok(c.reply.end == ends[k].end && c.reply.code == ends[k].code &&
                    c.reply.call == ends[k].call &&
                    strcmp(c.operand, ends[k].operand) == 0 &&
                    (!fault || (c.reply.offset == ends[k].offset &&
                                c.reply.write == ends[k].write)),
                "%s: has its end", ends[k].act))
            printf("#   end %d code %d call %u operand '%s' offset %lld write %d\n",
                   (int)c.reply.end, c.reply.code, c.reply.call, c.operand,
                   (long long)c.reply.offset, c.reply.write);
    }
    struct crowd c = crowd_run(g, "write-shape", GAT_F32, 0);
    is_text(c.operand, "the call itself", "write-shape: the call is named");
}

/* The worker may do as it likes with what it can write, the ring included. */
static void test_scribble(struct gat_engine *g)
{
    struct crowd c = { .act = "scribble-on-maps" };
    struct gat_engine_source source = { crowd_next, crowd_done, &c };
    struct gat_error e;
    c.dtype = GAT_F32;
    bool good = gat_engine_run(g, &source, &e);
    ok(good && c.answered == CROWD && c.out_of_order == 0,
       "a backend that writes over the ring: every case has an answer");
    crowd_run(g, NULL, GAT_F32, 0);
}

/* ---- what does not ---- */

static void test_survivors(struct gat_engine *g)
{
    static const char *const acts[] = { "close-all", "fork", "leave", "state", NULL };
    struct crowd c;
    for (unsigned k = 0; acts[k] != NULL; k++) {
        c = crowd_run(g, acts[k], GAT_F32, 0);
        ok(c.reply.end == GAT_END_ANSWERED && c.reply.status[0] == GAT_OK && !c.reply.printed,
           "%s: is answered", acts[k]);
        if (strcmp(acts[k], "leave") == 0)
            ok(c.first[0] == c.reply.poison[0] && c.first[1] == c.reply.poison[1] &&
                   c.first[0] != c.first[1],
               "leave: poison is still there, and differs");
        if (strcmp(acts[k], "state") == 0)
            ok(c.first[1] == c.first[0] + 1, "state: both calls happen in one process");
    }
    struct gat_error e;
    ok(gat_engine_fresh(g, &e), "a worker whose stdout is still open");
    c = crowd_run(g, "print", GAT_F32, 0);
    ok(c.reply.printed, "print: is seen");
    c = crowd_run(g, "print-much", GAT_F32, 0);
    ok(c.reply.printed && c.reply.end == GAT_END_ANSWERED, "print-much: is seen and bounded");
    c = crowd_run(g, "refuse", GAT_F32, 0);
    ok(c.reply.status[0] == GAT_E_RANGE && c.reply.status[1] == GAT_E_RANGE,
       "refuse: status of both calls");
    is_text(c.text, "no, thank you", "refuse: the error text arrives");
    c = crowd_run(g, "attrs", GAT_F32, 0);
    is_int(c.reply.status[0], GAT_OK, "attributes of every kind arrive");
}

/* A thread that was left behind may spoil its own case and what runs beside it, but
 * not the parent. */
static void test_threads(void)
{
    struct gat_engine *g = acts_open(&limits);
    struct crowd c = { .act = "thread", .dtype = GAT_F32 };
    struct gat_engine_source source = { crowd_next, crowd_done, &c };
    struct gat_error e;
    ok(gat_engine_run(g, &source, &e) && c.answered == CROWD, "thread: every case is answered");
    ok(gat_engine_fresh(g, &e), "thread: a fresh worker");
    crowd_run(g, NULL, GAT_F32, 0);
    struct crowd d = { .act = "thread-crash", .dtype = GAT_F32 };
    source.user = &d;
    ok(gat_engine_run(g, &source, &e) && d.answered == CROWD, "thread-crash: all answered");
    usleep(60000);
    crowd_run(g, NULL, GAT_F32, 0);
    gat_engine_close(g);
}

static void test_align(struct gat_engine *g)
{
    for (uint32_t align = 16; align <= 64; align *= 4) {
        struct crowd c = crowd_run(g, "address", GAT_F32, align);
        ok(c.first[0] % align == 0 && c.first[1] % align == 0, "aligned to %u", align);
    }
    struct crowd c = crowd_run(g, "write-past", GAT_F32, 64);
    ok(c.reply.end == GAT_END_ANSWERED && c.reply.canary && c.reply.call == 0 &&
           c.reply.offset == last,
       "write-past with slack: the canary tells where");
    c = crowd_run(g, "write-past", GAT_F32, 16);
    ok(c.reply.end == GAT_END_FAULT, "write-past without slack is a fault");
    c = crowd_run(g, "write-last", GAT_F32, 64);
    ok(c.reply.end == GAT_END_ANSWERED && !c.reply.canary, "the last byte is no canary");
}

/* ---- strings ---- */

static void test_strings(struct gat_engine *g)
{
    crowd_run(g, NULL, GAT_STR, 0);
    struct crowd c = crowd_run(g, "string-own", GAT_STR, 0);
    is_text(c.second[0], "made by the backend", "a string of the backend's own is read");
    c = crowd_run(g, "string-huge", GAT_STR, 0);
    ok(c.texts[0][1].size > 60 && c.texts[0][1].size < 100, "a long string is cut");
    c = crowd_run(g, "leave", GAT_STR, 0);
    ok(c.texts[0][1].data == NULL && c.texts[0][1].size == UINT64_MAX,
       "a view that is still poison is not followed");
    c = crowd_run(g, "string-wild", GAT_STR, 0);
    ok(c.reply.end == GAT_END_FAULT && strcmp(c.operand, "output") == 0 &&
           c.reply.offset == 16 && !c.reply.write,
       "a wild view is a fault of the output");
    c = crowd_run(g, "string-past", GAT_STR, 0);
    ok(c.reply.end == GAT_END_FAULT && strcmp(c.operand, "data") == 0 && !c.reply.write,
       "reading past the last string is a fault");
    c = crowd_run(g, "write-past", GAT_STR, 0);
    ok(c.reply.end == GAT_END_FAULT && c.reply.offset == PICKED * WIDTH * 16,
       "writing past the views is a fault");
}

/* ---- sizes ---- */

/* One job of `rows` rows of 64 floats among small ones. */
struct sized {
    unsigned fed, answered, wrong;
    int64_t rows;
    float *data;
    int64_t *index;
    struct gat_reply reply;
    char operand[32];
    const char *act;
};

static bool sized_next(void *user, struct gat_job *job)
{
    static struct gat_attr act = { .name = "act", .kind = GAT_ATTR_TEXT };
    struct sized *s = user;
    bool large = s->fed % 7 == 3;
    if (s->fed == 40)
        return false;
    int64_t rows = large ? s->rows : 2;
    act.text = s->act;
    *job = (struct gat_job){
        .op = "gather", .variant = "onnx-13", .profile = "", .n_inputs = 2,
        .n_attrs = s->act != NULL && s->fed == 17, .attrs = &act,
        .input_names = { "data", "indices" },
        .inputs = { { .dtype = GAT_F32, .ndim = 2, .shape = { rows, 64 }, .data = s->data },
                    { .dtype = GAT_I64, .ndim = 1, .shape = { rows }, .data = s->index } },
        .output = { .dtype = GAT_F32, .ndim = 2, .shape = { rows, 64 } },
        .user = (void *)(uintptr_t)rows,
    };
    s->fed++;
    return true;
}

static bool sized_done(void *user, const struct gat_job *job, const struct gat_reply *r)
{
    struct sized *s = user;
    size_t size = (size_t)(uintptr_t)job->user * 64 * sizeof(float);
    if (r->end != GAT_END_ANSWERED) {
        s->reply = *r;
        snprintf(s->operand, sizeof s->operand, "%s", r->operand == NULL ? "" : r->operand);
    }
    s->wrong += r->end != GAT_END_ANSWERED || r->status[0] != GAT_OK || r->canary ||
                memcmp(r->output[0], s->data, size) != 0 ||
                memcmp(r->output[1], s->data, size) != 0;
    s->answered++;
    return true;
}

static void test_sizes(struct gat_engine *g)
{
    /* Around the place where small windows end, and far beyond it. */
    static const int64_t rows[] = { 62, 63, 64, 65, 4096 };
    struct gat_engine_source source = { sized_next, sized_done, NULL };
    struct gat_error e;
    float *data = malloc(4096 * 64 * sizeof(float));
    int64_t *index = malloc(4096 * sizeof(int64_t));
    for (int k = 0; k < 4096 * 64; k++)
        data[k] = (float)k;
    for (int k = 0; k < 4096; k++)
        index[k] = k;
    for (unsigned k = 0; k < 5; k++) {
        struct sized s = { .rows = rows[k], .data = data, .index = index };
        source.user = &s;
        ok(gat_engine_run(g, &source, &e) && s.answered == 40 && s.wrong == 0,
           "cases of %d rows among small ones", (int)rows[k]);
    }
    struct sized s = { .rows = 4096, .data = data, .index = index, .act = "write-past" };
    source.user = &s;
    ok(gat_engine_run(g, &source, &e) && s.answered == 40 && s.wrong == 1 &&
           s.reply.end == GAT_END_FAULT && s.reply.offset == 1 << 20 &&
           strcmp(s.operand, "output") == 0,
       "a fault in a large case");
    free(data);
    free(index);
}

static bool huge_next(void *user, struct gat_job *job)
{
    unsigned *fed = user;
    static int64_t index;
    static float value;
    if ((*fed)++ >= 3)
        return false;
    int64_t rows = *fed == 2 ? INT64_C(1) << 40 : 1;
    *job = (struct gat_job){
        .op = "gather", .variant = "onnx-13", .profile = "", .n_inputs = 2,
        .input_names = { "data", "indices" },
        .inputs = { { .dtype = GAT_F32, .ndim = 1, .shape = { 1 }, .data = &value },
                    { .dtype = GAT_I64, .ndim = 1, .shape = { 1 }, .data = &index } },
        .output = { .dtype = GAT_F32, .ndim = 1, .shape = { rows } },
    };
    return true;
}

static bool huge_done(void *user, const struct gat_job *job, const struct gat_reply *r)
{
    unsigned *fed = user;
    bool small = job->output.shape[0] == 1;
    *fed += (r->end == (small ? GAT_END_ANSWERED : GAT_END_LOST)) * (small ? 10u : 100u);
    return true;
}

static void test_hopeless(struct gat_engine *g)
{
    unsigned fed = 0;
    struct gat_engine_source source = { huge_next, huge_done, &fed };
    struct gat_error e;
    ok(gat_engine_run(g, &source, &e), "a case beyond every window");
    is_int(fed / 10, 12, "it is lost, and the two beside it are answered");
}

/* ---- the run itself ---- */

static void test_stop(struct gat_engine *g)
{
    struct crowd c = { .dtype = GAT_F32, .stop_at = 10 };
    struct gat_engine_source source = { crowd_next, crowd_done, &c };
    struct gat_error e;
    ok(!gat_engine_run(g, &source, &e), "stopped by the caller");
    is_int(c.answered, 10, "no answer after the stop");
    is_text(e.text, "", "a stop is no error");
    crowd_run(g, NULL, GAT_F32, 0);
}

static void test_all_die(struct gat_engine *g)
{
    struct crowd c = { .dtype = GAT_F32, .act = "abort", .all = true };
    struct gat_engine_source source = { crowd_next, crowd_done, &c };
    struct gat_engine_stats before, after;
    struct gat_error e;
    gat_engine_stats(g, &before);
    ok(gat_engine_run(g, &source, &e), "every case dies");
    gat_engine_stats(g, &after);
    is_int(c.answered, CROWD, "every death is answered");
    is_int(c.out_of_order, 0, "in order");
    is_int((int64_t)(after.deaths - before.deaths), CROWD, "and counted");
    ok(after.resident > 0 && after.resident < 64 << 20, "resident memory is small");
}

static void test_fresh(struct gat_engine *g)
{
    struct gat_engine_stats before, after;
    struct gat_error e;
    crowd_run(g, NULL, GAT_F32, 0);
    gat_engine_stats(g, &before);
    ok(gat_engine_fresh(g, &e) && gat_engine_fresh(g, &e), "fresh, twice");
    gat_engine_stats(g, &after);
    is_int((int64_t)(after.starts - before.starts), 1, "an unused worker is fresh already");
    struct crowd c = crowd_run(g, "state", GAT_F32, 0);
    is_int(c.first[0], GUILTY * 2 + 1, "nothing is left of the worker before");
}

static void test_infer(struct gat_engine *g)
{
    struct crowd c = { .dtype = GAT_F32 };
    struct gat_inferred out;
    struct gat_job job;
    gat_status status;
    for (int k = 0; k < 3; k++) {
        job_make(&c, 0, &job);
        ok(gat_engine_infer(g, &job, &status, &out) && status == GAT_OK && out.ndim == 2 &&
               out.shape[0] == 0 && out.shape[1] == PICKED,
           "infer is asked with the inputs alone");
        crowd_run(g, NULL, GAT_F32, 0);
    }
    c.act = "abort";
    c.all = true;
    job_make(&c, 0, &job);
    ok(!gat_engine_infer(g, &job, &status, &out), "infer that dies has no answer");
    crowd_run(g, NULL, GAT_F32, 0);
    ok(gat_engine_manifest(g)->has_infer, "the manifest knows about infer");
}

/* ---- loading ---- */

static void test_load(void)
{
    static const struct {
        const char *name, *says;
        bool missing;
    } bad[] = {
        { "nowhere", "No such file", true },
        { "no_entry", "gat_backend_get", false },
        { "no_table", "ABI", false },
        { "foreign_abi", "ABI", false },
        { "no_name", "name", false },
        { "endless_claims", "claims", false },
        { "wild_manifest", "claims", false },
        { "constructor_crashes", "loaded", false },
        { "open_crashes", "open()", false },
        { "open_fails", "on holiday", true },
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        struct gat_error e = { 0 };
        bool missing = !bad[k].missing;
        struct gat_engine *g =
            gat_engine_open(plugin(bad[k].name), "", &limits, &e, &missing);
        ok(g == NULL && missing == bad[k].missing, "%s does not load, missing: %d",
           bad[k].name, bad[k].missing);
        has_text(e.text, bad[k].says, bad[k].says);
        if (g != NULL)
            gat_engine_close(g);
    }
    struct gat_error e = { 0 };
    bool missing;
    ok(gat_engine_open("/proc/self/exe", "", &limits, &e, &missing) == NULL && !missing,
       "a program is no backend");
    ok(gat_engine_open("/etc/passwd", "", &limits, &e, &missing) == NULL && !missing,
       "a text is no backend: %s", e.text);
}

/* ---- nothing stays behind ---- */

static unsigned descriptors(void)
{
    unsigned n = 0;
    DIR *d = opendir("/proc/self/fd");
    while (d != NULL && readdir(d) != NULL)
        n++;
    if (d != NULL)
        closedir(d);
    return n;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], GAT_WORKER_ARG) == 0)
        gat_worker_main(argc, argv);
    unsigned before = descriptors();
    signal(SIGCHLD, SIG_IGN); /* as some who start us have it */
    data_make();
    struct gat_engine *g = acts_open(&limits);
    is_text(gat_engine_manifest(g)->name, "plugin", "the manifest arrives");
    is_int(gat_engine_manifest(g)->claims[0].data_types, GAT_ALL_TYPES, "with its types");
    is_text(gat_engine_manifest(g)->claims[0].variants[0], "onnx-13", "and variants");
    crowd_run(g, NULL, GAT_F32, 0);
    test_survivors(g);
    test_align(g);
    test_strings(g);
    test_sizes(g);
    test_hopeless(g);
    test_stop(g);
    struct gat_engine *patient = acts_open(&patience);
    test_ends(g, patient);
    gat_engine_close(patient);
    test_scribble(g);
    test_all_die(g);
    test_fresh(g);
    test_infer(g);
    gat_engine_close(g);
    test_threads();
    test_load();
    is_int(descriptors(), before, "no descriptor is left open");
    ok(waitpid(-1, NULL, WNOHANG) < 0, "no child is left");
    return done();
}
