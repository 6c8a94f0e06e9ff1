/* scratch.h - a folder that a backend may write to, for as long as its engine is open.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SCRATCH_H
#define GAT_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

#define GAT_SCRATCH_SIZE 256 /* of a path that is kept */

/* Make one below TMPDIR; its path into `out`.  False and *e when that fails. */
bool gat_scratch_make(char *out, size_t n, struct gat_error *e);
/* Remove it with all that lies in it; "" is no folder. */
void gat_scratch_remove(const char *path);

#endif
