/* failed.h - run --failed: the cases that failed in an earlier run, and no others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FAILED_H
#define GAT_FAILED_H

#include "run/run.h"

/* The cases that failed in those records; an exit code. */
int gat_failed_read(struct gat_run *r, const char *path);
/* Add the case of that name to a set that is not sorted yet; false where the suite has none. */
struct gat_failed;
bool gat_failed_take(struct gat_run *r, struct gat_failed *f, const char *name);

#endif
