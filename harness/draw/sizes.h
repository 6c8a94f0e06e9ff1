/* sizes.h - drawn cases whose sizes grow together.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SIZES_H
#define GAT_SIZES_H

#include "draw/draws.h"
#include "draw/sketch.h"

void gat_sizes_begin(struct gat_draws *d);
bool gat_sizes_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                    struct gat_draft *out);

/* A small sketch like those of such cases; what may change in it without a change of shapes. */
void gat_sizes_sketch(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s);
void gat_sizes_content(const struct gat_breed *b, struct gat_prng *prng, struct gat_sketch *s);
/* Does the pattern need as many places as there are indices? */
bool gat_pattern_walks(unsigned pattern);

#endif
