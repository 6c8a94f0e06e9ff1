/* diff_find.h - where two variants part, each time with a smallest case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIFF_FIND_H
#define GAT_DIFF_FIND_H

#include "study/diff.h"

/* All differences with their samples, in `a`. */
unsigned gat_differences_find(const struct gat_side side[2], struct gat_arena *a,
                              struct gat_difference **out);

#endif
