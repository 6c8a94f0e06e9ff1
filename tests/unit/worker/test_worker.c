/* test_worker.c - the worker's life: loading, sizes of its windows, who it dies
 * with.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "crowd.h"
#include "engine/engine.h"
#include "worker/worker.h"

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
    static struct gat_attr act = {.name = "act", .kind = GAT_ATTR_TEXT};
    struct sized *s = user;
    bool large = s->fed % 7 == 3;
    if (s->fed == 40)
        return false;
    int64_t rows = large ? s->rows : 2;
    act.text = s->act;
    *job = (struct gat_job){
        .op = "gather",
        .variant = "onnx-13",
        .profile = "",
        .n_inputs = 2,
        .n_attrs = s->act != NULL && s->fed == 17,
        .attrs = &act,
        .input_names = {"data", "indices"},
        .inputs =
            {{.dtype = GAT_F32, .ndim = 2, .shape = {rows, 64}, .data = s->data},
             {.dtype = GAT_I64, .ndim = 1, .shape = {rows}, .data = s->index}},
        .output = {.dtype = GAT_F32, .ndim = 2, .shape = {rows, 64}},
        .user = (void *)(uintptr_t)rows,
    };
    s->fed++;
    return true;
}

static bool sized_done(void *user, const struct gat_job *job,
                       const struct gat_reply *r)
{
    struct sized *s = user;
    size_t size = (size_t)(uintptr_t)job->user * 64 * sizeof(float);
    if (r->end != GAT_END_ANSWERED) {
        s->reply = *r;
        snprintf(s->operand, sizeof s->operand, "%s",
                 r->operand == NULL ? "" : r->operand);
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
    static const int64_t rows[] = {62, 63, 64, 65, 4096};
    struct gat_engine_source source = {sized_next, sized_done, NULL};
    struct gat_error e;
    float *data = malloc(4096 * 64 * sizeof(float));
    int64_t *index = malloc(4096 * sizeof(int64_t));
    for (int k = 0; k < 4096 * 64; k++)
        data[k] = (float)k;
    for (int k = 0; k < 4096; k++)
        index[k] = k;
    for (unsigned k = 0; k < 5; k++) {
        struct sized s = {.rows = rows[k], .data = data, .index = index};
        source.user = &s;
        ok(gat_engine_run(g, &source, &e) && s.answered == 40 && s.wrong == 0,
           "cases of %d rows among small ones", (int)rows[k]);
    }
    struct sized s = {
        .rows = 4096, .data = data, .index = index, .act = "write-past"};
    source.user = &s;
    ok(gat_engine_run(g, &source, &e) && s.answered == 40 && s.wrong == 1 &&
           s.reply.end == GAT_END_FAULT && s.reply.offset == 1 << 20 &&
           strcmp(s.operand, "output") == 0,
       "a fault in a large case");
    free(data);
    free(index);
}

struct huge {
    unsigned fed, small, lost;
};

static bool huge_next(void *user, struct gat_job *job)
{
    struct huge *h = user;
    static int64_t index;
    static float value;
    if (h->fed++ >= 3)
        return false;
    int64_t rows = h->fed == 2 ? INT64_C(1) << 40 : 1;
    *job = (struct gat_job){
        .op = "gather",
        .variant = "onnx-13",
        .profile = "",
        .n_inputs = 2,
        .input_names = {"data", "indices"},
        .inputs = {{.dtype = GAT_F32, .ndim = 1, .shape = {1}, .data = &value},
                   {.dtype = GAT_I64, .ndim = 1, .shape = {1}, .data = &index}},
        .output = {.dtype = GAT_F32, .ndim = 1, .shape = {rows}},
    };
    return true;
}

static bool huge_done(void *user, const struct gat_job *job,
                      const struct gat_reply *r)
{
    struct huge *h = user;
    bool small = job->output.shape[0] == 1;
    h->small += small && r->end == GAT_END_ANSWERED;
    h->lost += !small && r->end == GAT_END_LOST;
    return true;
}

static void test_hopeless(struct gat_engine *g)
{
    struct huge h = {0};
    struct gat_engine_source source = {huge_next, huge_done, &h};
    struct gat_error e;
    ok(gat_engine_run(g, &source, &e), "a case beyond every window");
    ok(h.lost == 1 && h.small == 2, "it is lost, and the two beside it are answered");
}

/* ---- loading ---- */

static void test_load(void)
{
    static const struct {
        const char *name, *says;
        bool missing;
    } bad[] = {
        {"nowhere", "No such file", false},
        {"no_entry", "gat_backend_get", false},
        {"no_table", "ABI", false},
        {"foreign_abi", "ABI", false},
        {"no_name", "name", false},
        {"endless_claims", "claims", false},
        {"wild_manifest", "claims", false},
        {"constructor_crashes", "loaded", false},
        {"open_crashes", "open()", false},
        {"open_fails", "on holiday", true},
    };
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        struct gat_error e = {0};
        bool missing = !bad[k].missing;
        struct gat_engine *g =
            gat_engine_open(plugin(bad[k].name), "", &limits, &e, &missing);
        ok(g == NULL && missing == bad[k].missing, "%s does not load, missing: %d",
           bad[k].name, bad[k].missing);
        has_text(e.text, bad[k].says, bad[k].says);
        if (g != NULL)
            gat_engine_close(g);
    }
    struct gat_error e = {0};
    bool missing;
    ok(gat_engine_open("/proc/self/exe", "", &limits, &e, &missing) == NULL &&
           !missing,
       "a program is no backend");
    ok(gat_engine_open("/etc/passwd", "", &limits, &e, &missing) == NULL &&
           !missing,
       "a text is no backend: %s", e.text);
}

