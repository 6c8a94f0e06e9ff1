/* workers.h - the worker of an engine, and a spare one: two seats in one shared file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORKERS_H
#define GAT_WORKERS_H

#include "exchange/entry.h"

struct gat_workers {
    struct gat_geometry geo;
    struct gat_start start;
    double seconds; /* of a case; loading may take ten times as long */
    bool spares;    /* the backend starts soon enough for a spare worker */
    unsigned char *map;
    struct gat_seat seats[2], *active, *other;
    unsigned long starts;
};

/* The memory of both seats, without a worker; a case may take so many seconds.  False and *e: there
 * is none. */
bool gat_workers_map(struct gat_workers *w, double seconds, struct gat_error *e);
/* A worker on the active seat, whose first call has the slot `shift`.  False and *e; *missing as
 * in engine.h. */
bool gat_workers_get(struct gat_workers *w, uint32_t shift, struct gat_error *e, bool *missing);
/* Forget the worker, and make the other seat the active one; the first is free when the process is
 * really gone. */
void gat_workers_drop(struct gat_workers *w);
/* A worker that was given no call.  Who wants one wants more of them, so a spare one starts
 * meanwhile. */
bool gat_workers_fresh(struct gat_workers *w, uint32_t shift, struct gat_error *e);
/* Large windows go back to the system when much was placed there, or in sparse outputs. */
void gat_workers_return(struct gat_workers *w, bool sparse_out);
/* Proportional set size of parent and workers. */
uint64_t gat_workers_memory(const struct gat_workers *w);
/* End both, and release what they share. */
void gat_workers_close(struct gat_workers *w);

#endif
