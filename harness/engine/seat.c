/* seat.c - one worker process: start, feed, wait, memory, end.
 *
 * The parent waits on a futex in short slices and looks between them for a death
 * that nobody announced, for too much memory, and at the clock.  A worker that
 * still can announces its end itself, so most deaths are noticed at once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/patience.h"
#include "base/stderr_pass.h"
#include "base/without.h"
#include "engine/seat.h"
#include "engine/start.h"
#include "exchange/placement.h"
#include "exchange/sparse_out.h"
#include "exchange/window.h"
#include "sandbox/keeper.h"
#include "worker/worker.h"

enum { BYE_SECONDS = 5 }; /* for a backend to end when it is asked to */
enum { SPIN = 4000 };     /* most rounds of waiting before sleep */
enum { SLICE_SHORT = 200000, SLICE_LONG = 1000000, SHORT_SLICES = 20 }; /* ns */

uint32_t gat_spin_rounds(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 1 ? SPIN : 0;
}

void gat_signals_tame(void)
{
    struct sigaction act;
    if (sigaction(SIGCHLD, NULL, &act) == 0 && act.sa_handler == SIG_IGN) {
        act.sa_handler = SIG_DFL;
        sigaction(SIGCHLD, &act, NULL);
    }
    signal(SIGXFSZ, SIG_IGN);
}

/* The worker keeps descriptors 0 to 2, GAT_WORKER_FD and GAT_GIANT_FD, and closes all others.
 * It has a process group of its own, so that all that it starts can be ended with it. */
static int spawn(pid_t *pid, const struct gat_start *start, int out, char **argv)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none, all;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                        POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &all);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_adddup2(&files, gat_stderr_pass_file(start->errors), 2);
    posix_spawn_file_actions_adddup2(&files, start->file, GAT_WORKER_FD);
    posix_spawn_file_actions_adddup2(&files, start->giants, GAT_GIANT_FD);
    struct gat_arena a = {0};
    int code = posix_spawn(pid, "/proc/self/exe", &files, &attr, argv, gat_start_environment(&a));
    gat_arena_free(&a);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    return code;
}

/* In a program whose main() does not call gat_worker_main() a worker would come
 * here again and start the next one, without end. */
static bool is_worker(void)
{
    char text[64] = {0};
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    const char *first_end = n > 0 ? memchr(text, '\0', (size_t)n) : NULL;
    return first_end != NULL && strcmp(first_end + 1, GAT_WORKER_ARG) == 0;
}

/* The process whose memory counts: the worker, or the adapter that answers for it. */
static void statm_open(struct gat_seat *s, pid_t pid)
{
    char name[40];
    snprintf(name, sizeof name, "/proc/%ld/statm", (long)pid);
    if (s->statm >= 0)
        close(s->statm);
    s->statm = open(name, O_RDONLY | O_CLOEXEC);
    s->apart = pid != s->pid;
}

static bool process_start(struct gat_seat *s, const struct gat_start *start, struct gat_error *e)
{
    char name[] = "gatherum", mode[] = GAT_WORKER_ARG, at[24], cases[16];
    snprintf(at, sizeof at, "%zu", s->at);
    snprintf(cases, sizeof cases, "%u", s->geo->n_cases);
    char *argv[] = {name, mode, at, cases, NULL};
    if (is_worker())
        return gat_fail(e, "", 0, 0,
                        "a worker starts no workers: main() has to call "
                        "gat_worker_main() first");
    int out = gat_sealed_file("gatherum-stdout", (size_t)GAT_STDOUT_MIB << 20, e);
    if (out < 0)
        return false;
    int code = spawn(&s->pid, start, out, argv);
    close(out); /* what one worker prints is never found by the next */
    if (code != 0)
        return gat_fail(e, "", 0, 0, "no worker process could be started: %s", strerror(code));
    gat_keeper_group(s->pid);
    statm_open(s, s->pid);
    s->state = GAT_SEAT_STARTED;
    return true;
}

static bool thread_start(struct gat_seat *s, const struct gat_start *start, struct gat_error *e)
{
    s->here = (struct gat_here){start->file, start->giants, s->at, s->geo->n_cases};
    int code = pthread_create(&s->thread, NULL, gat_worker_here, &s->here);
    if (code != 0)
        return gat_fail(e, "", 0, 0, "no thread could be started: %s", strerror(code));
    s->state = GAT_SEAT_STARTED;
    return true;
}

