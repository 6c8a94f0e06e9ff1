/* machine.h - what a run takes from the machine: the day, the bytes of a file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_MACHINE_H
#define GAT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A regular file for reading, which the caller closes; NULL where it is anything else. */
FILE *gat_regular_open(const char *path);
/* The value after the colon of the first line of a file of /proc that begins with `key`; "" and
 * false where there is none. */
bool gat_proc_text(const char *file, const char *key, char *out, size_t size);
/* XXH3 of a file on top of `seed`; `seed` itself where it cannot be read. */
uint64_t gat_file_hash(const char *path, uint64_t seed);
/* "2026-11-21" in UTC: of SOURCE_DATE_EPOCH where that is set.  False: it is set, and
 * is no number of seconds. */
bool gat_today(char *out, size_t size);

#endif
