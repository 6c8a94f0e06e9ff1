/* fill_mixed.h - special values among ordinary ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILL_MIXED_H
#define GAT_FILL_MIXED_H

#include "prng.h"
#include "tensor.h"

/* Which special values an operand gets. */
struct gat_mix {
    uint64_t draw; /* draws the kinds, and how many */
    bool close;    /* half of them or more are close to each other, as both zeros are */
    bool updates;  /* one value may stand at one end, or everywhere, more often */
};
/* Put special values of its type into a filled operand, of one kind or of all, at every element,
 * every 128th or in between: both zeros, infinities, quiet and signalling NaNs with payloads,
 * denormals, the largest numbers, whole numbers that a narrower type rounds, any bits; of
 * integers the ends of the type, and halves of equal upper bits.  One end may be a single value.
 * Strings and truth values stay. */
void gat_fill_sprinkle(struct gat_array *t, const struct gat_mix *mix, struct gat_prng *prng);
/* Make element `at` one that a copy through another type, or by arithmetic, changes. */
void gat_fill_frail(struct gat_array *t, int64_t at, struct gat_prng *prng);

#endif
