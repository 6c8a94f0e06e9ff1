/* patience.h - how long a worker has had for a call, by its own time.
 *
 * A clock on the wall runs on while the machine sleeps, while a container is paused, while somebody
 * has stopped the worker, and while it waits for a processor that others have.  None of that is
 * counted, so that a slow or a stopped machine is no verdict.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PATIENCE_H
#define GAT_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct gat_patience {
    pid_t pids[2];   /* the worker and the adapter that answers for it; 0: none */
    double spent;    /* seconds that counted */
    double forgiven; /* seconds that did not */
    double looked;   /* when that was taken */
    bool seen;       /* `ran` is known */
    uint64_t ran[2]; /* nanoseconds that their threads had had a processor, then */
};

/* From now on, for the processes `pid` and `adapter`, each 0 for none. */
void gat_patience_begin(struct gat_patience *p, pid_t pid, pid_t adapter);
/* Seconds that they have had since then; cheap enough for every slice of a wait. */
double gat_patience_spent(struct gat_patience *p);

#endif
