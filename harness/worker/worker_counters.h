/* worker_counters.h - coverage counters of the backend: where they are, what is new in them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORKER_COUNTERS_H
#define GAT_WORKER_COUNTERS_H

#include "worker/counters.h"

/* The bytes from start to stop are counters, says code at `caller`.  Nothing happens when
 * they are not in writable memory of the object that this code is in. */
void gat_counters_add(unsigned char *start, unsigned char *stop, const void *caller);
/* How many there are. */
uint32_t gat_counters_count(void);
/* All are 0. */
void gat_counters_clear(void);
/* How many counters have an order of magnitude that `seen` does not know of them; it does
 * now, and all are 0 again. */
uint32_t gat_counters_note(unsigned char seen[GAT_MOST_COUNTERS]);

#endif
