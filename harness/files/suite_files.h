/* suite_files.h - the files of variants and of cases: which there are, and what their places say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUITE_FILES_H
#define GAT_SUITE_FILES_H

#include "arena.h"
#include "error.h"

/* specs/<operator>/<name><end> and cases/<operator>/<name><end>; elsewhere, so in specs/ and
 * cases/ themselves, <operator>.<name><end>.  The texts live in `a`.  False and *e when the
 * path is neither. */
bool gat_file_name_read(struct gat_arena *a, const char *path, const char *end,
                        const char **op, const char **name, struct gat_error *e);

/* The files *.yaml and *.lua of the folder `sub`, "specs" or "cases", of `path` and of the
 * folders of operators in it, in order of name; none where there is no such folder.  A folder
 * called lib is left out.  False and *e when one cannot be read or holds what it must not. */
bool gat_suite_files_list(struct gat_arena *a, const char *path, const char *sub,
                          const char *const **files, unsigned *n, struct gat_error *e);

#endif
