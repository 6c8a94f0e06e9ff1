/* reduction.h - reductions by name, and which of them a variant offers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_REDUCTION_H
#define GAT_REDUCTION_H

#include "files/yaml_tree.h"
#include "spec/variant.h"

/* The name of an enum ref_reduction, and back. */
const char *gat_reduction_name(int64_t reduction);
bool gat_reduction_read(const struct gat_node *n, int64_t *out, struct gat_error *e);
/* A list of reductions, as a set. */
bool gat_reductions_read(const struct gat_node *list, uint32_t *out, struct gat_error *e);
/* The reductions that a call can state and the one that it need not, none among them, as
 * a set. */
uint32_t gat_reductions_of(const struct gat_spec *s);

#endif
