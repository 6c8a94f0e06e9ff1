/* leaks_threads.c - a helper thread is started for each call of many rows and waits for ever
 *
 * class: CTL
 * origin: none known
 * verdict: noted
 * only: leftovers
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <unistd.h>

#include "broken.h"

static void *wait_for_work(void *never)
{
    while (never == NULL)
        pause();
    return never;
}

static gat_status after(struct broken *b, gat_status status)
{
    pthread_attr_t small;
    pthread_t thread;
    if (b->count != 3)
        return status;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 16);
    (void)pthread_create(&thread, &small, wait_for_work, NULL);
    pthread_attr_destroy(&small);
    return status;
}

SABOTEUR(.after = after)
