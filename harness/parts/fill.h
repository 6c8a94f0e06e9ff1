/* fill.h - how a member is made; private to the catalogue and to drafts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILL_H
#define GAT_FILL_H

#include "parts/suite.h"

/* Fill `t` (shape and type set, data reserved) with elements of the sequence that
 * starts at `ordinal`.  Texts of strings live in `a`. */
void gat_fill_data(struct gat_array *t, enum gat_fill fill, uint64_t ordinal,
                   struct gat_prng *prng, struct gat_arena *a);
/* So few elements may be read from sparse data, or written to them. */
enum { GAT_MOST_OPENED = 1 << 16, GAT_MOST_UPDATES = 256 };
/* The axes that indices count along: one, or for tuples as many as one has indices. */
struct gat_axes {
    int64_t depth; /* extents, at least 1 */
    int64_t extent[GAT_MAX_RANK];
};
/* Fill an index tensor.  A tuple counts as one number in the places of all its
 * dimensions, the last one fastest. */
void gat_fill_indices(struct gat_array *t, enum gat_fill fill, const struct gat_axes *axes,
                      struct gat_prng *prng);

#endif
