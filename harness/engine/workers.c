/* workers.c - the worker of an engine, and a spare one: two seats in one shared file.
 *
 * A worker that is dropped is torn down while the one on the other seat starts, or works already.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/workers.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/seat.h"
#include "engine/start.h"
#include "exchange/placement.h"
#include "exchange/sparse_out.h"

enum {
    LARGE_KEPT = 128 << 20, /* bytes that may stay in large windows between two cases */
    START_TRIES = 3
};

static void seat_make(struct gat_workers *w, unsigned k)
{
    struct gat_seat *s = &w->seats[k];
    s->geo = &w->geo;
    s->at = k * w->geo.seat_size;
    s->map = w->map + s->at;
    s->file = w->start.file;
    s->giants = w->start.giants;
    s->feed = (struct gat_feed *)(void *)s->map;
    s->back = (struct gat_back *)(void *)(s->map + w->geo.back);
    s->statm = -1;
}

bool gat_workers_map(struct gat_workers *w, double seconds, struct gat_error *e)
{
    size_t size = 2 * w->geo.seat_size;
    w->seconds = seconds;
    if (!gat_start_files(&w->start, size, e))
        return false;
    void *map =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, w->start.file, 0);
    if (map == MAP_FAILED)
        return gat_fail(e, "", 0, 0, "no address space for a worker's windows (ulimit -v?): %s",
                        strerror(errno));
    madvise(map, size, MADV_DONTDUMP);
    w->map = map;
    for (unsigned k = 0; k < 2; k++)
        seat_make(w, k);
    w->active = &w->seats[0];
    w->other = &w->seats[1];
    return true;
}

void gat_workers_drop(struct gat_workers *w)
{
    struct gat_seat *s = w->active;
    gat_seat_kill(s);
    w->active = w->other;
    w->other = s;
}

static bool is_vacant(const struct gat_seat *s)
{
    return s->state == GAT_SEAT_EMPTY || s->state == GAT_SEAT_DYING;
}

static bool seat_start(struct gat_workers *w, struct gat_seat *s, struct gat_error *e)
{
    gat_seat_reap(s, true);
    w->starts++;
    return gat_seat_start(s, &w->start, e);
}

/* Ready and alive: it may have died since, of a thread that was left behind. */
static bool is_able(const struct gat_seat *s)
{
    struct gat_death ignored;
    return s->state == GAT_SEAT_READY && !gat_seat_dead(s, &ignored);
}

bool gat_workers_get(struct gat_workers *w, uint32_t shift, struct gat_error *e, bool *missing)
{
    unsigned tries = w->start.want_manifest ? 1 : START_TRIES;
    double seconds = 10 * (w->seconds > 1 ? w->seconds : 1);
    if (is_able(w->active))
        return true;
    if (w->active->state == GAT_SEAT_READY)
        gat_workers_drop(w);
    for (unsigned k = 0; k < tries; k++) {
        bool spare = !is_vacant(w->active);
        *missing = true; /* the machine's fault, until the backend is reached */
        if (!spare && !seat_start(w, w->active, e))
            return false;
        if (gat_seat_ready(w->active, w->start.path, seconds, e, missing) &&
            (!spare || is_able(w->active))) {
            w->active->shift = w->active->feed->shift = shift;
            return true;
        }
        gat_workers_drop(w);
    }
    return false;
}

/* Not where there is no processor for it. */
static void spare_start(struct gat_workers *w)
{
    struct gat_error e; /* of which whoever needs the worker tells */
    if (w->spares && w->start.spin > 0 && is_vacant(w->other))
        (void)seat_start(w, w->other, &e);
}

bool gat_workers_fresh(struct gat_workers *w, uint32_t shift, struct gat_error *e)
{
    bool missing;
    if (w->active->used || is_vacant(w->active))
        gat_workers_drop(w);
    bool starts = w->active->state == GAT_SEAT_STARTED;
    if (starts) /* then both start at the same time */
        spare_start(w);
    bool good = gat_workers_get(w, shift, e, &missing);
    if (good && !starts)
        spare_start(w);
    return good;
}

void gat_workers_return(struct gat_workers *w, bool sparse_out)
{
    bool much = sparse_out || gat_seat_large(w->active) > LARGE_KEPT;
    for (unsigned k = 0; k < 2 && much; k++) {
        gat_sparse_out_return(&w->seats[k]);
        gat_seat_large_return(&w->seats[k]);
    }
}

uint64_t gat_workers_memory(const struct gat_workers *w)
{
    uint64_t size = gat_process_memory(0);
    for (unsigned k = 0; k < 2; k++)
        if (!is_vacant(&w->seats[k]))
            size += gat_process_memory(w->seats[k].pid);
    return size;
}

void gat_workers_close(struct gat_workers *w)
{
    const unsigned seats = w->map != NULL ? 2 : 0;
    for (unsigned k = 0; k < seats; k++)
        gat_seat_quit(&w->seats[k], w->seconds < 2 ? w->seconds : 2);
    for (unsigned k = 0; k < seats; k++)
        gat_sparse_out_close(&w->seats[k]);
    if (w->map != NULL)
        munmap(w->map, 2 * w->geo.seat_size);
    gat_start_end(&w->start);
}
