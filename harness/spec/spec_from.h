/* spec_from.h - a variant's file with what it has from its parents, as one map.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPEC_FROM_H
#define GAT_SPEC_FROM_H

#include "spec/variant.h"

/* The whole of a sheet.  Its `clauses` are a list of maps whose first key is an id that no
 * other has.  NULL and *e when a parent is not there, or is past the second, or a sheet is
 * not of this form. */
const struct gat_node *gat_spec_flatten(struct gat_arena *a, const struct gat_spec_sheet *sheet,
                                        gat_spec_find *find, void *user, struct gat_error *e);

#endif
