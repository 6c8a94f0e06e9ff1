/* draft_index.h - the indices of a draft, one by one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAFT_INDEX_H
#define GAT_DRAFT_INDEX_H

#include "draw/draft.h"

/* Index number k: one that leaves the pattern, or the one that pattern, sign and extents give
 * for k alone. */
int64_t gat_draft_index(const struct gat_draft *d, int64_t k);

#endif
