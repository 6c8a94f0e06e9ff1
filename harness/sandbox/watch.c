/* watch.c - what calls into a backend leave behind, seen from inside its process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/watch.h"

#include <time.h>

enum { STEPS = 4, MOST_SECONDS = 1, MORE = 4 };
enum { NAP = 5, /* milliseconds */ MOST_NAPS = 200, NAPS_OF_LOOK = 10 };

static void look(const struct gat_watch *w, bool memory, struct gat_process *p)
{
    if (w->pid > 0)
        gat_process_look_at(p, w->pid);
    else
        gat_process_look(p);
    if (w->ask != NULL)
        w->ask(w->context, memory, p);
}

/* The same when threads have ended that only outlive their call: those above `before` are waited
 * for while some of them end; naps in which none ends are few, and `left` in all. */
static void look_settled(const struct gat_watch *w, bool memory, uint64_t before, unsigned *left,
                         struct gat_process *p)
{
    static const struct timespec nap = {0, NAP * 1000000L};
    look(w, memory, p);
    for (unsigned vain = 0; p->threads > before && *left > 0 && vain < NAPS_OF_LOOK;) {
        uint64_t were = p->threads;
        nanosleep(&nap, NULL);
        look(w, memory, p);
        vain = p->threads < were ? 0 : vain + 1;
        *left -= vain > 0;
    }
}

void gat_watch_start(struct gat_watch *w, pid_t pid, gat_watch_ask *ask, void *context)
{
    w->pid = pid;
    w->ask = ask;
    w->context = context;
    w->floats = gat_floats_now();
    look(w, false, &w->state);
    w->most = w->state;
    w->warm = false;
    w->naps = MOST_NAPS;
}

uint32_t gat_watch_look(struct gat_watch *w, bool memory)
{
    struct gat_process now;
    if (memory)
        look_settled(w, true, w->most.threads, &w->naps, &now);
    else
        look(w, false, &now);
    uint32_t grown = gat_process_grown(&w->most, &now);
    uint32_t set = gat_process_differs(&w->state, &now) | grown;
    if (!w->warm)
        set &= ~(GAT_LEAKS | GAT_PUT_BACK);
    w->state = now;
    w->warm = true;
    return set;
}

/* The leftovers that grow with each of `n` equal calls, and those that an adapter puts back and
 * finds again; none where they take too many seconds. */
static uint32_t calls_watch(const struct gat_watch *w, gat_watch_calls *calls, void *user,
                            unsigned n, time_t most)
{
    struct gat_process looks[STEPS + 1];
    struct timespec start, now;
    unsigned naps = MOST_NAPS;
    clock_gettime(CLOCK_MONOTONIC, &start);
    look(w, true, &looks[0]);
    for (unsigned k = 1; k <= STEPS; k++) {
        calls(user, n / STEPS);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - start.tv_sec > most)
            return 0;
        look_settled(w, true, looks[0].threads, &naps, &looks[k]);
    }
    /* The memory of a language that compiles its functions also grows while it does so. */
    uint32_t set = gat_process_leaks(looks, STEPS + 1, w->ask != NULL ? n / STEPS : 1);
    for (unsigned k = 1; k <= STEPS; k++) /* the first look follows the first call */
        set |= looks[k].put_back;
    return set;
}

uint32_t gat_watch_equal(const struct gat_watch *w, gat_watch_calls *calls, void *user)
{
    const uint32_t memory = 1u << GAT_LEFT_MEMORY;
    uint32_t set = calls_watch(w, calls, user, GAT_EQUAL_CALLS, MOST_SECONDS);
    if ((set & GAT_LEAKS) == memory) /* or a pool fills up, which ends */
        set &= calls_watch(w, calls, user, MORE * GAT_EQUAL_CALLS, MORE * MOST_SECONDS) | ~memory;
    return set;
}
