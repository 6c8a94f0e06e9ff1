/* waiver_read.h - backends/<name>.waivers.yaml: what failures are borne, and until when.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WAIVER_READ_H
#define GAT_WAIVER_READ_H

#include "run/waiver.h"

/* One file: entries are added to the list, which lives in `a`.  `options` and
 * `version` are those of the backend, `today` is a date.  False and *e. */
bool gat_waiver_file_read(struct gat_arena *a, const char *path, const char *options,
                          const char *version, const char *today, struct gat_waiver **list,
                          unsigned *n, struct gat_error *e);

#endif
