/* spoil.h - a draft that follows another one, made wrong or along another axis.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SPOIL_H
#define GAT_SPOIL_H

#include "draw/draft.h"
#include "prng.h"

/* One index that is outside, at an end, an edge of a block, or anywhere. */
void gat_draft_spoil(struct gat_draft *d, struct gat_prng *prng);
/* The same, and more often the last or the first one. */
void gat_draft_spoil_ends(struct gat_draft *d, struct gat_prng *prng);
/* An axis that data do not have. */
void gat_draft_spoil_axis(struct gat_draft *d, struct gat_prng *prng);
/* The same shapes, and another dimension of data that is the axis: what is kept of a call by its
 * shapes alone is wrong for the next one. */
void gat_draft_turn(const struct gat_breed *b, struct gat_draft *d, struct gat_prng *prng);

/* As many elements in other shapes, of which two dimensions are exchanged, or with one batch
 * dimension fewer: what is kept of a call by counts alone is wrong for the next one.  False: the
 * draft has no such kin. */
bool gat_draft_kin(const struct gat_breed *b, struct gat_draft *d, struct gat_prng *prng);
/* Some extents of data alike, and as many picks: kernels know layouts and what is repeated by equal
 * extents.  False: the draft is left as it is. */
bool gat_draft_even(const struct gat_breed *b, struct gat_draft *d, struct gat_prng *prng);
/* The same case with two indices of its middle exchanged, or one in the place of the other: a
 * kernel that knows indices again by their ends, number or sum takes one case for the other.
 * False: it has none such. */
bool gat_draft_twin(struct gat_draft *d, struct gat_prng *prng);

#endif
