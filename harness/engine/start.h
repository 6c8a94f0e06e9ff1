/* start.h - what is settled before a worker is started.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_START_H
#define GAT_START_H

#include "arena.h"
#include "exchange/entry.h"

/* Is there such a file, and do its path and the options fit?  False and *e if not; *missing:
 * the file is not there. */
bool gat_start_check(const char *path, const char *options, struct gat_error *e, bool *missing);
/* What the backend needs, what the machine can keep from it, and the folder that it may write
 * to: its path goes to `scratch`, of GAT_SCRATCH_SIZE bytes.  False and *e; *missing: the
 * machine's fault.  Limits that were left open are set.  This process cannot be dumped or traced
 * by others from now on. */
bool gat_start_prepare(struct gat_arena *a, struct gat_start *start, char *scratch,
                       struct gat_engine_limits *limits, struct gat_error *e, bool *missing);
/* The environment of a worker: its heap keeps no lists of free blocks (glibc), so that what is in
 * use tells leaks. */
char **gat_start_environment(struct gat_arena *a);
/* The memory that parent and worker share: the windows of both seats, of `size` bytes, and sparse
 * outputs.  False and *e without it. */
bool gat_start_files(struct gat_start *start, size_t size, struct gat_error *e);
/* Close the files and remove the folder, when no worker is left that could write to it or to
 * stderr. */
void gat_start_end(const struct gat_start *start);

#endif
