/* fill_mixed.h - special values among ordinary ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILL_MIXED_H
#define GAT_FILL_MIXED_H

#include "prng.h"
#include "tensor.h"

/* Put special values of its type into a filled operand, of one kind or of all, at every element,
 * every 128th or in between: both zeros, infinities, quiet and signalling NaNs with payloads,
 * denormals, the largest numbers, whole numbers that a narrower type rounds, any bits; of
 * integers the ends of the type.  Strings and truth values stay. */
void gat_fill_sprinkle(struct gat_array *t, struct gat_prng *prng);
/* Make element `at` one that a copy through another type, or by arithmetic, changes. */
void gat_fill_frail(struct gat_array *t, int64_t at, struct gat_prng *prng);

#endif
