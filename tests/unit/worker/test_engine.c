/* test_engine.c - cases through the worker: every misdeed has its own end, and
 * everybody else's case still gets its answer, in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <signal.h>

#include "crowd.h"
#include "engine/engine.h"
#include "engine/seat.h"
#include "worker/worker.h"

/* Where memory has to run out before the time does. */
static const struct gat_engine_limits patience = {.seconds = 20,
                                                  .memory = 96 << 20};

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
    {"write-past", GAT_END_FAULT, SIGSEGV, 0, "output", PICKED *WIDTH * 4, true},
    {"write-before", GAT_END_FAULT, SIGSEGV, 1, "output", -1, true},
    {"write-far", GAT_END_FAULT, SIGSEGV, 0, "output",
     PICKED *WIDTH * 4 + (1 << 20), true},
    {"read-past", GAT_END_FAULT, SIGSEGV, 0, "data", ROWS *WIDTH * 4 + 2, false},
    {"read-before", GAT_END_FAULT, SIGSEGV, 1, "data", -4, false},
    {"write-input", GAT_END_FAULT, SIGSEGV, 0, "data", 3, true},
    {"null", GAT_END_SIGNAL, SIGSEGV, 0, "", 0, false},
    {"overflow", GAT_END_SIGNAL, SIGSEGV, 0, "", 0, false},
    {"ignore-signals", GAT_END_ANSWERED, 0, 0, "", 0, false},
    {"abort", GAT_END_SIGNAL, SIGABRT, 0, "", 0, false},
    {"kill", GAT_END_SIGNAL, SIGKILL, 0, "", 0, false},
    {"exit-7", GAT_END_EXIT, 7, 0, "", 0, false},
    {"_exit-0", GAT_END_EXIT, 0, 0, "", 0, false},
    {"hang", GAT_END_TIMEOUT, 0, 0, "", 0, false},
    {"hang-blocked", GAT_END_TIMEOUT, 0, 0, "", 0, false},
    {"slow", GAT_END_TIMEOUT, 0, 0, "", 0, false},
    {"stop", GAT_END_ANSWERED, 0, 0, "", 0, false}, /* the sandbox refuses the signal */
    {"eat", GAT_END_MEMORY, 0, 0, "", 0, false},
    {"eat-shared", GAT_END_MEMORY, 0, 0, "", 0, false},
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

/* The worker may do as it likes with what it can write, the ring included.  Who did
 * it cannot be told then. */
static void test_scribble(struct gat_engine *g)
{
    static const char *const acts[] = {"scribble-on-maps", "scribble-on-count"};
    for (unsigned k = 0; k < 2; k++) {
        struct crowd c = {.act = acts[k], .dtype = GAT_F32};
        struct gat_engine_source source = {crowd_next, crowd_done, &c};
        struct gat_error e;
        bool good = gat_engine_run(g, &source, &e);
        ok(good && c.answered == CROWD && c.out_of_order == 0,
           "%s: every case has an answer", acts[k]);
        ok(k == 0 || c.faults > 0, "%s: it ends as a fault", acts[k]);
        crowd_run(g, NULL, GAT_F32, 0);
    }
}

/* ---- what does not ---- */

/* Parent of a process that still runs; 0 for none and for zombies. */
static long parent_of(const char *pid)
{
    char name[300], state = 'Z';
    long parent = 0;
    snprintf(name, sizeof name, "/proc/%s/stat", pid);
    FILE *f = fopen(name, "r");
    if (f != NULL) {
        if (fscanf(f, "%*d (%*[^)]) %c %ld", &state, &parent) != 2)
            parent = 0;
        fclose(f);
    }
    return state == 'Z' ? 0 : parent;
}

/* Running children of our children. */
static int grandchildren(void)
{
    struct dirent *d;
    int n = 0;
    DIR *proc = opendir("/proc");
    while (proc != NULL && (d = readdir(proc)) != NULL) {
        char parent[24];
        if (d->d_name[0] < '1' || d->d_name[0] > '9')
            continue;
        snprintf(parent, sizeof parent, "%ld", parent_of(d->d_name));
        n += parent_of(parent) == (long)getpid();
    }
    if (proc != NULL)
        closedir(proc);
    return n;
}

