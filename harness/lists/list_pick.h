/* list_pick.h - what the patterns of gatherum list select.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LIST_PICK_H
#define GAT_LIST_PICK_H

#include <jansson.h>

#include "cli/command.h"
#include "spec/spec.h"

/* Do the patterns after the first word select this name?  Without any: yes. */
bool gat_list_wants(const struct gat_options *o, const char *name);
/* The same for a variant, by its name or alias. */
bool gat_list_wants_spec(const struct gat_options *o, const struct gat_spec *s);
/* Print the list with --json, and release it.  Returns `code`, or complains that nothing was
 * selected where `code` is 0 and `any` is false. */
int gat_list_end(const struct gat_options *o, json_t *list, int code, bool any);
/* The complaint that nothing was selected. */
int gat_list_nothing(const struct gat_options *o);

#endif
