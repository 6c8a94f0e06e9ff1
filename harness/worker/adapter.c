/* adapter.c - the program that answers for a worker: start, ask, end.
 *
 * Everything that it says is bounded and checked.  The end of the line tells that the program is
 * gone; where a process that it left behind holds the line open, its death is looked for fifty
 * times a second.  A program that hangs is left to the parent, which ends the whole group.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/adapter.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exchange/window.h"
#include "sandbox/look_read.h"
#include "worker/adapter_call.h"
#include "worker/adapter_together.h"
#include "worker/last_words.h"
#include "worker/manifest.h"

/* Room for all operands of the largest case, and its strings. */
#define IN_SIZE ((GAT_MAX_INPUTS + 3) * (GAT_LARGE_WINDOW / 2))
#define OUT_SIZE (3 * (GAT_LARGE_WINDOW / 2))
#define ABOVE_ITS_OWN 16 /* no descriptor of ours lies where the program gets one */
enum { LOOK_MS = 20, GRACE_MS = 1000 };

bool gat_is_adapter(const char *path)
{
    const char *so = strstr(path, ".so");
    struct stat s;
    if (so != NULL && (so[3] == '\0' || so[3] == '.'))
        return false;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

/* ---- faults ---- */

static void clean(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

bool gat_adapter_broken(struct gat_adapter *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(a->error, sizeof a->error, format, args);
    va_end(args);
    clean(a->error);
    if (gat_together_broken(a))
        return false;
    if (a->open)
        gat_last_words_protocol(a->error);
    return false;
}

/* The program has ended: before it was open that is a sentence, during a call the worker
 * ends in the same way. */
bool gat_adapter_end_tell(struct gat_adapter *a, int status)
{
    a->pid = 0;
    if (WIFSIGNALED(status) && a->open) {
        raise(WTERMSIG(status));
        kill(getpid(), SIGKILL); /* a signal that ends nobody here */
    }
    if (WIFSIGNALED(status))
        return gat_adapter_broken(a, "it died of signal %d (%s) before it stated its claims",
                                  WTERMSIG(status), strsignal(WTERMSIG(status)));
    if (a->open)
        exit(WEXITSTATUS(status));
    return gat_adapter_broken(a, "it ended with status %d before it stated its claims",
                              WEXITSTATUS(status));
}

/* True when the program is still there. */
static bool lives(struct gat_adapter *a)
{
    int status;
    if (waitpid(a->pid, &status, WNOHANG) != a->pid)
        return true;
    return gat_together_died(a, status) ? false : gat_adapter_end_tell(a, status);
}

/* The line has ended: the program too, or it closed its descriptor. */
static bool line_ended(struct gat_adapter *a)
{
    struct timespec nap = {.tv_nsec = 5000000};
    for (int ms = 0; ms < GRACE_MS; ms += 5) {
        if (!lives(a))
            return false;
        nanosleep(&nap, NULL);
    }
    return gat_adapter_broken(a, "it closed descriptor %d and did not end", GAT_ADAPTER_LINE);
}

/* ---- lines ---- */

void gat_adapter_say(struct gat_adapter *a, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(a->text + a->used, GAT_LONGEST_LINE - a->used, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= GAT_LONGEST_LINE - a->used)
        gat_adapter_broken(a, "a line to it has more than %d bytes", GAT_LONGEST_LINE);
    else
        a->used += (size_t)n;
}

void gat_adapter_say_text(struct gat_adapter *a, const char *text)
{
    json_t *j = json_string(text);
    char *quoted = j == NULL ? NULL : json_dumps(j, JSON_ENCODE_ANY);
    gat_adapter_say(a, "%s", quoted == NULL ? "\"\"" : quoted);
    free(quoted);
    json_decref(j);
}

bool gat_adapter_send(struct gat_adapter *a)
{
    for (size_t done = 0; done < a->used;) {
        ssize_t n = send(a->line, a->text + done, a->used - done, MSG_NOSIGNAL);
        if (n < 0 && (errno == EPIPE || errno == ECONNRESET))
            return line_ended(a);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return gat_adapter_broken(a, "nothing can be sent to it: %s", strerror(errno));
        if (n < 0 && !lives(a))
            return false;
        done += n < 0 ? 0 : (size_t)n;
    }
    return true;
}

/* A line after the answer answers no question. */
enum gat_piece gat_adapter_piece(struct gat_adapter *a)
{
    ssize_t n = recv(a->line, a->text + a->used, GAT_LONGEST_LINE - a->used, 0);
    if (n == 0 || (n < 0 && errno == ECONNRESET)) {
        line_ended(a);
        return GAT_PIECE_END;
    }
    if (n < 0)
        return lives(a) ? GAT_PIECE_NONE : GAT_PIECE_END;
    const char *end = memchr(a->text + a->used, '\n', (size_t)n);
    a->used += (size_t)n;
    if (end == NULL && a->used < GAT_LONGEST_LINE)
        return GAT_PIECE_NONE;
    if (end != NULL && end + 1 == a->text + a->used) {
        a->text[--a->used] = '\0';
        return GAT_PIECE_LINE;
    }
    if (end == NULL)
        gat_adapter_broken(a, "its answer has no end within %d bytes", GAT_LONGEST_LINE);
    else
        gat_adapter_broken(a, "it printed more after the line that answers: '%.40s'",
                           end + 1 < a->text + a->used - 1 ? end + 1 : "");
    return GAT_PIECE_END;
}

bool gat_adapter_ask(struct gat_adapter *a)
{
    enum gat_piece piece = GAT_PIECE_NONE;
    gat_adapter_say(a, "\n");
    if (!gat_adapter_send(a))
        return false;
    a->used = 0;
    while (piece == GAT_PIECE_NONE)
        piece = gat_adapter_piece(a);
    return piece == GAT_PIECE_LINE;
}

/* ---- start ---- */

static bool shared_make(struct gat_shared *s, const char *name, size_t size)
{
    struct gat_error e;
    int file = gat_sealed_file(name, size, &e);
    s->size = size;
    s->file = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, ABOVE_ITS_OWN);
    if (file >= 0)
        close(file);
    s->map = s->file < 0
                 ? MAP_FAILED
                 : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, s->file, 0);
    return s->map != MAP_FAILED;
}