static void test_survivors(struct gat_engine *g)
{
    static const char *const acts[] = {"close-all", "fork", "leave", "state", NULL};
    struct crowd c;
    for (unsigned k = 0; acts[k] != NULL; k++) {
        c = crowd_run(g, acts[k], GAT_F32, 0);
        ok(c.reply.end == GAT_END_ANSWERED && c.reply.status[0] == GAT_OK &&
               !c.reply.printed,
           "%s: is answered", acts[k]);
        if (strcmp(acts[k], "leave") == 0)
            ok(c.first[0] == c.reply.poison[0] && c.first[1] == c.reply.poison[1] &&
                   c.first[0] != c.first[1],
               "leave: poison is still there, and differs");
        if (strcmp(acts[k], "state") == 0)
            ok(c.first[1] == c.first[0] + 1,
               "state: both calls happen in one process");
    }
    for (int k = 0; k < 200 && grandchildren() > 0; k++)
        usleep(5000);
    is_int(grandchildren(), 0, "fork: the child does not go on as a second worker");
    struct gat_error e;
    ok(gat_engine_fresh(g, &e), "a worker whose stdout is still open");
    c = crowd_run(g, "print", GAT_F32, 0);
    ok(c.reply.printed, "print: is seen");
    c = crowd_run(g, "print-much", GAT_F32, 0);
    ok(c.reply.printed && c.reply.end == GAT_END_ANSWERED,
       "print-much: is seen and bounded");
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
    struct crowd c = {.act = "thread", .dtype = GAT_F32};
    struct gat_engine_source source = {crowd_next, crowd_done, &c};
    struct gat_error e;
    ok(gat_engine_run(g, &source, &e) && c.answered == CROWD,
       "thread: every case is answered");
    ok(gat_engine_fresh(g, &e), "thread: a fresh worker");
    crowd_run(g, NULL, GAT_F32, 0);
    struct crowd d = {.act = "thread-crash", .dtype = GAT_F32};
    source.user = &d;
    ok(gat_engine_run(g, &source, &e) && d.answered == CROWD,
       "thread-crash: all answered");
    usleep(60000);
    crowd_run(g, NULL, GAT_F32, 0);
    gat_engine_close(g);
}

static void test_align(struct gat_engine *g)
{
    for (uint32_t align = 16; align <= 64; align *= 4) {
        struct crowd c = crowd_run(g, "address", GAT_F32, align);
        ok(c.first[0] % align == 0 && c.first[1] % align == 0, "aligned to %u",
           align);
    }
    struct crowd c = crowd_run(g, "write-past", GAT_F32, 64);
    ok(c.reply.end == GAT_END_ANSWERED && c.reply.canary && c.reply.call == 0 &&
           c.reply.offset == last,
       "write-past with slack: the canary tells where");
    c = crowd_run(g, "write-past", GAT_F32, 16);
    ok(c.reply.end == GAT_END_FAULT, "write-past without slack is a fault");
    c = crowd_run(g, "write-last", GAT_F32, 64);
    ok(c.reply.end == GAT_END_ANSWERED && !c.reply.canary,
       "the last byte is no canary");
}

/* ---- strings ---- */

static void test_strings(struct gat_engine *g)
{
    crowd_run(g, NULL, GAT_STR, 0);
    struct crowd c = crowd_run(g, "string-own", GAT_STR, 0);
    is_text(c.second[0], "made by the backend",
            "a string of the backend's own is read");
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
    ok(c.reply.end == GAT_END_FAULT && strcmp(c.operand, "data") == 0 &&
           !c.reply.write,
       "reading past the last string is a fault");
    c = crowd_run(g, "write-past", GAT_STR, 0);
    ok(c.reply.end == GAT_END_FAULT && c.reply.offset == PICKED * WIDTH * 16,
       "writing past the views is a fault");
}

/* ---- the run itself ---- */

static void test_stop(struct gat_engine *g)
{
    struct crowd c = {.dtype = GAT_F32, .stop_at = 10};
    struct gat_engine_source source = {crowd_next, crowd_done, &c};
    struct gat_error e;
    ok(!gat_engine_run(g, &source, &e), "stopped by the caller");
    is_int(c.answered, 10, "no answer after the stop");
    is_text(e.text, "", "a stop is no error");
    crowd_run(g, NULL, GAT_F32, 0);
}

static void test_all_die(struct gat_engine *g)
{
    struct crowd c = {.dtype = GAT_F32, .act = "abort", .all = true};
    struct gat_engine_source source = {crowd_next, crowd_done, &c};
    struct gat_engine_stats before, after;
    struct gat_error e;
    crowd_run(g, NULL, GAT_F32, 0);
    gat_engine_stats(g, &before);
    ok(gat_engine_run(g, &source, &e), "every case dies");
    gat_engine_stats(g, &after);
    is_int(c.answered, CROWD, "every death is answered");
    is_int(c.out_of_order, 0, "in order");
    is_int((int64_t)(after.deaths - before.deaths), CROWD, "and counted");
    is_int((int64_t)(after.starts - before.starts), CROWD - 1,
           "a worker is started for each case but the first, and for none after the last");
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
    bool spare = gat_spin_rounds() > 0; /* there is a processor for it */
    is_int((int64_t)(after.starts - before.starts), 1 + spare,
           "an unused worker is fresh already; a spare one starts once");
    struct crowd c = crowd_run(g, "state", GAT_F32, 0);
    is_int(c.first[0], GUILTY * 2 + 1, "nothing is left of the worker before");
}

