/* seed.h - what the data of a run begin with, and how many of its cases are drawn.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SEED_H
#define GAT_SEED_H

#include <stdbool.h>

#include "cli/command.h"

/* --seed, or 1: an exit code, 0 when it is a number of at most 64 bits. */
int gat_options_seed(const struct gat_options *o, uint64_t *out);
/* --draw, or as many as are usual: an exit code. */
int gat_options_draw(const struct gat_options *o, unsigned *out);

#endif
