/* watch.c - what calls into a backend leave behind, seen from inside its process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/watch.h"

#include <time.h>

enum { STEPS = 4, MOST_SECONDS = 1 };

void gat_watch_start(struct gat_watch *w)
{
    w->floats = gat_floats_now();
    gat_process_look(&w->state);
    w->most = w->state;
    w->warm = false;
}

uint32_t gat_watch_look(struct gat_watch *w)
{
    struct gat_process now;
    gat_process_look(&now);
    uint32_t grown = gat_process_grown(&w->most, &now);
    uint32_t set = gat_process_differs(&w->state, &now) | (w->warm ? grown : 0);
    w->state = now;
    w->warm = true;
    return set;
}

uint32_t gat_watch_equal(void (*call)(void *user), void *user)
{
    struct gat_process looks[STEPS + 1];
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    gat_process_look(&looks[0]);
    for (unsigned k = 0; k < GAT_EQUAL_CALLS; k++) {
        call(user);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - start.tv_sec > MOST_SECONDS)
            return 0;
        if ((k + 1) % (GAT_EQUAL_CALLS / STEPS) == 0)
            gat_process_look(&looks[(k + 1) / (GAT_EQUAL_CALLS / STEPS)]);
    }
    return gat_process_leaks(looks, STEPS + 1);
}
