/* counters.h - coverage counters of the backend, as its compiler laid them out.
 *
 * What clang builds with -fsanitize-coverage=inline-8bit-counters counts in a byte for
 * each edge how often it was taken, and tells the program that loads it where these bytes
 * lie.  They are the backend's own memory in the backend's own process: the parent learns
 * only how many things were new.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_COUNTERS_H
#define GAT_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

/* Counters that are looked at, of all objects together; a byte says of each what was seen. */
enum { GAT_MOST_COUNTERS = 1 << 20 };

#endif
