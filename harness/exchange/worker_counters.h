/* worker_counters.h - coverage counters of the backend: where they are, what is new in them.
 *
 * What clang builds with -fsanitize-coverage=inline-8bit-counters counts in a byte for
 * each edge how often it was taken, and tells the program that loads it where these bytes
 * lie.  They are the backend's own memory in the backend's own process: the parent learns
 * only how many things were new.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORKER_COUNTERS_H
#define GAT_WORKER_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

/* Counters that are looked at, of all objects together; a byte says of each what was seen. */
enum { GAT_MOST_COUNTERS = 1 << 20 };

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
