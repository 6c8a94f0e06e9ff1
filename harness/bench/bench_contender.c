/* bench_contender.c - the parent's side of a process of `gatherum bench`.
 *
 * One order and one answer at a time, each one JSON object on a line. A process that
 * dies, hangs or answers nonsense is ended; it is out of the row that it failed, and
 * a new one is started for the next.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <linux/perf_event.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stderr_pass.h"
#include "bench/bench.h"
#include "bench/bench_contender.h"
#include "bench/bench_workload.h"
#include "dtype.h"

extern char **environ;

enum { PATIENCE_MS = 120000, LONGEST_LINE = 65536 };
#define SLACK 1e-3 /* seconds of a sample that messages may take, and a parent without processor   \
                    */
#define SLACK_QUICK 20e-3

/* ---- orders and answers ---- */

static void row_fail(struct gat_contender *c, const char *why)
{
    for (unsigned k = 0; k < c->n_forms; k++)
        if (c->forms[k].in_row || c->forms[k].why == NULL) {
            c->forms[k].in_row = false;
            c->forms[k].why = why;
        }
}

/* End the process; how it ended, where it did so by itself. */
static const char *process_end(struct gat_bench *b, struct gat_contender *c, const char *why)
{
    int status = 0;
    close(c->socket);
    for (int k = 0; k < 3; k++)
        if (c->counter_fds[k] >= 0)
            close(c->counter_fds[k]);
    if (why != NULL)
        kill(-c->pid, SIGKILL);
    waitpid(c->pid, &status, 0);
    kill(-c->pid, SIGKILL); /* whatever it left behind */
    gat_stderr_pass_end(c->errors);
    c->pid = 0;
    if (why != NULL)
        return why;
    if (WIFSIGNALED(status))
        return gat_arena_print(&b->arena, "died of signal %d (%s)", WTERMSIG(status),
                               strsignal(WTERMSIG(status)));
    return gat_arena_print(&b->arena, "ended with status %d", WEXITSTATUS(status));
}

static bool order_send(struct gat_contender *c, json_t *order)
{
    char *text = json_dumps(order, JSON_COMPACT);
    size_t n = strlen(text), done = 0;
    text[n++] = '\n';
    while (done < n) {
        ssize_t some = send(c->socket, text + done, n - done, MSG_NOSIGNAL);
        if (some <= 0)
            break;
        done += (size_t)some;
    }
    free(text);
    json_decref(order);
    return done == n;
}

/* Read what has arrived of one line, and nothing of the next. */
static ssize_t line_read(int socket, char *to, size_t room)
{
    ssize_t n = recv(socket, to, room, MSG_PEEK);
    const char *end = n > 0 ? memchr(to, '\n', (size_t)n) : NULL;
    return n <= 0 ? n : recv(socket, to, end == NULL ? (size_t)n : (size_t)(end - to) + 1, 0);
}

/* The next line; NULL, and *why: NULL where the process has ended by itself. */
static json_t *answer_read(struct gat_contender *c, const char **why)
{
    size_t used = 0;
    *why = NULL;
    for (;;) {
        struct pollfd p = {.fd = c->socket, .events = POLLIN};
        int ready = poll(&p, 1, PATIENCE_MS);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0) {
            *why = "gave no answer in 120 s";
            return NULL;
        }
        ssize_t n = line_read(c->socket, c->line + used, LONGEST_LINE - used);
        if (n <= 0)
            return NULL;
        used += (size_t)n;
        if (c->line[used - 1] == '\n')
            break;
        if (used == LONGEST_LINE) {
            *why = "does not speak the protocol";
            return NULL;
        }
    }
    json_t *j = json_loadb(c->line, used, 0, NULL);
    if (!json_is_object(j)) {
        json_decref(j);
        *why = "does not speak the protocol";
        return NULL;
    }
    return j;
}

/* Order and answer; NULL: the process is gone, and *why says how. */
static json_t *ask(struct gat_bench *b, struct gat_contender *c, json_t *order, const char **why)
{
    json_t *answer = NULL;
    *why = NULL;
    if (order == NULL || order_send(c, order))
        answer = answer_read(c, why);
    if (answer == NULL)
        *why = process_end(b, c, *why);
    return answer;
}