bool gat_seat_start(struct gat_seat *s, const struct gat_start *start, struct gat_error *e)
{
    assert(s->state == GAT_SEAT_EMPTY);
    memset(s->back, 0, sizeof *s->back);
    memset(s->feed, 0, offsetof(struct gat_feed, path));
    s->feed->spin = s->spin = start->spin;
    s->feed->want_manifest = start->want_manifest;
    s->feed->parent = (int32_t)getpid();
    s->feed->protections = start->protections;
    s->feed->needs = start->needs;
    snprintf(s->feed->scratch, sizeof s->feed->scratch, "%s", start->scratch);
    snprintf(s->feed->cache, sizeof s->feed->cache, "%s", start->cache);
    snprintf(s->feed->path, sizeof s->feed->path, "%s", start->path);
    snprintf(s->feed->options, sizeof s->feed->options, "%s", start->options);
    s->head = s->shift = 0;
    s->base = 0;
    s->pid = s->adapter = 0;
    s->statm = -1;
    s->used = false;
    memset(s->large, 0, sizeof s->large);
    return start->here ? thread_start(s, start, e) : process_start(s, start, e);
}

/* Has the process ended?  It stays a zombie, so that its group keeps its number. */
static bool has_ended(const struct gat_seat *s, siginfo_t *info)
{
    memset(info, 0, sizeof *info);
    if (s->pid == 0)
        return false;
    int code = waitid(P_PID, (id_t)s->pid, info, WEXITED | WNOHANG | WNOWAIT);
    return code != 0 || info->si_pid == s->pid;
}

void gat_seat_kill(struct gat_seat *s)
{
    if (s->state == GAT_SEAT_EMPTY || s->state == GAT_SEAT_DYING)
        return;
    if (s->pid == 0) { /* no thread can be killed: it ends by itself */
        pthread_join(s->thread, NULL);
        s->state = GAT_SEAT_EMPTY;
        return;
    }
    kill(s->pid, SIGKILL);
    kill(-s->pid, SIGKILL);
    if (s->statm >= 0)
        close(s->statm);
    s->statm = -1;
    s->state = GAT_SEAT_DYING;
}

bool gat_seat_reap(struct gat_seat *s, bool wait)
{
    if (s->state == GAT_SEAT_EMPTY)
        return true;
    assert(s->state == GAT_SEAT_DYING);
    siginfo_t info = {0};
    int got;
    do
        got = waitid(P_PID, (id_t)s->pid, &info, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG));
    while (got < 0 && errno == EINTR);
    if (got == 0 && info.si_pid == 0)
        return false;
    gat_keeper_group_gone(s->pid); /* before its number is free for others */
    (void)waitpid(s->pid, NULL, 0);
    s->state = GAT_SEAT_EMPTY;
    return true;
}

/* The last words of the worker, or the meaning of its exit status. */
bool gat_seat_dead(const struct gat_seat *s, struct gat_death *d)
{
    const struct gat_last_words *last = &s->back->last;
    siginfo_t info;
    memset(d, 0, sizeof *d);
    if (atomic_load_explicit(&last->spoken, memory_order_acquire) != 0) {
        int signal = last->signal;
        d->end = last->protocol != 0 ? GAT_END_PROTOCOL
                 : signal != 0       ? GAT_END_SIGNAL
                                     : GAT_END_EXIT;
        d->code = signal != 0 ? signal : last->code & 0xff;
        d->located = last->located != 0;
        d->write = last->write == 1;
        d->write_known = last->write >= 0;
        d->address = last->address;
        d->copying = last->copying;
        return true;
    }
    if (!has_ended(s, &info))
        return false;
    bool exited = info.si_code == CLD_EXITED;
    d->end = exited ? GAT_END_EXIT : GAT_END_SIGNAL;
    d->code = info.si_status;
    return true;
}

static const char *stage_name(uint32_t stage)
{
    switch (stage) {
    case GAT_STAGE_OBJECT:
        return "while it was being loaded";
    case GAT_STAGE_OPEN:
        return "in open()";
    case GAT_STAGE_MANIFEST:
        return "while its table and claims were read: a pointer in them is wild, "
               "or a "
               "list has no end";
    default:
        return "before it was loaded";
    }
}

static bool load_failed(struct gat_seat *s, const char *path, uint32_t load, struct gat_error *e,
                        bool *missing)
{
    char why[sizeof s->back->why];
    memcpy(why, s->back->why, sizeof why);
    why[sizeof why - 1] = '\0';
    for (char *c = why; *c != '\0'; c++)
        if (*c < ' ' || *c > '~') /* what the backend wrote may be no text */
            *c = *c == '\n' || *c == '\t' ? ' ' : '?';
    *missing = load == GAT_LOAD_MISSING;
    gat_seat_kill(s);
    return gat_fail(e, path, 0, 0, "%s", why);
}

