/* sizes.h - drawn cases whose sizes grow together.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SIZES_H
#define GAT_SIZES_H

#include "draw/draws.h"

void gat_sizes_begin(struct gat_draws *d);
bool gat_sizes_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                    struct gat_draft *out);

#endif
