/* case_paths.h - arguments that are case files or folders instead of names of cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CASE_PATHS_H
#define GAT_CASE_PATHS_H

#include "arena.h"
#include "cli/command.h"
#include "error.h"

/* Words that are folders or end as case files do are taken out of o->words; the folders to read
 * for them are added to o->paths. `places` gets them and the folders of --path, all without
 * links and dots.  Everything lives in `a`.  False and *e for a file that is not there or lies
 * in no folder called cases. */
bool gat_places_read(struct gat_arena *a, struct gat_options *o, struct gat_list *places,
                     struct gat_error *e);
/* Does the file lie there?  Without any places: yes. */
bool gat_places_hold(const struct gat_list *places, const char *file);

#endif
