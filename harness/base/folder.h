/* folder.h - what lies in a folder, in the same order on every machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FOLDER_H
#define GAT_FOLDER_H

#include <stdbool.h>

#include "arena.h"

/* Does the name end so, and is it longer? */
bool gat_ends_with(const char *name, const char *end);
/* The names in a folder that end in `end` and begin with no dot, in order of their bytes; NULL
 * ends the list.  NULL, and errno, where the folder cannot be read. */
const char **gat_folder_names(struct gat_arena *a, const char *folder, const char *end);

#endif