/* How many of our children were there to be killed? */
static unsigned children_kill(void)
{
    struct dirent *d;
    unsigned n = 0;
    DIR *proc = opendir("/proc");
    while (proc != NULL && (d = readdir(proc)) != NULL)
        if (d->d_name[0] >= '1' && d->d_name[0] <= '9' &&
            parent_of(d->d_name) == (long)getpid()) {
            kill((pid_t)atol(d->d_name), SIGKILL);
            n++;
        }
    if (proc != NULL)
        closedir(proc);
    return n;
}

/* Also while they start: the spare one has just been asked for. */
static void test_spare_dies(struct gat_engine *g)
{
    struct gat_error e;
    unsigned killed = 0, fresh = 0, same = 0;
    ok(gat_engine_fresh(g, &e), "a fresh worker");
    for (unsigned k = 0; k < 8; k++) {
        struct crowd c = crowd_run(g, "state", GAT_F32, 0);
        same += c.first[0] == GUILTY * 2 + 1;
        fresh += gat_engine_fresh(g, &e);
        usleep(k % 4 * 2000);
        killed += children_kill();
        usleep(20000); /* until they are gone */
        fresh += gat_engine_fresh(g, &e);
    }
    ok(fresh == 16, "%u of 16 fresh workers, although %u were killed", fresh, killed);
    ok(killed >= 8 * (1 + (gat_spin_rounds() > 0)), "the worker and a spare one, if there is one");
    is_int(same, 8, "each had no call before");
}

struct slow {
    unsigned asked;
    enum gat_end end;
};

static bool slow_next(void *user, struct gat_job *job)
{
    enum { LONG = 1 << 20 };
    static float data[LONG * ROWS];
    static struct crowd c = {.act = "slow", .all = true, .dtype = GAT_F32};
    struct slow *s = user;
    job_make(&c, 0, job);
    job->inputs[0].shape[1] = job->output.shape[1] = LONG;
    job->inputs[0].data = data;
    return s->asked++ == 0;
}

static bool slow_done(void *user, const struct gat_job *job, const struct gat_reply *r)
{
    struct slow *s = user;
    (void)job;
    s->end = r->end;
    return true;
}

/* What makes a small case late, in test_ends, is no reason to end one of 24 MiB. */
static void test_slow(struct gat_engine *g)
{
    struct slow s = {.end = GAT_END_LOST};
    struct gat_engine_source source = {slow_next, slow_done, &s};
    struct gat_error e;
    ok(gat_engine_run(g, &source, &e) && s.end == GAT_END_ANSWERED,
       "large cases have more time (end %d)", (int)s.end);
}

static void test_infer(struct gat_engine *g)
{
    struct crowd c = {.dtype = GAT_F32};
    struct gat_inferred out;
    struct gat_job job;
    enum gat_end end;
    gat_status status;
    for (int k = 0; k < 3; k++) {
        job_make(&c, 0, &job);
        ok(gat_engine_infer(g, &job, &status, &out, &end) && end == GAT_END_ANSWERED &&
               status == GAT_OK && out.ndim == 2 && out.shape[0] == 0 && out.shape[1] == PICKED,
           "infer is asked with the inputs alone");
        crowd_run(g, NULL, GAT_F32, 0);
    }
    c.act = "abort";
    c.all = true;
    job_make(&c, 0, &job);
    ok(!gat_engine_infer(g, &job, &status, &out, &end), "infer that dies has no answer");
    ok(end != GAT_END_ANSWERED, "and the end says so");
    crowd_run(g, NULL, GAT_F32, 0);
    ok(gat_engine_manifest(g)->has_infer, "the manifest knows about infer");
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], GAT_WORKER_ARG) == 0)
        gat_worker_main(argc, argv);
    data_make();
    struct gat_engine *g = acts_open(&limits);
    crowd_run(g, NULL, GAT_F32, 0);
    test_survivors(g);
    test_align(g);
    test_strings(g);
    test_stop(g);
    struct gat_engine *patient = acts_open(&patience);
    test_ends(g, patient);
    gat_engine_close(patient);
    test_scribble(g);
    test_all_die(g);
    test_fresh(g);
    test_spare_dies(g);
    test_slow(g);
    test_infer(g);
    gat_engine_close(g);
    test_threads();
    return done();
}