bool gat_seat_ready(struct gat_seat *s, const char *path, double seconds, struct gat_error *e,
                    bool *missing)
{
    struct gat_patience patience;
    gat_patience_begin(&patience, s->pid, 0);
    *missing = false;
    while (s->state == GAT_SEAT_STARTED) {
        struct gat_death d;
        uint32_t load = atomic_load(&s->back->load);
        uint32_t stage = atomic_load(&s->back->stage);
        if (load == GAT_LOAD_READY) {
            s->adapter = s->pid != 0 && s->back->adapter > 0 ? s->back->adapter : 0;
            s->base = s->back->base;
            s->state = GAT_SEAT_READY;
            if (s->adapter != 0)
                statm_open(s, s->adapter);
            break;
        }
        if (load != GAT_LOAD_BUSY)
            return load_failed(s, path, load, e, missing);
        if (gat_seat_dead(s, &d)) {
            if (atomic_load(&s->back->load) != GAT_LOAD_BUSY)
                continue;
            gat_seat_kill(s);
            *missing = stage == GAT_STAGE_START; /* not the backend's doing */
            if (d.end == GAT_END_EXIT)
                return gat_fail(e, path, 0, 0, "it ended the process (exit %d) %s", d.code,
                                stage_name(stage));
            return gat_fail(e, path, 0, 0, "it died of signal %d (%s) %s", d.code,
                            strsignal(d.code), stage_name(stage));
        }
        patience.pids[1] = s->pid == 0 ? 0 : atomic_load(&s->back->adapter);
        if (gat_patience_spent(&patience) > seconds) {
            gat_seat_kill(s);
            return gat_fail(e, path, 0, 0, "it did not come back within %g s %s", seconds,
                            stage_name(stage));
        }
        gat_futex_wait(&s->back->load, GAT_LOAD_BUSY, SLICE_LONG);
    }
    return s->state == GAT_SEAT_READY || gat_fail(e, path, 0, 0, "the worker is gone");
}

void gat_seat_publish(struct gat_seat *s, uint32_t head)
{
    s->head = head;
    s->used = true;
    atomic_store(&s->feed->head, head);
    if (atomic_exchange(&s->back->sleeps, 0) != 0)
        gat_futex_wake(&s->feed->head);
}

/* Resident pages that are not ours: what the shared file holds is subtracted, but
 * no more than the worker has of shared memory. */
bool gat_seat_too_big(const struct gat_seat *s, uint64_t limit)
{
    char text[128];
    unsigned long resident, shared;
    struct stat file;
    if (s->statm < 0 || limit == 0 || gat_without("memory-limit") || fstat(s->file, &file) != 0)
        return false;
    if (gat_sparse_out_swept(s))
        return true;
    ssize_t n = pread(s->statm, text, sizeof text - 1, 0);
    if (n <= 0)
        return false;
    text[n] = '\0';
    if (sscanf(text, "%*u %lu %lu", &resident, &shared) != 2)
        return false;
    uint64_t total = (uint64_t)resident * s->geo->page;
    uint64_t common = (uint64_t)shared * s->geo->page;
    uint64_t ours = (uint64_t)file.st_blocks * 512;
    uint64_t most = 2 * s->geo->large + gat_seat_large(s); /* more the parent never placed */
    ours = s->apart ? common : ours < most ? ours : most;
    return total - (common < ours ? common : ours) > limit;
}

uint64_t gat_process_memory(pid_t pid)
{
    char name[48], line[128];
    uint64_t size = 0;
    if (pid == 0)
        snprintf(name, sizeof name, "/proc/self/smaps_rollup");
    else
        snprintf(name, sizeof name, "/proc/%ld/smaps_rollup", (long)pid);
    FILE *f = fopen(name, "re");
    if (f == NULL)
        return 0;
    while (fgets(line, sizeof line, f) != NULL)
        if (strncmp(line, "Pss:", 4) == 0)
            size = strtoull(line + 4, NULL, 10) * 1024;
    fclose(f);
    return size;
}

/* True when the worker did not get as far as it should, but has died or has to. */
static bool is_over(struct gat_seat *s, const struct gat_engine_limits *limits,
                    struct gat_patience *p, double *since, uint32_t *seen, struct gat_death *d)
{
    uint32_t tail = atomic_load_explicit(&s->back->tail, memory_order_acquire);
    if (gat_seat_dead(s, d))
        return true;
    memset(d, 0, sizeof *d);
    if ((int32_t)(s->head - tail) < 0) { /* it wrote over our bookkeeping */
        d->end = GAT_END_FAULT;
        d->write = d->write_known = true;
        return true;
    }
    if (gat_seat_too_big(s, limits->memory)) {
        d->end = GAT_END_MEMORY;
        return true;
    }
    double t = gat_patience_spent(p);
    if (tail / 2 != *seen / 2) {
        *seen = tail;
        *since = t;
    }
    d->end = GAT_END_TIMEOUT;
    return t - *since > limits->seconds;
}

