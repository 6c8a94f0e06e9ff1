/* watch.c - what calls into a backend leave behind, seen from inside its process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/watch.h"

#include <time.h>

enum { STEPS = 4, MOST_SECONDS = 1, MORE = 4 };

static void look(const struct gat_watch *w, struct gat_process *p)
{
    if (w->pid > 0)
        gat_process_look_at(p, w->pid);
    else
        gat_process_look(p);
}

void gat_watch_start(struct gat_watch *w, pid_t pid)
{
    w->pid = pid;
    w->floats = gat_floats_now();
    look(w, &w->state);
    w->most = w->state;
    w->warm = false;
}

uint32_t gat_watch_look(struct gat_watch *w)
{
    struct gat_process now;
    look(w, &now);
    uint32_t grown = gat_process_grown(&w->most, &now);
    uint32_t set = gat_process_differs(&w->state, &now) | (w->warm ? grown : 0);
    w->state = now;
    w->warm = true;
    return set;
}

/* The leftovers that grow with each of `n` equal calls; none where they take too many seconds. */
static uint32_t calls_watch(const struct gat_watch *w, void (*call)(void *user), void *user,
                            unsigned n, time_t most)
{
    struct gat_process looks[STEPS + 1];
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    look(w, &looks[0]);
    for (unsigned k = 0; k < n; k++) {
        call(user);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - start.tv_sec > most)
            return 0;
        if ((k + 1) % (n / STEPS) == 0)
            look(w, &looks[(k + 1) / (n / STEPS)]);
    }
    return gat_process_leaks(looks, STEPS + 1);
}

uint32_t gat_watch_equal(const struct gat_watch *w, void (*call)(void *user), void *user)
{
    const uint32_t memory = 1u << GAT_LEFT_MEMORY;
    uint32_t set = calls_watch(w, call, user, GAT_EQUAL_CALLS, MOST_SECONDS);
    if (set == memory) /* or lists of free blocks fill up, which ends */
        set = calls_watch(w, call, user, MORE * GAT_EQUAL_CALLS, MORE * MOST_SECONDS) & memory;
    return set;
}