/* A refusal of the machine is no fault of the backend. */
static void test_limits(void)
{
    struct rlimit before, small;
    struct gat_error e = {0};
    bool missing = false;
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){1 << 20, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    struct gat_engine *g =
        gat_engine_open(plugin("eng_acts"), "", &limits, &e, &missing);
    setrlimit(RLIMIT_FSIZE, &before);
    ok(g == NULL && missing, "no shared memory: no engine");
    has_text(e.text, "ulimit -f", "and a sentence");
}

/* ---- in this process ---- */

static void test_here(void)
{
    const struct gat_engine_limits here = {
        .seconds = 1, .memory = 1 << 20, .here = true};
    struct gat_error e = {0};
    bool missing;
    struct gat_engine *g = acts_open(&here);
    crowd_run(g, NULL, GAT_F32, 0);
    struct crowd c = crowd_run(g, "state", GAT_STR, 0);
    ok(gat_engine_fresh(g, &e), "here: there is nothing to make fresh");
    c = crowd_run(g, "refuse", GAT_F32, 0);
    is_text(c.text, "no, thank you", "here: the error text arrives");
    struct crowd d = {.dtype = GAT_F32, .stop_at = 10};
    struct gat_engine_source source = {crowd_next, crowd_done, &d};
    ok(!gat_engine_run(g, &source, &e) && d.answered == 10,
       "here: stopped by the caller");
    crowd_run(g, NULL, GAT_F32, 0);
    gat_engine_close(g);
    g = gat_engine_open(plugin("no_table"), "", &here, &e, &missing);
    ok(g == NULL && !missing, "here: no table, no engine");
    has_text(e.text, "ABI", "here: and a sentence");
}

/* ---- nothing stays behind ---- */

/* Ends by being killed, while its worker hangs: the worker has to go as well. */
static int orphan_run(void)
{
    const struct gat_engine_limits patient = {.seconds = 60, .memory = 1 << 30};
    struct crowd c = {.act = "hang", .dtype = GAT_F32};
    struct gat_engine_source source = {crowd_next, crowd_done, &c};
    struct gat_error e;
    struct gat_engine *g = acts_open(&patient);
    (void)!write(2, "x", 1); /* the worker is there */
    return gat_engine_run(g, &source, &e);
}

/* Who holds the pipe as stderr is alive; the end of file says that nobody does. */
static void test_orphan(void)
{
    int ends_of_pipe[2];
    char byte;
    if (!ok(pipe(ends_of_pipe) == 0, "a pipe"))
        return;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends_of_pipe[1], 2);
        close(ends_of_pipe[0]);
        close(ends_of_pipe[1]);
        execl("/proc/self/exe", "test_engine", "--orphan", (char *)NULL);
        _exit(1);
    }
    close(ends_of_pipe[1]);
    ok(read(ends_of_pipe[0], &byte, 1) == 1, "the orphan's worker has started");
    usleep(50000);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    alarm(20);
    ok(read(ends_of_pipe[0], &byte, 1) == 0,
       "the worker ends with its killed parent");
    alarm(0);
    close(ends_of_pipe[0]);
}

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

/* The same for a child that a backend left behind, when its engine is closed. */
static void test_left_child(void)
{
    int ends_of_pipe[2], keep = dup(2);
    char byte;
    if (!ok(pipe(ends_of_pipe) == 0 && keep >= 0, "a pipe"))
        return;
    dup2(ends_of_pipe[1], 2);
    close(ends_of_pipe[1]);
    struct gat_engine *g = acts_open(&limits);
    crowd_run(g, "leave-child", GAT_F32, 0);
    gat_engine_close(g);
    dup2(keep, 2);
    close(keep);
    alarm(20);
    ok(read(ends_of_pipe[0], &byte, 1) == 0, "leave-child: ends with the worker");
    alarm(0);
    close(ends_of_pipe[0]);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], GAT_WORKER_ARG) == 0)
        gat_worker_main(argc, argv);
    data_make();
    if (argc > 1 && strcmp(argv[1], "--orphan") == 0)
        return orphan_run();
    unsigned before = descriptors();
    test_orphan();
    test_left_child();
    signal(SIGCHLD, SIG_IGN); /* as some who start us have it */
    struct gat_engine *g = acts_open(&limits);
    is_text(gat_engine_manifest(g)->name, "plugin", "the manifest arrives");
    is_int(gat_engine_manifest(g)->claims[0].data_types, GAT_ALL_TYPES,
           "with its types");
    is_text(gat_engine_manifest(g)->claims[0].variants[0], "onnx-13",
            "and variants");
    struct crowd c = crowd_run(g, "kill", GAT_F32, 0);
    is_int(c.reply.code, SIGKILL, "a death is read although SIGCHLD was ignored");
    test_sizes(g);
    test_hopeless(g);
    gat_engine_close(g);
    test_load();
    test_limits();
    test_here();
    is_int(descriptors(), before, "no descriptor is left open");
    ok(waitpid(-1, NULL, WNOHANG) < 0, "no child is left");
    return done();
}