/* Are `goal` calls done, as far as the worker can be believed? */
static bool is_done(const struct gat_seat *s, uint32_t goal)
{
    uint32_t tail = atomic_load_explicit(&s->back->tail, memory_order_acquire);
    return tail - goal <= s->head - goal;
}

static bool has_news(const struct gat_seat *s)
{
    return atomic_load_explicit(&s->back->last.spoken, memory_order_acquire) != 0;
}

/* Spin a while; true when the goal was reached. */
static bool spin_done(struct gat_seat *s, uint32_t goal)
{
    if (is_done(s, goal))
        return true;
    for (uint32_t k = 0; k < s->spin && !is_done(s, goal) && !has_news(s); k++)
        gat_pause();
    s->spin = gat_spin_next(s->spin, s->feed->spin, is_done(s, goal));
    return is_done(s, goal);
}

/* One slice of sleep, unless there is something to look at already. */
static void doze(const struct gat_seat *s, uint32_t goal, unsigned slices)
{
    uint32_t tail = atomic_load(&s->back->tail);
    if (tail - goal > s->head - goal && !has_news(s))
        gat_futex_wait(&s->back->tail, tail, slices < SHORT_SLICES ? SLICE_SHORT : SLICE_LONG);
}

enum gat_progress gat_seat_wait(struct gat_seat *s, uint32_t goal,
                                const struct gat_engine_limits *limits, struct gat_death *d)
{
    if (spin_done(s, goal))
        return GAT_PROGRESS_DONE;
    double since = 0;
    uint32_t seen = atomic_load(&s->back->tail);
    enum gat_progress p = GAT_PROGRESS_DONE;
    struct gat_patience patience;
    gat_patience_begin(&patience, s->pid, s->adapter);
    /* Sleep until half of what is open is done, not for each case. */
    atomic_store(&s->feed->wake_at, goal + (s->head - goal) / 2);
    atomic_store(&s->feed->waits, 1);
    for (unsigned slices = 0; !is_done(s, goal); slices++) {
        doze(s, goal, slices);
        if (is_done(s, goal))
            break;
        if (is_over(s, limits, &patience, &since, &seen, d) && !is_done(s, goal)) {
            p = GAT_PROGRESS_DEAD;
            break;
        }
    }
    atomic_store(&s->feed->waits, 0);
    return p;
}

/* Position in the ring of the next call. */
static unsigned seat_position(const struct gat_seat *s)
{
    return (s->head + s->shift) / 2 % s->geo->n_cases;
}

bool gat_seat_quit(struct gat_seat *s, double seconds)
{
    siginfo_t info;
    bool ended = false;
    if (s->state == GAT_SEAT_EMPTY)
        return true;
    if (s->state == GAT_SEAT_READY && s->head == atomic_load(&s->back->tail)) {
        struct gat_order *o = gat_seat_desc(s, seat_position(s))->order;
        memset(o, 0, sizeof *o);
        o->kind = GAT_ORDER_QUIT;
        gat_seat_publish(s, s->head + 1);
        struct gat_patience patience;
        gat_patience_begin(&patience, s->pid, s->adapter);
        while (s->pid != 0 && !has_ended(s, &info) && !has_news(s) &&
               gat_patience_spent(&patience) < seconds) {
            struct timespec nap = {.tv_nsec = 100000};
            nanosleep(&nap, NULL);
        }
        ended = s->pid == 0 || has_ended(s, &info);
    }
    gat_seat_kill(s);
    gat_seat_reap(s, true);
    return ended;
}

bool gat_seat_bye(struct gat_seat *s, char *why, size_t n)
{
    snprintf(why, n, "its worker is gone");
    if (s->state != GAT_SEAT_READY)
        return false;
    bool ended = gat_seat_quit(s, BYE_SECONDS);
    bool spoke = atomic_load(&s->back->last.spoken) != 0;
    if (spoke && s->back->last.protocol != 0)
        snprintf(why, n, "%.*s", (int)sizeof s->back->why - 1, s->back->why);
    else if (spoke)
        snprintf(why, n, "it ended the process while it was being closed");
    else if (!ended)
        snprintf(why, n, "it did not end within %d s", BYE_SECONDS);
    return ended && !spoke;
}
