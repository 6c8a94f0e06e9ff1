/* alike.h - drawn cases whose values look alike.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ALIKE_H
#define GAT_ALIKE_H

#include "draw/draws.h"

/* As gat_drawn_kind.draw. */
bool gat_alike_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                    struct gat_draft *out);

#endif
