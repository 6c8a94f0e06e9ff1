/* fill.h - named fills of operands; private to making a member.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILL_H
#define GAT_FILL_H

#include "catalog.h"

/* Fill `t` (shape and type set, data reserved) with elements of the sequence that
 * starts at `ordinal`.  Texts of strings live in `a`. */
void gat_fill_data(struct gat_array *t, enum gat_fill fill, uint64_t ordinal,
                   struct gat_prng *prng, struct gat_arena *a);
/* Fill an index tensor for an axis of this extent. */
void gat_fill_indices(struct gat_array *t, enum gat_fill fill, int64_t extent,
                      struct gat_prng *prng);

#endif