static const char *text_of(struct gat_bench *b, const json_t *j, const char *key)
{
    const char *text = json_string_value(json_object_get(j, key));
    char *copy = gat_arena_print(&b->arena, "%.200s", text == NULL ? "" : text);
    for (char *at = copy; *at != '\0'; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = '?';
    return copy;
}

/* NULL where the answer says that all is well; else its sentence. */
static const char *refusal(struct gat_bench *b, const json_t *answer)
{
    return json_is_true(json_object_get(answer, "ok")) ? NULL : text_of(b, answer, "why");
}

/* ---- start ---- */

static void counters_open(struct gat_bench *b, struct gat_contender *c)
{
    static const uint64_t events[3] = {PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
                                       PERF_COUNT_HW_CACHE_MISSES};
    for (int k = 0; k < 3; k++) {
        struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE,
                                       .size = sizeof attr,
                                       .config = events[k],
                                       .inherit = 1,
                                       .exclude_kernel = 1,
                                       .exclude_hv = 1};
        c->counter_fds[k] = -1;
        if (b->perf)
            c->counter_fds[k] =
                (int)syscall(SYS_perf_event_open, &attr, c->pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
    }
}

static double counter_read(const struct gat_contender *c, int k)
{
    uint64_t value;
    if (c->counter_fds[k] < 0 || read(c->counter_fds[k], &value, sizeof value) != sizeof value)
        return -1;
    return (double)value;
}

/* With one thread: on the last processor that we may use, and no other. */
static void process_pin(const struct gat_bench *b, const struct gat_contender *c)
{
    cpu_set_t set, one;
    if (b->threads != 1 || sched_getaffinity(0, sizeof set, &set) != 0)
        return;
    CPU_ZERO(&one);
    for (size_t k = CPU_SETSIZE; k-- > 0 && CPU_COUNT(&one) == 0;)
        if (CPU_ISSET(k, &set))
            CPU_SET(k, &one);
    sched_setaffinity(c->pid, sizeof one, &one);
}

static int spawn(struct gat_bench *b, struct gat_contender *c, int theirs)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, gat_stderr_pass_file(c->errors), 2);
    posix_spawn_file_actions_adddup2(&files, 2, 1); /* the table is ours alone */
    posix_spawn_file_actions_adddup2(&files, theirs, GAT_BENCH_SOCKET);
    posix_spawn_file_actions_adddup2(&files, b->file, GAT_BENCH_FILE);
    int code = posix_spawnp(&c->pid, c->argv[0], &files, &attr, c->argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    if (code != 0)
        c->pid = 0;
    return code;
}

static void forms_read(struct gat_bench *b, struct gat_contender *c, const json_t *hello)
{
    const json_t *forms = json_object_get(hello, "forms");
    c->version = text_of(b, hello, "version");
    c->note = text_of(b, hello, "note");
    c->level = text_of(b, hello, "level");
    c->fresh = json_is_true(json_object_get(hello, "fresh"));
    c->n_forms = 0;
    for (size_t k = 0; k < json_array_size(forms) && c->n_forms < GAT_BENCH_FORMS; k++) {
        const json_t *form = json_array_get(forms, k);
        const char *name = text_of(b, form, "name");
        c->forms[c->n_forms++] = (struct gat_bench_form){
            .name = name[0] == '\0' ? c->name
                    : c->reference  ? name
                                    : gat_arena_print(&b->arena, "%s %s", c->name, name),
            .checks = !json_is_false(json_object_get(form, "checks")),
            .limit = json_is_true(json_object_get(form, "limit")),
        };
    }
}

/* Descriptors above those that the process gets, so that dup2 closes none of them. */
static bool sockets_make(int pair[2])
{
    int raw[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, raw) != 0)
        return false;
    for (int k = 0; k < 2; k++) {
        pair[k] = fcntl(raw[k], F_DUPFD_CLOEXEC, GAT_BENCH_FILE + 1);
        close(raw[k]);
    }
    return pair[0] >= 0 && pair[1] >= 0;
}

