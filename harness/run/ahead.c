/* ahead.c - the next cases of a point, made by a second thread.
 *
 * Cases first .. next - 1 lie in a ring, made and not yet taken.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/ahead.h"

#include <sched.h>

#include "base/thread.h"

enum { DEPTH = 8, MOST_READY = 4 << 20 /* bytes of operands */ };

struct gat_ahead {
    struct gat_arena arena; /* which it lives in */
    struct gat_session *session;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wanted, made; /* there is room for a case; one is made */
    /* under the lock */
    const struct gat_point *opened; /* NULL: nobody asks for cases */
    unsigned first, next;
    size_t ready; /* bytes of the operands of cases first .. next - 1 */
    bool busy, ends;
    /* a cell is the thread's while it makes a case there */
    struct gat_case_slot cells[DEPTH];
};

static struct gat_case_slot *cell_of(struct gat_ahead *h, unsigned k)
{
    return &h->cells[k % DEPTH];
}

static bool may_make(const struct gat_ahead *h)
{
    return h->opened != NULL && h->next < h->opened->n_members && h->next - h->first < DEPTH &&
           h->ready < MOST_READY;
}

static void *cases_make(void *user)
{
    struct gat_ahead *h = user;
    pthread_mutex_lock(&h->lock);
    while (!h->ends) {
        if (!may_make(h)) {
            pthread_cond_wait(&h->wanted, &h->lock);
            continue;
        }
        struct gat_case_slot *cell = cell_of(h, h->next);
        const struct gat_point *opened = h->opened;
        unsigned k = h->next;
        h->busy = true;
        pthread_mutex_unlock(&h->lock);
        gat_slot_make(cell, opened, k);
        if (h->session->keeps_pictures)
            (void)gat_slot_telling(cell);
        pthread_mutex_lock(&h->lock);
        h->busy = false;
        h->ready += gat_slot_size(cell);
        h->next++;
        pthread_cond_signal(&h->made);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

struct gat_ahead *gat_ahead_open(struct gat_session *s)
{
    struct gat_arena arena = {0};
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) < 2)
        return NULL;
    struct gat_ahead *h = GAT_NEW(&arena, struct gat_ahead);
    *h = (struct gat_ahead){.session = s,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .wanted = PTHREAD_COND_INITIALIZER,
                            .made = PTHREAD_COND_INITIALIZER};
    h->arena = arena;
    for (unsigned k = 0; k < DEPTH; k++)
        h->cells[k].session = s;
    if (gat_thread_start(&h->thread, cases_make, h) == 0)
        return h;
    gat_arena_free(&arena);
    return NULL;
}

/* Case `first` is not asked for any more. */
static void first_drop(struct gat_ahead *h)
{
    h->ready -= gat_slot_size(cell_of(h, h->first));
    h->first++;
}

static void first_take(struct gat_ahead *h, struct gat_case_slot *slot)
{
    gat_slot_exchange(slot, cell_of(h, h->first));
    h->ready -= gat_slot_size(slot);
    h->first++;
}

/* Let the thread make case k of the point next, and none before it; the caller holds the lock. */
static void aim(struct gat_ahead *h, const struct gat_point *opened, unsigned k)
{
    while (h->busy)
        pthread_cond_wait(&h->made, &h->lock);
    if (h->opened == opened && h->first <= k && k <= h->next)
        return;
    h->opened = opened;
    h->first = h->next = k;
    h->ready = 0;
}

/* Let the session itself make case k of the point, and the thread those after it; false: the thread
 * has made it, or is about it.  The caller holds the lock. */
static bool is_late(struct gat_ahead *h, const struct gat_point *opened, unsigned k)
{
    if (h->opened != opened || k < h->first || k > h->next)
        aim(h, opened, k);
    while (h->first < h->next && h->first < k)
        first_drop(h);
    if (k < h->next || h->busy)
        return false;
    h->first = h->next = k + 1;
    return true;
}

void gat_ahead_take(struct gat_ahead *h, const struct gat_point *opened, unsigned k,
                    struct gat_case_slot *slot)
{
    pthread_mutex_lock(&h->lock);
    bool late = is_late(h, opened, k);
    while (!late && k >= h->next)
        pthread_cond_wait(&h->made, &h->lock);
    if (!late)
        first_take(h, slot);
    if (h->next - h->first <= DEPTH / 2)
        pthread_cond_signal(&h->wanted);
    pthread_mutex_unlock(&h->lock);
    if (late)
        gat_slot_make(slot, opened, k);
}

void gat_ahead_leave(struct gat_ahead *h)
{
    pthread_mutex_lock(&h->lock);
    aim(h, NULL, 0);
    pthread_mutex_unlock(&h->lock);
}

void gat_ahead_close(struct gat_ahead *h)
{
    if (h == NULL)
        return;
    pthread_mutex_lock(&h->lock);
    h->ends = true;
    pthread_cond_signal(&h->wanted);
    pthread_mutex_unlock(&h->lock);
    pthread_join(h->thread, NULL);
    for (unsigned k = 0; k < DEPTH; k++)
        gat_arena_free(&h->cells[k].arena);
    struct gat_arena arena = h->arena;
    gat_arena_free(&arena);
}
