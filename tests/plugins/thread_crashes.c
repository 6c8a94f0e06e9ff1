/* thread_crashes.c - starts a thread that follows a null pointer.
 *
 * verdict: crash
 * guilty: columns/float64,.+
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>

#include "plugin.h"

static void *follow(void *nowhere)
{
    *(volatile char *)nowhere = 1;
    return NULL;
}

static gat_status answer(struct gather *g)
{
    pthread_t thread;
    if (is_columns(g) && g->dtype == GAT_F64 &&
        pthread_create(&thread, NULL, follow, NULL) == 0)
        pthread_join(thread, NULL);
    return gather_run(g);
}

PLUGIN(0)