/* In the child: nothing but what must be done before exec. */
_Noreturn static void program_become(const struct gat_adapter *a, int line, int read_only,
                                     int report, const char *path)
{
    const char *python = getenv("GATHERUM_PYTHON");
    size_t n = strlen(path);
    bool named = python != NULL && n > 3 && strcmp(path + n - 3, ".py") == 0;
    char *program = (char *)(uintptr_t)(named ? python : path);
    char *argv[] = {program, named ? (char *)(uintptr_t)path : NULL, NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(line, GAT_ADAPTER_LINE) >= 0 && dup2(read_only, GAT_ADAPTER_IN) >= 0 &&
        dup2(a->out.file, GAT_ADAPTER_OUT) >= 0)
        execv(program, argv);
    int code = errno;
    (void)!write(report, &code, sizeof code);
    _exit(127);
}

/* 0, or why the program could not be started. */
static int program_fork(struct gat_adapter *a, int line, int read_only)
{
    int report[2], code = 0;
    if (pipe2(report, O_CLOEXEC) != 0)
        return errno;
    int above = fcntl(report[1], F_DUPFD_CLOEXEC, ABOVE_ITS_OWN);
    close(report[1]);
    a->pid = above < 0 ? -1 : fork();
    if (a->pid == 0)
        program_become(a, line, read_only, above, a->path);
    code = a->pid < 0 ? errno : 0;
    if (above >= 0)
        close(above);
    if (a->pid > 0 && read(report[0], &code, sizeof code) == (ssize_t)sizeof code)
        waitpid(a->pid, NULL, 0);
    close(report[0]);
    return code;
}

