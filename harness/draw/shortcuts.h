/* shortcuts.h - drawn cases that look like ones for which a kernel has a shorter way.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHORTCUTS_H
#define GAT_SHORTCUTS_H

#include "draw/draws.h"

/* As gat_drawn_kind.draw. */
bool gat_shortcuts_draw(struct gat_draws *d, unsigned k, struct gat_prng *prng,
                        struct gat_draft *out);

#endif
