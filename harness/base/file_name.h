/* file_name.h - the operator and the name that the place of a file says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILE_NAME_H
#define GAT_FILE_NAME_H

#include "arena.h"
#include "error.h"

/* specs/<operator>/<name><end> and cases/<operator>/<name><end>; elsewhere, so in specs/ and
 * cases/ themselves, <operator>.<name><end>.  The texts live in `a`.  False and *e when the
 * path is neither. */
bool gat_file_name_read(struct gat_arena *a, const char *path, const char *end,
                        const char **op, const char **name, struct gat_error *e);

#endif