static int program_start(struct gat_adapter *a)
{
    char name[48];
    int pair[2];
    struct timeval look = {.tv_usec = LOOK_MS * 1000};
    if (!shared_make(&a->in, "gatherum-inputs", IN_SIZE + GAT_TOGETHER_IN) ||
        !shared_make(&a->out, "gatherum-outputs", OUT_SIZE + GAT_TOGETHER_OUT) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return errno;
    snprintf(name, sizeof name, "/proc/self/fd/%d", a->in.file);
    int plain = open(name, O_RDONLY | O_CLOEXEC);
    int read_only = plain < 0 ? -1 : fcntl(plain, F_DUPFD_CLOEXEC, ABOVE_ITS_OWN);
    int line = fcntl(pair[1], F_DUPFD_CLOEXEC, ABOVE_ITS_OWN);
    int code = read_only < 0 || line < 0 ? errno : program_fork(a, line, read_only);
    a->line = pair[0];
    setsockopt(a->line, SOL_SOCKET, SO_RCVTIMEO, &look, sizeof look);
    setsockopt(a->line, SOL_SOCKET, SO_SNDTIMEO, &look, sizeof look);
    close(pair[1]);
    close(line);
    close(plain);
    close(read_only);
    return code;
}

/* ---- hello, manifest, bye ---- */

json_t *gat_adapter_object(struct gat_adapter *a, const char *to, const char *text, size_t n)
{
    json_error_t at;
    json_t *j = json_loadb(text, n, JSON_REJECT_DUPLICATES, &at);
    int shown = n < 60 ? (int)n : 60;
    if (json_is_object(j))
        return j;
    if (j == NULL)
        gat_adapter_broken(a, "its answer to %s cannot be read: %.80s: '%.*s'", to, at.text, shown,
                           text);
    else
        gat_adapter_broken(a, "its answer to %s is no JSON object: '%.*s'", to, shown, text);
    json_decref(j);
    return NULL;
}

/* How many descriptions of calls it keeps, if it says so. */
static bool keeps_read(struct gat_adapter *a, const json_t *keeps)
{
    json_int_t n = json_integer_value(keeps);
    if (keeps != NULL && (!json_is_integer(keeps) || n < 0 || n > GAT_MOST_KEPT))
        return gat_adapter_broken(
            a, "its answer to hello has \"keeps\", but no number from 0 to %d", GAT_MOST_KEPT);
    a->keeps = (unsigned)n;
    a->kept = GAT_NEW_N(&a->arena, struct gat_kept, a->keeps + 1);
    a->together.most = 1;
    return true;
}

/* GAT_OK; GAT_E_INVALID when the adapter is wrong, GAT_E_NOMEM (any other) when it says
 * that it cannot work here. */
static gat_status hello(struct gat_adapter *a, const char *options)
{
    a->used = 0;
    gat_adapter_say(a,
                    "{\"do\":\"hello\",\"protocol\":%d,\"inputs\":%zu,\"outputs\":%zu,\"options\":",
                    GAT_PROTOCOL, a->in.size, a->out.size);
    gat_adapter_say_text(a, options);
    gat_together_say(a);
    gat_adapter_say(a, "}");
    json_t *j = gat_adapter_ask(a) ? gat_adapter_object(a, "hello", a->text, a->used) : NULL;
    if (j == NULL)
        return GAT_E_INVALID;
    gat_status status = GAT_OK;
    const json_t *ok = json_object_get(j, "ok"), *number = json_object_get(j, "protocol");
    const char *why = json_string_value(json_object_get(j, "why"));
    if (json_is_false(ok)) {
        gat_adapter_broken(a, "%s",
                           why != NULL && *why != '\0' ? why : "it refuses and does not say why");
        status = json_is_true(json_object_get(j, "absent")) ? GAT_E_NOMEM : GAT_E_INVALID;
    } else if (!json_is_true(ok) || json_integer_value(number) != GAT_PROTOCOL) {
        gat_adapter_broken(a, "its answer to hello lacks \"ok\":true or \"protocol\":%d: '%.60s'",
                           GAT_PROTOCOL, a->text);
        status = GAT_E_INVALID;
    } else if (!keeps_read(a, json_object_get(j, "keeps"))) {
        status = GAT_E_INVALID;
    }
    json_decref(j);
    return status;
}

/* An adapter cannot claim what only a backend in the same process can do, and need not say what
 * every adapter lacks. */
static bool claims_fit(struct gat_adapter *a, const struct gat_manifest *m,
                       struct gat_claim *claims)
{
    const uint32_t never = GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES;
    for (unsigned k = 0; k < m->n_claims; k++) {
        claims[k] = m->claims[k];
        if ((claims[k].flags & never) != 0)
            return gat_adapter_broken(a,
                                      "claim %u has works_in_place or odd_addresses: an "
                                      "adapter gets copies of its operands",
                                      k);
        claims[k].flags |= m->giants ? 0 : GAT_NO_GIANTS;
    }
    return true;
}

static const char *adapter_last_error(void *context)
{
    return ((const struct gat_adapter *)context)->error;
}

static void adapter_close(void *context);

/* One worker has one backend; open() completes its table. */
static _Thread_local struct gat_backend table = {
    .abi = GAT_ABI,
    .struct_size = sizeof table,
    .run = gat_adapter_run,
    .close = adapter_close,
    .last_error = adapter_last_error,
};
static _Thread_local const char *program;
static _Thread_local _Atomic int32_t *program_pid;

static bool manifest(struct gat_adapter *a)
{
    struct gat_manifest *m = &a->said;
    char why[200];
    a->used = 0;
    gat_adapter_say(a, "{\"do\":\"manifest\"}");
    if (!gat_adapter_ask(a))
        return false;
    if (!gat_manifest_read(&a->arena, a->text, a->used, m, why, sizeof why))
        return gat_adapter_broken(a, "%s", why);
    struct gat_claim *claims = GAT_NEW_N(&a->arena, struct gat_claim, m->n_claims + 1);
    if (!claims_fit(a, m, claims))
        return false;
    table.name = m->name;
    table.version = m->version;
    table.profile = m->profile;
    table.claims = claims;
    table.n_claims = m->n_claims;
    table.call_us = m->call_us;
    table.infer = m->has_infer ? gat_adapter_infer : NULL;
    return true;
}

static gat_status adapter_open(const char *options, void **context, char *why, size_t n)
{
    struct gat_arena arena = {0};
    struct gat_adapter *a = GAT_NEW(&arena, struct gat_adapter);
    a->text = GAT_NEW_N(&arena, char, GAT_LONGEST_LINE + 1);
    a->arena = arena;
    a->path = program;
    int code = program_start(a);
    gat_status status = GAT_OK;
    *program_pid = code == 0 ? a->pid : 0;
    if (code != 0) {
        gat_adapter_broken(a, "it cannot be started: %s", strerror(code));
        status = GAT_E_NOMEM;
    }
    if (status == GAT_OK)
        status = hello(a, options);
    if (status == GAT_OK && !manifest(a))
        status = GAT_E_INVALID;
    a->open = status == GAT_OK;
    snprintf(why, n, "%s", a->error);
    *context = a;
    return status;
}

const struct gat_backend *gat_adapter_get(const char *path, _Atomic int32_t *pid)
{
    program = path;
    program_pid = pid;
    table.open = adapter_open;
    return &table;
}

/* It answers nothing to bye, and ends. */
static void adapter_close(void *context)
{
    struct gat_adapter *a = context;
    struct timespec nap = {.tv_nsec = 1000000};
    int status = 0;
    pid_t ended = 0;
    a->used = 0;
    gat_adapter_say(a, "{\"do\":\"bye\"}\n");
    if (!gat_adapter_send(a))
        return;
    for (int ms = 0; ms < GRACE_MS && ended == 0; ms++) {
        nanosleep(&nap, NULL);
        ended = waitpid(a->pid, &status, WNOHANG);
    }
    if (ended == 0)
        gat_adapter_broken(a, "it did not end within %d ms after bye", GRACE_MS);
    if (WIFSIGNALED(status))
        gat_adapter_broken(a, "it died of signal %d after bye", WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        gat_adapter_broken(a, "it ended with status %d after bye", WEXITSTATUS(status));
    munmap(a->in.map, a->in.size);
    munmap(a->out.map, a->out.size);
    struct gat_arena arena = a->arena;
    gat_arena_free(&arena);
}

bool gat_adapter_printed(const void *context)
{
    return ((const struct gat_adapter *)context)->printed;
}

double gat_adapter_own_us(const void *context)
{
    return ((const struct gat_adapter *)context)->own_us;
}

void gat_adapter_giant(void *context, const struct gat_giant *giant)
{
    ((struct gat_adapter *)context)->giant = *giant;
}

const struct gat_touched *gat_adapter_touched(const void *context)
{
    return &((const struct gat_adapter *)context)->touched;
}

const struct gat_manifest *gat_adapter_manifest(const void *context)
{
    return &((const struct gat_adapter *)context)->said;
}

void gat_adapter_look(void *context, bool memory, struct gat_process *p)
{
    struct gat_adapter *a = context;
    a->used = 0;
    gat_adapter_say(a, "{\"do\":\"look\",\"memory\":%s}", memory ? "true" : "false");
    if (gat_adapter_ask(a) && !gat_look_read(a->text, a->used, memory, p))
        gat_adapter_broken(a, "its answer to look has no list 'changed' of known states, or no "
                              "'memory': '%.60s'", a->text);
}

const struct gat_inferred *gat_adapter_stated(const void *context)
{
    return &((const struct gat_adapter *)context)->stated;
}