bool gat_contender_start(struct gat_bench *b, struct gat_contender *c)
{
    int pair[2];
    const char *why = NULL;
    struct gat_error e;
    if (c->pid != 0 || c->absent != NULL)
        return c->absent == NULL;
    c->errors = gat_stderr_pass_begin(&b->arena, c->name, &e);
    if (c->errors == NULL || !sockets_make(pair)) {
        c->absent = "no socket or pipe could be made";
        gat_stderr_pass_end(c->errors);
        return false;
    }
    if (c->line == NULL)
        c->line = gat_arena_alloc(&b->arena, LONGEST_LINE);
    int code = spawn(b, c, pair[1]);
    close(pair[1]);
    c->socket = pair[0];
    if (code != 0) {
        close(pair[0]);
        gat_stderr_pass_end(c->errors);
        c->absent = gat_arena_print(&b->arena, "%s: %s", c->argv[0], strerror(code));
        return false;
    }
    process_pin(b, c);
    counters_open(b, c);
    json_t *hello = ask(b, c, NULL, &why);
    if (hello != NULL && (why = refusal(b, hello)) != NULL)
        process_end(b, c, why);
    if (why == NULL)
        forms_read(b, c, hello);
    json_decref(hello);
    c->absent = why;
    return why == NULL;
}

bool gat_contender_level_kept(const struct gat_bench *b, const struct gat_contender *c)
{
    return b->level[0] == '\0' || strcmp(b->level, c->level) == 0;
}

void gat_contender_end(struct gat_bench *b, struct gat_contender *c)
{
    if (c->pid == 0)
        return;
    order_send(c, json_pack("{s:s}", "do", "bye"));
    process_end(b, c, "is not needed any more");
}

/* ---- rows ---- */

static json_t *row_order(const struct gat_bench *b, const struct gat_workload *w)
{
    json_t *operands = json_array();
    for (unsigned k = 0; k < w->n_operands; k++) {
        const struct gat_array *t = &w->operands[k];
        json_t *shape = json_array();
        for (int32_t d = 0; d < t->ndim; d++)
            json_array_append_new(shape, json_integer(t->shape[d]));
        json_array_append_new(operands, json_pack("{s:s, s:s, s:o, s:I}", "name", w->names[k],
                                                  "type", gat_dtype_name(t->dtype), "shape", shape,
                                                  "at", (json_int_t)w->at[k]));
    }
    return json_pack("{s:s, s:i, s:b, s:s, s:s?, s:I, s:I, s:I, s:o}", "do", "row", "number",
                     (int)w->number, "quick", (int)b->quick, "op", w->op, "reduction", w->reduction,
                     "axis", (json_int_t)w->axis, "batch_dims", (json_int_t)w->batch_dims, "size",
                     (json_int_t)w->size, "operands", operands);
}

/* One call on a poisoned output, and its answer beside the plain loop's. */
static void form_check(struct gat_bench *b, struct gat_contender *c, unsigned form,
                       const struct gat_workload *w)
{
    struct gat_bench_form *f = &c->forms[form];
    unsigned last = w->n_operands - 1;
    size_t size = gat_array_size(&w->operands[last]);
    const char *why;
    json_t *answer = ask(b, c, json_pack("{s:s, s:i}", "do", "check", "form", (int)form), &why);
    if (answer == NULL) {
        row_fail(c, why);
        return;
    }
    f->why = refusal(b, answer);
    json_decref(answer);
    if (f->why == NULL && !c->reference && memcmp(b->buffer + w->at[last], b->expected, size) != 0)
        f->why = "WRONG: its answer is not that of the plain loop";
    f->in_row = f->why == NULL;
    memset(b->buffer + w->at[last], 0, size);
}

void gat_contender_row(struct gat_bench *b, struct gat_contender *c, const struct gat_workload *w)
{
    const char *why = NULL;
    bool there = gat_contender_start(b, c);
    for (unsigned k = 0; k < c->n_forms; k++) {
        c->forms[k].in_row = false;
        c->forms[k].why = c->absent;
    }
    if (!there)
        return;
    json_t *answer = ask(b, c, row_order(b, w), &why);
    if (answer != NULL)
        why = refusal(b, answer);
    c->huge = json_is_true(json_object_get(answer, "huge"));
    json_decref(answer);
    if (why != NULL)
        row_fail(c, why);
    for (unsigned k = 0; k < c->n_forms && why == NULL && c->pid != 0; k++)
        form_check(b, c, k, w);
}

