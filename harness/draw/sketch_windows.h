/* sketch_windows.h - a sketch for an operator whose lists say where windows lie.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SKETCH_WINDOWS_H
#define GAT_SKETCH_WINDOWS_H

#include "draw/sketch.h"

/* Data, indices, updates and lists of a draft whose lists are empty. */
void gat_sketch_windows(const struct gat_breed *b, const struct gat_sketch *s,
                        struct gat_prng *prng, struct gat_draft *d);

#endif
