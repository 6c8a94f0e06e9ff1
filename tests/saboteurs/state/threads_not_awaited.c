/* threads_not_awaited.c - the call returns before its threads are done.
 *
 * Only above a number of indices does it go parallel at all, and then nobody
 * waits for the second half.
 *
 * class: CTL
 * origin: hicann/pypto e658000f3
 * verdict: unwritten wrong-value unstable
 * except: tensor_scatter
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "broken.h"

static void *second_half(void *user)
{
    struct broken *b = user;
    usleep(20000); /* longer than anybody takes to look at the answer */
    broken_move(b);
    free(b);
    return NULL;
}

static void plan(struct broken *b)
{
    pthread_t thread;
    struct broken *later = b->stop < 1000 ? NULL : malloc(sizeof *later);
    if (later == NULL)
        return;
    *later = *b;
    later->start = b->stop /= 2;
    if (pthread_create(&thread, NULL, second_half, later) == 0)
        pthread_detach(thread);
}

SABOTEUR(.plan = plan)
