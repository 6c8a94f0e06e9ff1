/* stderr_pass.h - what a backend writes to stderr is passed on: cleaned, named, bounded.
 *
 * Its processes get a pipe in the place of stderr.  A thread of ours empties it at once, so that
 * no backend waits for the reader of our stderr, and writes each line after the name of its
 * backend: at most 64 KiB of them, then how many bytes were left out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_STDERR_PASS_H
#define GAT_STDERR_PASS_H

#include <stdbool.h>

#include "arena.h"
#include "error.h"

struct gat_stderr_pass;
/* For the backend of this path or name.  NULL and *e when it cannot be. */
struct gat_stderr_pass *gat_stderr_pass_begin(struct gat_arena *a, const char *name,
                                              struct gat_error *e);
/* The descriptor that its processes get as stderr. */
int gat_stderr_pass_file(const struct gat_stderr_pass *p);
/* Its processes have ended: what is left is passed on.  NULL is nothing to do. */
void gat_stderr_pass_end(struct gat_stderr_pass *p);

#endif