static bool answer_due(const struct gat_bench *b, const struct gat_workload *w,
                       const unsigned char *got, size_t size, unsigned char mask)
{
    _Alignas(64) unsigned char due[4096];
    bool same = true;
    for (size_t at = 0; same && at < size; at += sizeof due) {
        size_t some = size - at < sizeof due ? size - at : sizeof due;
        memcpy(due, b->expected + at, some);
        gat_workload_change(w, due, some, 0, mask);
        same = memcmp(got + at, due, some) == 0;
    }
    return same;
}

/* Compare the output after a sample with what is due for inputs changed by `mask`. */
static void sample_check(struct gat_bench *b, struct gat_contender *c, unsigned form,
                         const struct gat_workload *w, unsigned char mask)
{
    struct gat_bench_form *f = &c->forms[form];
    unsigned last = w->n_operands - 1;
    size_t size = gat_array_size(&w->operands[last]);
    const char *why;
    json_t *answer = ask(b, c, json_pack("{s:s}", "do", "answer"), &why);
    if (answer == NULL) {
        row_fail(c, why);
        return;
    }
    f->why = refusal(b, answer);
    json_decref(answer);
    if (f->why == NULL && !answer_due(b, w, b->buffer + w->at[last], size, mask))
        f->why = "WRONG: what it left when the clock had stopped is not the answer";
    f->in_row = f->why == NULL;
}

/* A process that has patched its clock says less than a sample lasted. */
static void clock_compare(const struct gat_bench *b, struct gat_bench_form *f, double lasted,
                          double said)
{
    double slack = b->quick ? SLACK_QUICK : SLACK;
    f->unsaid = fmin(f->unsaid, lasted / (said + slack));
}

static json_t *sample_order(const struct gat_contender *c, unsigned form, unsigned calls,
                            unsigned char mask)
{
    return json_pack("{s:s, s:i, s:i, s:b, s:o*}", "do", "time", "form", (int)form, "calls",
                     (int)calls, "warm", (int)c->forms[form].warm, "mask",
                     c->fresh ? json_integer(mask) : NULL);
}

/* The answer to it, and how long it lasted from its beginning where that is told. */
static json_t *sample_ask(struct gat_bench *b, struct gat_contender *c, json_t *order,
                          double *lasted, const char **why)
{
    json_t *answer = ask(b, c, order, why);
    *lasted = -1;
    if (answer != NULL && json_is_true(json_object_get(answer, "begun"))) {
        double begun = gat_seconds_now();
        json_decref(answer);
        answer = ask(b, c, NULL, why);
        *lasted = gat_seconds_now() - begun;
    }
    return answer;
}

double gat_contender_sample(struct gat_bench *b, struct gat_contender *c, unsigned form,
                            const struct gat_workload *w, unsigned calls)
{
    struct gat_bench_form *f = &c->forms[form];
    double before[3], lasted, seconds = -1;
    const unsigned char mask = (unsigned char)gat_prng_below(&b->samples, 256);
    const char *why;
    for (int k = 0; k < 3; k++)
        before[k] = counter_read(c, k);
    json_t *answer = sample_ask(b, c, sample_order(c, form, calls, mask), &lasted, &why);
    if (answer == NULL) {
        row_fail(c, why);
        return -1;
    }
    for (int k = 0; k < 3; k++)
        f->counters[k] = before[k] < 0 ? -1
                                       : f->counters[k] + (counter_read(c, k) - before[k]) /
                                                              (calls + (f->warm ? 1 : 0));
    why = refusal(b, answer);
    if (why == NULL)
        seconds = json_number_value(json_object_get(answer, "seconds"));
    if (why == NULL && !(seconds > 0))
        why = "does not speak the protocol";
    json_decref(answer);
    if (why == NULL && c->fresh) {
        clock_compare(b, f, lasted, seconds * calls);
        sample_check(b, c, form, w, mask);
    }
    if (why == NULL)
        return f->in_row ? seconds : -1;
    f->in_row = false;
    f->why = why;
    return -1;
}
