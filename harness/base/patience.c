/* patience.c - how long a worker has had for a call, by its own time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/patience.h"

/* How often the processes are looked at, in seconds, more seldom after a while; and the most
 * that counts of the time between two looks: a waiting process sleeps for a millisecond at a
 * time, and if more goes by the machine slept. */
static const double often = 0.01, seldom = 0.04, most = 0.1;
/* Time that no counter measures ends here: a worker that never runs holds nobody up for ever. */
static const double longest = 600;

static bool proc_read(pid_t pid, const char *name, char *text, size_t n)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, n - 1);
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* The threads of a process, by what the kernel says of them. */
struct threads {
    bool known, runnable, stopped;
    uint64_t ran; /* nanoseconds that they have had a processor */
};

/* The state stands after the name, which may hold anything. */
static char state_of(const char *stat)
{
    const char *name_end = strrchr(stat, ')');
    return name_end != NULL && name_end[1] == ' ' ? name_end[2] : '?';
}

static void thread_look(pid_t pid, const char *task, struct threads *t)
{
    char name[48], text[512];
    unsigned long long ran;
    snprintf(name, sizeof name, "task/%.20s/schedstat", task);
    if (!proc_read(pid, name, text, sizeof text) || sscanf(text, "%llu", &ran) != 1)
        return;
    snprintf(name, sizeof name, "task/%.20s/stat", task);
    char state = proc_read(pid, name, text, sizeof text) ? state_of(text) : '?';
    t->known = true;
    t->ran += ran;
    t->runnable |= state == 'R';
    t->stopped |= state == 'T' || state == 't';
}

/* Nothing is known where the kernel does not count. */
static struct threads threads_look(pid_t pid)
{
    char name[48];
    struct threads t = {0};
    snprintf(name, sizeof name, "/proc/%ld/task", (long)pid);
    DIR *tasks = opendir(name);
    for (struct dirent *d; tasks != NULL && (d = readdir(tasks)) != NULL;)
        if (d->d_name[0] != '.')
            thread_look(pid, d->d_name, &t);
    if (tasks != NULL)
        closedir(tasks);
    return t;
}

void gat_patience_begin(struct gat_patience *p, pid_t pid, pid_t adapter)
{
    *p = (struct gat_patience){.pids = {pid, adapter}, .looked = gat_seconds_now()};
}

/* What counts of `part` seconds: the processor time that was had, where a thread could run; else
 * all of it. */
static double counts_of(struct gat_patience *p, double part)
{
    bool stopped = false, runnable = false;
    double ran = 0;
    for (unsigned k = 0; k < 2; k++) {
        if (p->pids[k] == 0)
            continue;
        struct threads t = threads_look(p->pids[k]);
        if (t.known && t.ran > p->ran[k]) /* less: a thread has ended */
            ran += (double)(t.ran - p->ran[k]) * 1e-9;
        p->ran[k] = t.ran;
        stopped |= t.stopped;
        runnable |= t.known && t.runnable;
    }
    double counts = part > most ? most : part;
    counts = runnable && p->seen && ran < counts ? ran : counts;
    p->seen = true;
    return stopped ? 0 : counts;
}

double gat_patience_spent(struct gat_patience *p)
{
    double part = gat_seconds_now() - p->looked;
    if (part < (p->spent < 1 ? often : seldom))
        return p->spent;
    p->looked += part;
    double counts = counts_of(p, part);
    p->forgiven += part - counts;
    return p->spent += p->forgiven < longest ? counts : part;
}
