/* patience.c - how long a worker has had for a call, by its own time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/patience.h"

/* How often the processes are looked at, in seconds; and the most that counts of the time between
 * two looks: who waits sleeps for a millisecond at a time, and if more goes by everybody slept. */
static const double every = 0.01, most = 0.1;
/* Time that no counter measures ends here: a worker that never runs holds nobody up for ever. */
static const double longest = 600;

static bool proc_read(pid_t pid, const char *name, char *text, size_t n)
{
    char path[48];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? -1 : read(file, text, n - 1);
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = '\0';
    return size > 0;
}

/* The state stands after the name, which may hold anything. */
static bool is_stopped(pid_t pid)
{
    char text[512];
    const char *name_end = proc_read(pid, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
    return name_end != NULL && name_end[1] == ' ' && strchr("Tt", name_end[2]) != NULL;
}

/* Nanoseconds that it could run and had no processor; 0 where the kernel does not count. */
static uint64_t queued(pid_t pid)
{
    char text[128];
    unsigned long long waited = 0;
    if (proc_read(pid, "schedstat", text, sizeof text) && sscanf(text, "%*u %llu", &waited) != 1)
        waited = 0;
    return waited;
}

void gat_patience_begin(struct gat_patience *p, pid_t pid, pid_t adapter)
{
    *p = (struct gat_patience){.pids = {pid, adapter}, .looked = gat_seconds_now()};
}

double gat_patience_spent(struct gat_patience *p)
{
    double part = gat_seconds_now() - p->looked, counts = part;
    bool stopped = false;
    if (part < every)
        return p->spent;
    p->looked += part;
    for (unsigned k = 0; k < 2; k++) {
        if (p->pids[k] == 0)
            continue;
        uint64_t waited = queued(p->pids[k]);
        if (p->seen && waited > p->queued[k])
            counts -= (double)(waited - p->queued[k]) * 1e-9;
        p->queued[k] = waited;
        stopped |= is_stopped(p->pids[k]);
    }
    p->seen = true;
    counts = counts > most ? most : counts;
    counts = counts < 0 || stopped ? 0 : counts;
    p->forgiven += part - counts;
    return p->spent += p->forgiven < longest ? counts : part;
}
