/* shrink_pairs.h - steps that change two operands, each in a dimension of its own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SHRINK_PAIRS_H
#define GAT_SHRINK_PAIRS_H

#include "hunt/step.h"

/* Try the steps that change two operands in different dimensions. */
bool gat_pair_steps(const struct gat_candidate *c, struct gat_arena *scratch, gat_step_see *see,
                    void *user);

#endif
