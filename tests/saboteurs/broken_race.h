/* broken_race.h - two real threads place the same updates, one from each end.
 *
 * Each stores the first half of every element, one of them from the end, and then they
 * share the second halves, as a kernel that moves wide elements in two planes.  Nobody decides
 * which thread is later at an element, so its halves may come from two updates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_BROKEN_RACE_H
#define GAT_BROKEN_RACE_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "broken.h"

/* Only the last stores of an element remain to be seen: before them the threads wait for
 * each other, and give way after each of them. */
enum { RACE_END = 512 };

struct race_side {
    struct broken b;
    bool backwards;
    atomic_int *gate; /* how often somebody came to it */
};

static _Thread_local int race_half = -1; /* that is being stored; -1: both */

static inline void race_put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    size_t half = b->c.data.dtype == GAT_STR ? 0 : b->esize / 2;
    size_t start = race_half == 1 ? half : 0;
    size_t size = race_half == 0 ? half : b->esize - start;
    for (int64_t k = 0; k < n; k++)
        memcpy(b->to + (size_t)(to + k) * b->esize + start,
               b->source + (size_t)(from + k) * b->esize + start,
               size);
}

/* Two sides come to the gate as often. */
static inline void race_meet(atomic_int *gate)
{
    int due = (atomic_fetch_add(gate, 1) / 2 + 1) * 2;
    while (atomic_load(gate) < due)
        sched_yield();
}

static inline void race_pass(struct race_side *side)
{
    int64_t n = side->b.count;
    race_meet(side->gate);
    for (int64_t k = 0; k < n; k++) {
        if (k == n - RACE_END)
            race_meet(side->gate);
        if (race_half == 1 && k % 2 != side->backwards)
            continue;
        side->b.start = side->backwards && race_half == 0 ? n - 1 - k : k;
        side->b.stop = side->b.start + 1;
        broken_move(&side->b);
        if (k >= n - RACE_END)
            sched_yield();
    }
}

static inline void *race_side_run(void *user)
{
    for (race_half = 0; race_half < 2; race_half++)
        race_pass(user);
    race_half = -1;
    return NULL;
}

/* Without a second thread the answer stays as it was, and right. */
static inline void race_run(const struct broken *b)
{
    atomic_int gate = 0;
    pthread_t other;
    struct race_side sides[2] = {{.b = *b, .gate = &gate},
                                 {.b = *b, .backwards = true, .gate = &gate}};
    if (pthread_create(&other, NULL, race_side_run, &sides[1]) == 0) {
        race_side_run(&sides[0]);
        pthread_join(other, NULL);
    }
}

#endif
