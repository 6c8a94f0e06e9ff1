/* cmd_list.h - gatherum list: variants, clauses, cases, backends and reports by name.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CMD_LIST_H
#define GAT_CMD_LIST_H

#include "cli/command.h"
#include "spec/spec.h"

/* Do the patterns after the first word select this name?  Without any: yes. */
bool gat_list_wants(const struct gat_options *o, const char *name);
/* The same for a variant, by its name or alias. */
bool gat_list_wants_spec(const struct gat_options *o, const struct gat_spec *s);
/* The complaint that nothing was selected. */
int gat_list_nothing(const struct gat_options *o);

#endif
